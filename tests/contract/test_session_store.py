"""What every session store has to do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bskd.session.lifecycle import Interaction, SessionRecord, State
from bskd.session.memory_store import MemoryStore
from bskd.session.sqlite_store import SqliteStore
from bskd.session.store import SessionStore
from bskd.session.tombstones import Ended, Tombstone

FIRST_NUMBER = 5000
Opened = Callable[[], AbstractAsyncContextManager[SessionStore]]


@pytest.fixture(params=["memory", "sqlite"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    @asynccontextmanager
    async def store() -> AsyncIterator[SessionStore]:
        made: SessionStore = (
            MemoryStore(FIRST_NUMBER)
            if request.param == "memory"
            else SqliteStore(tmp_path / "state.sqlite", FIRST_NUMBER)
        )
        yield made
        await made.close()

    return store


def record(session_id: str = "abcd", created_at_ms: int = 1000) -> SessionRecord:
    return SessionRecord(session_id, State.STARTING, "aaaa1111", "k-1", "g-1", "unix:/there", created_at_ms)


async def test_reserve_adds_a_session(opened: Opened) -> None:
    async with opened() as store:
        assert await store.reserve(record())
        assert await store.records() == [record()]


async def test_reserve_refuses_an_id_in_use(opened: Opened) -> None:
    async with opened() as store:
        await store.reserve(record())
        assert not await store.reserve(replace(record(), browser_instance_id="bbbb2222"))
        assert await store.records() == [record()]


async def test_reserve_refuses_an_id_that_is_still_remembered(opened: Opened) -> None:
    async with opened() as store:
        await store.end(Tombstone("abcd", Ended.IDLE, 2000))
        assert not await store.reserve(record())
        assert await store.records() == []


async def test_records_come_oldest_first(opened: Opened) -> None:
    async with opened() as store:
        for each in (record("bbbb", 3000), record("aaaa", 3000), record("cccc", 1000)):
            await store.reserve(each)
        assert [each.session_id for each in await store.records()] == ["cccc", "aaaa", "bbbb"]


async def test_update_replaces_every_field(opened: Opened) -> None:
    changed = SessionRecord(
        "abcd", State.ACTIVE, "bbbb2222", "k-2", "g-2", "", 1001, 7, Interaction("never", "disabled"), "buy tea"
    )
    async with opened() as store:
        await store.reserve(record())
        await store.update(changed)
        assert await store.records() == [changed]


async def test_update_brings_no_session_back(opened: Opened) -> None:
    async with opened() as store:
        await store.update(record())
        assert await store.records() == []


async def test_release_removes_a_session_and_remembers_nothing(opened: Opened) -> None:
    async with opened() as store:
        await store.reserve(record())
        await store.release("abcd")
        assert (await store.records(), await store.tombstone("abcd")) == ([], None)


async def test_end_removes_a_session_and_remembers_it(opened: Opened) -> None:
    async with opened() as store:
        await store.reserve(record())
        await store.end(Tombstone("abcd", Ended.WINDOW_CLOSED, 2000))
        assert await store.records() == []
        assert await store.tombstone("abcd") == Tombstone("abcd", Ended.WINDOW_CLOSED, 2000)


async def test_tombstone_of_an_unknown_session_is_none(opened: Opened) -> None:
    async with opened() as store:
        assert await store.tombstone("zzzz") is None


async def test_forget_drops_what_is_old(opened: Opened) -> None:
    async with opened() as store:
        await store.end(Tombstone("oldd", Ended.IDLE, 1999))
        await store.end(Tombstone("neww", Ended.IDLE, 2000))
        await store.forget(ended_before_ms=2000, keep=10)
        assert await store.tombstone("oldd") is None
        assert await store.tombstone("neww") is not None


async def test_forget_keeps_the_newest_only(opened: Opened) -> None:
    async with opened() as store:
        for number in range(5):
            await store.end(Tombstone(f"s{number}", Ended.IDLE, 1000 + number))
        await store.forget(ended_before_ms=0, keep=2)
        kept = [number for number in range(5) if await store.tombstone(f"s{number}") is not None]
        assert kept == [3, 4]


async def test_fencing_numbers_begin_where_they_are_told(opened: Opened) -> None:
    async with opened() as store:
        assert await store.next_fencing_number() == FIRST_NUMBER


async def test_fencing_numbers_only_rise(opened: Opened) -> None:
    async with opened() as store:
        numbers = [await store.next_fencing_number() for _ in range(2500)]
        assert numbers == sorted(set(numbers))
