from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bsk_wire.errors import BskError, Reason
from bskd.session.lifecycle import SessionRecord, State
from bskd.session.sqlite_store import SCHEMA_VERSION, SqliteStore
from bskd.session.tombstones import Ended, Tombstone

RECORD = SessionRecord("abcd", State.ACTIVE, "aaaa1111", "k-1", "g-1", "", 1000)


def refusal(path: Path) -> BskError:
    with pytest.raises(BskError) as caught:
        SqliteStore(path, 1)
    return caught.value


async def test_store_finds_everything_again_after_a_restart(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path / "state.sqlite", 1)
    await first.reserve(RECORD)
    await first.end(Tombstone("efgh", Ended.IDLE, 2000))
    await first.close()
    second = SqliteStore(tmp_path / "state.sqlite", 1)
    assert await second.records() == [RECORD]
    assert await second.tombstone("efgh") == Tombstone("efgh", Ended.IDLE, 2000)
    await second.close()


async def test_store_keeps_what_was_written_when_the_process_dies(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path / "state.sqlite", 1)
    await first.reserve(RECORD)
    second = SqliteStore(tmp_path / "state.sqlite", 1)
    assert await second.records() == [RECORD]
    await first.close()
    await second.close()


async def test_fencing_numbers_rise_across_restarts(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path / "state.sqlite", 100)
    numbers = [await first.next_fencing_number() for _ in range(3)]
    await first.close()
    second = SqliteStore(tmp_path / "state.sqlite", 1)
    assert await second.next_fencing_number() > max(numbers)
    await second.close()


async def test_file_is_for_its_owner_only(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "state.sqlite", 1)
    assert (tmp_path / "state.sqlite").stat().st_mode & 0o777 == 0o600
    await store.close()


def test_damaged_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    path.write_bytes(b"not a database at all" * 500)
    error = refusal(path)
    assert error.reason == Reason.CONFIGURATION_ERROR
    assert str(path) in error.message
    assert path.read_bytes() == b"not a database at all" * 500


async def test_file_with_damage_inside_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    store = SqliteStore(path, 1)
    for number in range(500):
        await store.end(Tombstone(f"s{number}", Ended.IDLE, number))
    await store.close()
    damaged = bytearray(path.read_bytes())
    damaged[5000:9000] = b"\xaa" * 4000
    path.write_bytes(damaged)
    assert refusal(path).reason == Reason.CONFIGURATION_ERROR
    assert path.read_bytes() == bytes(damaged)


def test_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    database.close()
    before = path.read_bytes()
    error = refusal(path)
    assert error.reason == Reason.CONFIGURATION_ERROR
    assert "newer" in error.message
    assert path.read_bytes() == before


def test_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE theirs (id)")
    database.close()
    before = path.read_bytes()
    assert refusal(path).reason == Reason.CONFIGURATION_ERROR
    assert path.read_bytes() == before


def test_directory_that_is_not_there_is_a_configuration_error(tmp_path: Path) -> None:
    error = refusal(tmp_path / "nowhere" / "state.sqlite")
    assert error.reason == Reason.CONFIGURATION_ERROR


async def test_failing_storage_is_an_internal_error(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "state.sqlite", 1)
    await store.close()
    with pytest.raises(BskError) as caught:
        await store.reserve(RECORD)
    assert caught.value.reason == Reason.INTERNAL
