"""Who may call. A unix socket's permissions are the identity; on TCP a token from the home directory is."""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from bsk_wire.errors import BskError, Reason
from bsk_wire.metadata import AUTHORIZATION_KEY

TOKEN_FILE_NAME = "token"  # noqa: S105

_SCHEME = "Bearer "


class Identity:
    """Admits calls that show the token, or all calls when none is wanted."""

    def __init__(self) -> None:
        self._token: str | None = None

    def require(self, token: str) -> None:
        """Admit only callers that show `token` from now on."""
        self._token = token

    def check(self, metadata: Iterable[tuple[str, str | bytes]] | None) -> None:
        """Return when the caller may call. Raises `unauthenticated` otherwise."""
        if self._token is None:
            return
        for key, value in metadata or ():
            if key == AUTHORIZATION_KEY and isinstance(value, str) and value.startswith(_SCHEME):
                if hmac.compare_digest(value.removeprefix(_SCHEME).encode(), self._token.encode()):
                    return
                break
        raise BskError(Reason.UNAUTHENTICATED, "the call carries no valid token of this installation")


def token_of_home(home: Path) -> str:
    """The token of a home directory, made when there is none.

    Raises `configuration_error` when the file can be neither read nor written.
    """
    path = home / TOKEN_FILE_NAME
    try:
        if not path.exists():
            _create(path)
        token = path.read_text().strip()
    except OSError as error:
        raise BskError(Reason.CONFIGURATION_ERROR, f"cannot use the token file {path}: {error.strerror}") from error
    if not token:
        raise BskError(Reason.CONFIGURATION_ERROR, f"the token file {path} is empty, remove it to have a new one made")
    return token


def _create(path: Path) -> None:
    # Written beside and linked into place: of several processes that start at once one wins, and nobody reads half.
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
