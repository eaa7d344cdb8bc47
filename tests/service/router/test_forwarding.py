from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest

from bsk_wire.catalog import Tool, flag_options, tools
from bsk_wire.errors import BskError, Reason
from support.router_host import CALL_ID, lone_router, router_host

OBSERVED = {"tab_id": 1, "text": "page", "ref_count": 0}
CLICKED = {"tab_id": 1, "x": 10, "y": 20.5}


def answering(result: Any) -> Any:
    return lambda params: result


def failing(error: BskError) -> Any:
    def answer(params: dict[str, Any]) -> Any:
        raise error

    return answer


async def forever(params: dict[str, Any]) -> Any:
    await asyncio.Event().wait()


def least_fields(tool: Tool) -> dict[str, Any]:
    """Fields of a request that the router lets pass."""
    fields: dict[str, Any] = {"ref": "e1"} if tool.options.target else {}
    for field in tool.rpc.input_type.fields:
        options = flag_options(field)
        if options.required and not field.is_repeated and field.name != "session_id":
            fields[field.name] = "text" if field.cpp_type == field.CPPTYPE_STRING else options.minimum or 1
    return fields


async def test_every_tool_is_forwarded_by_its_method_and_params() -> None:
    async with router_host() as served:
        for tool in tools():
            if tool.options.served_by_router:
                continue
            fields = least_fields(tool) | {"session_id": served.session_id}
            served.gateway.answers[tool.method] = answering({})
            await served.router.call(tool, seconds=60, **fields)
            asked = served.gateway.calls[-1]
            assert (asked.method, json.loads(asked.params_json)) == (tool.method, fields)
            assert (asked.browser_instance_id, asked.connection_id) == ("aaaa1111", "k-1")
            assert asked.cancel_at_deadline == tool.options.cancel_at_deadline
            assert asked.retain_until_settled == tool.options.retain_until_settled


async def test_result_comes_back_whole() -> None:
    async with router_host() as served:
        served.gateway.answers["tool.click"] = answering(
            CLICKED | {"used_ref": "e1", "dialogs": [{"tab_id": 1, "type": "alert", "message": "hi", "sequence": 1}]}
        )
        clicked = await served.call("click", ref="e1")
        assert (clicked.tab_id, clicked.x, clicked.y, clicked.used_ref) == (1, 10, 20.5, "e1")
        assert [dialog.message for dialog in clicked.dialogs] == ["hi"]


async def test_result_may_hold_more_than_we_know_and_nulls() -> None:
    async with router_host() as served:
        served.gateway.answers["tool.observe"] = answering(OBSERVED | {"from_the_future": [1], "truncated": None})
        observed = await served.call("observe")
        assert (observed.text, observed.HasField("truncated")) == ("page", False)


@pytest.mark.parametrize("answer", [[1, 2], "text", {"tab_id": "one"}])
async def test_answer_that_cannot_be_read_says_that_the_click_may_have_happened(answer: Any) -> None:
    async with router_host() as served:
        served.gateway.answers["tool.click"] = answering(answer)
        error = await served.failure("click", ref="e1")
        assert (error.reason, error.effect_state) == (Reason.PROTOCOL_ERROR, "unknown")


async def test_refused_request_reaches_nobody() -> None:
    async with router_host() as served:
        error = await served.failure("click", ref="e1", timeout_ms=0)
        assert (error.code, error.call_id) == ("invalid_params", CALL_ID)
        assert "tool.click" not in served.gateway.methods


async def test_error_of_the_extension_passes_with_the_call_id() -> None:
    async with router_host() as served:
        gone = BskError(Reason.REF_NOT_FOUND, "e7 is gone", ref="e7", answered=True, dispatched=True)
        served.gateway.answers["tool.click"] = failing(gone)
        error = await served.failure("click", ref="e7")
        assert (error.reason, error.message, error.data["ref"]) == (Reason.REF_NOT_FOUND, "e7 is gone", "e7")
        assert error.call_id == CALL_ID


async def test_lost_click_is_reported_as_unknown() -> None:
    async with router_host() as served:
        served.gateway.answers["tool.click"] = failing(BskError(Reason.TIMEOUT, "late", dispatched=True, settled=False))
        error = await served.failure("click", ref="e1")
        assert (error.reason, error.effect_state) == (Reason.INPUT_OUTCOME_UNKNOWN, "unknown")
        assert served.gateway.methods.count("tool.click") == 1


async def test_tool_keeps_its_own_time_when_the_deadline_allows() -> None:
    async with router_host() as served:
        served.gateway.answers["tool.navigate"] = answering({})
        await served.call("navigate", url="https://example.com", timeout_ms=1500)
        asked = await served.gateway.called("tool.navigate")
        assert json.loads(asked.params_json)["timeout_ms"] == 1500
        assert asked.timeout_ms == 3500


async def test_tool_is_told_less_time_when_the_deadline_is_near() -> None:
    async with router_host() as served:
        served.gateway.answers["tool.click"] = answering(CLICKED)
        await served.call("click", ref="e1", seconds=5.0)
        asked = await served.gateway.called("tool.click")
        assert 1500 < json.loads(asked.params_json)["timeout_ms"] < 3000
        assert asked.timeout_ms < 3000


async def test_call_answers_before_its_deadline_when_nobody_else_does() -> None:
    async with router_host() as served:
        served.gateway.answers["tool.fill"] = forever
        error = await served.failure("fill", ref="e1", value="tea", seconds=1.0)
        assert (error.reason, error.effect_state, error.call_id) == (Reason.TIMEOUT, "unknown", CALL_ID)


async def test_call_that_waits_for_its_turn_until_its_deadline_finds_the_session_busy() -> None:
    async with router_host() as served:
        served.gateway.answers["tool.observe"] = forever
        running = served.begin("observe")
        await served.gateway.called("tool.observe")
        error = await served.failure("click", ref="e1", seconds=1.0)
        assert (error.reason, error.effect_state, error.data["dispatched"]) == (Reason.SESSION_BUSY, "none", False)
        running.cancel()


async def test_session_is_free_when_the_answer_is_out() -> None:
    async with router_host() as served:
        served.gateway.answers["tool.observe"] = answering(OBSERVED)
        for _ in range(50):
            await served.call("observe")
            async with served.session.turn(served.session_id, no_wait=True):
                pass


async def test_stop_ends_a_running_call_as_cancelled() -> None:
    async with router_host() as served:
        served.gateway.answers["tool.evaluate"] = forever
        running = served.begin("evaluate", expression="1")
        await served.gateway.called("tool.evaluate")
        async with asyncio.timeout(3):
            await served.session.stop(served.session_id)
        with pytest.raises(BskError) as caught:
            await running
        assert (caught.value.code, caught.value.effect_state) == ("cancelled", "unknown")


async def test_interrupt_ends_a_running_call_as_aborted_and_refuses_the_next_that_acts() -> None:
    async with router_host() as served:
        served.gateway.answers |= {"tool.click": forever, "tool.observe": answering(OBSERVED)}
        running = served.begin("click", ref="e1")
        await served.gateway.called("tool.click")
        await served.reports.interrupt(served.session_id)
        with pytest.raises(BskError) as caught:
            await running
        assert (caught.value.code, caught.value.effect_state) == ("user_aborted", "unknown")
        await served.call("observe")
        error = await served.failure("click", ref="e1")
        assert (error.reason, error.effect_state) == (Reason.USER_ABORTED, "none")
        served.gateway.answers["tool.click"] = answering(CLICKED)
        await served.call("click", ref="e1")


async def test_cancelled_call_is_cancelled_at_the_gateway_and_gives_its_turn_back() -> None:
    cancelled = asyncio.Event()

    async def held(params: dict[str, Any]) -> Any:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    async with router_host() as served:
        served.gateway.answers |= {"tool.click": held, "tool.observe": answering(OBSERVED)}
        running = served.begin("click", ref="e1")
        await served.gateway.called("tool.click")
        running.cancel()
        await cancelled.wait()
        await served.call("observe")


async def test_call_of_an_ended_session_says_how_it_ended() -> None:
    async with router_host() as served:
        await served.reports.close_window(served.session_id)
        error = await served.failure("click", ref="e1")
        assert (error.reason, error.data["ended"], error.effect_state) == (
            Reason.SESSION_ENDED,
            "window_closed",
            "none",
        )


async def test_audit_line_says_what_was_done_and_not_with_what(caplog: pytest.LogCaptureFixture) -> None:
    async with router_host() as served:
        served.gateway.answers["tool.navigate"] = answering({})
        with caplog.at_level(logging.INFO, "bskd.audit"):
            await served.call("navigate", url="https://secret.example/page")
    (line,) = [record for record in caplog.records if record.name == "bskd.audit"]
    facts = line.__dict__["fields"]
    assert (line.__dict__["call_id"], line.__dict__["session_id"]) == (CALL_ID, served.session_id)
    assert (facts["method"], facts["effect"], facts["outcome"]) == ("tool.navigate", "browser_mutation", "ok")
    assert "secret" not in f"{line.getMessage()} {facts}"


async def test_audit_line_of_a_failure_names_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    async with router_host() as served:
        with caplog.at_level(logging.INFO, "bskd.audit"):
            await served.router.failure("click", session_id="zzzz", ref="e1")
    (line,) = [record for record in caplog.records if record.name == "bskd.audit"]
    facts = line.__dict__["fields"]
    assert (facts["outcome"], facts["code"], facts["reason"]) == ("error", "not_found", "session_not_found")


async def test_wait_is_served_without_a_session() -> None:
    async with lone_router({}) as router:
        assert (await router.call("wait-ms", duration_ms=5)).waited_ms == 5


async def test_wait_ends_before_its_callers_deadline() -> None:
    async with lone_router({}) as router:
        assert (await router.failure("wait-ms", duration_ms=60_000, seconds=0.5)).reason == Reason.TIMEOUT


async def test_wait_can_be_cancelled() -> None:
    async with lone_router({}) as router:
        waiting = asyncio.create_task(router.call("wait-ms", duration_ms=60_000))
        await router.call("wait-ms", duration_ms=1)
        waiting.cancel()
        await asyncio.wait({waiting}, timeout=2)
        assert waiting.cancelled()


@pytest.mark.parametrize(("command", "effect_state"), [("observe", None), ("click", "none")])
async def test_call_without_a_session_service_fails_fast_and_did_nothing(
    command: str, effect_state: str | None
) -> None:
    fields = {"session_id": "abcd"} | ({"ref": "e1"} if command == "click" else {})
    async with lone_router({}) as router, asyncio.timeout(2):
        error = await router.failure(command, **fields)
        assert (error.reason, error.effect_state) == (Reason.PEER_UNAVAILABLE, effect_state)
        assert "session" in error.message
