from __future__ import annotations

from pathlib import Path

import pytest

from bsk_wire.errors import BskError
from bskd.runtime.identity import Identity, token_of_home


def test_identity_admits_everybody_where_the_socket_decides() -> None:
    Identity().check(None)


def test_identity_admits_the_token() -> None:
    identity = Identity()
    identity.require("secret")
    identity.check([("x", "y"), ("authorization", "Bearer secret")])


@pytest.mark.parametrize(
    "metadata",
    [None, [], [("authorization", "secret")], [("authorization", "Bearer wrong")], [("authorization", "Bearer ")]],
)
def test_identity_refuses_anything_else(metadata: list[tuple[str, str]] | None) -> None:
    identity = Identity()
    identity.require("secret")
    with pytest.raises(BskError) as refused:
        identity.check(metadata)
    assert refused.value.reason == "unauthenticated"


def test_token_of_home_is_made_once_and_private(tmp_path: Path) -> None:
    token = token_of_home(tmp_path)
    assert len(token) == 64
    assert token_of_home(tmp_path) == token
    assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["token"]


def test_token_of_home_refuses_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("\n")
    with pytest.raises(BskError, match="empty"):
        token_of_home(tmp_path)
