"""Time as the services see it, so that tests can hand in a clock of their own."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Source of time. All values are seconds."""

    def monotonic(self) -> float:
        """Seconds that never go back, for measuring spans."""
        ...

    def now(self) -> float:
        """Seconds since the epoch, for showing to people and peers."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return once `seconds` have gone by on this clock."""
        ...


class SystemClock:
    """The machine's clock."""

    def monotonic(self) -> float:
        return time.monotonic()

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
