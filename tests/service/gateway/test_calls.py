"""Requests to extensions and their answers."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from bsk.gateway.v1 import gateway_pb2
from bsk_wire.errors import BskError
from support.fake_extension import FakeExtension, NoAnswerError, WireError
from support.gateway_host import GatewayHost, gateway_host


def no_answer(params: dict[str, Any]) -> Any:
    raise NoAnswerError


async def until_cancelled(params: dict[str, Any]) -> Any:
    await asyncio.Event().wait()


async def test_call_carries_params_there_and_the_result_back() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.fill"] = lambda params: {"value": params["value"], "tab_id": 7, "nothing": None}
        result = await gateway.call(extension, "tool.fill", {"session_id": "qzem", "value": 'é\n"漢'})
        assert result == {"value": 'é\n"漢', "tab_id": 7, "nothing": None}
        assert extension.requests[0].id.startswith("tool-")
        assert extension.requests[0].params == {"session_id": "qzem", "value": 'é\n"漢'}


async def test_null_result_is_a_result() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.click"] = lambda params: None
        assert await gateway.call(extension) is None


async def test_large_result_passes() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.screenshot"] = lambda params: {"image": "A" * 20_000_000}
        assert len((await gateway.call(extension, "tool.screenshot"))["image"]) == 20_000_000


async def test_error_of_the_extension_is_the_error_of_the_call() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:

        def refuse(params: dict[str, Any]) -> Any:
            raise WireError("not_found", "no element e7", reason="ref_not_found", ref="e7", effect_state="none")

        extension.handlers["tool.click"] = refuse
        error = await gateway.failure(extension)
        assert (error.code, error.reason, error.message) == ("not_found", "ref_not_found", "no element e7")
        assert error.effect_state == "none"
        assert error.data == {"ref": "e7", "dispatched": True, "answered": True}
        assert error.call_id


async def test_error_without_data_and_of_an_unknown_code_passes() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.click"] = no_answer
        failing = asyncio.create_task(gateway.failure(extension))
        request = await extension.next_request()
        await extension.send_text(json.dumps({"id": request.id, "error": {"code": "on_fire", "message": "m"}}))
        assert (await failing).code == "on_fire"


async def test_parameters_that_are_no_object_are_refused_before_anything_is_sent() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        request = gateway_pb2.CallToolRequest(
            browser_instance_id=extension.instance_id, method="tool.click", params_json='{}},{"id":"x"'
        )
        with pytest.raises(BskError) as refused:
            await gateway.peers.call("gateway", gateway.stub.CallTool, request, timeout_seconds=5)
        assert refused.value.reason == "invalid_params"
        assert extension.requests == []


async def test_call_fails_when_the_browser_is_not_connected() -> None:
    async with gateway_host() as gateway:
        error = await gateway.failure(gateway.extension())
        assert (error.reason, error.data) == ("extension_disconnected", {"dispatched": False})


async def test_call_for_an_earlier_connection_is_refused() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        error = await gateway.failure(extension, connection_id="0123")
        assert (error.reason, error.data) == ("extension_reconnected", {"dispatched": False})


async def test_calls_of_one_session_never_overlap_and_keep_their_order() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        running, most, order = 0, 0, []

        async def work(params: dict[str, Any]) -> Any:
            nonlocal running, most
            running += 1
            most = max(most, running)
            order.append(params["n"])
            await asyncio.sleep(0.01)
            running -= 1

        extension.handlers["tool.click"] = work
        await asyncio.gather(*(gateway.call(extension, params={"n": n}) for n in range(5)))
        assert most == 1
        assert sorted(order) == list(range(5))


async def test_calls_of_different_sessions_overlap() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        both = asyncio.Barrier(2)

        async def meet(params: dict[str, Any]) -> Any:
            await asyncio.wait_for(both.wait(), 5)
            return 1

        extension.handlers["tool.click"] = meet
        calls = (gateway.call(extension, session_id=session) for session in ("aaaa", "bbbb"))
        assert await asyncio.gather(*calls) == [1, 1]


async def test_call_of_an_earlier_turn_is_refused() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.click"] = lambda params: 1
        await gateway.call(extension, fencing_number=5)
        error = await gateway.failure(extension, fencing_number=4)
        assert (error.reason, error.effect_state) == ("turn_superseded", "none")
        assert await gateway.call(extension, fencing_number=5) == 1
        assert await gateway.call(extension, fencing_number=4, session_id="othr") == 1


async def test_call_that_waited_is_refused_when_a_later_turn_came_meanwhile() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.click"] = no_answer
        first = asyncio.create_task(gateway.call(extension, fencing_number=1))
        request = await extension.next_request()
        waiting = asyncio.create_task(gateway.failure(extension, fencing_number=1))
        await gateway.call(extension, "tool.session_stop", fencing_number=2)
        await extension.answer(request.id, 1)
        assert await first == 1
        assert (await waiting).reason == "turn_superseded"
        assert [request.method for request in extension.requests] == ["tool.click", "tool.session_stop"]


async def test_session_stop_does_not_wait_for_the_call_that_it_ends() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.click"] = no_answer
        running = asyncio.create_task(gateway.failure(extension, timeout_seconds=0.5))
        await extension.next_request()
        assert await gateway.call(extension, "tool.session_stop", fencing_number=2) == {"returned_tab_ids": []}
        assert (await running).reason == "timeout"


async def test_call_times_out_without_a_cancel_frame_unless_asked_for() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.observe"] = no_answer
        error = await gateway.failure(extension, "tool.observe", timeout_seconds=0.2)
        assert (error.reason, error.data) == ("timeout", {"dispatched": True, "settled": False})
        await extension.heartbeat()
        assert [request.method for request in extension.requests] == ["tool.observe"]


async def test_deadline_cancels_in_the_browser_and_keeps_what_it_proved() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.click"] = until_cancelled
        error = await gateway.failure(extension, timeout_seconds=0.2, cancel_at_deadline=True)
        assert (error.reason, error.effect_state) == ("timeout", "none")
        assert error.data == {"dispatched": True, "answered": True, "settled": True}
        click, cancel = extension.requests
        assert (cancel.id, cancel.method, cancel.params) == (f"cancel-{click.id}", "cancel", {"rpc_id": click.id})


async def test_result_that_comes_after_the_cancel_still_counts() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.click"] = no_answer
        calling = asyncio.create_task(gateway.call(extension, timeout_seconds=0.2, cancel_at_deadline=True))
        click = await extension.next_request("tool.click")
        await extension.next_request("cancel")
        await extension.answer(click.id, {"late": True})
        assert await calling == {"late": True}


async def test_deadline_without_confirmation_of_the_cancel_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bskd.gateway.calls.CANCEL_SETTLE_SECONDS", 0.2)
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.click"] = no_answer
        error = await gateway.failure(extension, timeout_seconds=0.1, cancel_at_deadline=True)
        assert (error.reason, error.data) == ("cancel_cleanup_timeout", {"dispatched": True, "settled": False})
        extension.handlers["tool.click"] = lambda params: 1
        assert await gateway.call(extension) == 1


async def test_retained_call_keeps_its_place_until_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bskd.gateway.calls.CANCEL_SETTLE_SECONDS", 0.1)
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers |= {"tool.evaluate": no_answer, "tool.click": lambda params: 1}
        error = await gateway.failure(
            extension, "tool.evaluate", timeout_seconds=0.1, cancel_at_deadline=True, retain_until_settled=True
        )
        assert (error.reason, error.data) == ("timeout", {"dispatched": True, "settled": False})
        busy = await gateway.failure(extension, timeout_seconds=0.3)
        assert (busy.reason, busy.data) == ("session_busy", {"dispatched": False})
        await extension.answer(extension.requests[0].id, 1)
        assert await gateway.call(extension) == 1


async def test_cancelled_call_is_cancelled_in_the_browser_after_its_request() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.click"] = until_cancelled
        calling = asyncio.create_task(gateway.call(extension))
        click = await extension.next_request("tool.click")
        calling.cancel()
        cancel = await extension.next_request("cancel")
        assert cancel.params == {"rpc_id": click.id}
        assert [request.method for request in extension.requests] == ["tool.click", "cancel"]


async def test_session_is_free_again_only_when_a_cancelled_call_is_settled() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.click"] = no_answer
        calling = asyncio.create_task(gateway.call(extension))
        click = await extension.next_request("tool.click")
        calling.cancel()
        await extension.next_request("cancel")
        extension.handlers["tool.observe"] = lambda params: "seen"
        following = asyncio.create_task(gateway.call(extension, "tool.observe"))
        done, _ = await asyncio.wait({following}, timeout=0.3)
        assert not done
        await extension.send_text(json.dumps({"id": click.id, "error": {"code": "cancelled", "message": "m"}}))
        assert await following == "seen"


async def test_call_cancelled_while_it_waits_for_its_place_is_never_sent() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        extension.handlers["tool.click"] = no_answer
        first = asyncio.create_task(gateway.call(extension))
        click = await extension.next_request()
        second = asyncio.create_task(gateway.call(extension, "tool.fill"))
        await asyncio.wait({second}, timeout=0.2)
        second.cancel()
        method = "/bsk.gateway.v1.GatewayService/CallTool"
        await gateway.metric_becomes(f'bsk_runtime_call_errors_total{{method="{method}",reason="cancelled"}}', 1)
        await extension.answer(click.id, 1)
        assert await first == 1
        extension.handlers["tool.hover"] = lambda params: 2
        assert await gateway.call(extension, "tool.hover") == 2
        assert [request.method for request in extension.requests] == ["tool.click", "tool.hover"]


@pytest.mark.parametrize("way", ["close", "drop"])
async def test_call_fails_at_once_when_the_connection_is_lost(way: str) -> None:
    async with gateway_host() as gateway:
        extension = gateway.extension(handlers={"tool.click": no_answer})
        await extension.connect()
        running = asyncio.create_task(gateway.failure(extension))
        await extension.next_request()
        waiting = asyncio.create_task(gateway.failure(extension))
        await asyncio.wait({waiting}, timeout=0.1)
        await getattr(extension, way)()
        error = await asyncio.wait_for(running, 1)
        assert (error.reason, error.data) == ("extension_disconnected", {"dispatched": True})
        error = await asyncio.wait_for(waiting, 1)
        assert (error.reason, error.data) == ("extension_disconnected", {"dispatched": False})


async def test_new_connection_of_a_browser_replaces_the_old_one() -> None:
    async with gateway_host() as gateway, gateway.extension(handlers={"tool.click": no_answer}) as old:
        running = asyncio.create_task(gateway.failure(old))
        await old.next_request()
        async with gateway.extension(handlers={"tool.click": lambda params: "new"}) as new:
            error = await asyncio.wait_for(running, 1)
            assert (error.reason, error.data) == ("extension_reconnected", {"dispatched": True})
            assert await old.wait_closed() == (1001, "replaced by a newer connection")
            # The end of the old socket must not take the new connection with it.
            assert await gateway.call(new) == "new"
            assert gateway.session.kinds() == ["snapshot", "connected", "disconnected", "connected"]
            assert (await gateway.session.report("disconnected")).cause == "replaced"


async def test_browser_is_undisturbed_while_another_reconnects() -> None:
    async with gateway_host() as gateway, gateway.extension(instance_id="aaaaaaaa") as steady:
        finish = asyncio.Event()

        async def work(params: dict[str, Any]) -> Any:
            await finish.wait()
            return "done"

        steady.handlers["tool.click"] = work
        running = asyncio.create_task(gateway.call(steady))
        await steady.next_request()
        for _ in range(10):
            async with gateway.extension(instance_id="bbbbbbbb"):
                pass
        finish.set()
        assert await running == "done"


async def test_ping_makes_a_round_trip_to_the_extension() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        request = gateway_pb2.PingBrowserRequest(browser_instance_id=extension.instance_id, timeout_ms=2000)
        answer = await gateway.peers.call("gateway", gateway.stub.PingBrowser, request, timeout_seconds=5)
        assert 0 < answer.round_trip_ms < 2000
        assert extension.requests[0].method == "cancel"


async def test_ping_times_out_when_the_extension_is_silent() -> None:
    async with gateway_host() as gateway:
        extension = FakeExtension(gateway.port)
        await introduce(extension)
        request = gateway_pb2.PingBrowserRequest(browser_instance_id=extension.instance_id, timeout_ms=200)
        with pytest.raises(BskError) as late:
            await gateway.peers.call("gateway", gateway.stub.PingBrowser, request, timeout_seconds=5)
        assert late.value.reason == "timeout"
        await extension.close()


async def introduce(extension: FakeExtension) -> None:
    """Connect an extension that answers nothing afterwards."""
    await extension.open()
    params = {"protocol_version": "1.3", "instance_id": extension.instance_id}
    await extension.send_text(json.dumps({"id": "h", "method": "system.handshake", "params": params}))
    await extension.receive_text()


async def test_status_names_where_extensions_connect() -> None:
    async with gateway_host() as gateway, gateway.extension():
        status = await _status(gateway)
        assert (status.listen_host, status.listen_port, status.connection_count) == ("127.0.0.1", gateway.port, 1)


async def _status(gateway: GatewayHost) -> gateway_pb2.GetGatewayStatusResponse:
    return await gateway.peers.call(
        "gateway", gateway.stub.GetGatewayStatus, gateway_pb2.GetGatewayStatusRequest(), timeout_seconds=5
    )
