"""The order in which modules start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from bskd.runtime.module import Module

_M = TypeVar("_M", Module, type[Module])


def start_order(modules: Iterable[_M]) -> list[_M]:
    """The modules such that each comes after those that it needs. Needs that are not among them are left to peers.

    Raises `ValueError` when modules need each other in a circle.
    """
    by_name = {module.name: module for module in modules}
    ordered: dict[str, _M] = {}

    def place(name: str, waiting: tuple[str, ...]) -> None:
        if name in ordered or name not in by_name:
            return
        if name in waiting:
            raise ValueError(f"modules need each other in a circle: {' -> '.join((*waiting, name))}")
        for need in by_name[name].needs:
            place(need, (*waiting, name))
        ordered[name] = by_name[name]

    for name in by_name:
        place(name, ())
    return list(ordered.values())
