// Generates the TypeScript messages from protos/ into build/gen/ts, where `@gen/…` finds them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const extension = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const root = resolve(extension, "..");
const protos = join(root, "protos");
const output = join(root, "build", "gen", "ts");
const windows = process.platform === "win32";

function python() {
  const inEnvironment = join(root, ".venv", windows ? "Scripts/python.exe" : "bin/python");
  return process.env.PYTHON ?? (existsSync(inEnvironment) ? inEnvironment : "python3");
}

const files = readdirSync(protos, { recursive: true }).filter((name) => name.endsWith(".proto"));
mkdirSync(output, { recursive: true });
const plugin = join(extension, "node_modules", ".bin", windows ? "protoc-gen-es.cmd" : "protoc-gen-es");
const run = spawnSync(
  python(),
  [
    "-m",
    "grpc_tools.protoc",
    `--proto_path=${protos}`,
    `--plugin=protoc-gen-es=${plugin}`,
    `--es_out=${output}`,
    "--es_opt=target=ts",
    ...files,
  ],
  { stdio: "inherit" },
);
if (run.status !== 0) {
  console.error("protoc failed; it needs Python with grpcio-tools, named by PYTHON or in .venv");
  process.exit(run.status ?? 1);
}

// The generated files stand outside this package and still import its runtime.
const modules = join(output, "node_modules");
rmSync(modules, { recursive: true, force: true });
symlinkSync(join(extension, "node_modules"), modules, "junction");
