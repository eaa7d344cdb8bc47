from __future__ import annotations

import asyncio

from bskd.runtime.activity import Activity
from support.fake_clock import FakeClock


async def test_activity_measures_idleness_from_the_end_of_the_last_call() -> None:
    clock = FakeClock()
    activity = Activity(clock)
    await clock.advance(10)
    assert activity.idle_seconds() == 10
    with activity.call():
        await clock.advance(5)
        assert activity.idle_seconds() == 0
        assert activity.running == 1
    await clock.advance(3)
    assert activity.idle_seconds() == 3


async def test_activity_is_quiet_when_nothing_runs() -> None:
    assert await Activity(FakeClock()).quiet(0.01)


async def test_activity_is_not_quiet_while_a_call_runs() -> None:
    activity = Activity(FakeClock())
    with activity.call():
        assert not await activity.quiet(0.01)


async def test_activity_becomes_quiet_when_the_last_call_ends() -> None:
    activity = Activity(FakeClock())
    leave = asyncio.Event()

    async def serve() -> None:
        with activity.call():
            await leave.wait()

    tasks = [asyncio.create_task(serve()) for _ in range(2)]
    await asyncio.sleep(0)
    waiting = asyncio.create_task(activity.quiet(5))
    leave.set()
    assert await waiting
    await asyncio.gather(*tasks)


async def test_activity_cuts_what_runs_and_tells_it_apart_from_a_cancellation() -> None:
    activity = Activity(FakeClock())
    seen: list[bool] = []

    async def serve() -> None:
        with activity.call():
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                seen.append(activity.was_cut())

    cut, cancelled = asyncio.create_task(serve()), asyncio.create_task(serve())
    await asyncio.sleep(0)
    cancelled.cancel()
    await cancelled
    assert activity.cut() == 1
    await cut
    assert seen == [False, True]
