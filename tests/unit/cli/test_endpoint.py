from __future__ import annotations

import json
import os
import pwd
import socket
import time
from pathlib import Path

import pytest

from bsk_client.endpoint import discover, home_directory
from bsk_wire.errors import BskError, Reason


def record(home: Path, **facts: object) -> None:
    (home / "daemon.json").write_text(json.dumps({"pid": 1, "ws_port": 2, "version": "0", **facts}))


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"BSK_HOME": "/a/b", "HOME": "/h"}, "/a/b"),
        ({"BSK_HOME": "", "HOME": "/h"}, "/h/.bsk"),
        ({"HOME": "/h"}, "/h/.bsk"),
        ({"BSK_HOME": "b"}, "/w/b"),
    ],
)
def test_home_directory_follows_the_environment(environment: dict[str, str], expected: str) -> None:
    assert home_directory(environment, Path("/w")) == Path(expected)


@pytest.mark.parametrize("environment", [{}, {"HOME": ""}])
def test_home_directory_is_that_of_the_account_without_a_home(environment: dict[str, str]) -> None:
    assert home_directory(environment) == Path(pwd.getpwuid(os.getuid()).pw_dir) / ".bsk"


def test_discover_finds_the_daemon_behind_the_file(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        record(tmp_path, grpc_address=f"unix:{path}")
        found = discover(tmp_path)
    assert (found.address, found.pid, found.ws_port, found.token) == (f"unix:{path}", 1, 2, None)


def test_discover_brings_the_token_for_tcp(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("secret\n")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        record(tmp_path, grpc_address=f"127.0.0.1:{listener.getsockname()[1]}")
        assert discover(tmp_path).token == "secret"  # noqa: S105


@pytest.mark.parametrize("content", [None, "", "{", "[]", "{}", '{"pid": "x", "sock_path": "/x"}'])
def test_discover_says_that_no_daemon_runs(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "daemon.json").write_text(content)
    with pytest.raises(BskError) as raised:
        discover(tmp_path)
    assert raised.value.reason == Reason.DAEMON_UNAVAILABLE


def test_discover_knows_at_once_what_a_killed_daemon_left(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
    record(tmp_path, sock_path=str(path))
    began = time.monotonic()
    with pytest.raises(BskError, match="no daemon answers"):
        discover(tmp_path)
    assert time.monotonic() - began < 0.2


def test_discover_refuses_a_home_that_is_no_directory(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.touch()
    with pytest.raises(BskError) as raised:
        discover(place)
    assert raised.value.reason == Reason.CONFIGURATION_ERROR
