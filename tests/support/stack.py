"""A whole installation of real processes, and its public API in the test's event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import grpc

from bsk.admin.v1 import admin_pb2, admin_pb2_grpc
from bsk.session.v1 import session_pb2
from bsk.tools.v1 import (
    interaction_pb2_grpc,
    navigation_pb2_grpc,
    observation_pb2,
    observation_pb2_grpc,
    script_pb2_grpc,
    tabs_pb2_grpc,
    waits_pb2_grpc,
)
from bsk_wire.errors import BskError
from bskd.runtime.peers import CHANNEL_OPTIONS, Peers, UnaryMethod
from support.daemon import ARRANGEMENTS, Installation, start_separately
from support.fake_extension import FakeExtension

CALL_SECONDS = 20.0

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")


class Stack:
    """An installation as its callers see it."""

    def __init__(self, installation: Installation, channel: grpc.aio.Channel) -> None:
        self.installation = installation
        self._peers = Peers(installation.home, (), {})
        self.admin = admin_pb2_grpc.AdminServiceStub(channel)
        self.interaction = interaction_pb2_grpc.InteractionServiceStub(channel)
        self.navigation = navigation_pb2_grpc.NavigationServiceStub(channel)
        self.observation = observation_pb2_grpc.ObservationServiceStub(channel)
        self.script = script_pb2_grpc.ScriptServiceStub(channel)
        self.tabs = tabs_pb2_grpc.TabsServiceStub(channel)
        self.waits = waits_pb2_grpc.WaitsServiceStub(channel)

    def extension(self, **settings: Any) -> FakeExtension:
        """An extension for this installation; connected inside its `async with`."""
        return FakeExtension(self.installation.port, **settings)

    async def call(
        self, method: UnaryMethod[_Request, _Response], request: _Request, *, seconds: float = CALL_SECONDS
    ) -> _Response:
        """Make a call with a deadline. Raises `BskError`."""
        return await self._peers.call("router", method, request, timeout_seconds=seconds)

    async def failure(self, call: Awaitable[Any]) -> BskError:
        """The error of a call that has to fail."""
        try:
            result = await call
        except BskError as error:
            return error
        raise AssertionError(f"the call answered {result}")

    async def start(self, **fields: Any) -> str:
        """Start a session and return its id."""
        request = session_pb2.StartSessionRequest(**fields)
        return (await self.call(self.admin.StartSession, request)).session_id

    async def stop(self, session_id: str) -> session_pb2.StopSessionsResponse:
        """Stop a session."""
        request = session_pb2.StopSessionsRequest(session_id=session_id)
        return await self.call(self.admin.StopSessions, request)

    async def observe(self, session_id: str, *, seconds: float = CALL_SECONDS) -> observation_pb2.ObserveResponse:
        """Make a call that reads."""
        request = observation_pb2.ObserveRequest(session_id=session_id)
        return await self.call(self.observation.Observe, request, seconds=seconds)

    async def sessions(self) -> list[session_pb2.SessionEntry]:
        """The sessions as they are listed."""
        answer = await self.call(self.admin.ListSessions, session_pb2.ListSessionsRequest())
        return list(answer.sessions)

    async def browsers(self, *, wait_ms: int = 0) -> list[session_pb2.BrowserEntry]:
        """The browsers as they are listed."""
        request = session_pb2.ListBrowsersRequest(wait_for_browser_ms=wait_ms)
        return list((await self.call(self.admin.ListBrowsers, request)).browsers)

    async def status(self) -> admin_pb2.GetStatusResponse:
        """The status."""
        return await self.call(self.admin.GetStatus, admin_pb2.GetStatusRequest())

    async def kill(self, service: str) -> None:
        """End the process of a service without warning."""
        await asyncio.to_thread(self.installation.processes[service].kill)

    async def restart(self, service: str) -> None:
        """Start a service that was killed."""
        await asyncio.to_thread(start_separately, self.installation, service)


async def eventually(holds: Callable[[], Awaitable[bool]], *, seconds: float = 10.0) -> None:
    """Wait until something that only asking can tell is so."""
    async with asyncio.timeout(seconds):
        while not await holds():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@asynccontextmanager
async def running_stack(arrangement: str, home: Path, *arguments: str) -> AsyncIterator[Stack]:
    """An installation in one of the `ARRANGEMENTS`."""
    with ExitStack() as processes:
        installation = await asyncio.to_thread(processes.enter_context, ARRANGEMENTS[arrangement](home, *arguments))
        async with grpc.aio.insecure_channel(installation.grpc_address, options=CHANNEL_OPTIONS) as channel:
            yield Stack(installation, channel)
