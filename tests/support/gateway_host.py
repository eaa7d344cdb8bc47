"""A real gateway in the test's event loop, with a session service that only takes reports."""

from __future__ import annotations

import asyncio
import json
import tempfile
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bsk.gateway.v1 import gateway_pb2, gateway_pb2_grpc
from bsk_wire.errors import BskError
from bskd.gateway.config import GatewaySettings
from bskd.gateway.module import GatewayModule
from bskd.runtime.clock import Clock, SystemClock
from bskd.runtime.config import Configuration
from bskd.runtime.host import Host, HostPlan
from bskd.runtime.peers import Peers
from support.fake_extension import FakeExtension
from support.fake_session import FakeSession


@dataclass
class GatewayHost:
    """A running gateway."""

    host: Host
    port: int
    session: FakeSession
    peers: Peers
    stub: gateway_pb2_grpc.GatewayServiceAsyncStub
    running: asyncio.Task[None]

    @property
    def stopped(self) -> bool:
        """Whether the host has ended."""
        return self.running.done()

    async def call(
        self,
        extension: FakeExtension,
        method: str = "tool.click",
        params: dict[str, Any] | None = None,
        *,
        session_id: str = "qzem",
        fencing_number: int = 1,
        timeout_seconds: float = 10.0,
        **settings: Any,
    ) -> Any:
        """Call an extension through gRPC. Returns the decoded result, raises `BskError`."""
        request = gateway_pb2.CallToolRequest(
            browser_instance_id=extension.instance_id,
            session_id=session_id,
            fencing_number=fencing_number,
            method=method,
            params_json=json.dumps(params or {}),
            timeout_ms=int(timeout_seconds * 1000),
            **settings,
        )
        response = await self.peers.call("gateway", self.stub.CallTool, request, timeout_seconds=timeout_seconds + 5)
        return json.loads(response.result_json)

    async def failure(self, *arguments: Any, **settings: Any) -> BskError:
        """The error of a `call` that has to fail."""
        try:
            result = await self.call(*arguments, **settings)
        except BskError as error:
            return error
        raise AssertionError(f"the call answered {result}")

    async def metric(self, sample: str) -> float:
        """Value of a sample of `/metrics`, such as `name{label="value"}`; 0 when it is not there."""
        text = await self.page("/metrics")
        values = [line.rpartition(" ")[2] for line in text.splitlines() if line.startswith(f"{sample} ")]
        return float(values[0]) if values else 0.0

    async def metric_becomes(self, sample: str, value: float, timeout_seconds: float = 5.0) -> None:
        """Wait until a sample of `/metrics` has this value."""
        async with asyncio.timeout(timeout_seconds):
            # Metrics cannot be awaited, only looked at again.
            while await self.metric(sample) != value:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def page(self, path: str) -> str:
        """Body of an HTTP page."""
        return await asyncio.to_thread(self._fetch, path)

    def extension(self, **settings: Any) -> FakeExtension:
        """An extension for this gateway; connected inside its `async with`."""
        return FakeExtension(self.port, **settings)

    def _fetch(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as response:
            body: bytes = response.read()
        return body.decode()


@asynccontextmanager
async def gateway_host(
    clock: Clock | None = None, configuration: Configuration | None = None
) -> AsyncIterator[GatewayHost]:
    """Run a gateway in a home directory of its own."""
    plan = HostPlan("gateway", (FakeSession, GatewayModule), "gateway", discovery=False, http_port=0, host_managed=True)
    configuration = configuration or Configuration(services={"gateway": GatewaySettings()})
    with tempfile.TemporaryDirectory() as directory:
        home = Path(directory)
        host = Host(plan, home, configuration, clock or SystemClock())
        running = asyncio.create_task(host.run())
        started = asyncio.create_task(host.started.wait())
        await asyncio.wait({running, started}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
        peers = Peers(home, (), {"gateway": host.addresses.grpc})
        stub = gateway_pb2_grpc.GatewayServiceStub(peers.channel("gateway"))
        try:
            await FakeSession.running.report("snapshot", 0)
            yield GatewayHost(host, host.addresses.http_port, FakeSession.running, peers, stub, running)
        finally:
            await peers.close()
            host.request_stop()
            await running
