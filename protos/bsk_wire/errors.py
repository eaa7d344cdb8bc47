"""The one exception of the program.

Every failure is a `BskError` with a `Reason` from the closed list in `bsk/errors/v1/errors.proto`; that list gives its
wire code, gRPC status, exit status and hint. A reason that only an extension knows is kept as it came, and its code
decides the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from bsk.reasons import RULES, Reason, ReasonRule

__all__ = ["RULES", "BskError", "EffectState", "Reason", "ReasonRule"]

EffectState = Literal["none", "committed", "unknown"]


class BskError(Exception):
    """A failed call.

    `effect_state` says what the call may have left behind: `none`, `committed` or `unknown`. `data` holds further plain
    JSON facts. `code` is given only for a reason outside the closed list.
    """

    def __init__(
        self,
        reason: Reason | str,
        message: str,
        *,
        code: str | None = None,
        hint: str | None = None,
        effect_state: EffectState | None = None,
        phase: str | None = None,
        cleanup_state: str | None = None,
        call_id: str | None = None,
        **data: Any,
    ) -> None:
        super().__init__(message)
        rule = _rule_of(reason, code)
        self.reason = str(reason)
        self.message = message
        self.code = code or rule.code
        self.hint = rule.hint if hint is None else hint
        self.grpc_status = rule.grpc_status
        self.exit_status = rule.exit_status
        self.effect_state = effect_state
        self.phase = phase
        self.cleanup_state = cleanup_state
        self.call_id = call_id
        self.data = data

    @classmethod
    def from_wire(cls, code: str, message: str, data: Mapping[str, Any]) -> BskError:
        """Error of a response frame: `code`, `message`, and `data` that may name a reason and an effect state."""
        facts = dict(data)
        reason = str(facts.pop("reason", None) or code)
        effect_state = facts.pop("effect_state", None)
        phase, cleanup_state = facts.pop("phase", None), facts.pop("cleanup_state", None)
        error = cls(
            reason,
            message,
            code=code,
            effect_state=effect_state if effect_state in ("none", "committed", "unknown") else None,
            phase=str(phase) if phase else None,
            cleanup_state=str(cleanup_state) if cleanup_state else None,
        )
        error.data = facts
        return error

    def facts(self) -> dict[str, Any]:
        """The `data` object of the JSON envelope: the reason first, then what else is known."""
        known = {
            "reason": self.reason,
            "effect_state": self.effect_state,
            "phase": self.phase,
            "cleanup_state": self.cleanup_state,
            "call_id": self.call_id,
        }
        return {key: value for key, value in known.items() if value is not None} | self.data

    def envelope(self) -> dict[str, Any]:
        """The flat JSON document that the command line prints for a failure."""
        document: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.hint:
            document["hint"] = self.hint
        return document | {"exit_code": self.exit_status, "data": self.facts()}


def _rule_of(reason: Reason | str, code: str | None) -> ReasonRule:
    """Rule of a reason; for an unknown one, or one that came with another code, the rule of the code."""
    try:
        rule = RULES[Reason(reason)]
    except ValueError:
        rule = None
    if rule is not None and code in (None, rule.code):
        return rule
    try:
        return RULES[Reason(code or "protocol_error")]
    except ValueError:
        return RULES[Reason.PROTOCOL_ERROR]
