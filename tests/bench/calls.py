"""What the services add to a call: the library's time for it, less the gateway's measure of the extension's."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from statistics import median

from bench.ground import Ground, ground

CALLS = 300


async def main() -> None:
    """Print the table."""
    print(f"\ncalls: ms for one of {CALLS} calls on the form page through the library")
    print("".join(f"{head:>12}" for head in ("call", "library", "extension", "added")))
    async with ground() as on:
        await on.session.navigate(on.url("form"))
        session = on.session
        for name, method, call in (
            ("evaluate", "tool.evaluate", lambda: session.evaluate("1 + 1")),
            ("tab list", "tool.tab_list", session.list_tabs),
            ("click", "tool.click", lambda: session.click("h1")),
            ("press", "tool.press", lambda: session.press("Shift")),
        ):
            figures = await measured(on, method, call)
            print(f"{name:>12}" + "".join(f"{figure:>12.2f}" for figure in figures), flush=True)


async def measured(on: Ground, method: str, call: Callable[[], Awaitable[object]]) -> tuple[float, float, float]:
    """Median of the whole, mean in the extension, and mean of what is left, which is the services' part."""
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
    whole = sum(seconds) / len(seconds) * 1000
    return median(seconds) * 1000, extension, whole - extension
