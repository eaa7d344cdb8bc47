"""A lock in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from bsk_client.cancellation import Cancellation
from bsk_client.filelock import FileLock
from bsk_wire.errors import BskError, Reason

BUSY = BskError(Reason.DAEMON_START_FAILED, "somebody else has it")


def test_lock_is_held_by_one(tmp_path: Path) -> None:
    with FileLock(tmp_path / "lock") as first, FileLock(tmp_path / "lock") as second:
        assert first.try_take()
        assert not second.try_take()


def test_lock_is_free_when_its_holder_leaves(tmp_path: Path) -> None:
    with FileLock(tmp_path / "lock") as second:
        with FileLock(tmp_path / "lock") as first:
            assert first.try_take()
        assert second.try_take()


def test_lock_gives_up_with_the_error_it_was_given(tmp_path: Path) -> None:
    with FileLock(tmp_path / "lock") as first, FileLock(tmp_path / "lock") as second:
        first.try_take()
        with pytest.raises(BskError, match="somebody else has it"):
            second.take(0.0, Cancellation(), BUSY)


def test_lock_stops_waiting_when_cancelled(tmp_path: Path) -> None:
    cancellation = Cancellation()
    cancellation.request()
    with FileLock(tmp_path / "lock") as first, FileLock(tmp_path / "lock") as second:
        first.try_take()
        with pytest.raises(BskError) as failed:
            second.take(60.0, cancellation, BUSY)
    assert failed.value.reason == "cancelled"


def test_lock_names_the_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(BskError, match=r"cannot write .*missing/lock") as failed:
        FileLock(tmp_path / "missing/lock").__enter__()
    assert failed.value.reason == "configuration_error"
