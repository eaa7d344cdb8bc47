"""The frames as both sides read them: the same files are read by the extension's tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bskd.gateway.link import ErrorFrame, EventFrame, FrameError, RequestFrame, ResultFrame, parse_frame

FRAMES = Path(__file__).parent / "frames"


def cases(name: str) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in json.loads((FRAMES / f"{name}.json").read_text())]


@pytest.mark.parametrize("case", cases("request"))
def test_request_is_read_as_agreed(case: dict[str, Any]) -> None:
    frame = parse_frame(case["text"])
    assert isinstance(frame, RequestFrame)
    found = {"kind": "request", "id": frame.id, "method": frame.method}
    if frame.params_json is not None:
        found["params"] = json.loads(frame.params_json)
    assert found == case["expected"]


@pytest.mark.parametrize("case", cases("response"))
def test_response_is_read_as_agreed(case: dict[str, Any]) -> None:
    frame = parse_frame(case["text"])
    assert isinstance(frame, ResultFrame | ErrorFrame)
    found: dict[str, Any] = {"kind": "response", "id": frame.id}
    if isinstance(frame, ResultFrame):
        found["result"] = json.loads(frame.result_json)
    else:
        found["error"] = {"code": frame.code, "message": frame.message}
        if frame.data is not None:
            found["error"]["data"] = frame.data
    assert found == case["expected"]


@pytest.mark.parametrize("case", cases("event"))
def test_event_is_read_as_agreed(case: dict[str, Any]) -> None:
    frame = parse_frame(case["text"])
    assert isinstance(frame, EventFrame)
    assert {"kind": "event", "event": frame.event, "payload": frame.payload} == case["expected"]


@pytest.mark.parametrize("case", cases("invalid"))
def test_text_that_is_no_frame_is_refused_as_agreed(case: dict[str, Any]) -> None:
    with pytest.raises(FrameError):
        parse_frame(case["text"])
