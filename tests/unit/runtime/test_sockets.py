from __future__ import annotations

import os
from pathlib import Path

import pytest

from bsk_wire.errors import BskError
from bskd.runtime.sockets import prepare_socket_directory, socket_path


def test_socket_is_in_the_home_directory() -> None:
    assert socket_path(Path("/home/ada/.bsk"), "daemon") == Path("/home/ada/.bsk/run/daemon.sock")


def test_socket_of_a_long_home_is_short_and_its_own() -> None:
    homes = [Path("/" + "x" * 200), Path("/" + "y" * 200)]
    paths = [socket_path(home, "daemon") for home in homes]
    assert paths[0] != paths[1]
    assert paths[0] == socket_path(homes[0], "daemon")
    assert paths[0] != socket_path(homes[0], "router")
    assert all(len(os.fsencode(path)) <= 100 for path in paths)


def test_long_home_is_measured_in_bytes() -> None:
    assert not str(socket_path(Path("/" + "漢" * 40), "daemon")).startswith("/漢")


def test_socket_directory_is_made_private(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir(mode=0o755)
    prepare_socket_directory(tmp_path / "run" / "daemon.sock")
    assert (tmp_path / "run").stat().st_mode & 0o777 == 0o700


def test_socket_directory_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "run").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BskError, match="does not belong"):
        prepare_socket_directory(tmp_path / "run" / "daemon.sock")


def test_socket_directory_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BskError, match="cannot create"):
        prepare_socket_directory(tmp_path / "file" / "run" / "daemon.sock")
