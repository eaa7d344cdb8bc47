"""Records of the browsers that were launched from a home directory."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from bsk_client.processes import start_time_of

CONNECTION_FILE = "connection.json"


@dataclass(frozen=True)
class LaunchedBrowser:
    """A browser process that was started here, and the id under which its extension connected."""

    pid: int
    start_time: str
    profile: str
    program: str
    headless: bool
    browser_id: str

    @property
    def running(self) -> bool:
        """Whether that very process still lives."""
        return start_time_of(self.pid) == self.start_time


def browser_directory(home: Path) -> Path:
    """Where everything about launched browsers is kept."""
    return home / "browser"


def profile_directory(home: Path) -> Path:
    """The profile that is used when none is named."""
    return browser_directory(home) / "profile"


def work_directory(home: Path, profile: Path) -> Path:
    """Where the extension's copy and the log of the browser of a profile are kept."""
    return browser_directory(home) / _key(profile)


def remember(home: Path, browser: LaunchedBrowser) -> None:
    """Write the record of a browser, in place of an earlier one of its profile. Raises `OSError`."""
    _write_json(_record(home, Path(browser.profile)), asdict(browser))


def recall(home: Path, profile: Path) -> LaunchedBrowser | None:
    """The browser that was last launched with a profile, whether or not it still runs."""
    return _read(_record(home, profile))


def recall_all(home: Path) -> Iterator[LaunchedBrowser]:
    """Every browser with a record, whether or not it still runs."""
    for path in sorted(browser_directory(home).glob("*.json")):
        browser = _read(path)
        if browser is not None:
            yield browser


def point_at(extension: Path, port: int) -> None:
    """Tell the copy of an extension which port to connect to. It looks again at each attempt. Raises `OSError`."""
    place = extension / CONNECTION_FILE
    with suppress(OSError, ValueError):
        if json.loads(place.read_text()) == {"port": port}:
            return
    _write_json(place, {"port": port})


def point_browsers_at(home: Path, port: int) -> None:
    """Let the browsers that were launched from this home find its daemon, whose port may have changed."""
    for extension in browser_directory(home).glob("*/extension"):
        with suppress(OSError):
            point_at(extension, port)


def _key(profile: Path) -> str:
    return hashlib.sha256(os.fsencode(profile.resolve())).hexdigest()[:16]


def _record(home: Path, profile: Path) -> Path:
    return browser_directory(home) / f"{_key(profile)}.json"


def _read(path: Path) -> LaunchedBrowser | None:
    try:
        return LaunchedBrowser(**json.loads(path.read_text()))
    except (OSError, ValueError, TypeError):
        return None


def _write_json(path: Path, document: dict[str, object]) -> None:
    part = path.with_name(f".{secrets.token_hex(6)}.part")
    try:
        part.write_text(json.dumps(document) + "\n")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
