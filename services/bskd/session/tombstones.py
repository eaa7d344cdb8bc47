"""What is remembered of a session that has ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bsk_wire.errors import BskError, Reason


class Ended(StrEnum):
    """How a session ended."""

    STOPPED = "stopped"
    WINDOW_CLOSED = "window_closed"
    IDLE = "idle"
    BROWSER_GONE = "browser_gone"
    DAEMON_RESTARTED = "daemon_restarted"


@dataclass(frozen=True)
class Tombstone:
    """A session that was, and how and when it ended. Milliseconds since the epoch."""

    session_id: str
    ended: Ended
    ended_at_ms: int


_CAUSES = {
    Ended.STOPPED: "was stopped",
    Ended.WINDOW_CLOSED: "ended when its Agent Window was closed",
    Ended.IDLE: "was stopped because nothing used it",
    Ended.BROWSER_GONE: "ended when its browser went away",
    Ended.DAEMON_RESTARTED: "ended when the daemon was restarted",
}


def ended_error(tombstone: Tombstone) -> BskError:
    """Answer to a call for a session that has ended."""
    return BskError(
        Reason.SESSION_ENDED,
        f"session {tombstone.session_id} {_CAUSES[tombstone.ended]}",
        session_id=tombstone.session_id,
        ended=str(tombstone.ended),
        ended_at_ms=tombstone.ended_at_ms,
    )


def unknown_session_error(session_id: str) -> BskError:
    """Answer to a call for a session that nobody remembers."""
    return BskError(Reason.SESSION_NOT_FOUND, f"there is no session {session_id!r}", session_id=session_id)


def revocation_error(tombstone: Tombstone) -> BskError:
    """Answer to the call that was running when its session ended."""
    if tombstone.ended is Ended.BROWSER_GONE:
        return BskError(
            Reason.EXTENSION_DISCONNECTED,
            f"the browser of session {tombstone.session_id} went away during the call",
            session_id=tombstone.session_id,
        )
    return ended_error(tombstone)
