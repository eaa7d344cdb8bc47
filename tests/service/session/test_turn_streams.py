from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from bsk.session.v1 import session_pb2
from bsk_wire.errors import Reason
from bskd.runtime.peers import failures_of
from bskd.session.limits import TURN_QUEUE_CAPACITY
from support.session_host import CHANGE, READ, SessionHost, connection, failure, lost, session_host


async def opened(host: SessionHost, session_id: str) -> Any:
    """A stream that has been granted its turn."""
    stream = host.stub.TakeTurn(metadata=host.peers.metadata())
    opening = session_pb2.TurnOpening(session_id=session_id, call_id="c-1", method="tool.click", effect=CHANGE)
    await stream.write(session_pb2.TakeTurnRequest(open=opening))
    first: Any = await stream.read()
    assert first.HasField("granted")
    return stream


async def take(host: SessionHost, session_id: str, order: list[str], name: str) -> None:
    async with host.turn(session_id, call_id=name):
        order.append(name)


async def test_turn_names_the_browser_its_connection_and_gateway() -> None:
    async with session_host() as host:
        address = f"unix:{host.home}/run/test.sock"
        await host.attach(connection(), address=address)
        session_id = (await host.start()).session_id
        async with host.turn(session_id) as turn:
            grant = turn.grant
        assert (grant.browser_instance_id, grant.connection_id, grant.gateway_address) == ("aaaa1111", "k-1", address)


async def test_turns_get_rising_fencing_numbers() -> None:
    numbers = []
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        for _ in range(3):
            async with host.turn(session_id) as turn:
                numbers.append(turn.grant.fencing_number)
    assert numbers == sorted(set(numbers))


async def test_turns_are_given_first_in_first_out() -> None:
    order: list[str] = []
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        async with asyncio.TaskGroup() as callers, host.turn(session_id):
            for name in ("c-2", "c-3", "c-4"):
                callers.create_task(take(host, session_id, order, name))
                # Answered after the call before it has taken its place.
                await host.refusal(session_id, no_wait=True)
            assert order == []
    assert order == ["c-2", "c-3", "c-4"]


async def test_turns_of_different_sessions_do_not_wait_for_each_other() -> None:
    async with session_host() as host:
        await host.attach(connection())
        first, second = (await host.start()).session_id, (await host.start()).session_id
        async with host.turn(first), host.turn(second):
            pass


@pytest.mark.parametrize(
    "first_message",
    [session_pb2.TakeTurnRequest(), session_pb2.TakeTurnRequest(end=session_pb2.TurnEnding(outcome="ok"))],
)
async def test_turn_has_to_be_opened_first(first_message: session_pb2.TakeTurnRequest) -> None:
    async with session_host() as host:
        stream = host.stub.TakeTurn(metadata=host.peers.metadata())
        await stream.write(first_message)
        assert (await failure(_read(stream))).reason == Reason.INVALID_PARAMS


async def _read(stream: Any) -> Any:
    with failures_of("session"):
        return await stream.read()


async def test_turn_of_no_session_names_the_flag() -> None:
    async with session_host() as host:
        error = await host.refusal("")
        assert (error.reason, error.message) == (Reason.INVALID_PARAMS, "--session is missing")


async def test_turn_of_an_unknown_session_is_not_found() -> None:
    async with session_host() as host:
        assert (await host.refusal("zzzz")).reason == Reason.SESSION_NOT_FOUND


async def test_turn_is_busy_for_a_caller_that_does_not_wait() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        async with host.turn(session_id, call_id="c-7"):
            error = await host.refusal(session_id, no_wait=True)
        assert (error.reason, error.data["dispatched"]) == (Reason.SESSION_BUSY, False)
        assert error.data["activity"]["command_id"] == "c-7"


async def test_turn_is_busy_when_the_queue_is_full() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        async with host.turn(session_id):
            waiting = [asyncio.create_task(host.refusal(session_id)) for _ in range(TURN_QUEUE_CAPACITY + 1)]
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            assert [task.result().reason for task in done] == [Reason.SESSION_BUSY]
            for task in waiting:
                task.cancel()
            await asyncio.wait(waiting)


async def test_turn_is_busy_when_the_callers_time_goes_by_waiting() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        async with host.turn(session_id):
            error = await host.refusal(session_id, seconds=0.5)
        assert (error.reason, error.data["wait"]["action"]) == (Reason.SESSION_BUSY, "wait")


async def test_session_is_free_as_soon_as_a_turn_has_been_given_back() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        for _ in range(50):
            async with host.turn(session_id, no_wait=True):
                pass


async def test_turn_of_a_router_that_dies_is_released() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        stream = await opened(host, session_id)
        stream.cancel()
        async with host.turn(session_id):
            pass


async def test_turn_of_a_router_that_hangs_up_without_a_word_is_released() -> None:
    async with session_host() as host:
        await host.attach(connection())
        session_id = (await host.start()).session_id
        stream = await opened(host, session_id)
        await stream.done_writing()
        assert await stream.read() is grpc.aio.EOF
        async with host.turn(session_id, no_wait=True):
            pass


async def test_interrupt_ends_what_runs_and_refuses_the_next_that_acts_once() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        session_id = (await host.start()).session_id
        async with host.turn(session_id) as turn:
            await reports.interrupt(session_id)
            assert (await turn.revocation).reason == Reason.USER_ABORTED
        async with host.turn(session_id, effect=READ):
            pass
        assert (await host.refusal(session_id)).reason == Reason.USER_ABORTED
        async with host.turn(session_id):
            pass


async def test_interrupt_from_a_browser_that_does_not_own_the_session_is_ignored() -> None:
    async with session_host() as host:
        reports = await host.attach(connection(), connection("bbbb2222", "k-2"))
        session_id = (await host.start(browser="aaaa1111")).session_id
        async with host.turn(session_id) as turn:
            await reports.interrupt(session_id, "bbbb2222")
            await host.sessions()
            assert not turn.revocation.done()


async def test_lost_connection_ends_what_runs_and_the_session() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        session_id = (await host.start()).session_id
        async with host.turn(session_id) as turn:
            waiting = asyncio.create_task(host.refusal(session_id))
            await host.refusal(session_id, no_wait=True)
            await reports.send(lost())
            assert (await turn.revocation).reason == Reason.EXTENSION_DISCONNECTED
            assert (await waiting).data["ended"] == "browser_gone"
        assert (await host.refusal(session_id)).data["ended"] == "browser_gone"


async def test_closed_window_ends_what_runs_and_the_session() -> None:
    async with session_host() as host:
        reports = await host.attach(connection())
        session_id = (await host.start()).session_id
        async with host.turn(session_id) as turn:
            await reports.close_window(session_id)
            assert (await turn.revocation).data["ended"] == "window_closed"
        assert (await host.refusal(session_id)).data["ended"] == "window_closed"
        assert "tool.session_stop" not in host.gateway.methods
