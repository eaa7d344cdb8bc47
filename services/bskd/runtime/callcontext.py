"""What is known about the call that the present task serves."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass

from bsk_wire.metadata import new_call_id


@dataclass
class CallContext:
    """Facts of one call: they go into log lines and travel to peers."""

    call_id: str
    # Full name of the RPC, such as `/bsk.tools.v1.InteractionService/Click`.
    method: str = ""
    session_id: str = ""
    # Whether a service of this installation calls on behalf of somebody else's call.
    from_peer: bool = False
    # Whether the caller would rather have an error than wait for the session's turn.
    no_wait: bool = False


_current: ContextVar[CallContext | None] = ContextVar("bsk_call", default=None)


def current_call() -> CallContext | None:
    """The call that this task serves, or None outside of any."""
    return _current.get()


def current_call_id() -> str:
    """Id of the call that this task serves, or a fresh one outside of any."""
    call = _current.get()
    return call.call_id if call is not None else new_call_id()


def enter_call(call: CallContext) -> None:
    """Make `call` the one that this task, and tasks that it starts, serve."""
    _current.set(call)


def bind_session(session_id: str) -> None:
    """Let the log lines of the present call carry `session_id`."""
    call = _current.get()
    if call is not None:
        call.session_id = session_id
