"""What a failed call may have left behind.

A call whose answer was lost, cancelled or late may have acted. Unless the extension proved otherwise, it is reported as
unknown, under the reason that the public protocol has for its kind.
"""

from __future__ import annotations

from typing import Any

from bsk.options.v1 import options_pb2
from bsk_wire.catalog import Tool
from bsk_wire.errors import BskError, Reason

# Facts that services tell each other and callers have no use for.
_INTERNAL_FACTS = ("answered", "settled")

_LATE = frozenset({Reason.TIMEOUT, Reason.CANCEL_CLEANUP_TIMEOUT})
_LINK_LOST = frozenset(
    {
        Reason.EXTENSION_DISCONNECTED,
        Reason.EXTENSION_RECONNECTED,
        Reason.EXTENSION_UNRESPONSIVE,
        Reason.PEER_UNAVAILABLE,
        Reason.DRAINING,
        Reason.INTERNAL,
        Reason.MESSAGE_TOO_LARGE,
        Reason.PROTOCOL_ERROR,
    }
)
# Somebody ended the call on purpose; the reason says who, and stays.
_ENDED = frozenset({Reason.USER_ABORTED, Reason.SESSION_STOPPING, Reason.SESSION_ENDED})


def final_error(tool: Tool, error: BskError, *, sent: bool, call_id: str) -> BskError:
    """The error to answer a call of `tool` with. `sent` tells whether the call was handed to a gateway."""
    facts = {key: value for key, value in error.data.items() if key not in _INTERNAL_FACTS}
    if not sent or error.data.get("dispatched") is False:
        return _finished(tool, error, facts, "none", call_id)
    if error.effect_state is not None or not _is_lost(error):
        return _finished(tool, error, facts, None, call_id)
    reason = _reason(tool, error)
    if reason is None:
        return _finished(tool, error, facts, "unknown", call_id)
    if reason in (Reason.EXECUTION_PENDING, Reason.EXECUTION_OUTCOME_UNKNOWN):
        facts["execution_state"] = "settling" if reason is Reason.EXECUTION_PENDING else "unconfirmed"
    final = BskError(
        reason,
        f"{error.message}, and whether the call took effect is not known",
        code=error.code,
        effect_state="unknown",
        phase=error.phase,
        cleanup_state=error.cleanup_state,
        call_id=call_id,
    )
    final.data = facts | {"cause": error.reason}
    return final


def _is_lost(error: BskError) -> bool:
    """Whether the error says nothing about what the page did."""
    if error.data.get("answered"):
        return error.code in ("timeout", "cancelled", "user_aborted")
    return error.code in ("timeout", "cancelled", "user_aborted") or error.reason in _LINK_LOST | _ENDED


def _reason(tool: Tool, error: BskError) -> Reason | None:
    """The reason that the tool's kind has for a lost answer, or None when the error's own stays."""
    if error.reason in _ENDED or not tool.mutates:
        return None
    kind = tool.options.lost_answer
    if kind == options_pb2.LOST_ANSWER_INPUT:
        return Reason.INPUT_OUTCOME_UNKNOWN
    if kind == options_pb2.LOST_ANSWER_EXECUTION:
        if error.reason in _LATE:
            return None if error.data.get("settled") else Reason.EXECUTION_PENDING
        if error.reason in _LINK_LOST:
            return Reason.EXECUTION_OUTCOME_UNKNOWN
    return None


def _finished(tool: Tool, error: BskError, facts: dict[str, Any], effect_state: Any, call_id: str) -> BskError:
    error.data = facts
    error.call_id = call_id
    if error.effect_state is None and tool.mutates:
        error.effect_state = effect_state
    return error
