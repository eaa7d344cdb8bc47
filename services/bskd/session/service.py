"""The session service on gRPC."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from bsk.session.v1 import session_pb2, session_pb2_grpc
from bsk_wire.errors import BskError, Reason
from bsk_wire.status import detail_of
from bskd.runtime.callcontext import bind_session
from bskd.runtime.clock import Clock
from bskd.runtime.metrics import reason_label
from bskd.session.admission import Ticket
from bskd.session.attachment import Attachments
from bskd.session.browsers import Browsers
from bskd.session.closing import Closing, Stop, response_of
from bskd.session.jobs import first_of
from bskd.session.limits import BROWSER_LIST_WAIT_SECONDS, TURN_ANSWER_MARGIN_SECONDS, TURN_WAIT_SECONDS
from bskd.session.metrics import SessionMetrics
from bskd.session.opening import Opening
from bskd.session.sessions import Session, Sessions
from bskd.session.tombstones import Ended
from bskd.session.turns import Turn

# What the metrics say of a turn whose holder vanished.
_LOST = "lost"
_OUTCOMES = ("ok", "error", "unknown")


class SessionServicer(session_pb2_grpc.SessionServiceServicer):
    """Serves `bsk.session.v1.SessionService`. Every call waits until what an earlier run left has been taken over."""

    def __init__(
        self,
        browsers: Browsers,
        sessions: Sessions,
        opening: Opening,
        closing: Closing,
        attachments: Attachments,
        metrics: SessionMetrics,
        clock: Clock,
    ) -> None:
        self._browsers = browsers
        self._sessions = sessions
        self._opening = opening
        self._closing = closing
        self._attachments = attachments
        self._metrics = metrics
        self._clock = clock
        self.loaded = asyncio.Event()
        # Set when gateways have to look for another process.
        self.leaving = asyncio.Event()

    async def StartSession(  # noqa: N802
        self, request: session_pb2.StartSessionRequest, context: Any
    ) -> session_pb2.StartSessionResponse:
        await self.loaded.wait()
        try:
            response = await self._opening.start(request)
        except BskError as error:
            self._metrics.starts.labels(reason_label(error.reason)).inc()
            raise
        self._metrics.starts.labels("ok").inc()
        return response

    async def StopSessions(  # noqa: N802
        self, request: session_pb2.StopSessionsRequest, context: Any
    ) -> session_pb2.StopSessionsResponse:
        await self.loaded.wait()
        if request.all == bool(request.session_id):
            raise BskError(Reason.INVALID_PARAMS, "name a session or give --all, and not both")
        if not request.all:
            session = await self._sessions.find(request.session_id)
            return response_of([await self._closing.stop(session, Ended.STOPPED)])
        stops: list[Stop] = []
        # One after the other: each may ask the person's browser to put tabs back, and a caller may give up in between.
        for session in self._sessions:
            if not session.ended.done():
                stops.append(await self._closing.stop(session, Ended.STOPPED))  # noqa: PERF401
        return response_of(stops)

    async def ListSessions(  # noqa: N802
        self, request: session_pb2.ListSessionsRequest, context: Any
    ) -> session_pb2.ListSessionsResponse:
        await self.loaded.wait()
        records = sorted(
            (session.record for session in self._sessions),
            key=lambda record: (record.created_at_ms, record.session_id),
        )
        return session_pb2.ListSessionsResponse(sessions=[record.entry() for record in records])

    async def ListBrowsers(  # noqa: N802
        self, request: session_pb2.ListBrowsersRequest, context: Any
    ) -> session_pb2.ListBrowsersResponse:
        await self.loaded.wait()
        await self._browsers.wait(min(request.wait_for_browser_ms / 1000, BROWSER_LIST_WAIT_SECONDS))
        return session_pb2.ListBrowsersResponse(browsers=self._browsers.entries(self._sessions.counts()))

    # Written with read and write rather than as a generator: when the caller vanishes, the end of the coroutine, and
    # with it the release of the turn, comes at once, whereas a suspended generator would wait for its collection.
    async def TakeTurn(self, requests: AsyncIterator[session_pb2.TakeTurnRequest], context: Any) -> None:  # type: ignore[override]  # noqa: N802
        await self.loaded.wait()
        opening = await _opening(requests)
        bind_session(opening.session_id)
        turn = Turn(opening.call_id, opening.method, opening.effect)
        asked_seconds = self._clock.monotonic()
        outcome = _LOST
        try:
            session = await self._sessions.find(opening.session_id)
            await session.wait_attached()
            wait_seconds = _wait_seconds(context)
            async with session.admission.turn(turn, no_wait=opening.no_wait, wait_seconds=wait_seconds) as ticket:
                grant = await self._grant(session, ticket)
                self._metrics.turn_wait_seconds.observe(self._clock.monotonic() - asked_seconds)
                try:
                    await context.write(session_pb2.TakeTurnResponse(granted=grant))
                    outcome = await _until_end(requests, context, ticket)
                finally:
                    self._metrics.turns.labels(outcome).inc()
        except BskError as error:
            self._metrics.turn_refusals.labels(reason_label(error.reason)).inc()
            raise

    async def AttachGateway(  # type: ignore[override]  # noqa: N802
        self, requests: AsyncIterator[session_pb2.AttachGatewayRequest], context: Any
    ) -> None:
        await self.loaded.wait()
        leaving = asyncio.ensure_future(self.leaving.wait())
        try:
            first = await _next(requests, leaving)
            if first is None:
                return
            if not first.HasField("snapshot"):
                raise BskError(Reason.INVALID_PARAMS, "the first report has to be a snapshot")
            attachment = await self._attachments.attach(first.snapshot)
            try:
                taken = 1
                await context.write(session_pb2.AttachGatewayResponse(reports_taken=taken))
                while (report := await _next(requests, leaving)) is not None:
                    await self._attachments.take(attachment, report)
                    taken += 1
                    await context.write(session_pb2.AttachGatewayResponse(reports_taken=taken))
            finally:
                self._attachments.detach(attachment)
        finally:
            leaving.cancel()

    async def _grant(self, session: Session, ticket: Ticket) -> session_pb2.TurnGrant:
        number = await self._sessions.next_fencing_number()
        if ticket.revocation.done():
            raise ticket.revocation.result()
        record = session.record
        return session_pb2.TurnGrant(
            browser_instance_id=record.browser_instance_id,
            connection_id=record.connection_id,
            gateway_address=record.gateway_address,
            fencing_number=number,
        )


async def _opening(requests: AsyncIterator[session_pb2.TakeTurnRequest]) -> session_pb2.TurnOpening:
    first = await anext(requests, None)
    if first is None or not first.HasField("open"):
        raise BskError(Reason.INVALID_PARAMS, "the first message has to open the turn")
    if not first.open.session_id:
        raise BskError(Reason.INVALID_PARAMS, "--session is missing")
    return first.open


async def _until_end(requests: AsyncIterator[session_pb2.TakeTurnRequest], context: Any, ticket: Ticket) -> str:
    """What the holder says at the end of its turn, or `lost`. Tells it meanwhile when the turn is revoked."""
    end = asyncio.ensure_future(anext(requests, None))
    try:
        await first_of(end, ticket.revocation)
        if not end.done():
            revoked = session_pb2.TurnRevocation(error=detail_of(ticket.revocation.result()))
            await context.write(session_pb2.TakeTurnResponse(revoked=revoked))
        last = await end
    finally:
        end.cancel()
    outcome = last.end.outcome if last is not None else ""
    return outcome if outcome in _OUTCOMES else _LOST


async def _next(
    requests: AsyncIterator[session_pb2.AttachGatewayRequest], leaving: asyncio.Future[Any]
) -> session_pb2.AttachGatewayRequest | None:
    """The next report, or None when the gateway has no more to say or this process is leaving."""
    report = asyncio.ensure_future(anext(requests, None))
    try:
        await first_of(report, leaving)
        return await report if report.done() else None
    finally:
        report.cancel()


def _wait_seconds(context: Any) -> float:
    """How long the caller's deadline lets it wait for its turn."""
    remaining = context.time_remaining()
    return TURN_WAIT_SECONDS if remaining is None else max(0.0, remaining - TURN_ANSWER_MARGIN_SECONDS)
