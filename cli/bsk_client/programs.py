"""Browser programs of this machine, and whether they take an extension from the command line."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from bsk_client.limits import PROGRAM_VERSION_SECONDS
from bsk_wire.errors import BskError, Reason

# Chrome itself ignores `--load-extension` from this version on; Chromium and Chrome for Testing do not.
FIRST_REFUSING_CHROME = 137
PROGRAM_VARIABLE = "BSK_BROWSER_PROGRAM"

# Kind, and the names under which it stands on the PATH; those that surely take the extension come first.
ON_PATH: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("chromium", ("chromium", "chromium-browser")),
    ("chrome-for-testing", ("google-chrome-for-testing", "chrome-for-testing")),
    ("brave", ("brave-browser", "brave-browser-stable", "brave")),
    ("edge", ("microsoft-edge", "microsoft-edge-stable")),
    ("chrome", ("google-chrome", "google-chrome-stable", "chrome")),
)
ON_LINUX: tuple[tuple[str, str], ...] = (
    ("chromium", "/usr/lib/chromium/chromium"),
    ("chromium", "/snap/bin/chromium"),
    ("brave", "/opt/brave.com/brave/brave"),
    ("edge", "/opt/microsoft/msedge/msedge"),
    ("chrome", "/opt/google/chrome/chrome"),
)
ON_MACOS: tuple[tuple[str, str], ...] = (
    ("chromium", "Chromium.app/Contents/MacOS/Chromium"),
    ("chrome-for-testing", "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"),
    ("brave", "Brave Browser.app/Contents/MacOS/Brave Browser"),
    ("edge", "Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
    ("chrome", "Google Chrome.app/Contents/MacOS/Google Chrome"),
)
ON_WINDOWS: tuple[tuple[str, str], ...] = (
    ("chromium", "Chromium/Application/chrome.exe"),
    ("brave", "BraveSoftware/Brave-Browser/Application/brave.exe"),
    ("edge", "Microsoft/Edge/Application/msedge.exe"),
    ("chrome", "Google/Chrome/Application/chrome.exe"),
)


@dataclass(frozen=True)
class BrowserProgram:
    """A browser that can be started. `kind` is `chromium`, `chrome-for-testing`, `brave`, `edge` or `chrome`."""

    kind: str
    path: Path


def find_program(environment: Mapping[str, str], named: str | None = None) -> BrowserProgram:
    """The program that the caller named, else that of `BSK_BROWSER_PROGRAM`, else the first suitable one there is.

    Raises `BskError(BROWSER_PROGRAM_UNSUITABLE)` when there is none, or when the one named does not take extensions
    from the command line.
    """
    named = named or environment.get(PROGRAM_VARIABLE)
    if named:
        found = shutil.which(named, path=environment.get("PATH"))
        if found is None:
            raise BskError(Reason.BROWSER_PROGRAM_UNSUITABLE, f"there is no browser program {named}")
        program = BrowserProgram(_kind_of_name(PurePath(found).name), Path(found))
        refusal = why_unsuitable(program)
        if refusal:
            raise BskError(Reason.BROWSER_PROGRAM_UNSUITABLE, refusal, program=found)
        return program
    refusals = []
    for program in installed_programs(environment):
        refusal = why_unsuitable(program)
        if not refusal:
            return program
        refusals.append(refusal)
    raise BskError(
        Reason.BROWSER_PROGRAM_UNSUITABLE,
        "no suitable browser is installed" + "".join(f"; {refusal}" for refusal in dict.fromkeys(refusals)),
    )


def installed_programs(environment: Mapping[str, str]) -> Iterator[BrowserProgram]:
    """Chromium, Chrome for Testing, Brave, Edge and Chrome, in this order, where they usually stand."""
    for kind, names in ON_PATH:
        for name in names:
            found = shutil.which(name, path=environment.get("PATH"))
            if found:
                yield BrowserProgram(kind, Path(found))
        for other, path in _usual_places(environment):
            if other == kind and path.is_file():
                yield BrowserProgram(kind, path)


def why_unsuitable(program: BrowserProgram) -> str | None:
    """Why a program cannot be started with our extension, or None when it can."""
    if program.kind != "chrome":
        return None
    version = _chrome_version(program.path)
    if version is None or version < FIRST_REFUSING_CHROME:
        return None
    return f"Chrome {version} at {program.path} takes no extension from the command line"


def _usual_places(environment: Mapping[str, str]) -> Iterator[tuple[str, Path]]:
    if sys.platform == "darwin":
        folders = [Path("/Applications"), Path(environment.get("HOME", "/"), "Applications")]
        yield from ((kind, folder / place) for kind, place in ON_MACOS for folder in folders)
    elif sys.platform == "win32":
        variables = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
        folders = [Path(environment[variable]) for variable in variables if environment.get(variable)]
        yield from ((kind, folder / place) for kind, place in ON_WINDOWS for folder in folders)
    else:
        yield from ((kind, Path(place)) for kind, place in ON_LINUX)


def _kind_of_name(name: str) -> str:
    words = name.lower()
    if "test" in words:
        return "chrome-for-testing"
    for word, kind in (("chromium", "chromium"), ("brave", "brave"), ("edge", "edge"), ("chrome", "chrome")):
        if word in words:
            return kind
    return "chromium"


def _chrome_version(path: Path) -> int | None:
    """Major version of a Chrome, or None when the program is not Chrome itself or does not tell."""
    if sys.platform == "win32":
        # Asked for its version, Chrome opens a window there; its directory tells.
        versions = [int(entry.name.partition(".")[0]) for entry in path.parent.glob("[0-9]*.*.*.*")]
        return max(versions, default=None)
    try:
        told = subprocess.run(
            [path, "--version"],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=PROGRAM_VERSION_SECONDS,
            check=False,
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r"Google Chrome (\d+)\.", told)
    return int(found[1]) if found else None
