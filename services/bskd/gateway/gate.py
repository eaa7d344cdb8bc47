"""Which request of a session may be sent: never two at once, and never one of an earlier turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

from bsk_wire.errors import BskError, Reason
from bskd.gateway.limits import REMEMBERED_SESSIONS


class Place:
    """The right to have a request outstanding in a session."""

    def __init__(self, lock: asyncio.Lock) -> None:
        self._lock: asyncio.Lock | None = lock

    def release(self) -> None:
        """Let the next request of the session go. Further calls do nothing."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


@dataclass
class _Session:
    floor: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Gate:
    """The sessions of one connection.

    It holds even when the caller of an earlier request died without waiting for the answer: the place is given up only
    when that request is settled.
    """

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, _Session] = OrderedDict()

    def admit(self, session_id: str, fencing_number: int) -> None:
        """Raise `turn_superseded` for a number lower than one seen before; remember a higher one."""
        session = self._session(session_id)
        if fencing_number < session.floor:
            raise BskError(
                Reason.TURN_SUPERSEDED,
                "another call of this session has taken over",
                effect_state="none",
                dispatched=False,
            )
        session.floor = fencing_number

    async def enter(self, session_id: str, fencing_number: int) -> Place:
        """Wait until no request of the session is outstanding. First come, first served.

        Raises `turn_superseded`, also when a higher number came along meanwhile.
        """
        self.admit(session_id, fencing_number)
        lock = self._session(session_id).lock
        await lock.acquire()
        place = Place(lock)
        try:
            self.admit(session_id, fencing_number)
        except BskError:
            place.release()
            raise
        return place

    def _session(self, session_id: str) -> _Session:
        session = self._sessions.get(session_id)
        if session is None:
            self._forget_the_oldest()
            session = self._sessions[session_id] = _Session()
        self._sessions.move_to_end(session_id)
        return session

    def _forget_the_oldest(self) -> None:
        if len(self._sessions) < REMEMBERED_SESSIONS:
            return
        for session_id, session in self._sessions.items():
            if not session.lock.locked():
                del self._sessions[session_id]
                return
