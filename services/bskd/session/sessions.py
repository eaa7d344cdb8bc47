"""The sessions that live, each with its turns, kept in step with the store."""

from __future__ import annotations

import asyncio
import secrets
import string
from collections import Counter
from collections.abc import Awaitable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bsk_wire.errors import BskError, Reason
from bskd.runtime.clock import Clock
from bskd.session.admission import Admission
from bskd.session.browsers import Browser, gateway_away
from bskd.session.jobs import first_of
from bskd.session.lifecycle import SessionRecord, State
from bskd.session.limits import (
    GATEWAY_WAIT_SECONDS,
    SESSION_ID_ATTEMPTS,
    SESSION_ID_LENGTH,
    TOMBSTONE_LIFE_SECONDS,
    TOMBSTONES_KEPT,
)
from bskd.session.metrics import SessionMetrics
from bskd.session.store import SessionStore
from bskd.session.tombstones import Ended, Tombstone, ended_error, revocation_error, unknown_session_error


class Session:
    """A session that lives."""

    def __init__(self, record: SessionRecord, clock: Clock) -> None:
        self.record = record
        self.admission = Admission(record.session_id, clock)
        # Whether the gateway that holds the session's connection reports to us.
        self.attached = asyncio.Event()
        # Resolves with how the session ended, once it has.
        self.ended: asyncio.Future[Tombstone] = asyncio.get_running_loop().create_future()
        # Resolves with why nobody wants a session any more that is still being started.
        self.unwanted: asyncio.Future[BskError] = asyncio.get_running_loop().create_future()
        # What is opening the session at present.
        self.opening: asyncio.Task[Any] | None = None
        # What is stopping the session at present.
        self.closing: asyncio.Task[Any] | None = None

    @property
    def session_id(self) -> str:
        return self.record.session_id

    def abandon(self, error: BskError) -> None:
        """Let a session that is being started come to nothing."""
        if not self.unwanted.done():
            self.unwanted.set_result(error)

    async def wait_attached(self) -> None:
        """Wait a moment for the gateway of this session to report. Raises `peer_unavailable` when it does not."""
        if self.attached.is_set():
            return
        attached = asyncio.ensure_future(self.attached.wait())
        try:
            await first_of(attached, self.ended, seconds=GATEWAY_WAIT_SECONDS)
        finally:
            attached.cancel()
        if self.ended.done():
            raise ended_error(self.ended.result())
        if not self.attached.is_set():
            raise gateway_away()


class Sessions:
    """Every session that lives, by id. The only writer of the store.

    When the storage fails, a new session is refused; those that live go on, and end, all the same. A row that then
    stays behind is found out by the gateways' reports after the next restart.
    """

    def __init__(self, clock: Clock, metrics: SessionMetrics) -> None:
        self._clock = clock
        self._metrics = metrics
        self._sessions: dict[str, Session] = {}

    def __iter__(self) -> Iterator[Session]:
        return iter(list(self._sessions.values()))

    def __len__(self) -> int:
        return len(self._sessions)

    async def load(self, store: SessionStore) -> None:
        """Begin to keep sessions in `store`, and take over what an earlier run left there. Comes before all else."""
        self._store = store
        for record in await store.records():
            self._sessions[record.session_id] = Session(record, self._clock)
        await self._forget_old()
        self._count()

    def counts(self) -> Counter[str]:
        """How many sessions each browser has, by instance id."""
        return Counter(session.record.browser_instance_id for session in self._sessions.values())

    def get(self, session_id: str) -> Session | None:
        """The session of this id, if it lives."""
        return self._sessions.get(session_id)

    async def find(self, session_id: str) -> Session:
        """The session of this id. Raises `session_ended` or `session_not_found` when it does not live."""
        session = self._sessions.get(session_id)
        if session is not None:
            return session
        tombstone = await self._store.tombstone(session_id)
        now_ms = self._now_ms()
        if tombstone is None or tombstone.ended_at_ms < now_ms - TOMBSTONE_LIFE_SECONDS * 1000:
            raise unknown_session_error(session_id)
        raise ended_error(tombstone)

    async def reserve(self, browser: Browser, task_name: str | None) -> Session:
        """Add a session that is being started, under an id nobody has. Raises `internal` when none is free."""
        for _ in range(SESSION_ID_ATTEMPTS):
            session_id = "".join(secrets.choice(string.ascii_lowercase) for _ in range(SESSION_ID_LENGTH))
            record = SessionRecord(
                session_id=session_id,
                state=State.STARTING,
                browser_instance_id=browser.instance_id,
                connection_id=browser.connection_id,
                gateway_id=browser.gateway.gateway_id,
                gateway_address=browser.gateway.address,
                created_at_ms=self._now_ms(),
                task_name=task_name,
            )
            if session_id not in self._sessions and await self._store.reserve(record):
                session = self._sessions[session_id] = Session(record, self._clock)
                session.attached.set()
                self._count()
                return session
        raise BskError(Reason.INTERNAL, f"no free session id found in {SESSION_ID_ATTEMPTS} attempts")

    async def change(self, session: Session, **fields: Any) -> None:
        """Change fields of a session's record. Does nothing to a session that has ended."""
        if self._sessions.get(session.session_id) is not session:
            return
        session.record = replace(session.record, **fields)
        self._count()
        await _at_best(self._store.update(session.record))

    async def end(self, session: Session, ended: Ended) -> None:
        """End a session: its calls are answered, its row becomes a tombstone. Does nothing to one that has ended."""
        if self._sessions.get(session.session_id) is not session:
            return
        del self._sessions[session.session_id]
        tombstone = Tombstone(session.session_id, ended, self._now_ms())
        session.ended.set_result(tombstone)
        session.admission.finish(revocation_error(tombstone), lambda: ended_error(tombstone))
        self._metrics.ended.labels(str(ended)).inc()
        self._count()
        await _at_best(self._store.end(tombstone))
        await _at_best(self._forget_old())

    async def release(self, session: Session) -> None:
        """Remove a session that never came to be."""
        if self._sessions.get(session.session_id) is not session:
            return
        del self._sessions[session.session_id]
        tombstone = Tombstone(session.session_id, Ended.STOPPED, self._now_ms())
        session.ended.set_result(tombstone)
        session.admission.finish(ended_error(tombstone), lambda: ended_error(tombstone))
        self._count()
        await _at_best(self._store.release(session.session_id))

    async def next_fencing_number(self) -> int:
        """A number for the next thing that is done in any session, higher than every one before."""
        return await self._store.next_fencing_number()

    async def _forget_old(self) -> None:
        before = self._now_ms() - round(TOMBSTONE_LIFE_SECONDS * 1000)
        await self._store.forget(ended_before_ms=before, keep=TOMBSTONES_KEPT)

    def _now_ms(self) -> int:
        return round(self._clock.now() * 1000)

    def _count(self) -> None:
        states = Counter(session.record.state for session in self._sessions.values())
        for state in State:
            self._metrics.sessions.labels(str(state)).set(states[state])


async def _at_best(writing: Awaitable[None]) -> None:
    """Do without a write that fails; the store has logged why."""
    with suppress(BskError):
        await writing
