from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.message import Message

from bsk.admin.v1 import admin_pb2
from bsk.tools.v1 import interaction_pb2, observation_pb2, script_pb2, tabs_pb2
from bsk_wire.documents import document_of, message_from


@pytest.mark.parametrize(
    ("message", "document"),
    [
        (interaction_pb2.ClickRequest(session_id="a"), {"session_id": "a"}),
        (interaction_pb2.ClickRequest(ref="e1", click_count=0), {"ref": "e1", "click_count": 0}),
        (interaction_pb2.ClickRequest(modifiers=["alt"]), {"modifiers": ["alt"]}),
        (interaction_pb2.FillRequest(value="", clear_before=False), {"value": "", "clear_before": False}),
    ],
)
def test_request_holds_what_was_set(message: Message, document: dict[str, Any]) -> None:
    assert document_of(message, complete=False) == document


@pytest.mark.parametrize(
    ("message", "document"),
    [
        (interaction_pb2.ClickResponse(), {"tab_id": 0, "x": 0, "y": 0}),
        (
            interaction_pb2.ClickResponse(tab_id=7, used_ref="e1", x=1.5),
            {"tab_id": 7, "used_ref": "e1", "x": 1.5, "y": 0},
        ),
        (tabs_pb2.ListTabsResponse(), {"tabs": []}),
        (tabs_pb2.ListTabsResponse(tabs=[tabs_pb2.Tab(tab_id=7)]), {"tabs": [{"tab_id": 7}]}),
        (
            observation_pb2.ScreenshotResponse(tab_id=7, format="png", image_base64=b"\0\xff"),
            {"tab_id": 7, "format": "png", "image_base64": "AP8="},
        ),
    ],
)
def test_result_holds_every_field_without_presence(message: Message, document: dict[str, Any]) -> None:
    assert document_of(message, complete=True) == document


def test_whole_numbers_have_no_fraction() -> None:
    response = script_pb2.EvaluateResponse(ok=True)
    message_from({"value": {"a": [1, 2.5, 1e20, None, True]}}, response)
    document = document_of(response, complete=True)
    assert document["value"] == {"a": [1, 2.5, 10**20, None, True]}
    assert [type(item) for item in document["value"]["a"]] == [int, float, int, type(None), bool]


def test_keys_of_a_value_come_in_the_same_order_each_time() -> None:
    names = ["b", "a", "é", "B", "10", "9"]
    response = script_pb2.EvaluateResponse(ok=True)
    message_from({"value": {"outer": dict.fromkeys(names, 1)}}, response)
    assert list(document_of(response, complete=True)["value"]["outer"]) == sorted(names)


def test_null_and_absent_values_of_a_script_differ() -> None:
    null, absent = script_pb2.EvaluateResponse(), script_pb2.EvaluateResponse()
    message_from({"value": None}, null)
    assert document_of(null, complete=True)["value"] is None
    assert "value" not in document_of(absent, complete=True)


def test_unknown_keys_and_nulls_are_ignored() -> None:
    response = observation_pb2.ObserveResponse()
    message_from({"tab_id": 7, "text": "x", "next_cursor": None, "novelty": {"a": 1}}, response)
    assert response == observation_pb2.ObserveResponse(tab_id=7, text="x")


@pytest.mark.parametrize("document", [{"tab_id": "seven"}, {"tab_id": 2**40}, {"text": 5}, {"tab_id": 1.5}])
def test_value_that_does_not_fit_names_its_field(document: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(document))):
        message_from(document, observation_pb2.ObserveResponse())


@pytest.mark.parametrize("spelling", ["+/+/", "-_-_", "+/+/AA==", "-_-_AA"])
def test_bytes_are_read_in_every_spelling_of_base64(spelling: str) -> None:
    response = observation_pb2.ScreenshotResponse()
    message_from({"image_base64": spelling}, response)
    assert response.image_base64 in (b"\xfb\xff\xbf", b"\xfb\xff\xbf\x00")


@pytest.mark.parametrize(
    ("document", "response"),
    [
        ({"text": "half \ud800"}, observation_pb2.ObserveResponse()),
        ({"image_base64": "x"}, observation_pb2.ScreenshotResponse()),
    ],
)
def test_text_and_bytes_that_are_none_name_their_field(document: dict[str, Any], response: Message) -> None:
    with pytest.raises(ValueError, match=next(iter(document))):
        message_from(document, response)


def test_document_that_is_no_object_is_refused() -> None:
    document: Any = [1]
    with pytest.raises(ValueError, match="not an object"):
        message_from(document, observation_pb2.ObserveResponse())


def test_document_comes_back_as_the_same_message() -> None:
    status = admin_pb2.GetStatusResponse(pid=1, uptime_secs=2, ws_port=3)
    status.browsers.add(instance_id="b", connected_at_ms=1.7e12, unresponsive=True)
    again = admin_pb2.GetStatusResponse()
    message_from(document_of(status, complete=True), again)
    assert again == status
