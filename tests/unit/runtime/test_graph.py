from __future__ import annotations

from typing import Any

import pytest

from bskd.runtime.graph import start_order
from bskd.runtime.module import Module


def module(own_name: str, *own_needs: str) -> type[Module]:
    class Fake(Module):
        name = own_name
        needs = own_needs

        def __init__(self, context: Any, settings: Any) -> None: ...

        def register(self, server: Any) -> tuple[str, ...]:
            return ()

    return Fake


def names(*modules: type[Module]) -> list[str]:
    return [kind.name for kind in start_order(modules)]


def test_start_order_puts_needs_first() -> None:
    assert names(module("c", "b"), module("b", "a"), module("a")) == ["a", "b", "c"]


def test_start_order_keeps_the_given_order_otherwise() -> None:
    assert names(module("x"), module("a"), module("m")) == ["x", "a", "m"]


def test_start_order_leaves_needs_of_other_processes_alone() -> None:
    assert names(module("router", "session", "gateway")) == ["router"]


def test_start_order_refuses_a_circle_and_names_it() -> None:
    with pytest.raises(ValueError, match="a -> b -> a"):
        start_order([module("a", "b"), module("b", "a")])
