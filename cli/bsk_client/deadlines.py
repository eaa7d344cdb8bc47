"""How long to wait for the answer of a tool."""

from __future__ import annotations

from google.protobuf.message import Message

from bsk_client.limits import PLAIN_CALL_MARGIN_SECONDS, TIMED_CALL_MARGIN_SECONDS
from bsk_wire.catalog import Tool


def tool_deadline_seconds(tool: Tool, request: Message) -> float:
    """Bound of the whole call, waiting for the session's turn included.

    A tool with a time-out gets that time-out, or its default, and a margin in which its structured answer arrives.
    """
    timeout = request.DESCRIPTOR.fields_by_name.get("timeout_ms")
    if timeout is None:
        return tool.options.timeout_ms / 1000 + PLAIN_CALL_MARGIN_SECONDS
    chosen_ms: int = getattr(request, "timeout_ms") if request.HasField("timeout_ms") else tool.options.timeout_ms
    return chosen_ms / 1000 + TIMED_CALL_MARGIN_SECONDS
