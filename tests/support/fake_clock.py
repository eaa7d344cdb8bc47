"""A clock that stands still until a test moves it."""

from __future__ import annotations

import asyncio


class FakeClock:
    """`Clock` under a test's control. `advance` wakes whoever sleeps until then."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self._elapsed = 0.0
        self._epoch = now
        self._sleepers: list[tuple[float, asyncio.Event]] = []
        self._slept = asyncio.Event()

    def monotonic(self) -> float:
        return self._elapsed

    def now(self) -> float:
        return self._epoch + self._elapsed

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        self._sleepers.append((self._elapsed + seconds, woken))
        self._slept.set()
        await woken.wait()

    async def advance(self, seconds: float) -> None:
        """Move on by `seconds` and let the tasks that wake run up to their next sleep or wait."""
        self._elapsed += seconds
        for due, woken in list(self._sleepers):
            if due <= self._elapsed:
                self._sleepers.remove((due, woken))
                woken.set()
        for _ in range(20):
            await asyncio.sleep(0)

    async def until_somebody_sleeps(self) -> None:
        """Return once a task sleeps on this clock."""
        while not self._sleepers:
            self._slept.clear()
            await self._slept.wait()
