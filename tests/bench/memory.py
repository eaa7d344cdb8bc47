"""How much memory `bskd` keeps with one browser connected, after some work."""

from __future__ import annotations

import psutil

from bench.ground import ground

WORK_ROUNDS = 50


async def main() -> None:
    """Print the figure."""
    async with ground() as on:
        daemon = psutil.Process(on.bsk.daemon_pid())
        idle = daemon.memory_info().rss
        for _ in range(WORK_ROUNDS):
            await on.session.navigate(on.url("table"))
            await on.session.observe()
        worked = daemon.memory_info().rss
        print(f"\nmemory: bskd resident {idle / 1e6:.1f} MB, after {WORK_ROUNDS} pages {worked / 1e6:.1f} MB")
