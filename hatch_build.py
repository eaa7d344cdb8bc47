"""Build step: generate Python code from the protobuf files.

`generate` writes `build/gen/python/bsk`: messages, stubs, type stubs, `descriptors.binpb` (every file with its
comments), `index.py` (command words to RPC, so that the command line imports only what a command needs), `reasons.py`
and `verbs.py` (the tools as typed methods).
The wheel's build hook and `./run gen` both call it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CodeGenerationHook(BuildHookInterface):
    """Generates before hatchling collects the files, and refuses a wheel without the built extension."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        generate(root)
        if self.target_name == "wheel" and version != "editable":
            extension = root / "build/extension"
            if not (extension / "manifest.json").is_file():
                raise RuntimeError("build/extension is missing: run `./run gen` first, it builds the extension")
            build_data["force_include"] |= {
                str(root / "build/gen/python/bsk"): "bsk",
                str(extension): "bsk_client/extension",
            }


def generate(root: Path) -> None:
    """Generate everything under `build/gen/python` anew.

    Raises `subprocess.CalledProcessError` when protoc refuses a file; its own message is on stderr by then.
    """
    protos = root / "protos"
    target = root / "build/gen/python"
    staging = root / "build/gen/python.new"
    shutil.rmtree(staging, ignore_errors=True)
    package = staging / "bsk"
    package.mkdir(parents=True)
    files = sorted(str(path.relative_to(protos)) for path in protos.glob("bsk/**/*.proto"))
    subprocess.run(
        [
            sys.executable, "-m", "grpc_tools.protoc", f"-I{protos}",
            f"--plugin=protoc-gen-mypy={_script('protoc-gen-mypy')}",
            f"--plugin=protoc-gen-mypy_grpc={_script('protoc-gen-mypy_grpc')}",
            f"--python_out={staging}", f"--grpc_python_out={staging}",
            f"--mypy_out=quiet:{staging}", f"--mypy_grpc_out=quiet:{staging}",
            f"--descriptor_set_out={package / 'descriptors.binpb'}", "--include_source_info", "--include_imports",
            *files,
        ],
        check=True,
    )  # fmt: skip
    for directory in [package, *(path for path in package.rglob("*") if path.is_dir())]:
        (directory / "__init__.py").write_text("")
    (package / "py.typed").write_text("")
    for writer in ("indexing", "verbs"):
        subprocess.run([sys.executable, str(root / f"protos/bsk_wire/{writer}.py"), str(staging)], check=True)
    shutil.rmtree(target, ignore_errors=True)
    staging.rename(target)


def _script(name: str) -> str:
    """Path of an installed protoc plugin: beside this interpreter, else on the PATH."""
    beside = Path(sysconfig.get_path("scripts")) / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise RuntimeError(f"{name} is not installed: install mypy-protobuf into {sys.prefix}")
    return found
