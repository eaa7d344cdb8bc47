"""What the services add to a call: the library's time for it, less the gateway's measure of the extension's.

A call crosses three hops of gRPC (library to router, router to session, router to gateway), so the time of one bare
hop, a health check on the same socket, stands above the table.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from statistics import median

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]

from bench.ground import Ground, ground, median_ms

CALLS = 300


async def main() -> None:
    """Print the table."""
    print(f"\ncalls: ms for one of {CALLS} calls on the form page through the library")
    async with ground() as on:
        await on.session.navigate(on.url("form"))
        hop = await bare_hop(on)
        print(f"one bare hop {hop:.2f}")
        print("".join(f"{head:>12}" for head in ("call", "library", "extension", "added", "in hops")))
        session = on.session
        for name, method, call in (
            ("evaluate", "tool.evaluate", lambda: session.evaluate("1 + 1")),
            ("tab list", "tool.tab_list", session.list_tabs),
            ("click", "tool.click", lambda: session.click("h1")),
            ("press", "tool.press", lambda: session.press("Shift")),
        ):
            figures = await measured(on, method, call)
            print(f"{name:>12}" + "".join(f"{figure:>12.2f}" for figure in (*figures, figures[2] / hop)), flush=True)


async def bare_hop(on: Ground) -> float:
    """Median milliseconds of one unary call to the daemon that does nothing."""
    options = [("grpc.default_authority", "localhost")]
    async with grpc.aio.insecure_channel(f"unix:{on.bsk.home}/run/daemon.sock", options=options) as channel:
        stub = health_pb2_grpc.HealthStub(channel)

        async def check() -> None:
            await stub.Check(health_pb2.HealthCheckRequest())

        return await median_ms(check, CALLS)


async def measured(on: Ground, method: str, call: Callable[[], Awaitable[object]]) -> tuple[float, float, float]:
    """Median of the whole, mean in the extension, and what the median leaves over that mean: the services' part."""
    for _ in range(10):
        await call()
    before = on.request_seconds(method)
    seconds = []
    for _ in range(CALLS):
        began = time.perf_counter()
        await call()
        seconds.append(time.perf_counter() - began)
    after = on.request_seconds(method)
    extension = (after[0] - before[0]) / (after[1] - before[1]) * 1000
    whole = median(seconds) * 1000
    return whole, extension, whole - extension
