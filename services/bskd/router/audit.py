"""One log line for each call: what was done to which session, never with which words or addresses."""

from __future__ import annotations

import logging

from bsk_wire.catalog import Tool
from bsk_wire.errors import BskError
from bskd.router.policy import effect_word

logger = logging.getLogger("bskd.audit")


def record(tool: Tool, *, session_id: str, call_id: str, outcome: str, error: BskError | None, seconds: float) -> None:
    """Write the line. `outcome` is `ok`, `error` or `cancelled`. The error's text stays out: it may quote the page."""
    fields: dict[str, object] = {
        "method": tool.method,
        "effect": effect_word(tool.options.effect),
        "outcome": outcome,
        "ms": round(seconds * 1000, 1),
    }
    if error is not None:
        fields |= {"code": error.code, "reason": error.reason}
        if error.effect_state is not None:
            fields["effect_state"] = error.effect_state
    logger.info("tool call", extra={"call_id": call_id, "session_id": session_id, "fields": fields})
