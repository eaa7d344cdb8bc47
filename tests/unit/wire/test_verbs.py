from __future__ import annotations

import inspect
from typing import Any

import pytest

from bsk.verbs import AsyncVerbs, Verbs
from bsk_wire.catalog import tools


class Recorded(Verbs):
    """Takes down what its methods ask for."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, Any]]] = []

    def _tool(self, command: str, fields: dict[str, Any]) -> Any:
        self.calls.append((command, {name: value for name, value in fields.items() if value is not None}))


def methods(kind: type[Any]) -> dict[str, inspect.Signature]:
    found = inspect.getmembers(kind, inspect.isfunction)
    return {name: inspect.signature(method) for name, method in found if not name.startswith("_")}


def test_every_tool_of_a_session_is_a_method() -> None:
    in_session = [tool for tool in tools() if "session_id" in tool.rpc.input_type.fields_by_name]
    assert len(methods(Verbs)) == len(in_session)
    assert {"click", "create_tab", "get_html", "navigate_back", "resize_window", "wait_for_navigation"} <= set(
        methods(Verbs)
    )


def test_both_kinds_of_methods_take_the_same_arguments() -> None:
    assert methods(Verbs) == methods(AsyncVerbs)


def test_every_method_says_what_it_does() -> None:
    for name in methods(Verbs):
        assert inspect.getdoc(getattr(Verbs, name)), name


@pytest.mark.parametrize(
    ("name", "arguments", "command", "fields"),
    [
        ("click", {"target": "@e1", "timeout_seconds": 0.25}, "click", {"target": "@e1", "timeout_ms": 250}),
        ("press", {"key": "a", "hold_seconds": 1}, "press", {"key": "a", "hold_ms": 1000}),
        ("hover", {"target": "a", "settle_seconds": 0}, "hover", {"target": "a", "settle_ms": 0}),
        ("create_tab", {"active": False}, "tab create", {"active": False}),
        ("get_html", {"ref": "@e1"}, "get-html", {"ref": "@e1"}),
        ("resize_window", {"width": 800, "height": 600}, "window resize", {"width": 800, "height": 600}),
    ],
)
def test_method_asks_for_its_tool(name: str, arguments: dict[str, Any], command: str, fields: dict[str, Any]) -> None:
    verbs = Recorded()
    getattr(verbs, name)(**arguments)
    assert verbs.calls == [(command, fields)]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("click", ["target"]),
        ("fill", ["target", "value"]),
        ("navigate", ["url"]),
        ("close_tab", ["tab_id"]),
        ("observe", []),
    ],
)
def test_required_arguments_come_first(name: str, first: list[str]) -> None:
    positional = [
        parameter.name
        for parameter in methods(Verbs)[name].parameters.values()
        if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
    ]
    assert positional == ["self", *first]
