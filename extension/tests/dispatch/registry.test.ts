import { type DescFile, type DescMethod, getOption } from "@bufbuild/protobuf";
import { tool } from "@gen/bsk/options/v1/options_pb";
import { expect, it } from "vitest";
import { tools } from "../../src/dispatch/registry";

const generated = import.meta.glob<Record<string, unknown>>("../../../build/gen/ts/bsk/tools/v1/*_pb.ts", {
  eager: true,
});

function methods(): DescMethod[] {
  const files = Object.values(generated).flatMap((module) => Object.values(module).filter(isFile));
  return files.flatMap((file) => file.services).flatMap((service) => service.methods);
}

function isFile(value: unknown): value is DescFile {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "file";
}

it("serves every tool that the router does not answer itself", () => {
  const wanted = methods()
    .map((method) => getOption(method, tool))
    .filter((options) => !options.servedByRouter)
    .map((options) => options.method);
  expect(wanted.length).toBeGreaterThan(0);
  expect([...tools.keys()].sort()).toEqual(wanted.sort());
});

it("has a function for every tool", () => {
  for (const [name, { handler }] of tools) expect(handler, name).toBeTypeOf("function");
});

it("serves only methods whose requests name their session", () => {
  for (const [name, { method }] of tools) expect(method.input.field.sessionId, name).toBeDefined();
});
