"""The wheel holds all that a user needs: the programs, the generated code and the built extension."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN_BSK = "import sys; from bsk_cli.main import main; sys.exit(main())"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built in a copy of the sources, and unpacked: building writes generated code that other tests use."""
    tree, unpacked = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("wheel")
    for name in ("protos", "services", "cli", "build/extension"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tree / "dist")]
    subprocess.run(build, cwd=tree, check=True, capture_output=True)
    (built,) = (tree / "dist").glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(unpacked)
    return unpacked


def run_from(wheel: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `bsk` with the wheel's modules before those of the source tree."""
    return subprocess.run(
        [sys.executable, "-c", RUN_BSK, *arguments],
        cwd=wheel,
        env={**os.environ, "PYTHONPATH": str(wheel)},
        capture_output=True,
        text=True,
        check=True,
    )


def test_wheel_carries_the_extension(wheel: Path) -> None:
    told = json.loads(run_from(wheel, "extension", "path", "--json").stdout)["path"]
    assert told == str(wheel / "bsk_client/extension")
    manifest = json.loads(Path(told, "manifest.json").read_text())
    assert Path(told, manifest["background"]["service_worker"]).is_file()


def test_wheel_carries_the_generated_code(wheel: Path) -> None:
    assert "Click an element." in run_from(wheel, "click", "--help").stdout


def test_wheel_has_both_programs(wheel: Path) -> None:
    (entry_points,) = wheel.glob("*.dist-info/entry_points.txt")
    assert {line.partition(" ")[0] for line in entry_points.read_text().splitlines()} >= {"bsk", "bskd"}


def test_wheel_holds_nothing_else(wheel: Path) -> None:
    names = {path.name for path in wheel.iterdir() if path.suffix != ".dist-info"}
    assert names == {"bsk", "bsk_cli", "bsk_client", "bsk_wire", "bskd"}
