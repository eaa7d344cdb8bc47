from __future__ import annotations

from typing import Any

import pytest

from bsk_wire.catalog import tool_of_command, tools
from bsk_wire.errors import BskError
from bskd.router.validation import RequestRules


def check(command: str, **fields: Any) -> None:
    tool = tool_of_command(command)
    RequestRules(tool).check(tool.request_class(**fields))


@pytest.mark.parametrize(
    ("command", "fields", "fault"),
    [
        ("click", {"ref": "e1"}, "--session is missing"),
        ("observe", {}, "--session is missing"),
        ("navigate", {"session_id": "abcd"}, "<url> is missing"),
        ("navigate", {"session_id": "abcd", "url": ""}, "<url> is missing"),
        ("evaluate", {"session_id": "abcd"}, "<expression> is missing"),
        ("press", {"session_id": "abcd"}, "<key> is missing"),
        ("fill", {"session_id": "abcd", "ref": "e1"}, "--value is missing"),
        ("tab close", {"session_id": "abcd"}, "<tab-id> is missing"),
        ("click", {"session_id": "abcd", "ref": "e1", "timeout_ms": 0}, "--timeout has to be more than 0"),
        ("hover", {"session_id": "abcd", "ref": "e1", "settle_ms": 0}, "--settle has to be more than 0"),
        ("click", {"session_id": "abcd", "ref": "e1", "button": "no"}, "--button has to be one of left, middle, right"),
        (
            "click",
            {"session_id": "abcd", "ref": "e1", "modifiers": ["alt", "hyper"]},
            "--modifiers has to be one of alt, ctrl, meta, shift",
        ),
        ("click", {"session_id": "abcd", "ref": "e1", "click_count": 0}, "--click-count has to be at least 1"),
        (
            "window resize",
            {"session_id": "abcd", "width": 99, "height": 500},
            "--width has to be from 100 to 7680",
        ),
        ("wait-ms", {"duration_ms": 300_001}, "<duration-ms> has to be from 0 to 300000"),
        ("click", {"session_id": "abcd"}, "the element is missing: give --ref or --selector"),
        ("click", {"session_id": "abcd", "ref": ""}, "--ref is empty"),
        ("click", {"session_id": "abcd", "ref": "e1", "selector": "a"}, "--ref and --selector exclude each other"),
        (
            "press",
            {"session_id": "abcd", "key": "a", "ref": "e1", "selector": "a"},
            "--ref and --selector exclude each other",
        ),
    ],
)
def test_request_is_refused_and_the_flag_named(command: str, fields: dict[str, Any], fault: str) -> None:
    with pytest.raises(BskError) as caught:
        check(command, **fields)
    assert caught.value.message == fault
    assert (caught.value.code, caught.value.effect_state) == ("invalid_params", "none")


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("click", {"session_id": "abcd", "selector": "#buy"}),
        ("press", {"session_id": "abcd", "key": "Enter"}),
        ("press", {"session_id": "abcd", "key": "Enter", "hold_ms": 0}),
        ("fill", {"session_id": "abcd", "ref": "e1", "value": ""}),
        ("select", {"session_id": "abcd", "ref": "e1", "values": []}),
        ("wait-ms", {"duration_ms": 0}),
        ("wait-ms", {"duration_ms": 300_000}),
        ("window resize", {"session_id": "abcd", "width": 100, "height": 7680}),
        ("observe", {"session_id": "abcd", "max_depth": 1}),
        ("tab create", {"session_id": "abcd", "index": 0}),
    ],
)
def test_request_at_the_bounds_passes(command: str, fields: dict[str, Any]) -> None:
    check(command, **fields)


def test_every_tool_with_a_session_wants_it() -> None:
    for tool in tools():
        if "session_id" in tool.rpc.input_type.fields_by_name:
            with pytest.raises(BskError, match="--session is missing"):
                RequestRules(tool).check(tool.request_class())
