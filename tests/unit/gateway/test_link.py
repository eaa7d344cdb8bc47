from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bskd.gateway.link import (
    Answered,
    ErrorFrame,
    FrameError,
    HandshakeOffered,
    Happened,
    Ignored,
    Link,
    Refused,
    Reply,
    ResultFrame,
    error_text,
    parse_frame,
    request_text,
    result_text,
)

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def accepted_link() -> Link:
    link = Link()
    link.accept()
    return link


@settings(deadline=None, max_examples=50)
@given(JSON)
def test_parse_frame_keeps_a_result_as_it_was_written(result: Any) -> None:
    for separators in ((",", ":"), (" , ", " : ")):
        text = json.dumps(result, separators=separators)
        frame = parse_frame(f'{{ "id" : "a", "result" : {text} , "more":[1] }}')
        assert frame == ResultFrame("a", text)


@settings(deadline=None)
@given(st.text())
def test_parse_frame_raises_nothing_but_its_own_error(text: str) -> None:
    for candidate in (text, "{" + text, '{"id":"a",' + text, '{"id":"a","result":' + text + "}"):
        with contextlib.suppress(FrameError):
            parse_frame(candidate)


@settings(deadline=None, max_examples=50)
@given(JSON)
def test_parse_frame_agrees_with_the_json_module_on_what_is_json(value: Any) -> None:
    text = json.dumps({"event": "x", "payload": value})
    for cut in range(len(text)):
        with pytest.raises(FrameError):
            parse_frame(text[:cut])
    frame = parse_frame(text)
    assert frame.payload == ({} if value is None else value)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        '{"event":"x",}',
        '{,"event":"x"}',
        '{"event" "x"}',
        '{"event":"x" "payload":{}}',
        "{1:2}",
        "{null:1}",
        '{"event":}',
    ],
)
def test_parse_frame_refuses_what_is_almost_json(text: str) -> None:
    with pytest.raises(FrameError):
        parse_frame(text)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"\ud83d\ude00", "\U0001f600"),
        (r"\uD83D\uDE00", "\U0001f600"),
        (r"\ud83d", "\ufffd"),
        (r"\ude00\ud83d", "\ufffd\ufffd"),
        (r"\ud83d\ud83d\ude00", "\ufffd\U0001f600"),
        (r"\ud83dx", "\ufffdx"),
        (r"\\ud83d", r"\ud83d"),
        (r"\\\ud83d", "\\\ufffd"),
        (r"\u00e9\ud7ff", "é\ud7ff"),
    ],
)
def test_parse_frame_replaces_half_characters(written: str, read: str) -> None:
    frame = parse_frame(f'{{"id":"a","result":"{written}"}}')
    assert isinstance(frame, ResultFrame)
    assert json.loads(frame.result_json) == read


def test_request_text_puts_the_params_in_as_they_are() -> None:
    assert request_text('a"b', "tool.click", '{"x": 1.0}') == '{"id":"a\\"b","method":"tool.click","params":{"x": 1.0}}'


def test_error_text_omits_absent_data() -> None:
    assert json.loads(error_text("a", "timeout", "m")) == {"id": "a", "error": {"code": "timeout", "message": "m"}}


def test_link_offers_the_handshake_as_the_first_frame() -> None:
    step = Link().receive('{"id":"h","method":"system.handshake","params":{"client":"x"}}')
    assert step == HandshakeOffered("h", {"client": "x"})


def test_link_offers_a_handshake_without_params_as_empty() -> None:
    assert Link().receive('{"id":"h","method":"system.handshake"}') == HandshakeOffered("h", {})


@pytest.mark.parametrize("text", ["{", '{"event":"system.heartbeat"}', '{"id":"a","result":1}'])
def test_link_refuses_another_first_frame(text: str) -> None:
    assert Link().receive(text) == Refused("not_handshake", "expected handshake")


def test_link_answers_another_first_request_before_it_refuses() -> None:
    step = Link().receive('{"id":"a","method":"system.ping"}')
    assert isinstance(step, Refused)
    assert step.answer is not None
    assert json.loads(step.answer)["error"]["code"] == "protocol_error"


def test_link_refuses_a_binary_first_frame() -> None:
    assert Link().receive_binary() == Refused("not_text", "expected text frame")


def test_link_ignores_a_binary_frame_later() -> None:
    assert isinstance(accepted_link().receive_binary(), Ignored)


def test_link_matches_an_answer_to_its_request_once() -> None:
    link = accepted_link()
    link.request("tool-1", "tool.click", "{}")
    assert link.receive('{"id":"tool-1","result":{"a":1}}') == Answered(ResultFrame("tool-1", '{"a":1}'))
    assert link.receive('{"id":"tool-1","result":{"a":1}}') == Ignored("unknown_id", "tool-1")


def test_link_hands_on_an_error_with_its_data() -> None:
    link = accepted_link()
    link.request("tool-1", "tool.click", "{}")
    step = link.receive('{"id":"tool-1","error":{"code":"timeout","message":"m","data":[1]}}')
    assert step == Answered(ErrorFrame("tool-1", "timeout", "m", [1]))


def test_link_ignores_the_answer_to_a_forgotten_request() -> None:
    link = accepted_link()
    link.request("tool-1", "tool.click", "{}")
    link.forget("tool-1")
    assert isinstance(link.receive('{"id":"tool-1","result":1}'), Ignored)


def test_link_ignores_the_answer_to_a_cancel() -> None:
    link = accepted_link()
    link.request("tool-1", "tool.click", "{}")
    text = link.cancel("tool-1")
    assert json.loads(text) == {"id": "cancel-tool-1", "method": "cancel", "params": {"rpc_id": "tool-1"}}
    assert isinstance(link.receive(result_text("cancel-tool-1", {"cancelled": True})), Ignored)
    assert isinstance(link.receive('{"id":"tool-1","result":1}'), Answered)


def test_link_hands_on_known_events_and_ignores_others() -> None:
    link = accepted_link()
    assert link.receive('{"event":"system.heartbeat"}') == Happened("system.heartbeat", {})
    assert link.receive('{"event":"weather.changed"}') == Ignored("unknown_event", "weather.changed")


def test_link_answers_requests_of_the_peer() -> None:
    link = accepted_link()
    refused = link.receive('{"id":"x","method":"session.start"}')
    assert isinstance(refused, Reply)
    assert json.loads(refused.text)["error"]["code"] == "unknown_method"
    cancelled = link.receive('{"id":"y","method":"cancel","params":{"rpc_id":"z"}}')
    assert cancelled == Reply(result_text("y", {"cancelled": False}))
