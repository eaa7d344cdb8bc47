"""BrowserSkill from Python: let a program work in a browser, each task in a window of its own.

`connect` is for threads, `connect_async` for event loops; both give sessions with the tools as methods. Every failure
is a `BskError` with a `Reason`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bsk_client.asyncconnection import AsyncConnection, AsyncSession, connect_async
    from bsk_client.connection import Connection, Session, connect
    from bsk_wire.errors import BskError, Reason

__all__ = [
    "AsyncConnection",
    "AsyncSession",
    "BskError",
    "Connection",
    "Reason",
    "Session",
    "connect",
    "connect_async",
]

# The command line imports single modules of this package, and must not pay for the rest.
_PLACES = {
    "AsyncConnection": "bsk_client.asyncconnection",
    "AsyncSession": "bsk_client.asyncconnection",
    "BskError": "bsk_wire.errors",
    "Connection": "bsk_client.connection",
    "Reason": "bsk_wire.errors",
    "Session": "bsk_client.connection",
    "connect": "bsk_client.connection",
    "connect_async": "bsk_client.asyncconnection",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)
