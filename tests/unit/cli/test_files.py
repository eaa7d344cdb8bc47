from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bsk_client.files import commit_file
from bsk_wire.errors import BskError, Reason


def test_commit_file_replaces_what_is_there(tmp_path: Path) -> None:
    place = tmp_path / "x"
    place.write_text("old")
    commit_file(place, b"new")
    assert place.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [place]


def test_commit_file_takes_pieces(tmp_path: Path) -> None:
    commit_file(tmp_path / "x", iter([b"a", b"b"]))
    assert (tmp_path / "x").read_bytes() == b"ab"


def test_commit_file_refuses_an_existing_file_unless_it_may_overwrite(tmp_path: Path) -> None:
    place = tmp_path / "x"
    place.write_text("old")
    with pytest.raises(BskError, match="exists already"):
        commit_file(place, b"new", overwrite=False)
    assert place.read_text() == "old"
    assert list(tmp_path.iterdir()) == [place]


def test_commit_file_makes_a_new_file_where_it_may_not_overwrite(tmp_path: Path) -> None:
    commit_file(tmp_path / "x", b"new", overwrite=False)
    assert (tmp_path / "x").read_bytes() == b"new"


def test_commit_file_leaves_nothing_when_the_content_breaks_off(tmp_path: Path) -> None:
    def content() -> Iterator[bytes]:
        yield b"a"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        commit_file(tmp_path / "x", content())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["", "missing/x", "/"])
def test_commit_file_names_a_place_it_cannot_write(tmp_path: Path, place: str) -> None:
    with pytest.raises(BskError, match="cannot write") as raised:
        commit_file(tmp_path / place, b"x")
    assert raised.value.reason == Reason.LOCAL_FILE_ERROR
