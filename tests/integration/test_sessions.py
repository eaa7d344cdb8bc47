"""Sessions over all services, in one process and in three."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from bsk.session.v1 import session_pb2
from bsk_wire.errors import Reason
from support import start_caller
from support.stack import Stack, eventually, running_stack

pytestmark = pytest.mark.parametrize("arrangement", ["all", "separate"])


async def forever(params: dict[str, Any]) -> Any:
    await asyncio.Event().wait()


async def no_sessions(stack: Stack) -> bool:
    return not await stack.sessions()


async def test_session_lives_from_start_to_stop(arrangement: str, tmp_path: Path) -> None:
    async with running_stack(arrangement, tmp_path) as stack, stack.extension(label="Work") as extension:
        session_id = await stack.start(browser="Work", width=800, height=600, focused=False, task_name="buy tea")
        opened = await extension.next_request("tool.session_start")
        assert opened.params == {
            "session_id": session_id,
            "browser_instance_id": extension.instance_id,
            "width": 800,
            "height": 600,
            "focused": False,
        }
        (entry,) = await stack.sessions()
        assert (entry.state, entry.task_name, entry.interaction.borrow_confirmation) == ("active", "buy tea", "always")
        assert list((await stack.stop(session_id)).stopped) == [session_id]
        assert (await extension.next_request("tool.session_stop")).params == {"session_id": session_id}
        assert await stack.sessions() == []


async def test_killed_caller_leaves_neither_window_nor_session(arrangement: str, tmp_path: Path) -> None:
    async with running_stack(arrangement, tmp_path) as stack, stack.extension() as extension:
        extension.handlers["tool.session_start"] = forever
        address = stack.installation.grpc_address
        caller = await asyncio.create_subprocess_exec(sys.executable, "-P", start_caller.__file__, address)
        opened = await extension.next_request("tool.session_start")
        caller.kill()
        await caller.wait()
        closed = await extension.next_request("tool.session_stop")
        assert closed.params["session_id"] == opened.params["session_id"]
        await eventually(lambda: no_sessions(stack))


async def test_session_is_undisturbed_while_another_browser_comes_and_goes(arrangement: str, tmp_path: Path) -> None:
    async with (
        running_stack(arrangement, tmp_path) as stack,
        stack.extension(instance_id="aaaa1111", label="A") as first,
    ):
        first.handlers["tool.observe"] = lambda params: {"tab_id": 1, "text": "page", "ref_count": 0}
        session_id = await stack.start(browser="A")
        for _ in range(10):
            async with stack.extension(instance_id="bbbb2222", label="B"):
                await stack.observe(session_id)
        await stack.observe(session_id)
        assert [entry.session_id for entry in await stack.sessions()] == [session_id]


async def test_start_lists_both_browsers_and_falls_to_none_that_was_not_named(arrangement: str, tmp_path: Path) -> None:
    async with running_stack(arrangement, tmp_path) as stack, stack.extension(instance_id="bbbb2222", label="B"):
        async with stack.extension(instance_id="aaaa1111", label="A"):
            error = await stack.failure(stack.start())
            assert error.reason == Reason.MULTIPLE_BROWSERS_ONLINE
            assert [(each["instance_id"], each["label"]) for each in error.data["browsers"]] == [
                ("bbbb2222", "B"),
                ("aaaa1111", "A"),
            ]
        await eventually(lambda: _count(stack, 1))
        assert (await stack.failure(stack.start(browser="A"))).reason == Reason.BROWSER_NOT_FOUND


async def _count(stack: Stack, browsers: int) -> bool:
    return len(await stack.browsers()) == browsers


async def test_start_waits_for_a_browser_that_is_on_its_way(arrangement: str, tmp_path: Path) -> None:
    async with running_stack(arrangement, tmp_path) as stack:
        starting = asyncio.create_task(stack.start())
        await stack.sessions()
        async with stack.extension():
            await starting


async def test_start_without_a_browser_says_so(arrangement: str, tmp_path: Path) -> None:
    async with running_stack(arrangement, tmp_path) as stack:
        error = await stack.failure(stack.start(wait_for_browser_ms=50))
        assert (error.reason, error.exit_status) == (Reason.NO_BROWSER_CONNECTED, 1)


async def test_twenty_sessions_start_at_once(arrangement: str, tmp_path: Path) -> None:
    async with running_stack(arrangement, tmp_path) as stack, stack.extension():
        started = await asyncio.gather(*(stack.start() for _ in range(20)))
        assert sorted(entry.session_id for entry in await stack.sessions()) == sorted(set(started))
        request = session_pb2.StopSessionsRequest(all=True)
        assert sorted((await stack.call(stack.admin.StopSessions, request)).stopped) == sorted(started)


async def test_window_that_the_person_closes_ends_its_session(arrangement: str, tmp_path: Path) -> None:
    async with running_stack(arrangement, tmp_path) as stack, stack.extension() as extension:
        session_id = await stack.start()
        await extension.send_event("session.window_closed", {"session_id": session_id})
        await eventually(lambda: no_sessions(stack))
        error = await stack.failure(stack.observe(session_id))
        assert (error.reason, error.data["ended"]) == (Reason.SESSION_ENDED, "window_closed")


async def test_idle_session_is_stopped(arrangement: str, tmp_path: Path) -> None:
    async with running_stack(arrangement, tmp_path, "--session-idle=400ms") as stack, stack.extension() as extension:
        session_id = await stack.start()
        await extension.next_request("tool.session_stop")
        await eventually(lambda: no_sessions(stack))
        assert (await stack.failure(stack.observe(session_id))).data["ended"] == "idle"


async def test_status_tells_of_everything(arrangement: str, tmp_path: Path) -> None:
    async with running_stack(arrangement, tmp_path) as stack, stack.extension() as extension:
        session_id = await stack.start()
        status = await stack.status()
        assert (status.ws_port, status.sock_path) == (
            stack.installation.port,
            stack.installation.grpc_address.removeprefix("unix:"),
        )
        assert [entry.instance_id for entry in status.browsers] == [extension.instance_id]
        assert [entry.session_id for entry in status.sessions] == [session_id]
