"""What a gRPC call that failed means to its caller."""

from __future__ import annotations

from collections.abc import Iterable

from bsk_wire.errors import BskError, EffectState, Reason
from bsk_wire.status import error_in

# Text of gRPC for a connection that was never made, so that nothing can have been sent.
_NEVER_CONNECTED = ("failed to connect to all addresses", "no connection established")


def failure_of(
    code: str,
    details: str,
    trailing_metadata: Iterable[tuple[str, str | bytes]] | None,
    *,
    call_id: str,
    mutates: bool,
) -> BskError:
    """The error of a call that ended with the gRPC status named `code`.

    An error of a service passes as it is. Any other failure of a call that `mutates` leaves it unknown what happened,
    unless the connection was never made.
    """
    sent = error_in(trailing_metadata)
    if sent is not None:
        sent.call_id = sent.call_id or call_id
        return sent
    reason, message, hint = _meaning(code, details)
    state: EffectState | None = "unknown" if mutates else None
    if code == "UNAVAILABLE" and any(text in details for text in _NEVER_CONNECTED):
        message, state = "the daemon does not answer", "none"
    if state == "unknown" and reason is Reason.DAEMON_UNAVAILABLE:
        hint = "observe the page before trying again: the call may have happened"
    return BskError(reason, message, hint=hint, effect_state=state, call_id=call_id)


def _meaning(code: str, details: str) -> tuple[Reason, str, str | None]:
    """Reason, message, and a hint where that of the reason does not fit."""
    match code:
        case "CANCELLED":
            return Reason.CANCELLED, "the call was cancelled", None
        case "DEADLINE_EXCEEDED":
            return Reason.TIMEOUT, "the daemon did not answer in time", None
        case "UNAVAILABLE":
            return Reason.DAEMON_UNAVAILABLE, "the daemon went away during the call", "see `bsk logs` for the reason"
        case "UNIMPLEMENTED":
            message = "the daemon does not know this call"
            return Reason.UNKNOWN_METHOD, message, "run `bsk daemon restart`: the daemon is of another version"
        case "UNAUTHENTICATED":
            return Reason.UNAUTHENTICATED, "the daemon refused the token of this home directory", None
        case "RESOURCE_EXHAUSTED":
            return Reason.MESSAGE_TOO_LARGE, f"a message was too large: {details}", None
        case _:
            return Reason.PROTOCOL_ERROR, f"the call failed with {code}: {details}", None
