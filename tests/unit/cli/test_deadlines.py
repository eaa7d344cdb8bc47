from __future__ import annotations

from typing import Any

import pytest

from bsk_client.deadlines import tool_deadline_seconds
from bsk_client.requests import request_of
from bsk_wire.catalog import tool_of_command


@pytest.mark.parametrize(
    ("words", "values", "expected_seconds"),
    [
        ("observe", {}, 35.0),
        ("tab list", {}, 35.0),
        ("click", {"target": "x"}, 45.0),
        ("click", {"target": "x", "timeout_ms": 1500}, 16.5),
        ("navigate-back", {}, 30.0),
        ("navigate", {"url": "x", "timeout_ms": 60_000}, 75.0),
        ("wait-ms", {"duration_ms": 300_000}, 305.0),
    ],
)
def test_deadline_is_the_time_out_and_a_margin(words: str, values: dict[str, Any], expected_seconds: float) -> None:
    tool = tool_of_command(words)
    assert tool_deadline_seconds(tool, request_of(tool, values)) == expected_seconds
