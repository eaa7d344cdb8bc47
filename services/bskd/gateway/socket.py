"""The WebSocket of an extension: admission, handshake, and moving messages in both directions."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from bsk_wire.errors import BskError
from bskd.gateway.connection import Closing, Connection, ConnectionEvents
from bskd.gateway.connections import Connections
from bskd.gateway.handshake import SERVER_NAME, Acceptance, judge, welcome
from bskd.gateway.limits import CLOSE_SECONDS, FIRST_FRAME_SECONDS
from bskd.gateway.link import (
    CLOSE_POLICY_VIOLATION,
    HandshakeOffered,
    Link,
    Refused,
    Step,
    error_text,
    result_text,
)
from bskd.gateway.metrics import GatewayMetrics
from bskd.runtime.clock import Clock

logger = logging.getLogger(__name__)

_EXTENSION_ORIGIN = re.compile(r"chrome-extension://[a-p]{32}")
_SERVER_HEADER = (b"x-bsk-server", SERVER_NAME.encode())
_CLOSE_TOO_LARGE = 1009


class Sockets:
    """Serves the upgrades that reach this gateway."""

    def __init__(
        self, connections: Connections, clock: Clock, metrics: GatewayMetrics, events: ConnectionEvents
    ) -> None:
        self._connections = connections
        self._clock = clock
        self._metrics = metrics
        self._events = events
        self._draining = False

    def drain(self) -> None:
        """Refuse every upgrade from now on."""
        self._draining = True

    async def serve(self, socket: WebSocket) -> None:
        """Serve one upgrade until its connection has ended."""
        refusal = self._refusal(socket)
        if refusal is not None:
            self._metrics.upgrades_refused.labels(refusal).inc()
            logger.info("upgrade refused", extra={"fields": {"cause": refusal}})
            # Before the upgrade this is a plain 403, which tells a stranger nothing.
            await socket.close()
            return
        await socket.accept(headers=[_SERVER_HEADER])
        try:
            connection = await self._admit(socket)
            if connection is not None:
                await self._run(socket, connection)
        except WebSocketDisconnect:
            logger.debug("socket lost")

    def _refusal(self, socket: WebSocket) -> str | None:
        origins = socket.headers.getlist("origin")
        if not origins:
            return "no_origin"
        if len(origins) != 1 or not _EXTENSION_ORIGIN.fullmatch(origins[0]):
            return "foreign_origin"
        return "draining" if self._draining else None

    async def _admit(self, socket: WebSocket) -> Connection | None:
        """The connection, once its handshake is accepted and answered. None when it was refused and closed."""
        link = Link()
        try:
            async with asyncio.timeout(FIRST_FRAME_SECONDS):
                message = await socket.receive()
        except TimeoutError:
            self._metrics.handshakes.labels("timeout").inc()
            await socket.close(CLOSE_POLICY_VIOLATION, "handshake timeout")
            return None
        if message["type"] == "websocket.disconnect":
            self._metrics.handshakes.labels("left").inc()
            return None
        step = _step_of(link, message)
        if isinstance(step, Refused):
            await self._refuse(socket, step.cause, step.close_reason, step.answer)
            return None
        assert isinstance(step, HandshakeOffered)
        try:
            acceptance = judge(step.params)
        except BskError as error:
            answer = error_text(step.id, error.code, error.message, error.data)
            await self._refuse(socket, error.reason, error.code, answer)
            return None
        return self._accept(link, step, acceptance)

    async def _refuse(self, socket: WebSocket, outcome: str, close_reason: str, answer: str | None) -> None:
        self._metrics.handshakes.labels(outcome).inc()
        logger.warning("handshake refused", extra={"fields": {"outcome": outcome, "answer": answer}})
        if answer is not None:
            await socket.send_text(answer)
        await socket.close(CLOSE_POLICY_VIOLATION, close_reason)

    def _accept(self, link: Link, offer: HandshakeOffered, acceptance: Acceptance) -> Connection:
        self._metrics.handshakes.labels("skew" if acceptance.skew else "accepted").inc()
        link.accept()
        connection = Connection(acceptance, link, self._clock, self._metrics, self._events)
        # Before anybody is told of the connection, so that the answer is the first thing that the extension sees.
        connection.send(result_text(offer.id, welcome()))
        self._connections.add(connection)
        return connection

    async def _run(self, socket: WebSocket, connection: Connection) -> None:
        reading = asyncio.create_task(self._read(socket, connection), name="socket reader")
        writing = asyncio.create_task(self._write(socket, connection), name="socket writer")
        ending = asyncio.create_task(connection.ending.wait(), name="connection end")
        try:
            await asyncio.wait({reading, writing, ending}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                # Ended from this side: the close frame is on its way, unless the peer takes nothing any more.
                await asyncio.wait({writing}, timeout=CLOSE_SECONDS)
        finally:
            self._connections.end(connection, "closed")
            for task in (reading, writing, ending):
                task.cancel()
            for outcome in await asyncio.gather(reading, writing, return_exceptions=True):
                if isinstance(outcome, Exception) and not isinstance(outcome, WebSocketDisconnect):
                    logger.error("a socket failed", exc_info=outcome)
            connection.closed.set()

    async def _read(self, socket: WebSocket, connection: Connection) -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                too_large = message.get("code") == _CLOSE_TOO_LARGE
                self._connections.end(connection, "too_large" if too_large else "closed")
                return
            self._metrics.received.inc(len(message.get("text") or message.get("bytes") or ""))
            connection.receive(_step_of(connection.link, message))

    async def _write(self, socket: WebSocket, connection: Connection) -> None:
        while True:
            item = await connection.outgoing.get()
            if isinstance(item, Closing):
                await socket.close(item.code, item.reason)
                return
            if item.request is not None:
                if item.request.answer.done():
                    continue
                item.request.sent = True
            self._metrics.sent.inc(len(item.text))
            await socket.send_text(item.text)


def _step_of(link: Link, message: Any) -> Step:
    text = message.get("text")
    return link.receive(text) if text is not None else link.receive_binary()
