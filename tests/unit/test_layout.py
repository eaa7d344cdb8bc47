"""The house rules that no linter knows: where things stand, what they are called, how long they are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from bsk_wire.version import __version__

ROOT = Path(__file__).resolve().parents[2]
LONGEST_FILE_LINES = 400

TOP_LEVEL = {
    ".ci",
    ".gitignore",
    "AGENTS.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "buf.yaml",
    "cli",
    "constraints.txt",
    "deploy",
    "docs",
    "extension",
    "hatch_build.py",
    "protos",
    "pyproject.toml",
    "run",
    "services",
    "tests",
}
MADE_BY_TOOLS = {
    ".git",
    ".hypothesis",
    ".mypy_cache",
    ".output",
    ".pytest_cache",
    ".ruff_cache",
    ".venv",
    ".wxt",
    "__pycache__",
    "build",
    "dist",
    "node_modules",
}
# Directories of tests whose sources stand in a package, or packages, of another name.
OUTER_PACKAGES = {
    "bsk_wire": "wire",
    "bsk_client": "cli",
    "bsk_cli": "cli",
    "commands": "cli",
    "renderers": "cli",
    "generator": "docs",
}
SOURCE_SUFFIXES = {".py", ".ts", ".tsx", ".mjs", ".css"}
SAYING_NOTHING = {
    "base",
    "common",
    "helper",
    "helpers",
    "lib",
    "manager",
    "managers",
    "misc",
    "shared",
    "util",
    "utils",
}

# Written in parts so that this file does not find itself.
UNFINISHED = re.compile("|".join(rf"\b{word}\b" for word in ("TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK")))
LEFT_OUT = re.compile(r"mark\.(?:ski" + r"p|xfa" + r"il)\b|\b(?:it|test|describe)\.(?:ski" + r"p|onl" + r"y)\b")


def sources(*places: str) -> Iterator[Path]:
    """Every source file written by hand under the given places of the repository, or under all of it."""
    pending = [ROOT / place for place in places] or [ROOT]
    while pending:
        for path in pending.pop().iterdir():
            if path.name in MADE_BY_TOOLS:
                continue
            if path.is_dir():
                pending.append(path)
            elif path.suffix in SOURCE_SUFFIXES or path == ROOT / "run":
                yield path


def offenders(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if pattern.search(line)
    ]


def test_top_level_holds_what_the_design_names() -> None:
    assert {path.name for path in ROOT.iterdir()} - MADE_BY_TOOLS == TOP_LEVEL


def test_module_names_say_what_they_hold() -> None:
    named = (part for path in sources() for part in (path.stem, path.parent.name))
    assert sorted(set(named) & SAYING_NOTHING) == []


def test_source_files_stay_short() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in sources()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE_LINES} == {}


def test_sources_carry_no_marks_of_unfinished_work() -> None:
    assert offenders(UNFINISHED) == []


def test_no_test_is_left_out() -> None:
    assert offenders(LEFT_OUT) == []


def test_unit_tests_mirror_the_sources() -> None:
    subjects: dict[str, set[str]] = {}
    for path in sources("protos", "services", "cli", "docs"):
        package = OUTER_PACKAGES.get(path.parent.name, path.parent.name)
        subjects.setdefault(package, set()).update({path.stem, path.parent.name})
    stray = [
        str(path.relative_to(ROOT))
        for path in sources("tests/unit")
        if path.stem not in {"__init__", "conftest", "test_layout"}
        and not any(path.stem.startswith(f"test_{subject}") for subject in subjects.get(path.parent.name, ()))
    ]
    assert stray == []


def test_changelog_begins_with_the_present_version() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == __version__


def test_extension_has_no_version_of_its_own() -> None:
    assert "version" not in json.loads((ROOT / "extension/package.json").read_text())


def test_lock_files_hold_no_download_address() -> None:
    assert '"resolved"' not in (ROOT / "extension/package-lock.json").read_text()
    assert not re.search(r"://|^-", (ROOT / "constraints.txt").read_text(), re.MULTILINE)


def test_constraints_pin_every_package_by_version_and_hash() -> None:
    text = re.sub(r"\\\n", "", (ROOT / "constraints.txt").read_text())
    for line in text.splitlines():
        assert line.startswith("#") or re.match(r"[a-z0-9._-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line), line
