import { type DescFile, type DescMethod, getOption } from "@bufbuild/protobuf";
import { tool } from "@gen/bsk/options/v1/options_pb";
import type { TabsService } from "@gen/bsk/tools/v1/tabs_pb";
import type { WaitsService } from "@gen/bsk/tools/v1/waits_pb";
import { expect, it } from "vitest";
import { tools } from "../../src/dispatch/registry";
import type { ServiceHandlers } from "../../src/tools/handler";
import { tabs } from "../../src/tools/tabs";
import { waits } from "../../src/tools/waits";

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

it("does not compile with a handler missing, misspelt or of another tool", () => {
  const { listTabs, createTab, closeTab, selectTab } = tabs;
  const complete: ServiceHandlers<typeof TabsService> = { listTabs, createTab, closeTab, selectTab };
  // @ts-expect-error selectTab is missing
  const missing: ServiceHandlers<typeof TabsService> = { listTabs, createTab, closeTab };
  // @ts-expect-error selectTabs is no tool
  const misspelt: ServiceHandlers<typeof TabsService> = { ...complete, selectTabs: selectTab };
  // @ts-expect-error closeTab answers something else
  const mistaken: ServiceHandlers<typeof TabsService> = { ...complete, listTabs: closeTab };
  // @ts-expect-error the router serves waitMs
  const routers: ServiceHandlers<typeof WaitsService> = { ...waits, waitMs: waits.waitForNavigation };
  expect([missing, misspelt, mistaken, routers]).toHaveLength(4);
});
