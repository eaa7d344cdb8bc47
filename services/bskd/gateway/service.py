"""The gateway's gRPC service."""

from __future__ import annotations

from typing import Any

from bsk.gateway.v1 import gateway_pb2, gateway_pb2_grpc
from bskd.gateway.attachment import Attachment
from bskd.gateway.calls import Calls
from bskd.gateway.connections import Connections
from bskd.runtime.module import Addresses


class GatewayServicer(gateway_pb2_grpc.GatewayServiceServicer):
    """Answers the other services."""

    def __init__(self, calls: Calls, connections: Connections, attachment: Attachment, addresses: Addresses) -> None:
        self._calls = calls
        self._connections = connections
        self._attachment = attachment
        self._addresses = addresses

    async def CallTool(  # noqa: N802
        self, request: gateway_pb2.CallToolRequest, context: Any
    ) -> gateway_pb2.CallToolResponse:
        return gateway_pb2.CallToolResponse(result_json=await self._calls.call(request))

    async def PingBrowser(  # noqa: N802
        self, request: gateway_pb2.PingBrowserRequest, context: Any
    ) -> gateway_pb2.PingBrowserResponse:
        seconds = await self._calls.ping(request.browser_instance_id, request.timeout_ms)
        return gateway_pb2.PingBrowserResponse(round_trip_ms=seconds * 1000)

    async def GetGatewayStatus(  # noqa: N802
        self, request: gateway_pb2.GetGatewayStatusRequest, context: Any
    ) -> gateway_pb2.GetGatewayStatusResponse:
        return gateway_pb2.GetGatewayStatusResponse(
            gateway_id=self._attachment.gateway_id,
            listen_host=self._addresses.http_host,
            listen_port=self._addresses.http_port,
            connection_count=len(self._connections),
        )
