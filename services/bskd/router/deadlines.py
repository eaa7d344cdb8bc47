"""How long each part of a call may take, so that the whole ends, with a proper answer, before the caller's deadline."""

from __future__ import annotations

from dataclasses import dataclass

from bsk.options.v1 import options_pb2
from bskd.router.limits import ANSWER_MARGIN_SECONDS, CANCEL_SETTLE_SECONDS, LEAST_TOOL_SHARE, TOOL_SECONDS


@dataclass(frozen=True)
class CallTimes:
    """The parts of one call."""

    # What the tool itself may take.
    tool_seconds: float
    # How long the gateway waits for the extension's answer.
    transport_seconds: float
    # Whether the tool gets less than was asked for.
    shortened: bool


def tool_seconds(options: options_pb2.ToolOptions, asked_ms: int | None) -> float:
    """What the tool may take by the caller's wish, or by its default."""
    if asked_ms is not None:
        return asked_ms / 1000
    return options.timeout_ms / 1000 or TOOL_SECONDS


def overhead_seconds(options: options_pb2.ToolOptions) -> float:
    """What a call may take beyond the tool's own time."""
    settling = CANCEL_SETTLE_SECONDS if options.cancel_at_deadline else 0.0
    return options.response_grace_ms / 1000 + settling + ANSWER_MARGIN_SECONDS


def call_times(options: options_pb2.ToolOptions, asked_ms: int | None, remaining_seconds: float) -> CallTimes:
    """Divide what is left of the caller's time.

    The tool gets its time unless the whole would not fit; then it gets what is left beside the overhead, and at least a
    share of what is left.
    """
    wanted = tool_seconds(options, asked_ms)
    fitting = max(remaining_seconds - overhead_seconds(options), remaining_seconds * LEAST_TOOL_SHARE)
    granted = min(wanted, fitting)
    return CallTimes(granted, granted + options.response_grace_ms / 1000, granted < wanted)
