"""One run of the command line, as a value: what it was given and what it may touch.

Commands reach arguments, environment, streams and files only through this, so that a test or a resident process can
run them without a process of their own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, TextIO

from bsk_client.cancellation import Cancellation
from bsk_client.files import commit_file
from bsk_wire.errors import BskError, Reason


@dataclass(frozen=True)
class Terminal:
    """Which streams are a terminal, and how wide it is."""

    stdout: bool = False
    stderr: bool = False
    columns: int = 80


@dataclass(frozen=True)
class Invocation:
    """Arguments without the program's name, surroundings, streams, and the way to ask for a stop.

    `stdin` is read only when the caller asked for it with `BSK_CANCEL_ON_STDIN_CLOSE=1`.
    """

    arguments: Sequence[str]
    environment: Mapping[str, str]
    working_directory: Path
    stdin: BinaryIO
    stdout: TextIO
    stderr: TextIO
    terminal: Terminal = Terminal()
    cancellation: Cancellation = field(default_factory=Cancellation)

    def path(self, name: str | os.PathLike[str]) -> Path:
        """A path as the caller means it: relative to the working directory."""
        return self.working_directory / name

    @property
    def temporary_directory(self) -> Path:
        """Where files go for which the caller named no place."""
        for name in ("TMPDIR", "TEMP", "TMP"):
            named = self.environment.get(name)
            if named and self.path(named).is_dir():
                return self.path(named)
        return Path("/tmp")  # noqa: S108

    def open_source(self, name: str | os.PathLike[str]) -> BinaryIO:
        """Open a file of the caller for reading. Raises `BskError(LOCAL_FILE_ERROR)`."""
        path = self.path(name)
        try:
            return path.open("rb")
        except OSError as error:
            raise BskError(Reason.LOCAL_FILE_ERROR, f"cannot read {path}: {error.strerror}") from error

    def commit_file(
        self, name: str | os.PathLike[str], content: bytes | Iterable[bytes], *, overwrite: bool = True
    ) -> Path:
        """Write a file of the caller whole or not at all, and answer its path.

        Without `overwrite` an existing file is refused. Raises `BskError(LOCAL_FILE_ERROR)`.
        """
        path = self.path(name)
        commit_file(path, content, overwrite=overwrite)
        return path
