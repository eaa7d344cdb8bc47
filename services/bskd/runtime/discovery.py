"""One daemon per home directory, and how others find it: the lock and `daemon.json`."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bsk_wire.errors import BskError, Reason
from bskd.runtime.limits import LOCK_POLL_SECONDS, LOCK_WAIT_SECONDS, PROBE_SECONDS

LOCK_FILE_NAME = "daemon.lock"
DISCOVERY_FILE_NAME = "daemon.json"


class AlreadyRunningError(Exception):
    """Another process holds the lock and is up."""


class FileLock:
    """An exclusive advisory lock that ends with the process, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def try_acquire(self) -> bool:
        """Take the lock, or return False when another process has it. Raises `configuration_error`."""
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise BskError(Reason.CONFIGURATION_ERROR, f"cannot open {self._path}: {error.strerror}") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Give the lock up. The file stays, or two processes could hold locks on two files of one name."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


@dataclass(frozen=True)
class DaemonRecord:
    """Content of `daemon.json`."""

    pid: int
    # None where the daemon listens on TCP.
    sock_path: str | None
    ws_port: int
    version: str
    started_at_epoch_secs: int
    # The daemon belongs to a terminal or a supervisor.
    host_managed: bool
    grpc_address: str


def acquire_home(home: Path) -> FileLock:
    """Take the lock of a home directory.

    While nothing answers at the address in `daemon.json`, the holder is starting, ending or clearing up, and is waited
    for. Raises `AlreadyRunningError` when a daemon answers, and `daemon_start_failed` when the holder neither comes up
    nor goes.
    """
    lock = FileLock(home / LOCK_FILE_NAME)
    until = time.monotonic() + LOCK_WAIT_SECONDS
    while not lock.try_acquire():
        if _answers(home):
            raise AlreadyRunningError
        if time.monotonic() >= until:
            raise BskError(
                Reason.DAEMON_START_FAILED, f"another process holds {home / LOCK_FILE_NAME} and neither starts nor ends"
            )
        time.sleep(LOCK_POLL_SECONDS)
    # Left by a process that was killed; only the holder of the lock may say so.
    withdraw(home)
    return lock


def publish(home: Path, record: DaemonRecord) -> None:
    """Write `daemon.json`, whole or not at all."""
    descriptor, draft = tempfile.mkstemp(prefix=f"{DISCOVERY_FILE_NAME}.", dir=home)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(record.__dict__, file, indent=2)
        file.write("\n")
    Path(draft).replace(home / DISCOVERY_FILE_NAME)


def withdraw(home: Path) -> None:
    """Remove `daemon.json`."""
    (home / DISCOVERY_FILE_NAME).unlink(missing_ok=True)


def _answers(home: Path) -> bool:
    """Whether something takes a connection at the address that `daemon.json` names."""
    try:
        address = str(json.loads((home / DISCOVERY_FILE_NAME).read_text())["grpc_address"])
    except (OSError, ValueError, KeyError, TypeError):
        return False
    path = address.removeprefix("unix:")
    family = socket.AF_INET if path == address else socket.AF_UNIX
    host, _, port = address.rpartition(":")
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.settimeout(PROBE_SECONDS)
        try:
            probe.connect(path if family == socket.AF_UNIX else (host, int(port)))
        except (OSError, ValueError):
            return False
    return True
