"""The files of a home directory that the client looks after."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from bsk_client.cancellation import Cancellation
from bsk_client.endpoint import DISCOVERY_FILE
from bsk_client.filelock import FileLock
from bsk_wire.errors import BskError, Reason

CONFIGURATION_FILE = "config.toml"
LOG_PREFIX = "daemon.log"
LOCK_FILE = "daemon.lock"
START_LOCK_FILE = "start.lock"


def make_home(home: Path) -> None:
    """Make sure that the directory exists. Raises `BskError(CONFIGURATION_ERROR)`."""
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        message = f"cannot use {home} as the home directory: {error.strerror}"
        raise BskError(Reason.CONFIGURATION_ERROR, message) from error


def newest_log(home: Path) -> Path | None:
    """The log file that the daemon wrote to last, or None when there is none. Raises `OSError`."""
    if not home.is_dir():
        return None
    return max((path for path in home.iterdir() if path.name.startswith(LOG_PREFIX)), default=None)


def recorded_port(home: Path) -> int | None:
    """Port in the discovery file, also of a daemon that no longer runs."""
    try:
        return int(json.loads((home / DISCOVERY_FILE).read_text())["ws_port"]) or None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def clear_up(home: Path, patience_seconds: float = 0.0) -> None:
    """Remove what a killed daemon left, while its lock is held so that none can start meanwhile.

    A daemon that is just ending is waited for. Raises `BskError(DAEMON_UNAVAILABLE)` when one lives on and takes no
    connection.
    """
    discovery = home / DISCOVERY_FILE
    if not discovery.exists() or not os.access(home, os.W_OK):
        return
    message = f"a daemon holds {home / LOCK_FILE} and takes no connection"
    deaf = BskError(Reason.DAEMON_UNAVAILABLE, message, hint="see `bsk logs` for what it does")
    with FileLock(home / LOCK_FILE) as lock:
        lock.take(patience_seconds, Cancellation(), deaf)
        with suppress(OSError):
            discovery.unlink(missing_ok=True)
