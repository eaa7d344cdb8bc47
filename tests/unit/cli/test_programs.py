"""Which browser is started, and which refuses the extension."""

from __future__ import annotations

from pathlib import Path

import pytest

from bsk_client.programs import find_program, installed_programs
from bsk_wire.errors import BskError


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A directory for the PATH."""
    directory = tmp_path / "bin"
    directory.mkdir()
    return directory


def install(directory: Path, name: str, version: str) -> Path:
    """A program that tells its version and does nothing else."""
    path = directory / name
    path.write_text(f"#!/bin/sh\necho '{version}'\n")
    path.chmod(0o755)
    return path


def test_chromium_comes_before_chrome(programs: Path) -> None:
    install(programs, "google-chrome", "Google Chrome 120.0.1.2")
    chromium = install(programs, "chromium", "Chromium 150.0.1.2")
    assert find_program({"PATH": str(programs)}).path == chromium


def test_every_program_on_the_path_is_found(programs: Path) -> None:
    for name in ("brave-browser", "microsoft-edge", "chromium-browser", "google-chrome-for-testing"):
        install(programs, name, name)
    kinds = [each.kind for each in installed_programs({"PATH": str(programs)}) if each.path.parent == programs]
    assert kinds == ["chromium", "chrome-for-testing", "brave", "edge"]


def test_chrome_is_refused_when_it_takes_no_extension(programs: Path) -> None:
    chrome = install(programs, "google-chrome", "Google Chrome 137.0.7151.55")
    with pytest.raises(BskError) as failed:
        find_program({"PATH": str(programs)}, "google-chrome")
    assert failed.value.reason == "browser_program_unsuitable"
    assert f"Chrome 137 at {chrome}" in failed.value.message


def test_chrome_is_taken_when_it_is_old_enough(programs: Path) -> None:
    chrome = install(programs, "google-chrome", "Google Chrome 136.0.7103.113")
    assert find_program({"PATH": str(programs)}, "google-chrome").path == chrome


def test_chrome_for_testing_is_taken_at_any_version(programs: Path) -> None:
    program = install(programs, "google-chrome-for-testing", "Google Chrome for Testing 150.0.1.2")
    assert find_program({"PATH": str(programs)}, str(program)).path == program


def test_program_of_the_environment_wins_over_what_is_installed(programs: Path) -> None:
    install(programs, "chromium", "Chromium 150.0.1.2")
    other = install(programs, "brave", "Brave")
    assert find_program({"PATH": str(programs), "BSK_BROWSER_PROGRAM": "brave"}).path == other


def test_missing_program_is_named(programs: Path) -> None:
    with pytest.raises(BskError, match="there is no browser program nowhere") as failed:
        find_program({"PATH": str(programs)}, "nowhere")
    assert failed.value.exit_status == 1
