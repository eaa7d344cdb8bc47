"""What callers see when one of three processes is killed, and how it goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bsk.tools.v1 import interaction_pb2
from bsk_wire.errors import BskError, Reason
from support.fake_extension import FakeExtension
from support.stack import Stack, eventually, running_stack

# A typed error within this, whatever was killed.
ANSWER_SECONDS = 2.5


def observed(params: dict[str, Any]) -> Any:
    return {"tab_id": 1, "text": "page", "ref_count": 0}


async def forever(params: dict[str, Any]) -> Any:
    await asyncio.Event().wait()


async def click(stack: Stack, session_id: str) -> interaction_pb2.ClickResponse:
    return await stack.call(stack.interaction.Click, interaction_pb2.ClickRequest(session_id=session_id, ref="e1"))


@asynccontextmanager
async def scene(home: Path) -> AsyncIterator[tuple[Stack, FakeExtension, str]]:
    async with running_stack("separate", home) as stack, stack.extension() as extension:
        extension.handlers["tool.observe"] = observed
        yield stack, extension, await stack.start()


async def works(stack: Stack, session_id: str) -> bool:
    try:
        await stack.observe(session_id)
    except BskError as error:
        if error.reason != Reason.PEER_UNAVAILABLE:
            raise
        return False
    return True


async def test_session_service_that_is_killed_gives_typed_errors(tmp_path: Path) -> None:
    async with scene(tmp_path) as (stack, _, session_id):
        await stack.kill("session")
        for call in (
            stack.observe(session_id),
            click(stack, session_id),
            stack.sessions(),
            stack.status(),
            stack.start(),
        ):
            async with asyncio.timeout(ANSWER_SECONDS):
                error = await stack.failure(call)
            assert (error.reason, error.exit_status) == (Reason.PEER_UNAVAILABLE, 2)
            assert error.effect_state in (None, "none")


async def test_sessions_outlive_the_session_service(tmp_path: Path) -> None:
    async with scene(tmp_path) as (stack, extension, session_id):
        await stack.kill("session")
        await stack.restart("session")
        await eventually(lambda: works(stack, session_id))
        assert [entry.session_id for entry in await stack.sessions()] == [session_id]
        assert [request.method for request in extension.requests].count("tool.session_stop") == 0


async def test_call_comes_to_its_end_while_the_session_service_is_away(tmp_path: Path) -> None:
    clicked = asyncio.Event()

    async def slow(params: dict[str, Any]) -> Any:
        await clicked.wait()
        return {"tab_id": 1, "x": 3, "y": 4}

    async with scene(tmp_path) as (stack, extension, session_id):
        extension.handlers["tool.click"] = slow
        running = asyncio.create_task(click(stack, session_id))
        await extension.next_request("tool.click")
        await stack.kill("session")
        clicked.set()
        assert (await running).x == 3


async def test_gateway_that_is_killed_gives_typed_errors(tmp_path: Path) -> None:
    async with scene(tmp_path) as (stack, _, session_id):
        await stack.kill("gateway")
        for call in (stack.observe(session_id), click(stack, session_id), stack.status(), stack.start()):
            async with asyncio.timeout(ANSWER_SECONDS):
                error = await stack.failure(call)
            assert (error.reason, error.exit_status) == (Reason.PEER_UNAVAILABLE, 2)


async def test_click_whose_gateway_is_killed_is_reported_as_unknown(tmp_path: Path) -> None:
    async with scene(tmp_path) as (stack, extension, session_id):
        extension.handlers["tool.click"] = forever
        running = asyncio.create_task(click(stack, session_id))
        await extension.next_request("tool.click")
        await stack.kill("gateway")
        async with asyncio.timeout(ANSWER_SECONDS):
            error = await stack.failure(running)
        assert (error.reason, error.code, error.effect_state) == (
            Reason.INPUT_OUTCOME_UNKNOWN,
            "protocol_error",
            "unknown",
        )


async def test_sessions_end_with_their_gateway_and_new_ones_can_be_started(tmp_path: Path) -> None:
    async with scene(tmp_path) as (stack, _, session_id):
        await stack.kill("gateway")
        await stack.restart("gateway")
        async with stack.extension():
            assert await stack.start(wait_for_browser_ms=10_000) != session_id
        error = await stack.failure(stack.observe(session_id))
        assert (error.reason, error.data["ended"]) == (Reason.SESSION_ENDED, "daemon_restarted")


async def test_call_of_a_router_that_is_killed_is_given_up_and_its_turn_released(tmp_path: Path) -> None:
    async with scene(tmp_path) as (stack, extension, session_id):
        extension.handlers["tool.click"] = forever
        running = asyncio.create_task(click(stack, session_id))
        await extension.next_request("tool.click")
        await stack.kill("router")
        async with asyncio.timeout(ANSWER_SECONDS):
            assert (await stack.failure(running)).reason == Reason.PEER_UNAVAILABLE
        await extension.next_request("cancel")
        await stack.restart("router")
        await eventually(lambda: works(stack, session_id))


async def test_start_whose_router_is_killed_leaves_neither_window_nor_session(tmp_path: Path) -> None:
    async with scene(tmp_path) as (stack, extension, session_id):
        extension.handlers["tool.session_start"] = forever
        starting = asyncio.create_task(stack.start())
        await extension.next_request("tool.session_start")
        await extension.next_request("tool.session_start")
        await stack.kill("router")
        await stack.failure(starting)
        await extension.next_request("tool.session_stop")
        await stack.restart("router")
        await eventually(lambda: _only(stack, session_id))


async def _only(stack: Stack, session_id: str) -> bool:
    try:
        return [entry.session_id for entry in await stack.sessions()] == [session_id]
    except BskError:
        return False


async def test_session_service_that_is_killed_during_a_start_undoes_it_when_it_is_back(tmp_path: Path) -> None:
    async with scene(tmp_path) as (stack, extension, session_id):
        extension.handlers["tool.session_start"] = forever
        starting = asyncio.create_task(stack.start())
        await extension.next_request("tool.session_start")
        await extension.next_request("tool.session_start")
        await stack.kill("session")
        async with asyncio.timeout(ANSWER_SECONDS):
            await stack.failure(starting)
        await stack.restart("session")
        await extension.next_request("tool.session_stop")
        await eventually(lambda: _only(stack, session_id))


@pytest.mark.parametrize("service", ["session", "gateway", "router"])
async def test_everything_works_again_when_a_killed_service_is_back(tmp_path: Path, service: str) -> None:
    async with scene(tmp_path) as (stack, _, _):
        await stack.kill(service)
        await stack.restart(service)
        async with stack.extension(instance_id="bbbb2222", handlers={"tool.observe": observed}):
            session_id = await _started(stack, "bbbb2222")
            await stack.observe(session_id)
            await stack.stop(session_id)


async def _started(stack: Stack, browser: str) -> str:
    session_id = ""

    async def start() -> bool:
        nonlocal session_id
        try:
            session_id = await stack.start(browser=browser)
        except BskError as error:
            if error.reason not in (Reason.PEER_UNAVAILABLE, Reason.BROWSER_NOT_FOUND):
                raise
        return bool(session_id)

    await eventually(start)
    return session_id


async def test_daemon_that_is_killed_ends_its_sessions_as_a_restart(tmp_path: Path) -> None:
    async with running_stack("all", tmp_path) as stack, stack.extension():
        session_id = await stack.start()
        await stack.kill("all")
    async with running_stack("all", tmp_path) as stack:
        error = await stack.failure(stack.observe(session_id))
        assert (error.reason, error.data["ended"]) == (Reason.SESSION_ENDED, "daemon_restarted")


async def test_daemon_that_is_stopped_ends_its_sessions_as_a_restart(tmp_path: Path) -> None:
    async with running_stack("all", tmp_path) as stack, stack.extension():
        session_id = await stack.start()
        assert await asyncio.to_thread(stack.installation.processes["all"].stop) == 0
    async with running_stack("all", tmp_path) as stack:
        error = await stack.failure(stack.observe(session_id))
        assert (error.reason, error.data["ended"]) == (Reason.SESSION_ENDED, "daemon_restarted")
