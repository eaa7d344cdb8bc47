from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bsk_wire.errors import BskError, Reason
from bskd.session.limits import GATEWAY_GRACE_SECONDS
from bskd.session.module import STORE_FILE_NAME
from support.fake_clock import FakeClock
from support.session_host import connection, failure, session_host


async def left_behind(home: Path) -> str:
    """A session of a session service that has ended; its gateway lives on."""
    async with session_host(home=home) as host:
        await host.attach(connection(), gateway_id="g-1")
        return (await host.start(task_name="buy tea")).session_id


async def test_sessions_outlive_a_restart_when_their_connection_is_reported_again(tmp_path: Path) -> None:
    session_id = await left_behind(tmp_path)
    async with session_host(home=tmp_path) as host:
        await host.attach(connection(), gateway_id="g-1")
        (entry,) = await host.sessions()
        assert (entry.session_id, entry.state, entry.task_name, entry.agent_window_id) == (
            session_id,
            "active",
            "buy tea",
            101,
        )
        async with host.turn(session_id):
            pass


async def test_fencing_numbers_go_on_after_a_restart(tmp_path: Path) -> None:
    async with session_host(home=tmp_path) as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        async with host.turn(session_id) as turn:
            before = turn.grant.fencing_number
    async with session_host(home=tmp_path) as host:
        await host.attach(connection())
        async with host.turn(session_id) as turn:
            assert turn.grant.fencing_number > before


async def test_call_waits_after_a_restart_for_the_gateway_to_report(tmp_path: Path) -> None:
    session_id = await left_behind(tmp_path)
    async with session_host(home=tmp_path) as host:
        waiting = asyncio.create_task(_take(host, session_id))
        await host.sessions()
        await host.attach(connection(), gateway_id="g-1")
        await waiting


async def _take(host: Any, session_id: str) -> None:
    async with host.turn(session_id):
        pass


async def test_sessions_of_a_gateway_that_stays_away_end_as_a_restart(tmp_path: Path) -> None:
    session_id = await left_behind(tmp_path)
    clock = FakeClock()
    async with session_host(clock, home=tmp_path) as host:
        await clock.until_somebody_sleeps()
        await clock.advance(GATEWAY_GRACE_SECONDS)
        assert (await host.refusal(session_id)).data["ended"] == "daemon_restarted"


async def test_sessions_end_at_once_when_the_gateway_was_restarted_too(tmp_path: Path) -> None:
    session_id = await left_behind(tmp_path)
    async with session_host(home=tmp_path) as host:
        await host.attach(gateway_id="g-2")
        assert (await host.refusal(session_id)).data["ended"] == "daemon_restarted"


async def test_sessions_end_at_once_when_their_browser_has_connected_elsewhere(tmp_path: Path) -> None:
    session_id = await left_behind(tmp_path)
    async with session_host(home=tmp_path) as host:
        await host.attach(connection("aaaa1111", "k-9"), gateway_id="g-2", address="unix:/elsewhere")
        assert (await host.refusal(session_id)).data["ended"] == "browser_gone"


async def test_ended_sessions_are_remembered_after_a_restart(tmp_path: Path) -> None:
    async with session_host(home=tmp_path) as host:
        reports = await host.attach(connection())
        session_id = (await host.start()).session_id
        await reports.close_window(session_id)
    async with session_host(home=tmp_path) as host:
        assert (await host.refusal(session_id)).data["ended"] == "window_closed"


async def test_start_that_a_restart_broke_off_is_undone(tmp_path: Path) -> None:
    session_id = await left_behind(tmp_path)
    with sqlite3.connect(tmp_path / STORE_FILE_NAME) as database:
        database.execute("UPDATE session SET state = 'starting'")
    database.close()
    async with session_host(home=tmp_path) as host:
        await host.attach(connection(), gateway_id="g-1")
        assert (await host.gateway.called("tool.session_stop")).session_id == session_id
        while await host.sessions():
            pass


async def test_sessions_in_memory_are_gone_after_a_restart(tmp_path: Path) -> None:
    async with session_host(home=tmp_path, store="memory") as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
    async with session_host(home=tmp_path, store="memory") as host:
        assert (await host.refusal(session_id)).reason == Reason.SESSION_NOT_FOUND
    assert not (tmp_path / STORE_FILE_NAME).exists()


async def test_session_ends_also_when_its_end_cannot_be_written(tmp_path: Path) -> None:
    async with session_host(home=tmp_path) as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        database = sqlite3.connect(tmp_path / STORE_FILE_NAME, isolation_level=None)
        database.execute("BEGIN EXCLUSIVE")
        try:
            assert list((await host.stop(session_id)).stopped) == [session_id]
            assert (await failure(host.start())).reason == Reason.INTERNAL
            assert host.gateway.methods == ["tool.session_start", "tool.session_stop"]
        finally:
            database.close()
    async with session_host(home=tmp_path) as host:
        await host.attach(gateway_id="g-2")
        assert await host.sessions() == []


async def test_service_does_not_start_on_a_damaged_file(tmp_path: Path) -> None:
    (tmp_path / STORE_FILE_NAME).write_bytes(b"not a database at all" * 500)
    with pytest.raises(BskError) as caught:
        async with session_host(home=tmp_path):
            pass
    assert caught.value.reason == Reason.CONFIGURATION_ERROR
