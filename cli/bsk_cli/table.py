"""Columns of text for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_CONTROLS = dict.fromkeys([*range(32), *range(127, 160)], " ")


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of left-aligned columns, two spaces apart. What a page or a person named is put on one line first."""
    cells = [list(header), *([one_line(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


def one_line(text: str) -> str:
    """The text with line breaks, tabs and control characters turned into single spaces."""
    return " ".join(text.translate(_CONTROLS).split())


def shortened(text: str, columns: int) -> str:
    """The text cut to `columns` characters, with an ellipsis in place of what is missing."""
    return text if len(text) <= columns else text[: columns - 1] + "…"
