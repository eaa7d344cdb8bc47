"""Stops sessions that nothing uses, and those whose start or stop was broken off."""

from __future__ import annotations

import asyncio

from bskd.runtime.clock import Clock
from bskd.session.closing import Closing
from bskd.session.lifecycle import State
from bskd.session.limits import (
    IDLE_STOP_SECONDS,
    REAPER_TICK_MAXIMUM_SECONDS,
    REAPER_TICK_MINIMUM_SECONDS,
    REAPER_TICK_SHARE,
)
from bskd.session.sessions import Session, Sessions
from bskd.session.tombstones import Ended


def tick_seconds(idle_seconds: float) -> float:
    """How often to look, for an idle limit."""
    return min(max(idle_seconds * REAPER_TICK_SHARE, REAPER_TICK_MINIMUM_SECONDS), REAPER_TICK_MAXIMUM_SECONDS)


class Reaper:
    """Looks at every session now and then."""

    def __init__(self, sessions: Sessions, closing: Closing, clock: Clock, idle_seconds: float) -> None:
        """`idle_seconds` of 0 means that no session is stopped for being idle."""
        self._sessions = sessions
        self._closing = closing
        self._clock = clock
        self._idle_seconds = idle_seconds

    async def run(self) -> None:
        """Reap until cancelled."""
        tick = tick_seconds(self._idle_seconds) if self._idle_seconds else REAPER_TICK_MAXIMUM_SECONDS
        while True:
            await self._clock.sleep(tick)
            await self.reap()

    async def reap(self) -> None:
        """Stop every session that is due. One that cannot be stopped is tried again later."""
        due = [(session, ended) for session in self._sessions if (ended := self._due(session)) is not None]
        stops = (self._closing.stop(session, ended, IDLE_STOP_SECONDS) for session, ended in due)
        # A stop that fails unexpectedly is logged as the job that it is, and keeps no other from being made.
        await asyncio.gather(*stops, return_exceptions=True)

    def _due(self, session: Session) -> Ended | None:
        if session.opening is not None or session.closing is not None or not session.attached.is_set():
            return None
        if session.record.state is not State.ACTIVE:
            return Ended.STOPPED
        unused_seconds = self._clock.monotonic() - session.admission.last_used_seconds
        is_idle = self._idle_seconds and session.admission.idle and unused_seconds >= self._idle_seconds
        return Ended.IDLE if is_idle else None
