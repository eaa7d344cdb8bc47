"""Where the unix sockets of a home directory are."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from bsk_wire.errors import BskError, Reason
from bskd.runtime.limits import MAX_SOCKET_PATH_BYTES


def socket_path(home: Path, name: str) -> Path:
    """Path of the socket `name` that belongs to `home`.

    A path that the system's socket addresses cannot hold is replaced by a short one in a private directory, derived
    from the home directory, so that every process that knows the home finds it.
    """
    path = home / "run" / f"{name}.sock"
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH_BYTES:
        return path
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
    return _short_directory() / f"{digest}-{name}.sock"


def prepare_socket_directory(path: Path) -> None:
    """Make the directory of a socket private to this user.

    Raises `configuration_error` when it cannot be made, is a link or belongs to somebody else.
    """
    directory = path.parent
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        facts = directory.lstat()
    except OSError as error:
        raise BskError(Reason.CONFIGURATION_ERROR, f"cannot create {directory}: {error.strerror}") from error
    if directory.is_symlink() or facts.st_uid != os.getuid():
        raise BskError(
            Reason.CONFIGURATION_ERROR,
            f"{directory} does not belong to this user, use a home directory with a shorter path",
        )
    directory.chmod(0o700)


def _short_directory() -> Path:
    # Not the TMPDIR of the environment: processes with another one have to find the same socket.
    return Path(f"/tmp/bsk-{os.getuid()}")  # noqa: S108
