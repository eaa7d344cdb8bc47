"""Reading the end of a session. Pure."""

from __future__ import annotations

from bsk.session.v1 import session_pb2
from bsk_wire.errors import BskError, Reason


def first_failure(answer: session_pb2.StopSessionsResponse) -> BskError | None:
    """The first session that could not be stopped, as an error."""
    for failed in answer.failed:
        return BskError(failed.code, failed.message, session_id=failed.session_id)
    return None


def ended_already(error: BskError) -> bool:
    """Whether stopping failed because the session is gone, which is what was wanted."""
    return error.reason in (Reason.SESSION_ENDED, Reason.SESSION_NOT_FOUND)
