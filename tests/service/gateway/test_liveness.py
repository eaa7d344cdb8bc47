"""Heartbeats, silence and what follows from it."""

from __future__ import annotations

from typing import Any

from support.fake_clock import FakeClock
from support.fake_extension import FakeExtension, NoAnswerError
from support.gateway_host import GatewayHost, gateway_host


def no_answer(params: dict[str, Any]) -> Any:
    raise NoAnswerError


async def heartbeat_taken(gateway: GatewayHost, extension: FakeExtension) -> None:
    """Send a heartbeat and make sure that it has arrived: frames are taken in their order."""
    await extension.heartbeat()
    extension.handlers["tool.probe"] = lambda params: 1
    await gateway.call(extension, "tool.probe", session_id="")


async def test_silent_browser_is_dropped_after_it_once_sent_a_heartbeat() -> None:
    clock = FakeClock()
    async with gateway_host(clock) as gateway, gateway.extension() as extension:
        await heartbeat_taken(gateway, extension)
        for _ in range(3):
            await clock.advance(15)
        assert len(gateway.session.kinds()) == 2
        await clock.advance(15)
        assert await extension.wait_closed() == (1001, "no sign of life")
        assert (await gateway.session.report("disconnected")).cause == "silent"


async def test_browser_that_keeps_sending_heartbeats_stays() -> None:
    clock = FakeClock()
    async with gateway_host(clock) as gateway, gateway.extension() as extension:
        for _ in range(10):
            await heartbeat_taken(gateway, extension)
            await clock.advance(20)
        assert gateway.session.kinds() == ["snapshot", "connected"]


async def test_browser_without_heartbeats_is_never_dropped() -> None:
    clock = FakeClock()
    async with gateway_host(clock) as gateway, gateway.extension() as extension:
        for _ in range(40):
            await clock.advance(15)
        extension.handlers["tool.click"] = lambda params: 1
        assert await gateway.call(extension) == 1


async def test_browser_is_unresponsive_after_a_time_out_in_silence_until_it_speaks_again() -> None:
    clock = FakeClock()
    async with gateway_host(clock) as gateway, gateway.extension() as extension:
        await heartbeat_taken(gateway, extension)
        await clock.advance(40)
        extension.handlers["tool.click"] = no_answer
        assert (await gateway.failure(extension, timeout_seconds=0.1)).reason == "timeout"
        assert (await gateway.session.report("liveness")).unresponsive
        before = len(extension.requests)
        error = await gateway.failure(extension)
        assert (error.reason, error.data) == ("extension_unresponsive", {"dispatched": False})
        assert len(extension.requests) == before
        await extension.heartbeat()
        await gateway.metric_becomes("bsk_gateway_unresponsive_count", 0)
        extension.handlers["tool.click"] = lambda params: 1
        assert await gateway.call(extension, fencing_number=2) == 1


async def test_time_out_soon_after_a_frame_is_only_slow() -> None:
    clock = FakeClock()
    async with gateway_host(clock) as gateway, gateway.extension() as extension:
        await heartbeat_taken(gateway, extension)
        await clock.advance(39)
        extension.handlers["tool.click"] = no_answer
        assert (await gateway.failure(extension, timeout_seconds=0.1)).reason == "timeout"
        assert "liveness" not in gateway.session.kinds()
