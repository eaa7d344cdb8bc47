from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bsk_wire.errors import BskError, Reason
from support.fake_clock import FakeClock
from support.session_host import READ, SessionHost, connection, failure, lost, session_host

KEPT_TAB = {"tab_id": 5, "code": "cdp_failed", "message": "its window is gone"}


async def held(host: SessionHost, session_id: str, inside: asyncio.Event) -> BskError:
    """Hold a turn until it is revoked; the revocation."""
    async with host.turn(session_id) as turn:
        inside.set()
        return await turn.revocation


async def begun(host: SessionHost, session_id: str) -> asyncio.Task[BskError]:
    inside = asyncio.Event()
    holding = asyncio.create_task(held(host, session_id, inside))
    await inside.wait()
    return holding


async def test_stop_closes_the_window_and_tells_what_was_returned() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        host.gateway.answers["tool.session_stop"] = lambda params: {"returned_tab_ids": [5, 6]}
        stopped = await host.stop(session_id)
        assert (list(stopped.stopped), list(stopped.returned_tab_ids)) == ([session_id], [5, 6])
        assert await host.sessions() == []


async def test_stopped_session_is_remembered_as_stopped() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        await host.stop(session_id)
        error = await failure(host.stop(session_id))
        assert (error.reason, error.data["ended"]) == (Reason.SESSION_ENDED, "stopped")


async def test_stop_of_a_session_that_never_was_is_not_found() -> None:
    async with session_host() as host:
        assert (await failure(host.stop("zzzz"))).reason == Reason.SESSION_NOT_FOUND


@pytest.mark.parametrize("fields", [{}, {"session_id": "abcd", "all": True}])
async def test_stop_names_one_session_or_all(fields: dict[str, Any]) -> None:
    async with session_host() as host:
        assert (await failure(host.stop(**fields))).reason == Reason.INVALID_PARAMS


async def test_stop_all_stops_every_session() -> None:
    async with session_host() as host:
        await host.attach(connection())
        started = [(await host.start()).session_id for _ in range(3)]
        assert sorted((await host.stop(all=True)).stopped) == sorted(started)
        assert await host.sessions() == []


async def test_stop_all_goes_on_after_a_failure() -> None:
    async with session_host() as host:
        await host.attach(connection())
        first, second = (await host.start()).session_id, (await host.start()).session_id
        host.gateway.answers["tool.session_stop"] = lambda params: (
            {"return_failures": [KEPT_TAB]} if params["session_id"] == first else {}
        )
        answer = await host.stop(all=True)
        assert (list(answer.stopped), [each.session_id for each in answer.failed]) == ([second], [first])


async def test_session_whose_tabs_cannot_be_returned_stays_and_takes_calls_again() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        host.gateway.answers["tool.session_stop"] = lambda params: {
            "returned_tab_ids": [6],
            "return_failures": [KEPT_TAB],
        }
        answer = await host.stop(session_id)
        assert (list(answer.stopped), list(answer.returned_tab_ids)) == ([], [6])
        assert [(each.session_id, each.code) for each in answer.failed] == [(session_id, "cdp_failed")]
        assert [(each.tab_id, each.message) for each in answer.return_failures] == [(5, "its window is gone")]
        (entry,) = await host.sessions()
        assert entry.state == "active"
        async with host.turn(session_id):
            pass


async def test_session_whose_browser_does_not_answer_the_stop_stays() -> None:
    def late(params: dict[str, Any]) -> Any:
        raise BskError(Reason.TIMEOUT, "the browser did not answer in time", dispatched=True)

    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        host.gateway.answers["tool.session_stop"] = late
        answer = await host.stop(session_id)
        assert [(each.code, each.message) for each in answer.failed] == [
            ("timeout", "the browser did not answer in time")
        ]
        assert [entry.state for entry in await host.sessions()] == ["active"]


async def test_stop_counts_when_the_extension_knows_no_such_session() -> None:
    def unknown(params: dict[str, Any]) -> Any:
        raise BskError(Reason.NOT_FOUND, "no such session", answered=True, dispatched=True)

    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        host.gateway.answers["tool.session_stop"] = unknown
        assert list((await host.stop(session_id)).stopped) == [session_id]


async def test_stop_wins_over_a_running_call() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        holding = await begun(host, session_id)
        async with asyncio.timeout(3):
            assert list((await host.stop(session_id)).stopped) == [session_id]
        assert (await holding).reason == Reason.SESSION_STOPPING


async def test_stop_goes_on_without_a_call_that_does_not_end() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        async with host.turn(session_id):
            async with asyncio.timeout(3):
                assert list((await host.stop(session_id)).stopped) == [session_id]


async def test_stop_asks_the_browser_only_after_the_running_call_has_ended() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        async with host.turn(session_id) as turn:
            stopping = asyncio.create_task(host.stop(session_id))
            await turn.revocation
            assert "tool.session_stop" not in host.gateway.methods
            number = turn.grant.fencing_number
        await stopping
        assert (await host.gateway.called("tool.session_stop")).fencing_number > number


async def test_stop_refuses_what_waits() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        async with host.turn(session_id):
            waiting = asyncio.create_task(host.refusal(session_id))
            # A refusal without a wait shows that the session is busy, and so that the wait before it has begun.
            await host.refusal(session_id, no_wait=True)
            stopping = asyncio.create_task(host.stop(session_id))
            assert (await waiting).reason == Reason.SESSION_STOPPING
        await stopping


async def test_stop_goes_on_when_its_caller_goes_away() -> None:
    answered = asyncio.Event()

    async def slow(params: dict[str, Any]) -> Any:
        await answered.wait()
        return {}

    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        host.gateway.answers["tool.session_stop"] = slow
        stopping = asyncio.create_task(host.stop(session_id))
        await host.gateway.called("tool.session_stop")
        stopping.cancel()
        again = asyncio.create_task(host.stop(session_id))
        await host.sessions()
        answered.set()
        assert list((await again).stopped) == [session_id]
        assert host.gateway.methods.count("tool.session_stop") == 1


async def test_stop_is_done_when_the_browser_goes_away_meanwhile() -> None:
    async def never(params: dict[str, Any]) -> Any:
        await asyncio.Event().wait()

    async with session_host() as host:
        reports = await host.attach(connection())
        session_id = (await host.start()).session_id
        host.gateway.answers["tool.session_stop"] = never
        stopping = asyncio.create_task(host.stop(session_id))
        await host.gateway.called("tool.session_stop")
        await reports.send(lost())
        assert list((await stopping).stopped) == [session_id]


async def test_idle_session_is_stopped() -> None:
    clock = FakeClock()
    async with session_host(clock, idle_seconds=300.0) as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        await clock.advance(301.0)
        await host.gateway.called("tool.session_stop")
        while await host.sessions():
            pass
        error = await host.refusal(session_id)
        assert (error.reason, error.data["ended"]) == (Reason.SESSION_ENDED, "idle")


async def test_busy_session_is_not_taken_for_idle() -> None:
    clock = FakeClock()
    async with session_host(clock, idle_seconds=300.0) as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        async with host.turn(session_id, effect=READ):
            await clock.advance(1000.0)
            await host.sessions()
        await clock.advance(31.0)
        assert [entry.session_id for entry in await host.sessions()] == [session_id]
        assert "tool.session_stop" not in host.gateway.methods
