from __future__ import annotations

from typing import Any

import pytest

from bsk.tools.v1 import interaction_pb2, observation_pb2
from bsk_client.requests import reference_of, request_of
from bsk_wire.catalog import tool_of_command
from bsk_wire.errors import BskError, Reason


@pytest.mark.parametrize("text", ["@e3", "e3"])
def test_reference_is_read_with_and_without_its_sign(text: str) -> None:
    assert reference_of(text) == "e3"


@pytest.mark.parametrize("text", ["", "e", "@e", "e3 ", "#e3", "E3", "@f3", "e3.x", "@e\uff13"])
def test_reference_is_nothing_else(text: str) -> None:
    assert reference_of(text) is None


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("@e3", interaction_pb2.ClickRequest(session_id="a", ref="e3")),
        ("e3", interaction_pb2.ClickRequest(session_id="a", ref="e3")),
        ("#e3", interaction_pb2.ClickRequest(session_id="a", selector="#e3")),
        ("button[name='e3']", interaction_pb2.ClickRequest(session_id="a", selector="button[name='e3']")),
    ],
)
def test_target_is_a_reference_or_a_selector(target: str, expected: interaction_pb2.ClickRequest) -> None:
    assert request_of(tool_of_command("click"), {"session_id": "a", "target": target}) == expected


def test_reference_flag_loses_its_sign() -> None:
    request = request_of(tool_of_command("get-html"), {"session_id": "a", "ref": "@e12"})
    assert request == observation_pb2.GetHtmlRequest(session_id="a", ref="e12")


def test_absent_values_are_not_sent() -> None:
    request = request_of(
        tool_of_command("click"), {"session_id": "a", "target": "x", "button": None, "modifiers": None}
    )
    assert request == interaction_pb2.ClickRequest(session_id="a", selector="x")


def test_zero_and_false_are_sent() -> None:
    request = request_of(
        tool_of_command("fill"), {"session_id": "a", "target": "x", "value": "", "tab_id": 0, "clear_before": False}
    )
    assert request == interaction_pb2.FillRequest(session_id="a", selector="x", value="", tab_id=0, clear_before=False)
    assert isinstance(request, interaction_pb2.FillRequest)
    assert request.HasField("value")


@pytest.mark.parametrize("values", ["one", ["one"], ("one",)])
def test_one_word_fills_a_list(values: Any) -> None:
    request = request_of(tool_of_command("select"), {"session_id": "a", "target": "x", "values": values})
    assert request == interaction_pb2.SelectRequest(session_id="a", selector="x", values=["one"])


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"target": ""},
        {"target": "  "},
        {"selector": " "},
        {"target": "x", "ref": "e1"},
        {"target": "x", "selector": "y"},
        {"ref": "e1", "selector": "y"},
        {"ref": "button"},
    ],
)
def test_target_is_named_exactly_once(values: dict[str, Any]) -> None:
    with pytest.raises(BskError) as raised:
        request_of(tool_of_command("click"), {"session_id": "a", **values})
    assert raised.value.reason == Reason.CLI_USAGE_ERROR


def test_target_may_be_left_out_where_the_focus_serves() -> None:
    assert request_of(tool_of_command("press"), {"session_id": "a", "key": "Enter"}) == interaction_pb2.PressRequest(
        session_id="a", key="Enter"
    )
