from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from bsk_wire.errors import BskError, Reason
from support.session_host import connection, failure, lost, session_host


def refuse(error: BskError) -> Any:
    def answer(params: dict[str, Any]) -> Any:
        raise error

    return answer


async def forever(params: dict[str, Any]) -> Any:
    await asyncio.Event().wait()


async def test_start_opens_a_window_and_tells_what_is_known() -> None:
    async with session_host() as host:
        await host.attach(connection())
        host.gateway.answers["tool.session_start"] = lambda params: {
            "agent_window_id": 7,
            "interaction": {"borrow_confirmation": "never", "request_help": "enabled"},
        }
        started = await host.start(task_name="buy tea")
        assert re.fullmatch("[a-z]{4}", started.session_id)
        assert (started.browser_instance_id, started.agent_window_id) == ("aaaa1111", 7)
        assert started.interaction.borrow_confirmation == "never"
        (entry,) = await host.sessions()
        assert (entry.session_id, entry.state, entry.task_name) == (started.session_id, "active", "buy tea")


async def test_start_asks_the_browser_on_its_connection() -> None:
    async with session_host() as host:
        await host.attach(connection())
        started = await host.start(width=800, height=600, focused=False)
        asked = await host.gateway.called("tool.session_start")
        assert (asked.browser_instance_id, asked.connection_id) == ("aaaa1111", "k-1")
        assert asked.session_id == started.session_id
        assert asked.params_json == (
            f'{{"session_id": "{started.session_id}", "browser_instance_id": "aaaa1111", '
            '"width": 800, "height": 600, "focused": false}'
        )


async def test_start_gives_what_the_extension_leaves_out_as_unknown() -> None:
    async with session_host() as host:
        await host.attach(connection())
        host.gateway.answers["tool.session_start"] = lambda params: {}
        started = await host.start()
        assert not started.HasField("agent_window_id")
        assert not started.HasField("interaction")


async def test_start_waits_for_a_browser() -> None:
    async with session_host() as host:
        starting = asyncio.create_task(host.start())
        await host.browsers()
        assert not starting.done()
        await host.attach(connection())
        assert (await starting).browser_instance_id == "aaaa1111"


async def test_start_gives_up_waiting_for_a_browser() -> None:
    async with session_host() as host:
        error = await failure(host.start(wait_for_browser_ms=20))
        assert error.reason == Reason.NO_BROWSER_CONNECTED


async def test_start_lists_the_browsers_when_none_was_named() -> None:
    async with session_host() as host:
        await host.attach(connection(), connection("bbbb2222", "k-2", label="Work", connected_at_ms=500))
        error = await failure(host.start())
        assert error.reason == Reason.MULTIPLE_BROWSERS_ONLINE
        assert [(each["instance_id"], each["label"]) for each in error.data["browsers"]] == [
            ("bbbb2222", "Work"),
            ("aaaa1111", ""),
        ]
        assert await host.sessions() == []


async def test_start_falls_to_no_other_browser_than_the_one_named() -> None:
    async with session_host() as host:
        reports = await host.attach(connection(), connection("bbbb2222", "k-2"))
        await reports.send(lost("k-1"))
        error = await failure(host.start(browser="aaaa1111"))
        assert error.reason == Reason.BROWSER_NOT_FOUND
        assert host.gateway.methods == []


async def test_failed_start_leaves_no_row_and_closes_what_may_have_opened() -> None:
    async with session_host() as host:
        await host.attach(connection())
        failed = BskError(Reason.CDP_FAILED, "no window", answered=True, dispatched=True)
        host.gateway.answers["tool.session_start"] = refuse(failed)
        error = await failure(host.start())
        assert (error.reason, error.message) == (Reason.CDP_FAILED, "no window")
        assert host.gateway.methods == ["tool.session_start", "tool.session_stop"]
        assert await host.sessions() == []


async def test_start_that_never_reached_the_browser_closes_nothing() -> None:
    async with session_host() as host:
        await host.attach(connection())
        unresponsive = BskError(Reason.EXTENSION_UNRESPONSIVE, "silent", dispatched=False)
        host.gateway.answers["tool.session_start"] = refuse(unresponsive)
        assert (await failure(host.start())).reason == Reason.EXTENSION_UNRESPONSIVE
        assert host.gateway.methods == ["tool.session_start"]
        assert await host.sessions() == []


@pytest.mark.parametrize(
    "gone",
    [
        BskError(Reason.NOT_FOUND, "no such session", answered=True, dispatched=True),
        BskError(Reason.EXTENSION_DISCONNECTED, "gone", dispatched=True),
    ],
)
async def test_failed_start_leaves_no_row_when_there_is_nothing_to_close(gone: BskError) -> None:
    async with session_host() as host:
        await host.attach(connection())
        host.gateway.answers["tool.session_start"] = refuse(BskError(Reason.TIMEOUT, "late", dispatched=True))
        host.gateway.answers["tool.session_stop"] = refuse(gone)
        assert (await failure(host.start())).reason == Reason.TIMEOUT
        assert await host.sessions() == []


async def test_failed_start_whose_window_may_have_stayed_can_be_stopped() -> None:
    async with session_host() as host:
        await host.attach(connection())
        late = refuse(BskError(Reason.TIMEOUT, "late", dispatched=True))
        host.gateway.answers |= {"tool.session_start": late, "tool.session_stop": late}
        error = await failure(host.start())
        assert (error.reason, error.code, error.cleanup_state) == (Reason.CLEANUP_FAILED, "protocol_error", "failed")
        session_id = error.data["session_id"]
        host.gateway.answers["tool.session_stop"] = lambda params: {}
        assert list((await host.stop(session_id)).stopped) == [session_id]


async def test_start_whose_caller_goes_away_leaves_neither_row_nor_window() -> None:
    async with session_host() as host:
        await host.attach(connection())
        host.gateway.answers["tool.session_start"] = forever
        starting = asyncio.create_task(host.start())
        asked = await host.gateway.called("tool.session_start")
        starting.cancel()
        closed = await host.gateway.called("tool.session_stop")
        assert closed.session_id == asked.session_id
        assert closed.fencing_number > asked.fencing_number
        while await host.sessions():
            pass


async def test_start_that_succeeds_after_its_caller_went_away_is_undone() -> None:
    opened = asyncio.Event()

    async def late(params: dict[str, Any]) -> Any:
        try:
            await opened.wait()
        except asyncio.CancelledError:
            return {"agent_window_id": 7}

    async with session_host() as host:
        await host.attach(connection())
        host.gateway.answers["tool.session_start"] = late
        starting = asyncio.create_task(host.start())
        await host.gateway.called("tool.session_start")
        starting.cancel()
        await host.gateway.called("tool.session_stop")
        while await host.sessions():
            pass


async def test_session_that_is_being_started_shows_as_starting_and_can_be_stopped() -> None:
    async with session_host() as host:
        await host.attach(connection())
        host.gateway.answers["tool.session_start"] = forever
        starting = asyncio.create_task(host.start())
        await host.gateway.called("tool.session_start")
        (entry,) = await host.sessions()
        assert entry.state == "starting"
        assert list((await host.stop(entry.session_id)).stopped) == [entry.session_id]
        assert (await failure(starting)).reason == Reason.SESSION_STOPPING
        assert host.gateway.methods == ["tool.session_start", "tool.session_stop"]
        assert await host.sessions() == []


async def test_start_fails_at_once_when_its_browser_goes_away() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        host.gateway.answers["tool.session_start"] = forever
        starting = asyncio.create_task(host.start())
        await host.gateway.called("tool.session_start")
        await reports.send(lost())
        assert (await failure(starting)).reason == Reason.EXTENSION_DISCONNECTED
        assert await host.sessions() == []


async def test_start_without_a_reporting_gateway_is_refused_and_leaves_no_row() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        reports.close()
        error = await failure(host.start())
        assert (error.reason, error.data["dispatched"]) == (Reason.PEER_UNAVAILABLE, False)
        assert host.gateway.methods == []
        assert await host.sessions() == []


async def test_sessions_of_one_browser_are_counted() -> None:
    async with session_host() as host:
        await host.attach(connection())
        await host.start()
        await host.start()
        (browser,) = await host.browsers()
        assert browser.session_count == 2
