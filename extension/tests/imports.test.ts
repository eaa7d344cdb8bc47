import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const sources = fileURLToPath(new URL("../src", import.meta.url));

/** What each folder may import beside itself and the modules at the top, such as errors. */
const allowed: Record<string, readonly string[]> = {
  link: [],
  browser: ["page", "session"],
  page: [],
  session: ["browser", "page"],
  tools: ["browser", "page", "session"],
  dispatch: ["link", "tools", "session", "browser", "page"],
  popup: ["link", "session"],
};

/** Folders that know the code of pages by its types only: it is the pages that run it. */
const typesOfPagesOnly = new Set(["browser", "session", "dispatch"]);

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

function imports(): Import[] {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return files.flatMap((file) => {
    const text = readFileSync(join(sources, file), "utf8");
    const statements = text.matchAll(/^(?:import|export)\b(\s+type\b)?[^;]*?\bfrom\s+"(\.[^"]+)";/gms);
    return [...statements].flatMap(([, type, path = ""]) => {
      const from = folderOf(file);
      const to = folderOf(normalize(join(dirname(file), path)));
      return from === to ? [] : [{ file, from, to, isType: type !== undefined }];
    });
  });
}

/** Folder directly under src. Empty for the modules at the top. */
function folderOf(path: string): string {
  const [first = "", ...rest] = path.split(sep);
  return rest.length === 0 ? "" : first;
}

const outward = imports().filter(({ from, to }) => from !== "entrypoints" && to !== "");

it("finds imports at all", () => {
  expect(outward.length).toBeGreaterThan(10);
});

it.each(Object.keys(allowed))("%s imports only what it may", (folder) => {
  const wrong = outward.filter(({ from, to }) => from === folder && !allowed[folder]?.includes(to));
  expect(wrong).toEqual([]);
});

it("has a rule for every folder", () => {
  const folders = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const ruled = [...Object.keys(allowed), "entrypoints"];
  expect(folders.map(({ name }) => name).filter((name) => !ruled.includes(name))).toEqual([]);
});

it("calls the code of pages from the worker only where pages run it", () => {
  const wrong = outward.filter(({ from, to, isType }) => typesOfPagesOnly.has(from) && to === "page" && !isType);
  expect(wrong).toEqual([]);
});

it("keeps the modules at the top free of the folders", () => {
  expect(outward.filter(({ from }) => from === "")).toEqual([]);
});
