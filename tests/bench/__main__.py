"""`./run bench [observation|calls|startup|memory]...`: measure and print; without words, everything.

Run by hand, never as a test: the figures depend on the machine, so each table holds what it has to be compared with,
measured in the same run.
"""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module

BENCHES = ("observation", "calls", "startup", "memory")


def main(words: list[str]) -> int:
    """Run the benches named, in their order."""
    unknown = [word for word in words if word not in BENCHES]
    if unknown:
        print(f"no such bench: {', '.join(unknown)}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 1
    for name in words or BENCHES:
        asyncio.run(import_module(f"bench.{name}").main())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
