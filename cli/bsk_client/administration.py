"""What can be asked beside the tools: browsers, sessions, status. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from google.protobuf.message import Message

from bsk.admin.v1 import admin_pb2
from bsk.session.v1 import session_pb2
from bsk_client.limits import READ_SECONDS, SESSION_START_SECONDS, SESSION_STOP_SECONDS
from bsk_wire.errors import BskError, Reason

Answer = TypeVar("Answer", bound=Message)


@dataclass(frozen=True)
class Question(Generic[Answer]):
    """One call to the administration service, with its bound and whether a lost answer leaves something open."""

    rpc: str
    request: Message
    answer: type[Answer]
    deadline_seconds: float
    mutates: bool = False

    @property
    def path(self) -> str:
        return f"/bsk.admin.v1.AdminService/{self.rpc}"


def status(wait_for_browser_ms: int = 0) -> Question[admin_pb2.GetStatusResponse]:
    """Versions, addresses, browsers and sessions, after waiting that long for a first browser."""
    request = admin_pb2.GetStatusRequest(wait_for_browser_ms=wait_for_browser_ms)
    return Question("GetStatus", request, admin_pb2.GetStatusResponse, READ_SECONDS + wait_for_browser_ms / 1000)


def browsers(wait_for_browser_ms: int = 0) -> Question[session_pb2.ListBrowsersResponse]:
    """The connected browsers, after waiting that long for a first one."""
    request = session_pb2.ListBrowsersRequest(wait_for_browser_ms=wait_for_browser_ms)
    seconds = READ_SECONDS + wait_for_browser_ms / 1000
    return Question("ListBrowsers", request, session_pb2.ListBrowsersResponse, seconds)


def sessions() -> Question[session_pb2.ListSessionsResponse]:
    """The sessions that run."""
    return Question("ListSessions", session_pb2.ListSessionsRequest(), session_pb2.ListSessionsResponse, READ_SECONDS)


def start_session(
    *,
    browser: str | None = None,
    width: int | None = None,
    height: int | None = None,
    focused: bool | None = None,
    name: str | None = None,
) -> Question[session_pb2.StartSessionResponse]:
    """A new session. Raises `BskError(CLI_USAGE_ERROR)` when only one of width and height is given."""
    if (width is None) != (height is None):
        raise BskError(Reason.CLI_USAGE_ERROR, "width and height go together: give both or neither")
    request = session_pb2.StartSessionRequest(
        browser=browser, width=width, height=height, focused=focused, task_name=name
    )
    return Question("StartSession", request, session_pb2.StartSessionResponse, SESSION_START_SECONDS, mutates=True)


def stop_sessions(session_id: str | None) -> Question[session_pb2.StopSessionsResponse]:
    """The end of one session, or of all without an id."""
    request = session_pb2.StopSessionsRequest(session_id=session_id, all=session_id is None or None)
    return Question("StopSessions", request, session_pb2.StopSessionsResponse, SESSION_STOP_SECONDS, mutates=True)
