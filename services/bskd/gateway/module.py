"""The gateway as a module of the host."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

import grpc
from starlette.routing import BaseRoute, WebSocketRoute

from bsk.gateway.v1 import gateway_pb2, gateway_pb2_grpc
from bskd.gateway.attachment import Attachment
from bskd.gateway.calls import Calls
from bskd.gateway.config import GatewaySettings
from bskd.gateway.connection import ConnectionEvents
from bskd.gateway.connections import CLOSE_GOING_AWAY, Connections
from bskd.gateway.limits import CLOSE_SECONDS, REAPER_TICK_SECONDS
from bskd.gateway.metrics import GatewayMetrics
from bskd.gateway.service import GatewayServicer
from bskd.gateway.socket import Sockets
from bskd.runtime.module import Module, ModuleContext

logger = logging.getLogger(__name__)


class GatewayModule(Module):
    """Connections from extensions."""

    name = "gateway"
    needs = ("session",)

    def __init__(self, context: ModuleContext, settings: GatewaySettings) -> None:
        self._context = context
        self._metrics = GatewayMetrics(context.registry)
        self._attachment = Attachment(
            context.peers,
            context.clock,
            self._metrics,
            lambda: settings.advertise or context.addresses.grpc,
            lambda: self._connections,
        )
        self._connections = Connections(self._metrics, self._attachment.connected, self._attachment.disconnected)
        self._metrics.unresponsive.set_function(
            lambda: sum(connection.liveness.unresponsive for connection in self._connections)
        )
        self._calls = Calls(self._connections, context.clock, self._metrics)
        events = ConnectionEvents(self._attachment.happened, self._attachment.liveness_changed)
        self._sockets = Sockets(self._connections, context.clock, self._metrics, events)
        self._tasks: list[asyncio.Task[None]] = []

    def register(self, server: grpc.aio.Server) -> tuple[str, ...]:
        servicer = GatewayServicer(self._calls, self._connections, self._attachment, self._context.addresses)
        gateway_pb2_grpc.add_GatewayServiceServicer_to_server(servicer, server)
        return (gateway_pb2.DESCRIPTOR.services_by_name["GatewayService"].full_name,)

    def routes(self) -> Sequence[BaseRoute]:
        return (WebSocketRoute("/{path:path}", self._sockets.serve),)

    async def start(self) -> None:
        self._run(self._attachment.run(), "attachment")
        self._run(self._reap(), "reaper")

    def unready(self) -> str | None:
        return None if self._attachment.attached else "not attached to the session service"

    def busy(self) -> str | None:
        return "browsers are connected" if len(self._connections) else None

    async def drain(self) -> None:
        self._sockets.drain()
        await self._calls.drain(self._context.configuration.process.drain_seconds)
        closing = list(self._connections)
        for connection in closing:
            self._connections.end(connection, "draining", code=CLOSE_GOING_AWAY, reason="the daemon is stopping")
        waits = [asyncio.ensure_future(connection.closed.wait()) for connection in closing]
        if waits:
            _, late = await asyncio.wait(waits, timeout=CLOSE_SECONDS)
            for wait in late:
                wait.cancel()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for outcome in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                logger.error("a task of the gateway failed", exc_info=outcome)

    async def _reap(self) -> None:
        while True:
            await self._context.clock.sleep(REAPER_TICK_SECONDS)
            try:
                self._drop_silent(self._context.clock.monotonic())
            except Exception:
                logger.exception("looking for silent browsers failed")

    def _drop_silent(self, now_seconds: float) -> None:
        for connection in self._connections:
            if connection.liveness.is_gone(now_seconds):
                self._connections.end(connection, "silent", code=CLOSE_GOING_AWAY, reason="no sign of life")

    def _run(self, work: Coroutine[Any, Any, None], name: str) -> None:
        self._tasks.append(asyncio.create_task(work, name=name))
