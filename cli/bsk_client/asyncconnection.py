"""The library for event loops: the same as `bsk_client.connection`, awaited.

async with connect_async() as browser, await browser.session(name="buy tea") as page:
    await page.navigate("https://shop.example")
    print((await page.observe()).text)
    await page.click("@e3")
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from bsk.admin.v1 import admin_pb2
from bsk.session.v1 import session_pb2
from bsk.verbs import AsyncVerbs
from bsk_client import administration
from bsk_client.asynccalls import AsyncCalls
from bsk_client.cancellation import Cancellation
from bsk_client.connection import find_daemon
from bsk_client.endpoint import Endpoint
from bsk_client.pictures import write_picture
from bsk_client.requests import request_of
from bsk_client.results import ended_already, first_failure
from bsk_wire.catalog import tool_of_command
from bsk_wire.errors import BskError


@asynccontextmanager
async def connect_async(
    home: str | os.PathLike[str] | None = None, *, auto_start: bool | None = None
) -> AsyncIterator[AsyncConnection]:
    """Connect to the daemon of a home directory while the block runs, and start it when none runs.

    `home` is `BSK_HOME`, else `~/.bsk`. `auto_start` follows the environment variable `BSK_AUTO_START` unless it is
    given. Raises `BskError`: `daemon_unavailable`, `daemon_start_failed`, `configuration_error`.
    """
    calls = AsyncCalls(await _found(home, auto_start))
    try:
        yield AsyncConnection(calls)
    finally:
        await calls.close()


async def _found(home: str | os.PathLike[str] | None, auto_start: bool | None) -> Endpoint:
    cancellation = Cancellation()
    try:
        return await asyncio.to_thread(find_daemon, home, auto_start, cancellation)
    except asyncio.CancelledError:
        # The thread goes on otherwise, and starts a daemon that nobody wants any more.
        cancellation.request()
        raise


class AsyncConnection:
    """A daemon with its browsers and sessions."""

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def session(
        self,
        *,
        browser: str | None = None,
        width: int | None = None,
        height: int | None = None,
        focused: bool | None = None,
        name: str | None = None,
    ) -> AsyncSession:
        """Open an Agent Window and start a session in it.

        `browser` is an id or a label, and may be left out where there is only one browser. `width` and `height` are the
        outer size of the window in CSS pixels, both or neither. `focused=False` leaves the focus where it is. `name`
        says what the session is for. Raises `BskError`, among others `no_browser_connected`,
        `multiple_browsers_online` and `browser_not_found`.
        """
        started = await self._calls.ask(
            administration.start_session(browser=browser, width=width, height=height, focused=focused, name=name)
        )
        window = started.agent_window_id if started.HasField("agent_window_id") else None
        return AsyncSession(self._calls, started.session_id, started.browser_instance_id, window)

    def attach(self, session_id: str) -> AsyncSession:
        """A session that runs already, by its id. Nothing is asked: an unknown id shows at the first call."""
        return AsyncSession(self._calls, session_id)

    async def sessions(self) -> Sequence[session_pb2.SessionEntry]:
        """The sessions that run."""
        return (await self._calls.ask(administration.sessions())).sessions

    async def browsers(self, *, wait_seconds: float = 0.0) -> Sequence[session_pb2.BrowserEntry]:
        """The connected browsers, after waiting up to `wait_seconds` for a first one."""
        return (await self._calls.ask(administration.browsers(round(wait_seconds * 1000)))).browsers

    async def status(self) -> admin_pb2.GetStatusResponse:
        """Versions, addresses, browsers and sessions."""
        return await self._calls.ask(administration.status())

    async def stop_all(self) -> session_pb2.StopSessionsResponse:
        """Stop every session. What could not be stopped is listed in `failed` of the answer."""
        return await self._calls.ask(administration.stop_sessions(None))


class AsyncSession(AsyncVerbs):
    """One session: the tools as methods, on the tabs of its Agent Window.

    As a context manager it stops at the end of the block. Calls of one session run one after the other, in the order in
    which they were made.
    """

    def __init__(
        self, calls: AsyncCalls, session_id: str, browser_instance_id: str = "", agent_window_id: int | None = None
    ) -> None:
        self.id = session_id
        self.browser_instance_id = browser_instance_id
        self.agent_window_id = agent_window_id
        self._calls = calls

    async def __aenter__(self) -> AsyncSession:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self.stop()
        except BskError as failure:
            if error is None:
                if ended_already(failure):
                    return
                raise
            # What went wrong first is what its caller has to see.
            error.add_note(f"the session {self.id} was not stopped either: {failure}")

    async def stop(self) -> session_pb2.StopSessionsResponse:
        """Stop the session: what it runs is cancelled, borrowed tabs go back, its Agent Window is closed.

        Raises `BskError` when it has ended already, or when something could not be cleaned up.
        """
        answer = await self._calls.ask(administration.stop_sessions(self.id))
        failure = first_failure(answer)
        if failure is not None:
            raise failure
        return answer

    async def save_screenshot(
        self, path: str | os.PathLike[str], *, tab_id: int | None = None, ref: str | None = None
    ) -> Path:
        """Take a picture like `screenshot`, and write it to a file, replacing what is there. Answers its path.

        Raises `BskError`, `local_file_error` where the file cannot be written.
        """
        picture = await self.screenshot(tab_id=tab_id, ref=ref)
        return await asyncio.to_thread(write_picture, path, picture)

    async def _tool(self, command: str, fields: dict[str, Any]) -> Any:
        tool = tool_of_command(command)
        return await self._calls.tool(tool, request_of(tool, {"session_id": self.id, **fields}))
