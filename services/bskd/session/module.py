"""The session service as the host runs it."""

from __future__ import annotations

import asyncio

import grpc

from bsk.session.v1 import session_pb2, session_pb2_grpc
from bskd.runtime.module import Module, ModuleContext
from bskd.session.attachment import Attachments
from bskd.session.browsers import Browsers
from bskd.session.closing import Closing
from bskd.session.config import SessionSettings
from bskd.session.jobs import Jobs
from bskd.session.limits import JOBS_FINISH_SECONDS, TURN_END_SECONDS
from bskd.session.memory_store import MemoryStore
from bskd.session.metrics import SessionMetrics
from bskd.session.opening import Opening
from bskd.session.reaper import Reaper
from bskd.session.service import SessionServicer
from bskd.session.sessions import Sessions
from bskd.session.sqlite_store import SqliteStore
from bskd.session.store import SessionStore
from bskd.session.windows import AgentWindows

STORE_FILE_NAME = "state.sqlite"


class SessionModule(Module):
    """Keeps sessions and browsers as records and gives out turns."""

    name = "session"
    needs = ()

    def __init__(self, context: ModuleContext, settings: SessionSettings) -> None:
        self._context = context
        self._settings = settings
        clock, metrics = context.clock, SessionMetrics(context.registry)
        windows = AgentWindows(context.peers)
        self._jobs = Jobs()
        self._browsers = Browsers()
        self._sessions = Sessions(clock, metrics)
        closing = Closing(self._sessions, windows, self._jobs, metrics)
        opening = Opening(self._browsers, self._sessions, windows, closing, self._jobs, metrics, clock)
        self._reaper = Reaper(self._sessions, closing, clock, settings.idle_seconds)
        self._attachments = Attachments(self._browsers, self._sessions, self._reaper, self._jobs, metrics, clock)
        self._servicer = SessionServicer(
            self._browsers, self._sessions, opening, closing, self._attachments, metrics, clock
        )
        self._store: SessionStore | None = None
        self._reaping: asyncio.Task[None] | None = None

    def register(self, server: grpc.aio.Server) -> tuple[str, ...]:
        session_pb2_grpc.add_SessionServiceServicer_to_server(self._servicer, server)
        return (session_pb2.DESCRIPTOR.services_by_name["SessionService"].full_name,)

    async def start(self) -> None:
        """Open the store and take over what an earlier run left. Raises `configuration_error` for an unusable file."""
        self._store = self._open_store()
        await self._sessions.load(self._store)
        self._attachments.expect()
        self._reaping = self._jobs.start(self._reaper.run(), "reaper")
        self._servicer.loaded.set()

    def unready(self) -> str | None:
        if not self._servicer.loaded.is_set():
            return "the sessions of an earlier run have not been taken over yet"
        if self._reaping is not None and self._reaping.done():
            return "the reaper of idle sessions has failed"
        return None

    def busy(self) -> str | None:
        return "sessions live" if len(self._sessions) else None

    async def drain(self) -> None:
        """Let running turns end, then send the gateways away. Sessions stay: the next process takes them over."""
        turns = [session.admission.quiet(TURN_END_SECONDS) for session in self._sessions]
        await asyncio.gather(*turns)
        self._servicer.leaving.set()

    async def stop(self) -> None:
        self._servicer.leaving.set()
        self._attachments.stop()
        if self._reaping is not None:
            self._reaping.cancel()
        await self._jobs.finish(JOBS_FINISH_SECONDS)
        if self._store is not None:
            await self._store.close()

    def _open_store(self) -> SessionStore:
        first_fencing_number = round(self._context.clock.now() * 1000)
        if self._settings.store == "memory":
            return MemoryStore(first_fencing_number)
        return SqliteStore(self._context.home / STORE_FILE_NAME, first_fencing_number)
