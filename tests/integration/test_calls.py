"""Calls through router, session service and gateway to an extension, in one process and in three."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bsk.tools.v1 import interaction_pb2, navigation_pb2, script_pb2, waits_pb2
from bsk_wire.errors import BskError, Reason
from support.fake_extension import FakeExtension, NoAnswerError, WireError
from support.stack import Stack, running_stack

pytestmark = pytest.mark.parametrize("arrangement", ["all", "separate"])


def observed(params: dict[str, Any]) -> Any:
    return {"tab_id": 1, "text": "page", "ref_count": 0}


async def forever(params: dict[str, Any]) -> Any:
    await asyncio.Event().wait()


def deaf(params: dict[str, Any]) -> Any:
    """Does not answer, and does not react to a cancel."""
    raise NoAnswerError


@dataclass
class Scene:
    stack: Stack
    extension: FakeExtension
    session_id: str

    async def click(self, **fields: Any) -> interaction_pb2.ClickResponse:
        seconds = fields.pop("seconds", 20.0)
        request = interaction_pb2.ClickRequest(session_id=self.session_id, ref="e1", **fields)
        return await self.stack.call(self.stack.interaction.Click, request, seconds=seconds)

    async def press(self) -> interaction_pb2.PressResponse:
        request = interaction_pb2.PressRequest(session_id=self.session_id, key="Tab")
        return await self.stack.call(self.stack.interaction.Press, request)


@asynccontextmanager
async def scene(arrangement: str, home: Path, **settings: Any) -> AsyncIterator[Scene]:
    async with running_stack(arrangement, home) as stack, stack.extension(**settings) as extension:
        extension.handlers["tool.observe"] = observed
        yield Scene(stack, extension, await stack.start())


async def test_call_goes_to_the_extension_and_back(arrangement: str, tmp_path: Path) -> None:
    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.click"] = lambda params: {"tab_id": 1, "x": 3, "y": 4, "used_ref": params["ref"]}
        clicked = await here.click(modifiers=["alt"], seconds=40.0)
        assert (clicked.tab_id, clicked.x, clicked.y, clicked.used_ref) == (1, 3, 4, "e1")
        request = await here.extension.next_request("tool.click")
        assert request.params == {"session_id": here.session_id, "ref": "e1", "modifiers": ["alt"]}


async def test_session_is_free_when_the_answer_is_out(arrangement: str, tmp_path: Path) -> None:
    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.press"] = lambda params: {"tab_id": 1, "key": "Tab", "code": "Tab"}
        for _ in range(200):
            await here.stack.observe(here.session_id)
            await here.press()


async def test_error_of_the_extension_reaches_the_caller(arrangement: str, tmp_path: Path) -> None:
    def gone(params: dict[str, Any]) -> Any:
        raise WireError("not_found", "e1 is gone", reason="ref_not_found", ref="e1")

    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.click"] = gone
        error = await here.stack.failure(here.click())
        assert (error.reason, error.code, error.exit_status) == (Reason.REF_NOT_FOUND, "not_found", 1)
        assert error.data["ref"] == "e1"
        assert error.call_id


async def test_calls_of_one_session_never_overlap(arrangement: str, tmp_path: Path) -> None:
    running: list[int] = []
    most = 0

    async def counted(params: dict[str, Any]) -> Any:
        nonlocal most
        running.append(1)
        most = max(most, len(running))
        await asyncio.sleep(0)
        running.pop()
        return observed(params)

    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.observe"] = counted
        await asyncio.gather(*(here.stack.observe(here.session_id) for _ in range(30)))
        assert most == 1


async def test_calls_of_different_sessions_run_side_by_side(arrangement: str, tmp_path: Path) -> None:
    async with scene(arrangement, tmp_path) as here:
        other = await here.stack.start()
        both = asyncio.Barrier(2)

        async def meeting(params: dict[str, Any]) -> Any:
            await both.wait()
            return observed(params)

        here.extension.handlers["tool.observe"] = meeting
        await asyncio.gather(here.stack.observe(here.session_id), here.stack.observe(other))


async def test_stop_wins_over_a_running_call(arrangement: str, tmp_path: Path) -> None:
    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.evaluate"] = forever
        request = script_pb2.EvaluateRequest(session_id=here.session_id, expression="1", timeout_ms=20_000)
        running = asyncio.create_task(here.stack.call(here.stack.script.Evaluate, request, seconds=30))
        await here.extension.next_request("tool.evaluate")
        async with asyncio.timeout(3):
            assert list((await here.stack.stop(here.session_id)).stopped) == [here.session_id]
        with pytest.raises(BskError) as caught:
            await running
        assert (caught.value.code, caught.value.exit_status, caught.value.effect_state) == ("cancelled", 2, "unknown")
        assert await here.stack.sessions() == []


async def test_stop_wins_over_an_extension_that_does_not_react(arrangement: str, tmp_path: Path) -> None:
    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.click"] = deaf
        running = asyncio.create_task(here.click())
        await here.extension.next_request("tool.click")
        async with asyncio.timeout(3):
            assert list((await here.stack.stop(here.session_id)).stopped) == [here.session_id]
        with pytest.raises(BskError):
            await running


async def test_persons_stop_aborts_what_runs_and_refuses_the_next_that_acts_once(
    arrangement: str, tmp_path: Path
) -> None:
    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.click"] = forever
        running = asyncio.create_task(here.click())
        await here.extension.next_request("tool.click")
        await here.extension.send_event("session.user_interrupt", {"session_id": here.session_id})
        with pytest.raises(BskError) as caught:
            await running
        assert (caught.value.code, caught.value.effect_state) == ("user_aborted", "unknown")
        await here.extension.next_request("cancel")
        await here.stack.observe(here.session_id)
        here.extension.handlers["tool.click"] = lambda params: {"tab_id": 1, "x": 3, "y": 4}
        error = await here.stack.failure(here.click())
        assert (error.code, error.effect_state) == ("user_aborted", "none")
        await here.click()


async def test_cancelled_call_is_cancelled_in_the_browser(arrangement: str, tmp_path: Path) -> None:
    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.click"] = forever
        running = asyncio.create_task(here.click())
        clicked = await here.extension.next_request("tool.click")
        running.cancel()
        cancelled = await here.extension.next_request("cancel")
        assert cancelled.params == {"rpc_id": clicked.id}
        await here.stack.observe(here.session_id)


async def test_next_call_waits_until_the_browser_has_settled_a_cancelled_one(arrangement: str, tmp_path: Path) -> None:
    settled = asyncio.Event()

    async def slow_to_give_up(params: dict[str, Any]) -> Any:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.sleep(0.3)
            settled.set()
            raise

    def observed_after(params: dict[str, Any]) -> Any:
        assert settled.is_set()
        return observed(params)

    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers |= {"tool.click": slow_to_give_up, "tool.observe": observed_after}
        running = asyncio.create_task(here.click())
        await here.extension.next_request("tool.click")
        running.cancel()
        await here.stack.observe(here.session_id)


@pytest.mark.parametrize("handler", [forever, deaf])
async def test_call_ends_before_its_deadline_with_an_honest_answer(
    arrangement: str, tmp_path: Path, handler: Any
) -> None:
    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.click"] = handler
        async with asyncio.timeout(3):
            error = await here.stack.failure(here.click(seconds=3.0))
        assert error.code == "timeout"
        if handler is deaf:
            assert (error.reason, error.effect_state) == (Reason.INPUT_OUTCOME_UNKNOWN, "unknown")
        else:
            # The extension gave up in order and said that nothing had happened.
            assert error.effect_state == "none"


async def test_tools_own_time_is_kept(arrangement: str, tmp_path: Path) -> None:
    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.fill"] = deaf
        request = interaction_pb2.FillRequest(session_id=here.session_id, ref="e1", value="tea", timeout_ms=200)
        async with asyncio.timeout(2):
            error = await here.stack.failure(here.stack.call(here.stack.interaction.Fill, request))
        assert (error.reason, error.effect_state) == (Reason.TIMEOUT, "unknown")


async def test_late_script_is_pending_and_keeps_the_session_busy_until_it_ends(
    arrangement: str, tmp_path: Path
) -> None:
    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.evaluate"] = deaf
        request = script_pb2.EvaluateRequest(session_id=here.session_id, expression="1", timeout_ms=200)
        error = await here.stack.failure(here.stack.call(here.stack.script.Evaluate, request))
        assert (error.reason, error.code, error.effect_state) == (Reason.EXECUTION_PENDING, "timeout", "unknown")
        assert error.data["execution_state"] == "settling"
        busy = await here.stack.failure(here.stack.observe(here.session_id, seconds=1.5))
        assert (busy.reason, busy.data["dispatched"]) == (Reason.SESSION_BUSY, False)
        assert (busy.data["activity"]["state"], busy.data["wait"]["session_id"]) == ("settling", here.session_id)
        late = await here.extension.next_request("tool.evaluate")
        await here.extension.answer(late.id, {"tab_id": 1, "ok": True})
        await here.stack.observe(here.session_id)


async def test_lost_browser_ends_the_call_and_the_session(arrangement: str, tmp_path: Path) -> None:
    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.click"] = forever
        running = asyncio.create_task(here.click())
        await here.extension.next_request("tool.click")
        await here.extension.drop()
        with pytest.raises(BskError) as caught:
            await running
        assert (caught.value.reason, caught.value.code) == (Reason.INPUT_OUTCOME_UNKNOWN, "protocol_error")
        assert caught.value.data["cause"] == "extension_disconnected"
        error = await here.stack.failure(here.stack.observe(here.session_id))
        assert (error.reason, error.data["ended"]) == (Reason.SESSION_ENDED, "browser_gone")


async def test_navigation_that_fails_in_the_browser_is_an_answer(arrangement: str, tmp_path: Path) -> None:
    answer = {"tab_id": 1, "url": "http://nowhere", "reached": "load", "error_text": "net::ERR_NAME_NOT_RESOLVED"}
    async with scene(arrangement, tmp_path, handlers={"tool.navigate": lambda params: answer}) as here:
        request = navigation_pb2.NavigateRequest(session_id=here.session_id, url="nowhere")
        navigated = await here.stack.call(here.stack.navigation.Navigate, request)
        assert navigated.error_text == "net::ERR_NAME_NOT_RESOLVED"


async def test_large_answers_pass(arrangement: str, tmp_path: Path) -> None:
    text = "x" * 5_000_000
    async with scene(arrangement, tmp_path) as here:
        here.extension.handlers["tool.observe"] = lambda params: {"tab_id": 1, "text": text, "ref_count": 0}
        assert (await here.stack.observe(here.session_id)).text == text


async def test_wait_needs_neither_session_nor_browser(arrangement: str, tmp_path: Path) -> None:
    async with running_stack(arrangement, tmp_path) as stack:
        answer = await stack.call(stack.waits.WaitMs, waits_pb2.WaitMsRequest(duration_ms=5))
        assert answer.waited_ms == 5
