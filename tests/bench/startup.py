"""What a process costs: bare Python, `bsk --version`, and whole commands."""

from __future__ import annotations

import sys

from bench.ground import ground, process_ms
from support.bsk import PROGRAM


async def main() -> None:
    """Print the table."""
    print("\nstart-up: median ms of whole processes, and the ratio to bare Python")
    async with ground() as on:
        await on.session.navigate(on.url("form"))
        session = ("--session", on.session.id)
        bare = 0.0
        for name, command in {
            "python -c pass": (sys.executable, "-c", "pass"),
            "bsk --version": (PROGRAM, "--version"),
            "bsk evaluate 1+1": (PROGRAM, "evaluate", "1+1", *session),
            "bsk click": (PROGRAM, "click", "h1", *session),
            "bsk observe": (PROGRAM, "observe", *session),
        }.items():
            figure = await process_ms(*command, environment=on.bsk.environment)
            bare = bare or figure
            print(f"{name:>18}{figure:>10.1f}{figure / bare:>8.2f}", flush=True)
