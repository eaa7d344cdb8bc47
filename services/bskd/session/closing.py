"""Stops sessions. A stop wins over everything that runs."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

from bsk.gateway.v1 import link_pb2
from bsk.session.v1 import session_pb2
from bsk_wire.errors import BskError, Reason
from bskd.runtime.metrics import reason_label
from bskd.session.jobs import Jobs, first_of, settled
from bskd.session.lifecycle import State
from bskd.session.limits import STOP_SECONDS, TURN_END_SECONDS
from bskd.session.metrics import SessionMetrics
from bskd.session.sessions import Session, Sessions
from bskd.session.tombstones import Ended
from bskd.session.windows import AgentWindows

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Stop:
    """How a stop went. Without a `failure` the session has ended."""

    session_id: str
    failure: BskError | None = None
    returned_tab_ids: list[int] = field(default_factory=list)
    return_failures: list[link_pb2.ReturnFailure] = field(default_factory=list)


def response_of(stops: list[Stop]) -> session_pb2.StopSessionsResponse:
    """All that was stopped, as the answer to the caller."""
    response = session_pb2.StopSessionsResponse()
    for stop in stops:
        if stop.failure is None:
            response.stopped.append(stop.session_id)
        else:
            response.failed.add(session_id=stop.session_id, code=stop.failure.code, message=stop.failure.message)
        response.returned_tab_ids.extend(stop.returned_tab_ids)
        response.return_failures.extend(stop.return_failures)
    return response


def is_gone(error: BskError) -> bool:
    """Whether a failed stop means that nothing is left to stop: an extension drops a session with its connection."""
    return error.code == "not_found" or error.reason in (Reason.EXTENSION_DISCONNECTED, Reason.EXTENSION_RECONNECTED)


class Closing:
    """Stops sessions."""

    def __init__(self, sessions: Sessions, windows: AgentWindows, jobs: Jobs, metrics: SessionMetrics) -> None:
        self._sessions = sessions
        self._windows = windows
        self._jobs = jobs
        self._metrics = metrics

    async def stop(self, session: Session, ended: Ended, seconds: float = STOP_SECONDS) -> Stop:
        """Stop a session: end its calls, give back its tabs, close its window, remember it as `ended`.

        Goes on when the caller is cancelled, and callers that come meanwhile share it. A session whose tabs could not
        be given back, or whose browser does not answer, stays and takes calls again.
        """
        if session.closing is None:
            closing = self._jobs.start(self._stop(session, ended, seconds), f"stop of session {session.session_id}")
            session.closing = closing
        return await asyncio.shield(session.closing)

    async def _stop(self, session: Session, ended: Ended, seconds: float) -> Stop:
        try:
            return await self._try(session, ended, seconds)
        finally:
            session.closing = None

    async def _try(self, session: Session, ended: Ended, seconds: float) -> Stop:
        if session.opening is not None:
            session.abandon(
                BskError(Reason.SESSION_STOPPING, f"session {session.session_id} was stopped while it started")
            )
            await asyncio.wait({session.opening})
        if session.ended.done():
            return Stop(session.session_id)
        await self._sessions.change(session, state=State.STOPPING)
        session.admission.stop()
        await session.admission.quiet(TURN_END_SECONDS)
        try:
            await session.wait_attached()
            result = await self._close(session, seconds)
        except BskError as error:
            if not session.ended.done() and not is_gone(error):
                return await self._go_on(session, Stop(session.session_id, error))
            result = link_pb2.SessionStopResult()
        returned, failures = list(result.returned_tab_ids), list(result.return_failures)
        if failures and not session.ended.done():
            count = len(failures)
            failure = BskError(
                Reason.CDP_FAILED,
                f"{count} borrowed tab{'s' * (count > 1)} could not be returned, the session goes on",
            )
            return await self._go_on(session, Stop(session.session_id, failure, returned, failures))
        await self._sessions.end(session, ended)
        _logger.info("session stopped", extra={"session_id": session.session_id, "fields": {"ended": str(ended)}})
        return Stop(session.session_id, None, returned, failures)

    async def _close(self, session: Session, seconds: float) -> link_pb2.SessionStopResult:
        number = await self._sessions.next_fencing_number()
        asked = asyncio.ensure_future(self._windows.close(session.record, fencing_number=number, seconds=seconds))
        try:
            await first_of(asked, session.ended)
            if not asked.done():
                return link_pb2.SessionStopResult()
            return asked.result()
        finally:
            await settled(asked)

    async def _go_on(self, session: Session, stop: Stop) -> Stop:
        assert stop.failure is not None
        self._metrics.stop_failures.labels(reason_label(stop.failure.reason)).inc()
        _logger.warning(
            "a session could not be stopped: %s", stop.failure.message, extra={"session_id": session.session_id}
        )
        await self._sessions.change(session, state=State.ACTIVE)
        session.admission.reopen()
        return stop
