"""Files of the caller, written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from bsk_wire.errors import BskError, Reason


def commit_file(path: Path, content: bytes | Iterable[bytes], *, overwrite: bool = True) -> None:
    """Write a file by way of another one beside it. Without `overwrite` an existing file is refused.

    Raises `BskError(LOCAL_FILE_ERROR)`.
    """
    if path.is_dir() or not path.name:
        raise BskError(Reason.LOCAL_FILE_ERROR, f"cannot write {path}: it is a directory")
    part = path.with_name(f".bsk-{os.urandom(8).hex()}.part")
    try:
        with part.open("xb") as stream:
            for piece in (content,) if isinstance(content, bytes) else content:
                stream.write(piece)
        if overwrite:
            part.replace(path)
        else:
            # A hard link fails when the name is taken, a rename would not.
            path.hardlink_to(part)
    except FileExistsError as error:
        raise BskError(Reason.LOCAL_FILE_ERROR, f"{path} exists already") from error
    except OSError as error:
        raise BskError(Reason.LOCAL_FILE_ERROR, f"cannot write {path}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
