"""How long to wait for the answer of a tool."""

from __future__ import annotations

from typing import Any

from bsk_client.limits import PLAIN_CALL_MARGIN_SECONDS, TIMED_CALL_MARGIN_SECONDS
from bsk_wire.catalog import Tool


def tool_deadline_seconds(tool: Tool, request: Any) -> float:
    """Bound of the whole call, waiting for the session's turn included.

    A tool with a time-out gets that time-out, or its default, and a margin in which its structured answer arrives.
    """
    if "timeout_ms" not in request.DESCRIPTOR.fields_by_name:
        return tool.options.timeout_ms / 1000 + PLAIN_CALL_MARGIN_SECONDS
    chosen_ms: int = request.timeout_ms if request.HasField("timeout_ms") else tool.options.timeout_ms
    return chosen_ms / 1000 + TIMED_CALL_MARGIN_SECONDS
