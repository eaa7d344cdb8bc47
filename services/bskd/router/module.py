"""The router as the host runs it."""

from __future__ import annotations

import grpc

from bsk.admin.v1 import admin_pb2, admin_pb2_grpc
from bskd.router.admin import AdminServicer
from bskd.router.calls import Calls
from bskd.router.config import RouterSettings
from bskd.router.metrics import RouterMetrics
from bskd.router.service import register_tools
from bskd.runtime.module import Module, ModuleContext


class RouterModule(Module):
    """Serves the public API. It keeps no state: what it needs it asks the other services for, call by call."""

    name = "router"
    needs = ("session", "gateway")

    def __init__(self, context: ModuleContext, settings: RouterSettings) -> None:
        metrics = RouterMetrics(context.registry)
        self._calls = Calls(context.peers, context.clock, metrics, audited=settings.audit)
        self._admin = AdminServicer(context)

    def register(self, server: grpc.aio.Server) -> tuple[str, ...]:
        admin_pb2_grpc.add_AdminServiceServicer_to_server(self._admin, server)
        return (
            *register_tools(server, self._calls),
            admin_pb2.DESCRIPTOR.services_by_name["AdminService"].full_name,
        )

    async def stop(self) -> None:
        await self._calls.close()
