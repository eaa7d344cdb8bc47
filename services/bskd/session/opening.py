"""Starts sessions, and leaves nothing behind when that fails."""

from __future__ import annotations

import asyncio
import logging

from bsk.gateway.v1 import link_pb2
from bsk.session.v1 import session_pb2
from bsk_wire.errors import BskError, Reason
from bskd.runtime.callcontext import bind_session
from bskd.runtime.clock import Clock
from bskd.session.browsers import Browsers
from bskd.session.closing import Closing, is_gone
from bskd.session.jobs import Jobs, first_of, settled
from bskd.session.lifecycle import Interaction, State
from bskd.session.limits import (
    BROWSER_WAIT_SECONDS,
    START_CLEANUP_SECONDS,
    START_SECONDS,
    WINDOW_SIDE_MAXIMUM,
    WINDOW_SIDE_MINIMUM,
)
from bskd.session.metrics import SessionMetrics
from bskd.session.sessions import Session, Sessions
from bskd.session.tombstones import Ended
from bskd.session.windows import AgentWindows

_logger = logging.getLogger(__name__)


class Opening:
    """Starts sessions."""

    def __init__(
        self,
        browsers: Browsers,
        sessions: Sessions,
        windows: AgentWindows,
        closing: Closing,
        jobs: Jobs,
        metrics: SessionMetrics,
        clock: Clock,
    ) -> None:
        self._browsers = browsers
        self._sessions = sessions
        self._windows = windows
        self._closing = closing
        self._jobs = jobs
        self._metrics = metrics
        self._clock = clock

    async def start(self, request: session_pb2.StartSessionRequest) -> session_pb2.StartSessionResponse:
        """Choose a browser, reserve an id and open an Agent Window.

        A caller that is cancelled leaves nothing behind: what the extension may have opened is closed in the
        background. Raises `invalid_params`, what `Browsers.choose` raises, `peer_unavailable`, the extension's or the
        gateway's error, and `cleanup_failed` when a start failed and its window could not be closed; that session stays
        and can be stopped.
        """
        check_start(request)
        wait_seconds = (
            request.wait_for_browser_ms / 1000 if request.HasField("wait_for_browser_ms") else BROWSER_WAIT_SECONDS
        )
        browser = await self._browsers.choose(
            request.browser if request.HasField("browser") else None, self._sessions.counts(), wait_seconds
        )
        await browser.gateway.wait_reporting()
        number = await self._sessions.next_fencing_number()
        session = await self._sessions.reserve(browser, request.task_name if request.HasField("task_name") else None)
        bind_session(session.session_id)
        opening = session.opening = self._jobs.start(
            self._open(session, request, number), f"start of session {session.session_id}"
        )
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            self._abandon(session, opening)
            raise

    def _abandon(self, session: Session, opening: asyncio.Task[session_pb2.StartSessionResponse]) -> None:
        if not opening.done():
            session.abandon(BskError(Reason.CANCELLED, "the caller went away while the session was started"))
        elif not opening.cancelled() and opening.exception() is None:
            self._jobs.start(
                self._closing.stop(session, Ended.STOPPED), f"stop of the unwanted session {session.session_id}"
            )

    async def _open(
        self, session: Session, request: session_pb2.StartSessionRequest, number: int
    ) -> session_pb2.StartSessionResponse:
        started_seconds = self._clock.monotonic()
        try:
            result = await self._ask(session, request, number)
            interaction = Interaction.of(result.interaction) if result.HasField("interaction") else None
            window_id = result.agent_window_id if result.HasField("agent_window_id") else None
            await self._sessions.change(session, state=State.ACTIVE, agent_window_id=window_id, interaction=interaction)
            _require_wanted(session)
        except BskError as error:
            raise await self._undo(session, error) from error
        finally:
            session.opening = None
        self._metrics.start_seconds.observe(self._clock.monotonic() - started_seconds)
        record = session.record
        _logger.info(
            "session started",
            extra={"session_id": record.session_id, "fields": {"browser": record.browser_instance_id}},
        )
        return session_pb2.StartSessionResponse(
            session_id=record.session_id,
            browser_instance_id=record.browser_instance_id,
            agent_window_id=window_id,
            interaction=interaction.message() if interaction is not None else None,
        )

    async def _ask(
        self, session: Session, request: session_pb2.StartSessionRequest, number: int
    ) -> link_pb2.SessionStartResult:
        """Ask the extension, unless and until nobody wants the session any more or its browser is gone."""
        params = link_pb2.SessionStartParams(
            session_id=session.session_id,
            browser_instance_id=session.record.browser_instance_id,
            width=request.width if request.HasField("width") else None,
            height=request.height if request.HasField("height") else None,
            focused=request.focused if request.HasField("focused") else None,
        )
        asked = asyncio.ensure_future(
            self._windows.open(session.record, params, fencing_number=number, seconds=START_SECONDS)
        )
        try:
            await first_of(asked, session.unwanted, session.ended)
        finally:
            await settled(asked)
        _require_wanted(session)
        return asked.result()

    async def _undo(self, session: Session, error: BskError) -> BskError:
        """Take back a failed start. Returns the error to answer with."""
        if session.ended.done():
            return error
        if error.data.get("dispatched") is not False:
            await self._sessions.change(session, state=State.STOPPING)
            try:
                await self._windows.close(
                    session.record,
                    fencing_number=await self._sessions.next_fencing_number(),
                    seconds=START_CLEANUP_SECONDS,
                )
            except BskError as failure:
                if not is_gone(failure):
                    return await self._keep(session, error, failure)
        await self._sessions.release(session)
        return error

    async def _keep(self, session: Session, error: BskError, failure: BskError) -> BskError:
        """A window may have been left behind: keep the session, so that it can be stopped."""
        if failure.reason == Reason.PEER_UNAVAILABLE:
            # The gateway's next report tells whether its connections live; the session is then stopped or forgotten.
            return error
        await self._sessions.change(session, state=State.ACTIVE)
        return BskError(
            Reason.CLEANUP_FAILED,
            f"the session could not be started ({error.message}), and its window may have stayed ({failure.message})",
            effect_state="unknown",
            phase="cleanup",
            cleanup_state="failed",
            session_id=session.session_id,
            agent_window_id=session.record.agent_window_id,
            cause=error.reason,
        )


def _require_wanted(session: Session) -> None:
    """Raises why a session that is being started has no future."""
    if session.unwanted.done():
        raise session.unwanted.result()
    if session.ended.done():
        raise BskError(Reason.EXTENSION_DISCONNECTED, "the browser went away while the session was started")


def check_start(request: session_pb2.StartSessionRequest) -> None:
    """Refuse what no browser should be asked. Raises `invalid_params` that names the flag."""
    if request.HasField("width") != request.HasField("height"):
        present, missing = ("--width", "--height") if request.HasField("width") else ("--height", "--width")
        raise BskError(Reason.INVALID_PARAMS, f"{present} needs {missing} beside it")
    for flag, given, pixels in (
        ("--width", request.HasField("width"), request.width),
        ("--height", request.HasField("height"), request.height),
    ):
        if given and not WINDOW_SIDE_MINIMUM <= pixels <= WINDOW_SIDE_MAXIMUM:
            raise BskError(
                Reason.INVALID_PARAMS, f"{flag} has to be from {WINDOW_SIDE_MINIMUM} to {WINDOW_SIDE_MAXIMUM} pixels"
            )
    if request.HasField("browser") and not request.browser:
        raise BskError(Reason.INVALID_PARAMS, "--browser is empty")
