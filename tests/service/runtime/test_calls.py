"""What the runtime puts around every call, over a real server and real channels."""

from __future__ import annotations

import asyncio
import json
import logging
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc  # type: ignore[import-untyped]

from bsk.gateway.v1 import gateway_pb2, gateway_pb2_grpc
from bsk.session.v1 import session_pb2, session_pb2_grpc
from bsk_wire.errors import BskError, Reason
from bskd.runtime.callcontext import current_call
from bskd.runtime.clock import SystemClock
from bskd.runtime.config import Configuration, ListenSettings, ProcessSettings
from bskd.runtime.host import Host, HostPlan
from bskd.runtime.module import Module, ModuleContext
from bskd.runtime.peers import CHANNEL_OPTIONS, Peers
from support.fake_session import FakeSession

Work = Callable[[gateway_pb2.CallToolRequest], Awaitable[str]]


class Scripted(Module, gateway_pb2_grpc.GatewayServiceServicer):
    """A service whose one call does what the test says."""

    name = "gateway"
    needs = ("session",)
    work: ClassVar[Work]
    running: ClassVar[Scripted]

    def __init__(self, context: ModuleContext, settings: Any) -> None:
        self.context = context
        self.began = asyncio.Event()
        self.drained = asyncio.Event()
        self.why_unready: str | None = None
        Scripted.running = self

    def register(self, server: grpc.aio.Server) -> tuple[str, ...]:
        gateway_pb2_grpc.add_GatewayServiceServicer_to_server(self, server)
        return ("bsk.gateway.v1.GatewayService",)

    def unready(self) -> str | None:
        return self.why_unready

    async def drain(self) -> None:
        self.drained.set()

    async def CallTool(self, request: gateway_pb2.CallToolRequest, context: Any) -> Any:  # noqa: N802
        self.began.set()
        return gateway_pb2.CallToolResponse(result_json=await Scripted.work(request))

    async def PingBrowser(self, request: Any, context: Any) -> Any:  # noqa: N802
        # A call on behalf of the present one.
        stub = gateway_pb2_grpc.GatewayServiceStub(self.context.peers.channel("gateway"))
        inner = gateway_pb2.CallToolRequest()
        await self.context.peers.call("gateway", stub.CallTool, inner, timeout_seconds=5)
        return gateway_pb2.PingBrowserResponse()

    async def GetGatewayStatus(self, request: Any, context: Any) -> Any:  # noqa: N802
        raise NotImplementedError


@dataclass
class Running:
    host: Host
    module: Scripted
    peers: Peers
    channel: grpc.aio.Channel
    stub: gateway_pb2_grpc.GatewayServiceAsyncStub

    async def call(self, metadata: Any = (), timeout_seconds: float = 5.0) -> str:
        """A call from outside."""
        request = gateway_pb2.CallToolRequest(session_id="qzem")
        response = await self.stub.CallTool(request, timeout=timeout_seconds, metadata=metadata)
        return response.result_json


@asynccontextmanager
async def serving(work: Work, *, listen: str = "", drain_seconds: float = 1.0) -> AsyncIterator[Running]:
    Scripted.work = staticmethod(work)
    plan = HostPlan("gateway", (Scripted, FakeSession), "gateway", discovery=False, http_port=0, host_managed=True)
    configuration = Configuration(
        listen=ListenSettings(grpc=listen), process=ProcessSettings(drain_seconds=drain_seconds)
    )
    with tempfile.TemporaryDirectory() as directory:
        host = Host(plan, Path(directory), configuration, SystemClock())
        running = asyncio.create_task(host.run())
        await asyncio.wait_for(host.started.wait(), 10)
        peers = Peers(Path(directory), (), {"gateway": host.addresses.grpc})
        channel = grpc.aio.insecure_channel(host.addresses.grpc, options=CHANNEL_OPTIONS)
        try:
            yield Running(host, Scripted.running, peers, channel, gateway_pb2_grpc.GatewayServiceStub(channel))
        finally:
            await channel.close()
            await peers.close()
            host.request_stop()
            await running


def raising(error: BaseException) -> Work:
    async def work(request: gateway_pb2.CallToolRequest) -> str:
        raise error

    return work


async def forever(request: gateway_pb2.CallToolRequest) -> str:
    await asyncio.Event().wait()
    return ""


async def who_am_i(request: gateway_pb2.CallToolRequest) -> str:
    call = current_call()
    assert call is not None
    return json.dumps([call.call_id, call.method, call.session_id, call.from_peer])


async def failure(running: Running, **settings: Any) -> BskError:
    """The error of a call through `Peers`."""
    request = gateway_pb2.CallToolRequest()
    with pytest.raises(BskError) as failed:
        await running.peers.call(
            "gateway", running.stub.CallTool, request, timeout_seconds=settings.get("timeout_seconds", 5.0)
        )
    return failed.value


async def test_call_knows_its_id_and_session() -> None:
    async with serving(who_am_i) as running:
        facts = json.loads(await running.call(metadata=(("bsk-call-id", "c-1234"),)))
        assert facts == ["c-1234", "/bsk.gateway.v1.GatewayService/CallTool", "qzem", False]


async def test_call_without_an_id_gets_one() -> None:
    async with serving(who_am_i) as running:
        first, second = json.loads(await running.call()), json.loads(await running.call())
        assert first[0].startswith("c-")
        assert first[0] != second[0]


async def test_call_id_travels_to_peers() -> None:
    seen: list[tuple[str, bool]] = []

    async def work(request: gateway_pb2.CallToolRequest) -> str:
        call = current_call()
        assert call is not None
        seen.append((call.call_id, call.from_peer))
        return ""

    async with serving(work) as running:
        await running.stub.PingBrowser(gateway_pb2.PingBrowserRequest(), metadata=(("bsk-call-id", "c-77"),))
        assert seen == [("c-77", True)]


async def test_error_crosses_the_wire_whole() -> None:
    error = BskError(
        Reason.OPTION_NOT_FOUND,
        "no such option: é",
        effect_state="none",
        phase="p",
        options=["a", 1, None],
        deep={"x": 1},
    )
    async with serving(raising(error)) as running:
        arrived = await failure(running)
        assert arrived.envelope() | {"data": None} == error.envelope() | {"data": None}
        assert arrived.effect_state == "none"
        assert arrived.data == {"options": ["a", 1, None], "deep": {"x": 1}}
        assert arrived.call_id


async def test_error_with_large_data_arrives() -> None:
    async with serving(raising(BskError(Reason.OPTION_NOT_FOUND, "m", options=["x" * 50] * 1000))) as running:
        assert len((await failure(running)).data["options"]) == 1000


async def test_error_with_too_large_data_arrives_without_them() -> None:
    async with serving(raising(BskError(Reason.OPTION_NOT_FOUND, "m", text="x" * 1_000_000))) as running:
        arrived = await failure(running)
        assert (arrived.reason, arrived.data) == ("option_not_found", {"data_omitted": True})


async def test_unexpected_failure_is_internal_and_logged_once_with_its_call(caplog: pytest.LogCaptureFixture) -> None:
    async with serving(raising(RuntimeError("secret detail"))) as running:
        caplog.clear()
        arrived = await failure(running)
        assert arrived.reason == "internal"
        assert "secret" not in str(arrived.envelope())
        errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert len(errors) == 1
        assert "secret detail" in str(errors[0].exc_info)


async def test_deadline_of_a_peer_is_a_timeout() -> None:
    async with serving(forever) as running:
        assert (await failure(running, timeout_seconds=0.1)).reason == "timeout"


async def test_cancelled_call_is_cancelled_on_the_other_side() -> None:
    ended = asyncio.Event()

    async def work(request: gateway_pb2.CallToolRequest) -> str:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return ""

    async with serving(work) as running:
        calling = asyncio.create_task(running.call())
        await running.module.began.wait()
        calling.cancel()
        await asyncio.wait_for(ended.wait(), 2)


async def test_peer_that_is_away_is_unavailable() -> None:
    with tempfile.TemporaryDirectory() as directory:
        peers = Peers(Path(directory), (), {})
        stub = gateway_pb2_grpc.GatewayServiceStub(peers.channel("gateway"))
        with pytest.raises(BskError) as failed:
            await peers.call("gateway", stub.CallTool, gateway_pb2.CallToolRequest(), timeout_seconds=5)
        assert (failed.value.reason, failed.value.data) == ("peer_unavailable", {"peer": "gateway"})
        await peers.close()


async def test_peer_that_comes_back_is_found_again_within_a_second_or_two() -> None:
    with tempfile.TemporaryDirectory() as directory:
        address = f"unix:{directory}/run/own.sock"
        peers = Peers(Path(directory), (), {"gateway": address})
        stub = gateway_pb2_grpc.GatewayServiceStub(peers.channel("gateway"))
        with pytest.raises(BskError):
            await peers.call("gateway", stub.CallTool, gateway_pb2.CallToolRequest(), timeout_seconds=5)
        async with serving(who_am_i, listen=address):
            async with asyncio.timeout(3):
                while True:
                    try:
                        await peers.call("gateway", stub.CallTool, gateway_pb2.CallToolRequest(), timeout_seconds=5)
                        break
                    except BskError:
                        await asyncio.sleep(0.05)
        await peers.close()


async def test_call_over_tcp_needs_the_token_of_the_home() -> None:
    async with serving(who_am_i, listen="127.0.0.1:0") as running:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await running.call()
        assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED
        # What supervises the process has no token, and learns nothing but its health.
        await health_pb2_grpc.HealthStub(running.channel).Check(health_pb2.HealthCheckRequest(), timeout=2)
        stub = gateway_pb2_grpc.GatewayServiceStub(running.peers.channel("gateway"))
        assert await running.peers.call("gateway", stub.CallTool, gateway_pb2.CallToolRequest(), timeout_seconds=5)


async def test_metrics_count_calls_and_failures() -> None:
    async with serving(raising(BskError(Reason.REF_NOT_FOUND, "m"))) as running:
        await failure(running)
        registry = running.module.context.registry
        labels = {"method": "/bsk.gateway.v1.GatewayService/CallTool", "reason": "ref_not_found"}
        assert registry.get_sample_value("bsk_runtime_call_errors_total", labels) == 1
        labels = {"method": labels["method"], "code": "NOT_FOUND"}
        assert registry.get_sample_value("bsk_runtime_call_seconds_count", labels) == 1


async def test_stream_is_served_like_a_call() -> None:
    async with serving(who_am_i) as running:
        stub = session_pb2_grpc.SessionServiceStub(running.channel)

        async def reports() -> AsyncIterator[session_pb2.AttachGatewayRequest]:
            yield session_pb2.AttachGatewayRequest(snapshot=session_pb2.GatewaySnapshot(gateway_id="g"))

        taken = [answer.reports_taken async for answer in stub.AttachGateway(reports())]
        assert taken == [1]


async def test_error_of_a_stream_crosses_the_wire() -> None:
    async with serving(who_am_i) as running:
        FakeSession.running.refuses = True
        stream = session_pb2_grpc.SessionServiceStub(running.channel).AttachGateway()
        with pytest.raises(grpc.aio.AioRpcError, match="refused by the test"):
            await stream.read()


async def test_health_follows_the_modules() -> None:
    async with serving(who_am_i) as running:
        stub = health_pb2_grpc.HealthStub(running.channel)

        async def status(service: str) -> int:
            answer = await stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=2)
            return int(answer.status)

        serves, does_not = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING
        await becomes(lambda: status(""), serves)
        running.module.why_unready = "out of order"
        await becomes(lambda: status("bsk.gateway.v1.GatewayService"), does_not)
        assert await status("") == does_not
        assert await status("bsk.session.v1.SessionService") == serves


async def becomes(look: Callable[[], Awaitable[Any]], wanted: Any) -> None:
    """Wait until `look` finds what is wanted."""
    async with asyncio.timeout(5):
        # The health service tells no one who does not ask.
        while await look() != wanted:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_reflection_lists_the_services() -> None:
    async with serving(who_am_i) as running:
        stub = reflection_pb2_grpc.ServerReflectionStub(running.channel)
        request = reflection_pb2.ServerReflectionRequest(list_services="")
        async for answer in stub.ServerReflectionInfo(iter([request])):
            names = {service.name for service in answer.list_services_response.service}
            assert {"bsk.gateway.v1.GatewayService", "grpc.health.v1.Health"} <= names


async def test_drain_lets_running_calls_finish_and_refuses_new_ones() -> None:
    finish = asyncio.Event()

    async def work(request: gateway_pb2.CallToolRequest) -> str:
        await finish.wait()
        return "finished"

    async with serving(work, drain_seconds=5) as running:
        calling = asyncio.create_task(running.call())
        await running.module.began.wait()
        running.host.request_stop()
        async with asyncio.timeout(5):
            while not running.host._activity.draining:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        with pytest.raises(grpc.aio.AioRpcError, match="stopping"):
            await running.call()
        assert not running.module.drained.is_set()
        finish.set()
        assert await calling == "finished"
        await asyncio.wait_for(running.module.drained.wait(), 5)


async def test_drain_cuts_calls_short_and_says_that_their_outcome_is_open() -> None:
    async with serving(forever, drain_seconds=0.1) as running:
        stub, request = running.stub, gateway_pb2.CallToolRequest()

        async def outside() -> BskError:
            from bskd.runtime.peers import error_of_failure

            with pytest.raises(grpc.aio.AioRpcError) as failed:
                await stub.CallTool(request, timeout=20)
            return error_of_failure("gateway", failed.value)

        calling = asyncio.create_task(outside())
        await running.module.began.wait()
        running.host.request_stop()
        error = await asyncio.wait_for(calling, 5)
        assert (error.reason, error.effect_state) == ("draining", "unknown")
