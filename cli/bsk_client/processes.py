"""Processes that run apart from their starter, and ending exactly those."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from bsk_client.limits import PROCESS_POLL_SECONDS


def spawn_detached(
    command: Sequence[str], *, environment: Mapping[str, str], output: IO[bytes] | int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own that keeps nothing of this process: no terminal, no pipe, no directory.

    `output` takes its stdout and stderr. Raises `OSError` when it cannot be started. Whoever lets the program go on
    calls `let_go` with it.
    """
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    return subprocess.Popen(
        list(command),
        env=dict(environment),
        cwd="/" if os.name == "posix" else None,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        close_fds=True,
        start_new_session=True,
        creationflags=flags,
    )


def let_go(process: subprocess.Popen[bytes]) -> None:
    """Leave a started program to itself. Should it end before this process does, it leaves no zombie."""
    threading.Thread(target=process.wait, daemon=True, name=f"reaper of {process.pid}").start()


def start_time_of(pid: int) -> str | None:
    """When a process started, in the system's own terms, or None when there is none.

    Together with the number it names one process for good: numbers are used again, and then the time differs.
    """
    if pid <= 0:
        return None
    if sys.platform == "linux":
        try:
            stat = Path(f"/proc/{pid}/stat").read_text()
        except OSError:
            return None
        # The name in parentheses may hold spaces; state and start time are the 1st and 20th word after it.
        words = stat.rpartition(")")[2].split()
        return None if words[0] in "ZX" else words[19]
    command = ["ps", "-o", "lstart=", "-p", str(pid)]
    if sys.platform == "win32":
        command = ["powershell", "-NoProfile", "-Command", f"(Get-Process -Id {pid}).StartTime.Ticks"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or None


class Target:
    """One process that may be ended. Take it first and verify who it is afterwards: then a signal cannot hit another.

    Use as a context manager. Raises `ProcessLookupError` when there is no such process, `PermissionError` when it
    belongs to somebody else.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._descriptor = _open_descriptor(pid)
        if self._descriptor is None:
            os.kill(pid, 0)

    def __enter__(self) -> Target:
        return self

    def __exit__(self, *_: object) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def end(self, patience_seconds: float, *, group: bool = False) -> bool:
        """Ask the process to end, and make it end after `patience_seconds`. Says whether it went by itself.

        With `group` the harsh way takes its whole process group, for a process that leads one.
        """
        self._signal(signal.SIGTERM)
        if self._wait(patience_seconds):
            return True
        if group and sys.platform != "win32":
            os.killpg(self.pid, signal.SIGKILL)
        else:
            self._signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
        self._wait(patience_seconds)
        return False

    def _signal(self, number: int) -> None:
        try:
            if self._descriptor is not None and sys.platform == "linux":
                signal.pidfd_send_signal(self._descriptor, number)
            else:
                os.kill(self.pid, number)
        except ProcessLookupError:
            return

    def _wait(self, seconds: float) -> bool:
        if self._descriptor is not None:
            return bool(select.select([self._descriptor], [], [], seconds)[0])
        deadline = time.monotonic() + seconds
        while start_time_of(self.pid) is not None:
            if time.monotonic() >= deadline:
                return False
            time.sleep(PROCESS_POLL_SECONDS)
        return True


def _open_descriptor(pid: int) -> int | None:
    if sys.platform != "linux":
        return None
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        raise
    except OSError:
        # A kernel without process descriptors.
        return None
