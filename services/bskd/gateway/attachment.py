"""Keeps the session service informed of this gateway's connections."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

import grpc

from bsk.session.v1 import session_pb2, session_pb2_grpc
from bsk_wire.documents import message_from
from bskd.gateway.connection import Connection
from bskd.gateway.limits import REDIAL_MAXIMUM_SECONDS, REDIAL_MINIMUM_SECONDS
from bskd.gateway.link import INTERACTION_CHANGED_EVENT, USER_INTERRUPT_EVENT, WINDOW_CLOSED_EVENT
from bskd.gateway.metrics import GatewayMetrics
from bskd.gateway.outbox import Outbox
from bskd.runtime.clock import Clock
from bskd.runtime.peers import Peers

logger = logging.getLogger(__name__)

_REPORT_OF_EVENT = {
    WINDOW_CLOSED_EVENT: "window_closed",
    USER_INTERRUPT_EVENT: "user_interrupt",
    INTERACTION_CHANGED_EVENT: "interaction_changed",
}


class Attachment:
    """A stream to the session service that is dialled again whenever it breaks."""

    def __init__(
        self,
        peers: Peers,
        clock: Clock,
        metrics: GatewayMetrics,
        own_address: Callable[[], str],
        connections: Callable[[], Iterable[Connection]],
    ) -> None:
        self.gateway_id = f"g-{secrets.token_hex(4)}"
        self.attached = False
        self._peers = peers
        self._clock = clock
        self._metrics = metrics
        self._own_address = own_address
        self._connections = connections
        self._outbox = Outbox()
        self._changed = asyncio.Event()
        # Counts the streams, so that each knows whether it is still the present one.
        self._stream_number = 0

    def connected(self, connection: Connection) -> None:
        """Report an accepted connection."""
        self._report(session_pb2.AttachGatewayRequest(connected=connection.message()))

    def disconnected(self, connection: Connection) -> None:
        """Report a connection that ended."""
        # The public list of causes is shorter: a connection dropped for an oversized frame is closed to the others.
        cause = "closed" if connection.end_cause == "too_large" else connection.end_cause
        loss = session_pb2.ConnectionLoss(connection_id=connection.connection_id, cause=cause)
        self._report(session_pb2.AttachGatewayRequest(disconnected=loss))

    def liveness_changed(self, connection: Connection) -> None:
        """Report that a browser stopped answering, or answers again."""
        liveness = session_pb2.ConnectionLiveness(
            connection_id=connection.connection_id, unresponsive=connection.liveness.unresponsive
        )
        self._report(session_pb2.AttachGatewayRequest(liveness=liveness))

    def happened(self, connection: Connection, event: str, payload: Any) -> bool:
        """Report an event of a session. Returns False when its payload cannot be read."""
        if not isinstance(payload, dict):
            return False
        report = session_pb2.AttachGatewayRequest(browser_instance_id=connection.instance_id)
        message = getattr(report, _REPORT_OF_EVENT[event])
        try:
            message_from(payload, message)
        except ValueError:
            return False
        if not message.session_id:
            return False
        self._report(report)
        return True

    async def run(self) -> None:
        """Attach, and attach again whenever that ends, until cancelled."""
        delay_seconds = REDIAL_MINIMUM_SECONDS
        while True:
            try:
                await self._attach_once()
                why = "the session service ended the stream"
            except grpc.aio.AioRpcError as failure:
                why = f"{failure.code().name}: {failure.details()}"
            except Exception:
                # Without this loop the gateway is of no use to anybody, so no fault of one stream may end it.
                logger.exception("the stream to the session service failed")
                why = "a fault of this gateway"
            finally:
                was_attached, self.attached = self.attached, False
                self._metrics.attached.set(0)
            if was_attached:
                delay_seconds = REDIAL_MINIMUM_SECONDS
                logger.warning("detached from the session service", extra={"fields": {"why": why}})
            await self._clock.sleep(delay_seconds)
            delay_seconds = min(delay_seconds * 2, REDIAL_MAXIMUM_SECONDS)

    async def _attach_once(self) -> None:
        stub = session_pb2_grpc.SessionServiceStub(self._peers.channel("session"))
        snapshot = session_pb2.GatewaySnapshot(
            gateway_id=self.gateway_id,
            gateway_address=self._own_address(),
            connections=[connection.message() for connection in self._connections()],
        )
        self._outbox.begin_stream(session_pb2.AttachGatewayRequest(snapshot=snapshot))
        self._stream_number += 1
        self._changed.set()
        stream = stub.AttachGateway(self._reports(self._stream_number), metadata=self._peers.metadata())
        try:
            async for _ in stream:
                self._outbox.taken()
                if not self.attached:
                    self.attached = True
                    self._metrics.attached.set(1)
                    logger.info("attached to the session service", extra={"fields": {"gateway": self.gateway_id}})
        finally:
            stream.cancel()

    async def _reports(self, stream_number: int) -> AsyncIterator[session_pb2.AttachGatewayRequest]:
        """What to say on one stream. One that broke keeps asking, and must get nothing that its successor needs."""
        while stream_number == self._stream_number:
            self._changed.clear()
            while stream_number == self._stream_number and (report := self._outbox.next()) is not None:
                yield report
            await self._changed.wait()

    def _report(self, report: session_pb2.AttachGatewayRequest) -> None:
        self._outbox.put(report)
        self._changed.set()
