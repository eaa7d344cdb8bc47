"""The library for threads: a connection to a daemon, and sessions with the tools as methods.

with connect() as browser, browser.session(name="buy tea") as page:
    page.navigate("https://shop.example")
    print(page.observe().text)
    page.click("@e3")
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from bsk.admin.v1 import admin_pb2
from bsk.session.v1 import session_pb2
from bsk.verbs import Verbs
from bsk_client import administration
from bsk_client.calls import Calls
from bsk_client.cancellation import Cancellation
from bsk_client.daemon import ensure_daemon
from bsk_client.endpoint import Endpoint, home_directory
from bsk_client.pictures import write_picture
from bsk_client.requests import request_of
from bsk_client.results import ended_already, first_failure
from bsk_wire.catalog import tool_of_command
from bsk_wire.errors import BskError


def connect(home: str | os.PathLike[str] | None = None, *, auto_start: bool | None = None) -> Connection:
    """Connect to the daemon of a home directory, and start it when none runs.

    `home` is `BSK_HOME`, else `~/.bsk`. `auto_start` follows the environment variable `BSK_AUTO_START` unless it is
    given. Raises `BskError`: `daemon_unavailable`, `daemon_start_failed`, `configuration_error`.
    """
    return Connection(Calls(find_daemon(home, auto_start)))


def find_daemon(
    home: str | os.PathLike[str] | None, auto_start: bool | None, cancellation: Cancellation | None = None
) -> Endpoint:
    """The daemon that the arguments of `connect` mean, started when that is allowed."""
    directory = home_directory(os.environ) if home is None else Path(home).absolute()
    allowed = os.environ.get("BSK_AUTO_START") != "0" if auto_start is None else auto_start
    return ensure_daemon(directory, os.environ, allow_start=allowed, cancellation=cancellation)


class Connection:
    """A daemon with its browsers and sessions. Close it when done; it is a context manager. Threads may share it."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection. Calls that still run are cancelled; sessions go on."""
        self._calls.close()

    def session(
        self,
        *,
        browser: str | None = None,
        width: int | None = None,
        height: int | None = None,
        focused: bool | None = None,
        name: str | None = None,
    ) -> Session:
        """Open an Agent Window and start a session in it.

        `browser` is an id or a label, and may be left out where there is only one browser. `width` and `height` are the
        outer size of the window in CSS pixels, both or neither. `focused=False` leaves the focus where it is. `name`
        says what the session is for. Raises `BskError`, among others `no_browser_connected`,
        `multiple_browsers_online` and `browser_not_found`.
        """
        started = self._calls.ask(
            administration.start_session(browser=browser, width=width, height=height, focused=focused, name=name)
        )
        window = started.agent_window_id if started.HasField("agent_window_id") else None
        return Session(self._calls, started.session_id, started.browser_instance_id, window)

    def attach(self, session_id: str) -> Session:
        """A session that runs already, by its id. Nothing is asked: an unknown id shows at the first call."""
        return Session(self._calls, session_id)

    def sessions(self) -> Sequence[session_pb2.SessionEntry]:
        """The sessions that run."""
        return self._calls.ask(administration.sessions()).sessions

    def browsers(self, *, wait_seconds: float = 0.0) -> Sequence[session_pb2.BrowserEntry]:
        """The connected browsers, after waiting up to `wait_seconds` for a first one."""
        return self._calls.ask(administration.browsers(round(wait_seconds * 1000))).browsers

    def status(self) -> admin_pb2.GetStatusResponse:
        """Versions, addresses, browsers and sessions."""
        return self._calls.ask(administration.status())

    def stop_all(self) -> session_pb2.StopSessionsResponse:
        """Stop every session. What could not be stopped is listed in `failed` of the answer."""
        return self._calls.ask(administration.stop_sessions(None))


class Session(Verbs):
    """One session: the tools as methods, on the tabs of its Agent Window.

    As a context manager it stops at the end of the block. Calls of one session run one after the other, in the order in
    which they were made.
    """

    def __init__(
        self, calls: Calls, session_id: str, browser_instance_id: str = "", agent_window_id: int | None = None
    ) -> None:
        self.id = session_id
        self.browser_instance_id = browser_instance_id
        self.agent_window_id = agent_window_id
        self._calls = calls

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.stop()
        except BskError as failure:
            if error is None:
                if ended_already(failure):
                    return
                raise
            # What went wrong first is what its caller has to see.
            error.add_note(f"the session {self.id} was not stopped either: {failure}")

    def stop(self) -> session_pb2.StopSessionsResponse:
        """Stop the session: what it runs is cancelled, borrowed tabs go back, its Agent Window is closed.

        Raises `BskError` when it has ended already, or when something could not be cleaned up.
        """
        answer = self._calls.ask(administration.stop_sessions(self.id))
        failure = first_failure(answer)
        if failure is not None:
            raise failure
        return answer

    def save_screenshot(
        self, path: str | os.PathLike[str], *, tab_id: int | None = None, ref: str | None = None
    ) -> Path:
        """Take a picture like `screenshot`, and write it to a file, replacing what is there. Answers its path.

        Raises `BskError`, `local_file_error` where the file cannot be written.
        """
        return write_picture(path, self.screenshot(tab_id=tab_id, ref=ref))

    def _tool(self, command: str, fields: dict[str, Any]) -> Any:
        tool = tool_of_command(command)
        return self._calls.tool(tool, request_of(tool, {"session_id": self.id, **fields}))
