"""Pieces of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, or nothing when there are no rows."""
    lines = [_row(row) for row in rows]
    return "\n".join([_row(header), _row(["---"] * len(header)), *lines]) + "\n" if lines else ""


def code(text: str) -> str:
    """A word or a name as code."""
    return f"`{text}`" if text else ""


def block(text: str, language: str = "") -> str:
    """Lines as they are."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|').replace(chr(10), ' ') for cell in cells)} |"
