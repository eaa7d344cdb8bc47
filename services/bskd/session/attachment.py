"""Takes in what gateways report: which browsers are connected, and what people do in them."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass

from bsk.session.v1 import session_pb2
from bsk_wire.errors import BskError, Reason
from bskd.runtime.clock import Clock
from bskd.session.browsers import Browser, Browsers, GatewayRun
from bskd.session.jobs import Jobs
from bskd.session.lifecycle import Interaction, ended_by_connection, ended_by_snapshot
from bskd.session.limits import GATEWAY_GRACE_SECONDS
from bskd.session.metrics import SessionMetrics
from bskd.session.reaper import Reaper
from bskd.session.sessions import Session, Sessions
from bskd.session.tombstones import Ended

_logger = logging.getLogger(__name__)

_DRAINING = "draining"


@dataclass(eq=False)
class Attachment:
    """One stream of reports from one gateway."""

    gateway: GatewayRun


class Attachments:
    """All gateways that report, and what follows from their reports."""

    def __init__(
        self,
        browsers: Browsers,
        sessions: Sessions,
        reaper: Reaper,
        jobs: Jobs,
        metrics: SessionMetrics,
        clock: Clock,
    ) -> None:
        self._browsers = browsers
        self._sessions = sessions
        self._reaper = reaper
        self._jobs = jobs
        self._metrics = metrics
        self._clock = clock
        # The newest stream of each gateway, by gateway id.
        self._attachments: dict[str, Attachment] = {}
        self._gateways: dict[str, GatewayRun] = {}
        self._graces: dict[str, asyncio.Task[None]] = {}

    def expect(self) -> None:
        """Give the gateways of sessions from an earlier run the grace time to report."""
        for gateway_id in {session.record.gateway_id for session in self._sessions}:
            self._begin_grace(gateway_id, Ended.DAEMON_RESTARTED)

    async def attach(self, snapshot: session_pb2.GatewaySnapshot) -> Attachment:
        """A gateway begins to report. Ends the sessions that, by its snapshot, cannot live on."""
        if not snapshot.gateway_id:
            raise BskError(Reason.INVALID_PARAMS, "gateway_id is missing in the snapshot")
        gateway = self._gateways.setdefault(snapshot.gateway_id, GatewayRun(snapshot.gateway_id, ""))
        gateway.address = snapshot.gateway_address
        attachment = self._attachments[gateway.gateway_id] = Attachment(gateway)
        self._cancel_grace(gateway.gateway_id)
        present = {connection.connection_id for connection in snapshot.connections}
        for browser in self._browsers:
            if browser.connection_id not in present and _is_superseded(browser.gateway, gateway):
                self._browsers.remove(browser.connection_id)
        records = [session.record for session in self._sessions]
        for record, ended in ended_by_snapshot(
            records, gateway_id=gateway.gateway_id, gateway_address=gateway.address, connection_ids=present
        ):
            await self._end(record.session_id, ended)
        for connection in snapshot.connections:
            await self._connect(connection, gateway)
        await self._find_attached(gateway)
        gateway.reporting.set()
        self._count()
        _logger.info(
            "a gateway reports", extra={"fields": {"gateway": gateway.gateway_id, "connections": len(present)}}
        )
        return attachment

    async def take(self, attachment: Attachment, report: session_pb2.AttachGatewayRequest) -> None:
        """Take in one report after the snapshot. Raises `invalid_params` for another snapshot or an empty report.

        What is left on a stream that the gateway has replaced is passed over: the newer snapshot knows better.
        """
        if self._attachments.get(attachment.gateway.gateway_id) is not attachment:
            return
        kind = report.WhichOneof("report")
        if kind == "connected":
            await self._connect(report.connected, attachment.gateway)
            await self._find_attached(attachment.gateway)
        elif kind == "disconnected":
            await self._disconnect(report.disconnected)
        elif kind == "liveness":
            self._browsers.mark(report.liveness.connection_id, unresponsive=report.liveness.unresponsive)
        elif kind in ("window_closed", "user_interrupt", "interaction_changed"):
            await self._session_event(attachment, kind, report)
        else:
            raise BskError(Reason.INVALID_PARAMS, "a report after the snapshot has to be a change")
        self._count()

    def detach(self, attachment: Attachment) -> None:
        """A stream of reports has ended. Its browsers and their sessions wait for the gateway to report again."""
        gateway_id = attachment.gateway.gateway_id
        if self._attachments.get(gateway_id) is not attachment:
            return
        del self._attachments[gateway_id]
        attachment.gateway.reporting.clear()
        for session in self._sessions:
            if session.record.gateway_id == gateway_id:
                session.attached.clear()
        self._begin_grace(gateway_id, Ended.BROWSER_GONE)
        self._count()
        _logger.info("a gateway reports no more", extra={"fields": {"gateway": gateway_id}})

    def stop(self) -> None:
        """Wait for no gateway any more."""
        for gateway_id in list(self._graces):
            self._cancel_grace(gateway_id)

    async def _connect(self, connection: session_pb2.Connection, gateway: GatewayRun) -> None:
        browser = Browser.of(connection, gateway)
        if not browser.instance_id or not browser.connection_id:
            raise BskError(Reason.INVALID_PARAMS, "a reported connection needs connection_id and instance_id")
        if not self._browsers.add(browser):
            return
        records = [session.record for session in self._sessions]
        for record in ended_by_connection(
            records, browser_instance_id=browser.instance_id, connection_id=browser.connection_id
        ):
            await self._end(record.session_id, Ended.BROWSER_GONE)

    async def _disconnect(self, loss: session_pb2.ConnectionLoss) -> None:
        self._browsers.remove(loss.connection_id)
        ended = Ended.DAEMON_RESTARTED if loss.cause == _DRAINING else Ended.BROWSER_GONE
        for session in self._sessions:
            if session.record.connection_id == loss.connection_id:
                await self._sessions.end(session, ended)

    async def _session_event(self, attachment: Attachment, kind: str, report: session_pb2.AttachGatewayRequest) -> None:
        payload = getattr(report, kind)
        session = self._sessions.get(payload.session_id)
        # A browser may speak for its own sessions only.
        if (
            session is None
            or session.record.gateway_id != attachment.gateway.gateway_id
            or session.record.browser_instance_id != report.browser_instance_id
        ):
            return
        facts = {"session_id": session.session_id}
        if kind == "user_interrupt":
            self._metrics.interrupts.inc()
            _logger.info("the person pressed Stop", extra=facts)
            session.admission.interrupt()
        elif kind == "interaction_changed":
            await self._sessions.change(session, interaction=Interaction.of(payload.interaction))
        else:
            kept = [failure.tab_id for failure in payload.return_failures]
            _logger.info("the person closed the Agent Window", extra=facts | {"fields": {"tabs_not_returned": kept}})
            await self._sessions.end(session, Ended.WINDOW_CLOSED)

    async def _find_attached(self, gateway: GatewayRun) -> None:
        """Let calls into the sessions whose connection is reported, and end what a restart broke off half way."""
        broken_off = False
        for session in self._sessions:
            if session.record.gateway_id == gateway.gateway_id and not session.attached.is_set():
                if self._browsers.by_connection(session.record.connection_id) is None:
                    continue
                if session.record.gateway_address != gateway.address:
                    await self._sessions.change(session, gateway_address=gateway.address)
                session.attached.set()
                broken_off = True
        if broken_off:
            self._jobs.start(self._reaper.reap(), "look for sessions that were broken off")

    def _begin_grace(self, gateway_id: str, ended: Ended) -> None:
        self._cancel_grace(gateway_id)
        self._graces[gateway_id] = self._jobs.start(self._grace(gateway_id, ended), f"grace of gateway {gateway_id}")

    def _cancel_grace(self, gateway_id: str) -> None:
        grace = self._graces.pop(gateway_id, None)
        if grace is not None:
            grace.cancel()

    async def _grace(self, gateway_id: str, ended: Ended) -> None:
        await self._clock.sleep(GATEWAY_GRACE_SECONDS)
        self._graces.pop(gateway_id, None)
        self._gateways.pop(gateway_id, None)
        for browser in self._browsers:
            if browser.gateway.gateway_id == gateway_id:
                self._browsers.remove(browser.connection_id)
        for session in self._sessions:
            if session.record.gateway_id == gateway_id:
                await self._sessions.end(session, ended)
        self._count()

    async def _end(self, session_id: str, ended: Ended) -> None:
        session: Session | None = self._sessions.get(session_id)
        if session is not None:
            await self._sessions.end(session, ended)

    def _count(self) -> None:
        self._metrics.gateways.set(len(self._attachments))
        self._metrics.browsers.clear()
        for kind, count in Counter(
            browser.name if browser.name in _KINDS else "other" for browser in self._browsers
        ).items():
            self._metrics.browsers.labels(kind).set(count)


# Kinds that the public extension tells apart; others are counted together, so that no peer can make new time series.
_KINDS = frozenset({"chrome", "chromium", "edge", "brave", "opera", "arc"})


def _is_superseded(known: GatewayRun, reporting: GatewayRun) -> bool:
    """Whether `reporting` knows better about connections of `known`: it is the same run, or the next at its place."""
    return known.gateway_id == reporting.gateway_id or known.address == reporting.address
