"""`python -m docs.generator [--check]`: write the reference pages, or say which are not up to date."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from docs.generator import commands, errors, link, operation, tools

REFERENCE = Path(__file__).resolve().parents[1] / "reference"
HEAD = "<!-- Written by ./run docs. Change what it describes instead. -->\n\n"

PAGES: dict[str, Callable[[], str]] = {
    "commands.md": commands.page,
    "tools.md": tools.page,
    "reasons.md": errors.reasons_page,
    "exit-codes.md": errors.exit_codes_page,
    "link-protocol.md": link.page,
    "metrics.md": operation.metrics_page,
    "configuration.md": operation.configuration_page,
}


def main(arguments: list[str]) -> int:
    """Write what has changed. With `--check` write nothing, and fail when something would change."""
    changed = []
    for name, page in PAGES.items():
        path = REFERENCE / name
        text = HEAD + page().rstrip("\n") + "\n"
        if not path.is_file() or path.read_text() != text:
            changed.append(name)
            if "--check" not in arguments:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
    if "--check" in arguments and changed:
        print(f"not up to date, run ./run docs: {', '.join(changed)}")
        return 1
    print(f"written: {', '.join(changed)}" if changed else "the reference pages are up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
