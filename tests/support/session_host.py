"""A real session service in the test's event loop, with a gateway that answers and reports as the test says."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import grpc

from bsk.gateway.v1 import gateway_pb2, gateway_pb2_grpc, link_pb2
from bsk.options.v1 import options_pb2
from bsk.session.v1 import session_pb2, session_pb2_grpc
from bsk_wire.errors import BskError
from bskd.router.turn import Turn, Turns
from bskd.runtime.clock import Clock, SystemClock
from bskd.runtime.config import Configuration
from bskd.runtime.host import Host, HostPlan
from bskd.runtime.module import Module, ModuleContext
from bskd.runtime.peers import Peers, failures_of
from bskd.session.config import SessionSettings
from bskd.session.module import SessionModule

CALL_SECONDS = 10.0
READ = options_pb2.EFFECT_PASSIVE_READ
CHANGE = options_pb2.EFFECT_BROWSER_MUTATION

Answer = Callable[[dict[str, Any]], Any] | Callable[[dict[str, Any]], Awaitable[Any]]


def connection(
    instance_id: str = "aaaa1111", connection_id: str = "k-1", *, label: str = "", connected_at_ms: float = 1000
) -> session_pb2.Connection:
    """A connection as a gateway reports it."""
    handshake = link_pb2.HandshakeParams(
        instance_id=instance_id,
        label=label,
        version="0.3.1",
        protocol_version="1.3",
        browser=link_pb2.HandshakeBrowser(name="chrome", version="140.0"),
    )
    return session_pb2.Connection(connection_id=connection_id, handshake=handshake, connected_at_ms=connected_at_ms)


def lost(connection_id: str = "k-1", cause: str = "closed") -> session_pb2.AttachGatewayRequest:
    """The report of a lost connection."""
    loss = session_pb2.ConnectionLoss(connection_id=connection_id, cause=cause)
    return session_pb2.AttachGatewayRequest(disconnected=loss)


class FakeGateway(Module, gateway_pb2_grpc.GatewayServiceServicer):
    """Answers `CallTool` by method from `answers`; each answer gets the params and returns a result or raises."""

    name = "gateway"
    running: ClassVar[FakeGateway]

    def __init__(self, context: ModuleContext, settings: Any) -> None:
        type(self).running = self
        self.calls: list[gateway_pb2.CallToolRequest] = []
        self._arrived = asyncio.Condition()
        window_ids = itertools.count(101)
        self.answers: dict[str, Answer] = {
            "tool.session_start": lambda params: {"agent_window_id": next(window_ids)},
            "tool.session_stop": lambda params: {},
        }

    def register(self, server: grpc.aio.Server) -> tuple[str, ...]:
        gateway_pb2_grpc.add_GatewayServiceServicer_to_server(self, server)
        return (gateway_pb2.DESCRIPTOR.services_by_name["GatewayService"].full_name,)

    @property
    def methods(self) -> list[str]:
        """Methods that were called, in order."""
        return [call.method for call in self.calls]

    async def called(self, method: str, times: int = 1) -> gateway_pb2.CallToolRequest:
        """Wait until a method has been called so many times; the last of these calls."""
        async with asyncio.timeout(CALL_SECONDS), self._arrived:
            await self._arrived.wait_for(lambda: self.methods.count(method) >= times)
        return [call for call in self.calls if call.method == method][times - 1]

    async def CallTool(  # noqa: N802
        self, request: gateway_pb2.CallToolRequest, context: Any
    ) -> gateway_pb2.CallToolResponse:
        async with self._arrived:
            self.calls.append(request)
            self._arrived.notify_all()
        result = self.answers[request.method](json.loads(request.params_json))
        if inspect.isawaitable(result):
            result = await result
        return gateway_pb2.CallToolResponse(result_json=json.dumps(result))

    async def PingBrowser(self, request: Any, context: Any) -> Any:  # noqa: N802
        return gateway_pb2.PingBrowserResponse(round_trip_ms=1.0)

    async def GetGatewayStatus(self, request: Any, context: Any) -> Any:  # noqa: N802
        return gateway_pb2.GetGatewayStatusResponse(gateway_id="g-1", listen_host="127.0.0.1", listen_port=1)


@dataclass
class Reports:
    """A gateway's stream of reports."""

    stream: Any
    taken: int = 1

    async def send(self, report: session_pb2.AttachGatewayRequest) -> None:
        """Report, and wait until it has been taken in."""
        with failures_of("session"):
            await self.stream.write(report)
            answer = await self.stream.read()
        self.taken += 1
        assert answer.reports_taken == self.taken

    async def connect(self, *arguments: Any, **settings: Any) -> None:
        """Report a connection."""
        await self.send(session_pb2.AttachGatewayRequest(connected=connection(*arguments, **settings)))

    async def interrupt(self, session_id: str, instance_id: str = "aaaa1111") -> None:
        """Report that the person pressed Stop."""
        payload = link_pb2.UserInterruptPayload(session_id=session_id)
        await self.send(session_pb2.AttachGatewayRequest(user_interrupt=payload, browser_instance_id=instance_id))

    async def close_window(self, session_id: str, instance_id: str = "aaaa1111") -> None:
        """Report that the person closed the Agent Window."""
        payload = link_pb2.WindowClosedPayload(session_id=session_id)
        await self.send(session_pb2.AttachGatewayRequest(window_closed=payload, browser_instance_id=instance_id))

    def close(self) -> None:
        """Break off."""
        self.stream.cancel()


@dataclass
class SessionHost:
    """A running session service."""

    host: Host
    home: Path
    gateway: FakeGateway
    peers: Peers
    turns: Turns
    stub: session_pb2_grpc.SessionServiceAsyncStub
    streams: list[Any] = field(default_factory=list)

    async def attach(self, *connections: session_pb2.Connection, gateway_id: str = "g-1", address: str = "") -> Reports:
        """Begin to report as a gateway."""
        stream = self.stub.AttachGateway(metadata=self.peers.metadata())
        self.streams.append(stream)
        snapshot = session_pb2.GatewaySnapshot(gateway_id=gateway_id, gateway_address=address, connections=connections)
        with failures_of("session"):
            await stream.write(session_pb2.AttachGatewayRequest(snapshot=snapshot))
            first: Any = await stream.read()
            assert first.reports_taken == 1
        return Reports(stream)

    async def start(self, **fields: Any) -> session_pb2.StartSessionResponse:
        """Start a session."""
        request = session_pb2.StartSessionRequest(**fields)
        return await self.peers.call("session", self.stub.StartSession, request, timeout_seconds=CALL_SECONDS)

    async def stop(self, session_id: str = "", **fields: Any) -> session_pb2.StopSessionsResponse:
        """Stop a session, or all with `all=True`."""
        request = session_pb2.StopSessionsRequest(session_id=session_id or None, **fields)
        return await self.peers.call("session", self.stub.StopSessions, request, timeout_seconds=CALL_SECONDS)

    async def sessions(self) -> list[session_pb2.SessionEntry]:
        """The sessions as they are listed."""
        request = session_pb2.ListSessionsRequest()
        answer = await self.peers.call("session", self.stub.ListSessions, request, timeout_seconds=CALL_SECONDS)
        return list(answer.sessions)

    async def browsers(self, wait_ms: int = 0) -> list[session_pb2.BrowserEntry]:
        """The browsers as they are listed."""
        request = session_pb2.ListBrowsersRequest(wait_for_browser_ms=wait_ms)
        answer = await self.peers.call("session", self.stub.ListBrowsers, request, timeout_seconds=CALL_SECONDS)
        return list(answer.browsers)

    def turn(
        self,
        session_id: str,
        *,
        call_id: str = "c-1",
        effect: options_pb2.Effect.ValueType = CHANGE,
        no_wait: bool = False,
        seconds: float = CALL_SECONDS,
    ) -> AbstractAsyncContextManager[Turn]:
        """Take a turn."""
        opening = session_pb2.TurnOpening(
            session_id=session_id, call_id=call_id, method="tool.click", effect=effect, no_wait=no_wait
        )
        return self.turns.take(opening, seconds)

    async def refusal(self, session_id: str, **settings: Any) -> BskError:
        """The error of a turn that is not granted."""
        return await failure(self._try_turn(session_id, **settings))

    async def _try_turn(self, session_id: str, **settings: Any) -> None:
        async with self.turn(session_id, **settings):
            pass


async def failure(call: Awaitable[Any]) -> BskError:
    """The error of a call that has to fail."""
    try:
        result = await call
    except BskError as error:
        return error
    raise AssertionError(f"the call answered {result}")


@asynccontextmanager
async def session_host(
    clock: Clock | None = None,
    home: Path | None = None,
    modules: tuple[type[Module], ...] = (),
    sections: Mapping[str, Any] | None = None,
    **settings: Any,
) -> AsyncIterator[SessionHost]:
    """Run a session service, in a home directory of its own unless one is given, with further modules beside it."""
    services = {"session": SessionSettings(**settings), **(sections or {})}
    with tempfile.TemporaryDirectory() as directory:
        home = home or Path(directory)
        kinds: tuple[type[Module], ...] = (FakeGateway, SessionModule, *modules)
        async with running_host(kinds, home, Configuration(services=services), clock) as host:
            peers = Peers(home, (), {"session": host.addresses.grpc})
            stub = session_pb2_grpc.SessionServiceStub(peers.channel("session"))
            served = SessionHost(host, home, FakeGateway.running, peers, Turns(peers), stub)
            try:
                yield served
            finally:
                for stream in served.streams:
                    stream.cancel()
                await served.turns.close()
                await peers.close()


@asynccontextmanager
async def running_host(
    modules: tuple[type[Module], ...], home: Path, configuration: Configuration, clock: Clock | None = None
) -> AsyncIterator[Host]:
    """Run modules in one process without the lock of the home directory. Raises what keeps them from starting."""
    plan = HostPlan("test", modules, "test", discovery=False, http_port=0, host_managed=True)
    host = Host(plan, home, configuration, clock or SystemClock())
    running = asyncio.create_task(host.run())
    started = asyncio.create_task(host.started.wait())
    await asyncio.wait({running, started}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        started.cancel()
        await running
    try:
        yield host
    finally:
        host.request_stop()
        await running
