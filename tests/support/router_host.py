"""A real router and session service in the test's event loop, with a gateway that answers as the test says."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.message import Message

from bsk.admin.v1 import admin_pb2_grpc
from bsk_wire.catalog import Tool, tool_of_command
from bsk_wire.errors import BskError
from bsk_wire.metadata import CALL_ID_KEY
from bskd.router.config import RouterSettings
from bskd.router.module import RouterModule
from bskd.runtime.config import Configuration
from bskd.runtime.host import Host
from bskd.runtime.peers import Peers, failures_of
from support.session_host import FakeGateway, Reports, SessionHost, connection, failure, running_host, session_host

CALL_SECONDS = 10.0
CALL_ID = "c-0a1b2c3d4e5f"


@dataclass
class RouterHost:
    """A running router."""

    host: Host
    channel: grpc.aio.Channel
    peers: Peers

    @property
    def admin(self) -> admin_pb2_grpc.AdminServiceAsyncStub:
        """The API beside the tools."""
        return admin_pb2_grpc.AdminServiceStub(self.channel)

    async def ask(self, method: Any, request: Any, seconds: float = CALL_SECONDS) -> Any:
        """Make a call of the API beside the tools. Raises `BskError`."""
        return await self.peers.call("router", method, request, timeout_seconds=seconds)

    async def call(self, command: str | Tool, *, seconds: float | None = CALL_SECONDS, **fields: Any) -> Any:
        """Make the call of a command. Raises `BskError`."""
        tool = tool_of_command(command) if isinstance(command, str) else command
        method = self.channel.unary_unary(
            tool.path,
            request_serializer=_serialized,
            response_deserializer=tool.response_class.FromString,
        )
        metadata = ((CALL_ID_KEY, CALL_ID),)
        with failures_of("router"):
            return await method(tool.request_class(**fields), timeout=seconds, metadata=metadata)

    async def failure(self, command: str | Tool, **fields: Any) -> BskError:
        """The error of a call that has to fail."""
        return await failure(self.call(command, **fields))


@dataclass
class Served:
    """A router, what is behind it, and a session in one browser."""

    router: RouterHost
    session: SessionHost
    reports: Reports
    session_id: str

    @property
    def gateway(self) -> FakeGateway:
        """What stands for the browsers."""
        return self.session.gateway

    async def call(self, command: str, **fields: Any) -> Any:
        """Make the call of a command in the session."""
        return await self.router.call(command, session_id=self.session_id, **fields)

    async def failure(self, command: str, **fields: Any) -> BskError:
        """The error of a call in the session that has to fail."""
        return await failure(self.call(command, **fields))

    def begin(self, command: str, **fields: Any) -> asyncio.Task[Any]:
        """Make the call of a command in the session in a task."""
        return asyncio.create_task(self.call(command, **fields))


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


@asynccontextmanager
async def serving(host: Host, home: Path) -> AsyncIterator[RouterHost]:
    """The router that runs in a host."""
    peers = Peers(home, (), {"router": host.addresses.grpc})
    try:
        yield RouterHost(host, peers.channel("router"), peers)
    finally:
        await peers.close()


@asynccontextmanager
async def router_host() -> AsyncIterator[Served]:
    """A router with a session service, a gateway and a started session."""
    async with session_host(modules=(RouterModule,), sections={"router": RouterSettings()}) as session:
        reports = await session.attach(connection())
        async with serving(session.host, session.home) as router:
            yield Served(router, session, reports, (await session.start()).session_id)


@asynccontextmanager
async def lone_router(addresses: Mapping[str, str]) -> AsyncIterator[RouterHost]:
    """A router whose other services are at these addresses, or where nothing answers."""
    with tempfile.TemporaryDirectory() as directory:
        home = Path(directory)
        nobody = dict.fromkeys(("session", "gateway"), f"unix:{home}/nobody.sock")
        configuration = Configuration(peers={**nobody, **addresses}, services={"router": RouterSettings()})
        async with running_host((RouterModule,), home, configuration) as host, serving(host, home) as router:
            yield router
