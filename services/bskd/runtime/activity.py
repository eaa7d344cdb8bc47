"""Which calls from outside are running: the basis of draining and of the idle exit."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bskd.runtime.clock import Clock


class Activity:
    """Calls that came from outside this installation's services, and when there was last one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: set[asyncio.Task[object]] = set()
        self._cut: set[asyncio.Task[object]] = set()
        self._last_seconds = clock.monotonic()
        self._quiet = asyncio.Event()
        self._quiet.set()
        self.draining = False

    @contextmanager
    def call(self) -> Iterator[None]:
        """The present task serves a call from outside for as long as this is open."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._quiet.clear()
        try:
            yield
        finally:
            self._tasks.discard(task)
            self._cut.discard(task)
            self._last_seconds = self._clock.monotonic()
            if not self._tasks:
                self._quiet.set()

    @property
    def running(self) -> int:
        """How many calls from outside run."""
        return len(self._tasks)

    def idle_seconds(self) -> float:
        """For how long there has been no call from outside."""
        return 0.0 if self._tasks else self._clock.monotonic() - self._last_seconds

    async def quiet(self, timeout_seconds: float) -> bool:
        """Wait until no call from outside runs. False when the time is up first."""
        try:
            async with asyncio.timeout(timeout_seconds):
                await self._quiet.wait()
        except TimeoutError:
            return False
        return True

    def cut(self) -> int:
        """End what still runs: every such call answers its caller that the service is stopping. Returns how many."""
        for task in self._tasks:
            self._cut.add(task)
            task.cancel()
        return len(self._tasks)

    def was_cut(self) -> bool:
        """Whether the present task was ended by `cut` rather than by its caller."""
        return asyncio.current_task() in self._cut
