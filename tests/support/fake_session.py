"""Stands in for the session service towards a real gateway: takes its reports and acknowledges them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, ClassVar

import grpc

from bsk.session.v1 import session_pb2, session_pb2_grpc
from bsk_wire.errors import BskError, Reason
from bskd.runtime.module import Module, ModuleContext


class FakeSession(Module, session_pb2_grpc.SessionServiceServicer):
    """Records the reports of gateways. `running` is the one of the newest host."""

    name = "session"
    running: ClassVar[FakeSession]

    def __init__(self, context: ModuleContext, settings: Any) -> None:
        self.streams: list[list[session_pb2.AttachGatewayRequest]] = []
        # Whether reports are acknowledged.
        self.takes_reports = True
        self.refuses = False
        self._changed = asyncio.Condition()
        self._break = asyncio.Event()
        FakeSession.running = self

    def register(self, server: grpc.aio.Server) -> tuple[str, ...]:
        session_pb2_grpc.add_SessionServiceServicer_to_server(self, server)
        return ("bsk.session.v1.SessionService",)

    async def break_stream(self) -> None:
        """End the running streams, as a session service does that stops."""
        self._break.set()
        await asyncio.sleep(0)
        self._break = asyncio.Event()

    async def report(self, kind: str, stream: int = -1, timeout_seconds: float = 10.0) -> Any:
        """The first report of this kind in a stream, once it is there."""
        async with asyncio.timeout(timeout_seconds), self._changed:
            while True:
                for report in self.streams[stream] if len(self.streams) > max(stream, 0) else []:
                    if report.WhichOneof("report") == kind:
                        return getattr(report, kind)
                await self._changed.wait()

    def kinds(self, stream: int = -1) -> list[str]:
        """Kinds of the reports in a stream, in their order."""
        return [str(report.WhichOneof("report")) for report in self.streams[stream]]

    async def AttachGateway(  # noqa: N802
        self, request_iterator: AsyncIterator[session_pb2.AttachGatewayRequest], context: Any
    ) -> AsyncIterator[session_pb2.AttachGatewayResponse]:
        if self.refuses:
            raise BskError(Reason.DRAINING, "refused by the test")
        reports: list[session_pb2.AttachGatewayRequest] = []
        async with self._changed:
            self.streams.append(reports)
        broken = asyncio.ensure_future(self._break.wait())
        try:
            while True:
                reading = asyncio.ensure_future(_next(request_iterator))
                await asyncio.wait({reading, broken}, return_when=asyncio.FIRST_COMPLETED)
                reading.cancel()
                if broken.done() or (report := reading.result()) is None:
                    return
                reports.append(report)
                async with self._changed:
                    self._changed.notify_all()
                if self.takes_reports:
                    yield session_pb2.AttachGatewayResponse(reports_taken=len(reports))
        finally:
            broken.cancel()

    async def StartSession(self, request: Any, context: Any) -> Any:  # noqa: N802
        raise NotImplementedError

    async def StopSessions(self, request: Any, context: Any) -> Any:  # noqa: N802
        raise NotImplementedError

    async def ListSessions(self, request: Any, context: Any) -> Any:  # noqa: N802
        raise NotImplementedError

    async def ListBrowsers(self, request: Any, context: Any) -> Any:  # noqa: N802
        raise NotImplementedError

    def TakeTurn(self, request_iterator: Any, context: Any) -> Any:  # noqa: N802
        raise NotImplementedError


async def _next(requests: AsyncIterator[Any]) -> Any:
    return await anext(requests, None)
