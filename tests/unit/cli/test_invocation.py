from __future__ import annotations

import io
from pathlib import Path

import pytest

from bsk_cli.invocation import Invocation
from bsk_wire.errors import BskError, Reason


def invocation(directory: Path, **environment: str) -> Invocation:
    return Invocation(
        arguments=[],
        environment=environment,
        working_directory=directory,
        stdin=io.BytesIO(),
        stdout=io.StringIO(),
        stderr=io.StringIO(),
    )


def test_path_is_relative_to_the_working_directory(tmp_path: Path) -> None:
    assert invocation(tmp_path).path("a/b") == tmp_path / "a/b"
    assert invocation(tmp_path).path("/a/b") == Path("/a/b")


def test_commit_file_answers_where_it_wrote(tmp_path: Path) -> None:
    assert invocation(tmp_path).commit_file("x", b"a") == tmp_path / "x"
    assert (tmp_path / "x").read_bytes() == b"a"


def test_open_source_reads_a_file_of_the_caller(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"a")
    with invocation(tmp_path).open_source("x") as source:
        assert source.read() == b"a"


def test_open_source_names_a_file_it_cannot_read(tmp_path: Path) -> None:
    with pytest.raises(BskError, match=r"cannot read .*missing: No such file or directory") as raised:
        invocation(tmp_path).open_source("missing")
    assert raised.value.reason == Reason.LOCAL_FILE_ERROR


def test_temporary_directory_follows_the_environment(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    assert invocation(tmp_path, TMPDIR="t").temporary_directory == tmp_path / "t"
    assert invocation(tmp_path, TMPDIR=str(tmp_path / "none")).temporary_directory == Path("/tmp")  # noqa: S108
    assert invocation(tmp_path).temporary_directory == Path("/tmp")  # noqa: S108
