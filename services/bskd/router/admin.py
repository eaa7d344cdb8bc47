"""The public API beside the tools."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from bsk.admin.v1 import admin_pb2, admin_pb2_grpc
from bsk.gateway.v1 import gateway_pb2, gateway_pb2_grpc
from bsk.session.v1 import session_pb2, session_pb2_grpc
from bsk_wire.errors import BskError, Reason
from bsk_wire.version import PROTOCOL_VERSION
from bskd.router.limits import PROBE_SECONDS, STATUS_SECONDS
from bskd.runtime.module import ModuleContext
from bskd.runtime.peers import UnaryMethod

_Request = TypeVar("_Request")
_Answer = TypeVar("_Answer")
_UNIX = "unix:"


class AdminServicer(admin_pb2_grpc.AdminServiceServicer):
    """Serves `bsk.admin.v1.AdminService`."""

    def __init__(self, context: ModuleContext) -> None:
        self._context = context
        self._peers = context.peers
        self._started_seconds = context.clock.monotonic()

    async def GetStatus(self, request: admin_pb2.GetStatusRequest, context: Any) -> admin_pb2.GetStatusResponse:  # noqa: N802
        browsers, sessions, gateway = await _all(
            self._browsers(request.wait_for_browser_ms), self._sessions(), self._gateway_status()
        )
        return admin_pb2.GetStatusResponse(
            daemon_version=self._context.version,
            protocol_version=PROTOCOL_VERSION,
            pid=os.getpid(),
            uptime_secs=int(self._context.clock.monotonic() - self._started_seconds),
            ws_port=gateway.listen_port,
            sock_path=self._context.addresses.grpc.removeprefix(_UNIX),
            browsers=browsers.browsers,
            sessions=sessions.sessions,
            version_skew_browsers=[self._skew(entry) for entry in browsers.browsers if entry.version_skew],
        )

    async def ListBrowsers(  # noqa: N802
        self, request: session_pb2.ListBrowsersRequest, context: Any
    ) -> session_pb2.ListBrowsersResponse:
        return await self._browsers(request.wait_for_browser_ms)

    async def StartSession(  # noqa: N802
        self, request: session_pb2.StartSessionRequest, context: Any
    ) -> session_pb2.StartSessionResponse:
        return await self._peers.call(
            "session", self._session_stub().StartSession, request, timeout_seconds=context.time_remaining()
        )

    async def StopSessions(  # noqa: N802
        self, request: session_pb2.StopSessionsRequest, context: Any
    ) -> session_pb2.StopSessionsResponse:
        return await self._peers.call(
            "session", self._session_stub().StopSessions, request, timeout_seconds=context.time_remaining()
        )

    async def ListSessions(  # noqa: N802
        self, request: session_pb2.ListSessionsRequest, context: Any
    ) -> session_pb2.ListSessionsResponse:
        return await self._sessions()

    async def ProbeBrowser(  # noqa: N802
        self, request: admin_pb2.ProbeBrowserRequest, context: Any
    ) -> admin_pb2.ProbeBrowserResponse:
        """Ask each service in turn. Without an id the browser that is connected longest is probed."""
        response = admin_pb2.ProbeBrowserResponse()
        response.hops.add(name="router", ok=True)
        listed = await self._hop(response, "session", lambda: self._browsers(0))
        if listed is None or await self._hop(response, "gateway", self._gateway_status) is None:
            return response
        await self._hop(response, "extension", lambda: self._ping(listed.browsers, request.browser_instance_id))
        return response

    async def _hop(
        self, response: admin_pb2.ProbeBrowserResponse, name: str, ask: Callable[[], Awaitable[_Answer]]
    ) -> _Answer | None:
        """Add one hop to the answer. None when it failed."""
        started_seconds = self._context.clock.monotonic()
        try:
            answer = await ask()
        except BskError as error:
            response.hops.add(name=name, ok=False, detail=error.message)
            return None
        response.hops.add(name=name, ok=True, round_trip_ms=(self._context.clock.monotonic() - started_seconds) * 1000)
        return answer

    async def _ping(
        self, entries: Sequence[session_pb2.BrowserEntry], instance_id: str
    ) -> gateway_pb2.PingBrowserResponse:
        if not entries:
            raise BskError(Reason.NO_BROWSER_CONNECTED, "no browser is connected")
        if instance_id and not any(entry.instance_id == instance_id for entry in entries):
            raise BskError(Reason.BROWSER_NOT_FOUND, f"browser {instance_id} is not connected")
        request = gateway_pb2.PingBrowserRequest(
            browser_instance_id=instance_id or entries[0].instance_id, timeout_ms=round(PROBE_SECONDS * 1000)
        )
        return await self._peers.call(
            "gateway", self._gateway_stub().PingBrowser, request, timeout_seconds=PROBE_SECONDS + STATUS_SECONDS
        )

    async def _browsers(self, wait_ms: int) -> session_pb2.ListBrowsersResponse:
        request = session_pb2.ListBrowsersRequest(wait_for_browser_ms=wait_ms)
        return await self._ask("session", self._session_stub().ListBrowsers, request, wait_ms / 1000)

    async def _sessions(self) -> session_pb2.ListSessionsResponse:
        return await self._ask("session", self._session_stub().ListSessions, session_pb2.ListSessionsRequest())

    async def _gateway_status(self) -> gateway_pb2.GetGatewayStatusResponse:
        request = gateway_pb2.GetGatewayStatusRequest()
        return await self._ask("gateway", self._gateway_stub().GetGatewayStatus, request)

    async def _ask(
        self, service: str, method: UnaryMethod[_Request, _Answer], request: _Request, wait_seconds: float = 0.0
    ) -> _Answer:
        """Ask for a state. A service that does not answer at once counts as unavailable."""
        try:
            return await self._peers.call(service, method, request, timeout_seconds=wait_seconds + STATUS_SECONDS)
        except BskError as error:
            if error.reason != Reason.TIMEOUT:
                raise
            raise BskError(
                Reason.PEER_UNAVAILABLE, f"the {service} service did not answer in time", peer=service
            ) from error

    def _skew(self, entry: session_pb2.BrowserEntry) -> admin_pb2.VersionSkew:
        return admin_pb2.VersionSkew(
            instance_id=entry.instance_id,
            browser_name=entry.browser_name,
            label=entry.label,
            server_version=self._context.version,
            client_version=entry.extension_version,
            server_protocol_version=PROTOCOL_VERSION,
            client_protocol_version=entry.extension_protocol_version,
        )

    def _session_stub(self) -> session_pb2_grpc.SessionServiceAsyncStub:
        return session_pb2_grpc.SessionServiceStub(self._peers.channel("session"))

    def _gateway_stub(self) -> gateway_pb2_grpc.GatewayServiceAsyncStub:
        return gateway_pb2_grpc.GatewayServiceStub(self._peers.channel("gateway"))


async def _all(*asked: Awaitable[Any]) -> list[Any]:
    """Every answer, or the first failure; what else was asked is then cancelled."""
    tasks = [asyncio.ensure_future(each) for each in asked]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
