"""A lock that lives in a file and ends with the process that holds it."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import IO

from bsk_client.cancellation import Cancellation
from bsk_client.limits import DAEMON_POLL_SECONDS
from bsk_wire.errors import BskError, Reason


class FileLock:
    """An exclusive lock on a file, which is made when it is missing and stays. Use as a context manager.

    Raises `BskError(CONFIGURATION_ERROR)` when the file cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None

    def __enter__(self) -> FileLock:
        try:
            self._file = self.path.open("ab")
        except OSError as error:
            raise BskError(Reason.CONFIGURATION_ERROR, f"cannot write {self.path}: {error.strerror}") from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def try_take(self) -> bool:
        """Take the lock if it is free, and say whether it was."""
        assert self._file is not None
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def take(self, patience_seconds: float, cancellation: Cancellation, busy: BskError) -> None:
        """Wait for the lock. Raises `busy` after `patience_seconds`, and `BskError(CANCELLED)`."""
        deadline = time.monotonic() + patience_seconds
        while not self.try_take():
            if time.monotonic() >= deadline:
                raise busy
            cancellation.sleep(DAEMON_POLL_SECONDS)
