from __future__ import annotations

import asyncio

import pytest

from bsk.options.v1 import options_pb2
from bsk_wire.errors import BskError, Reason
from bskd.session.admission import Admission, Ticket
from bskd.session.tombstones import Ended, Tombstone, ended_error
from bskd.session.turns import Turn
from support.fake_clock import FakeClock


class Caller:
    """Takes a turn and holds it until it is let go."""

    def __init__(self, admission: Admission, name: str = "c-1", *, no_wait: bool = False, wait: float = 10.0) -> None:
        self.ticket: Ticket | None = None
        self.entered = asyncio.Event()
        self._let_go = asyncio.Event()
        turn = Turn(name, "tool.click", options_pb2.EFFECT_BROWSER_MUTATION)
        self.task = asyncio.create_task(self._hold(admission, turn, no_wait, wait))

    async def _hold(self, admission: Admission, turn: Turn, no_wait: bool, wait: float) -> None:
        async with admission.turn(turn, no_wait=no_wait, wait_seconds=wait) as self.ticket:
            self.entered.set()
            await self._let_go.wait()

    async def leave(self) -> None:
        self._let_go.set()
        await self.task

    async def failure(self) -> BskError:
        with pytest.raises(BskError) as caught:
            await self.task
        return caught.value


async def entered(admission: Admission, name: str = "c-1") -> Caller:
    caller = Caller(admission, name)
    await caller.entered.wait()
    return caller


async def waiting(admission: Admission, name: str = "c-2", wait: float = 10.0) -> Caller:
    caller = Caller(admission, name, wait=wait)
    await asyncio.sleep(0)
    return caller


async def test_turn_passes_to_the_next_caller_when_it_ends() -> None:
    admission = Admission("abcd", FakeClock())
    first, second = await entered(admission), await waiting(admission)
    assert not second.entered.is_set()
    await first.leave()
    await second.entered.wait()
    await second.leave()
    assert admission.idle


async def test_turn_passes_on_when_its_holder_is_cancelled() -> None:
    admission = Admission("abcd", FakeClock())
    first, second = await entered(admission), await waiting(admission)
    first.task.cancel()
    await second.entered.wait()
    await second.leave()


async def test_waiting_caller_that_is_cancelled_leaves_no_trace() -> None:
    admission = Admission("abcd", FakeClock())
    first, second = await entered(admission), await waiting(admission)
    second.task.cancel()
    await asyncio.wait({second.task})
    await first.leave()
    assert admission.idle


async def test_waiting_caller_is_told_busy_when_its_time_is_up() -> None:
    admission = Admission("abcd", FakeClock())
    first, second = await entered(admission), await waiting(admission, wait=0.01)
    error = await second.failure()
    assert error.reason == Reason.SESSION_BUSY
    assert error.data["activity"]["command_id"] == "c-1"
    await first.leave()


async def test_stop_revokes_what_runs_and_refuses_what_waits() -> None:
    admission = Admission("abcd", FakeClock())
    first, second = await entered(admission), await waiting(admission)
    admission.stop()
    assert (await second.failure()).reason == Reason.SESSION_STOPPING
    assert first.ticket is not None
    assert (await first.ticket.revocation).reason == Reason.SESSION_STOPPING
    await first.leave()


async def test_interrupt_revokes_what_runs_only_once() -> None:
    admission = Admission("abcd", FakeClock())
    first = await entered(admission)
    admission.interrupt()
    admission.stop()
    assert first.ticket is not None
    assert (await first.ticket.revocation).reason == Reason.USER_ABORTED
    await first.leave()


async def test_finish_tells_the_holder_one_thing_and_the_others_another() -> None:
    admission = Admission("abcd", FakeClock())
    first, second = await entered(admission), await waiting(admission)
    lost = BskError(Reason.EXTENSION_DISCONNECTED, "gone")
    admission.finish(lost, lambda: ended_error(Tombstone("abcd", Ended.BROWSER_GONE, 1)))
    assert (await second.failure()).reason == Reason.SESSION_ENDED
    assert first.ticket is not None
    assert await first.ticket.revocation is lost
    assert (await Caller(admission, "c-3").failure()).reason == Reason.SESSION_ENDED
    await first.leave()


async def test_quiet_waits_for_the_holder_to_leave() -> None:
    admission = Admission("abcd", FakeClock())
    first = await entered(admission)
    quiet = asyncio.create_task(admission.quiet(10.0))
    await asyncio.sleep(0)
    assert not quiet.done()
    await first.leave()
    assert await quiet


async def test_quiet_gives_up_when_the_holder_stays() -> None:
    admission = Admission("abcd", FakeClock())
    first = await entered(admission)
    assert not await admission.quiet(0.01)
    await first.leave()


async def test_use_is_noted_when_a_call_enters_and_when_it_leaves() -> None:
    clock = FakeClock()
    admission = Admission("abcd", clock)
    await clock.advance(5.0)
    first = await entered(admission)
    assert admission.last_used_seconds == 5.0
    await clock.advance(3.0)
    await first.leave()
    assert admission.last_used_seconds == 8.0
