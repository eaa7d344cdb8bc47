"""Messages of a connected extension that are not answers: events, requests, and nonsense."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from bskd.gateway.config import GatewaySettings
from bskd.runtime.config import Configuration, HttpSettings
from support.fake_extension import FakeExtension
from support.gateway_host import GatewayHost, gateway_host

IGNORED = "bsk_gateway_frames_ignored_total"

NONSENSE = [
    ("not json", "invalid_frame"),
    ("", "invalid_frame"),
    ("[]", "invalid_frame"),
    ("{}", "invalid_frame"),
    ('{"id":"tool-1"', "invalid_frame"),
    ('{"id":"a","id":"a","result":1}', "invalid_frame"),
    ('{"id":"a","result":1,"error":{"code":"timeout","message":"m"}}', "invalid_frame"),
    ('{"id":"a","result":NaN}', "invalid_frame"),
    ('{"id":7,"result":1}', "invalid_frame"),
    ('{"id":"a","result":' + "[" * 100_000 + "]" * 100_000 + "}", "invalid_frame"),
    ('{"id":"a","result":' + "9" * 10_000 + "}", "invalid_frame"),
    ('{"id":"never-sent","result":1}', "unknown_id"),
    ('{"id":"never-sent","error":{"code":"timeout","message":"m"}}', "unknown_id"),
    ('{"event":"weather.changed","payload":{}}', "unknown_event"),
    ('{"event":"session.window_closed","payload":{}}', "invalid_payload"),
    ('{"event":"session.window_closed","payload":"qzem"}', "invalid_payload"),
    ('{"event":"session.user_interrupt","payload":{"session_id":7}}', "invalid_payload"),
    ('{"event":"session.interaction_changed","payload":[]}', "invalid_payload"),
    (b"\x00\x01", "binary"),
]


async def works(gateway: GatewayHost, extension: FakeExtension) -> bool:
    """Whether a call still goes through."""
    extension.handlers["tool.click"] = lambda params: 1
    return bool(await gateway.call(extension) == 1)


@pytest.mark.parametrize(("text", "cause"), NONSENSE)
async def test_nonsense_is_ignored_and_counted(text: str | bytes, cause: str) -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        await extension.send_text(text)
        assert await works(gateway, extension)
        assert await gateway.metric(f'{IGNORED}{{cause="{cause}"}}') == 1


async def test_answer_that_comes_twice_counts_once() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:

        async def twice(params: dict[str, Any]) -> Any:
            await extension.answer(extension.requests[-1].id, 1)
            return 2

        extension.handlers["tool.click"] = twice
        assert await gateway.call(extension) == 1
        assert await works(gateway, extension)
        assert await gateway.metric(f'{IGNORED}{{cause="unknown_id"}}') == 1


async def test_answers_out_of_order_reach_their_own_callers() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        everyone = asyncio.Barrier(3)

        async def reversed_order(params: dict[str, Any]) -> Any:
            await everyone.wait()
            await asyncio.sleep(0.02 * (3 - params["n"]))
            return params["n"]

        extension.handlers["tool.click"] = reversed_order
        calls = (gateway.call(extension, params={"n": n}, session_id=f"ses{n}") for n in range(3))
        assert await asyncio.gather(*calls) == [0, 1, 2]


async def test_too_large_message_closes_that_connection_only() -> None:
    configuration = Configuration(http=HttpSettings(max_message_bytes=100_000), services={"gateway": GatewaySettings()})
    async with (
        gateway_host(configuration=configuration) as gateway,
        gateway.extension(instance_id="aaaaaaaa") as careless,
        gateway.extension(instance_id="bbbbbbbb") as careful,
    ):
        await careless.send_text(json.dumps({"event": "system.heartbeat", "payload": {"x": "y" * 200_000}}))
        code, reason = await careless.wait_closed()
        assert code == 1009
        assert reason
        assert await works(gateway, careful)
        assert (await gateway.session.report("disconnected")).cause == "closed"
        assert await gateway.metric('bsk_gateway_disconnects_total{cause="too_large"}') == 1


async def test_text_that_is_not_utf8_closes_that_connection_only() -> None:
    async with (
        gateway_host() as gateway,
        gateway.extension(instance_id="aaaaaaaa") as careless,
        gateway.extension(instance_id="bbbbbbbb") as careful,
    ):
        socket = careless._socket
        assert socket is not None
        await socket.send(b"\xff\xfe", text=True)
        assert (await careless.wait_closed())[0] == 1007
        assert await works(gateway, careful)


@pytest.mark.parametrize("method", ["system.ping", "session.start", "system.handshake", "tool.click", "audit.request"])
async def test_request_of_the_extension_is_unknown(method: str) -> None:
    async with gateway_host() as gateway:
        extension = FakeExtension(gateway.port)
        await connect_silently(extension)
        await extension.send_text(json.dumps({"id": "x", "method": method, "params": {}}))
        answer = json.loads(await extension.receive_text())
        assert (answer["id"], answer["error"]["code"]) == ("x", "unknown_method")
        await extension.close()


async def test_cancel_of_the_extension_finds_nothing_to_cancel() -> None:
    async with gateway_host() as gateway:
        extension = FakeExtension(gateway.port)
        await connect_silently(extension)
        await extension.send_text('{"id":"c","method":"cancel","params":{"rpc_id":"x"}}')
        assert json.loads(await extension.receive_text()) == {"id": "c", "result": {"cancelled": False}}
        await extension.close()


async def connect_silently(extension: FakeExtension) -> None:
    """Connect an extension whose messages the test reads itself."""
    await extension.open()
    params = {"protocol_version": "1.3", "instance_id": extension.instance_id}
    await extension.send_text(json.dumps({"id": "h", "method": "system.handshake", "params": params}))
    await extension.receive_text()


async def test_events_of_sessions_are_reported_with_their_browser() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        await extension.send_event("session.user_interrupt", {"session_id": "qzem"})
        await extension.send_event(
            "session.interaction_changed",
            {"session_id": "qzem", "interaction": {"borrow_confirmation": "never", "request_help": "enabled"}},
        )
        failures = [{"tab_id": 7, "code": "cdp_failed", "message": "gone", "more": 1}]
        await extension.send_event(
            "session.window_closed",
            {"session_id": "qzem", "reason": "user_closed_window", "return_failures": failures},
        )
        closed = await gateway.session.report("window_closed")
        assert (closed.session_id, closed.reason) == ("qzem", "user_closed_window")
        assert closed.return_failures[0].tab_id == 7
        assert (await gateway.session.report("user_interrupt")).session_id == "qzem"
        changed = await gateway.session.report("interaction_changed")
        assert changed.interaction.borrow_confirmation == "never"
        assert {report.browser_instance_id for report in gateway.session.streams[-1][2:]} == {extension.instance_id}


async def test_activity_and_audit_events_are_taken_without_a_word() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        await extension.send_event("session.activity", {"session_id": "qzem"})
        await extension.send_event("audit.context", {"operation": 1})
        assert await works(gateway, extension)
        assert await gateway.metric(f'{IGNORED}{{cause="unknown_event"}}') == 0
        assert gateway.session.kinds() == ["snapshot", "connected"]


async def test_mangled_frames_leave_the_gateway_and_the_connection_unharmed() -> None:
    source = random.Random(4)  # noqa: S311
    originals = [text for text, _ in NONSENSE if isinstance(text, str) and len(text) < 1000] + [
        '{"event":"session.user_interrupt","payload":{"session_id":"qzem"}}',
        '{"id":"x","method":"cancel","params":{"rpc_id":"y"}}',
        '{"id":"tool-00000000","error":{"code":"timeout","message":"m","data":{"a":[1,2,{"b":null}]}}}',
    ]
    async with gateway_host() as gateway, gateway.extension() as extension:
        for _ in range(3000):
            text = source.choice(originals)
            for _ in range(source.randrange(1, 6)):
                at = source.randrange(len(text) + 1)
                text = text[:at] + source.choice('{}[]",:\\u0é\x00 n1e-') + text[at + source.randrange(3) :]
            await extension.send_text(text)
        assert await works(gateway, extension)


async def test_extension_that_takes_nothing_any_more_holds_up_nobody() -> None:
    async with (
        gateway_host() as gateway,
        gateway.extension(instance_id="aaaaaaaa") as stuck,
        gateway.extension(instance_id="bbbbbbbb") as lively,
    ):
        assert stuck._socket is not None
        stuck._socket.transport.pause_reading()
        large = {"value": "x" * 30_000_000}
        error = await gateway.failure(stuck, "tool.fill", large, timeout_seconds=1, cancel_at_deadline=True)
        assert (error.reason, error.data["dispatched"]) == ("cancel_cleanup_timeout", True)
        waiting = await gateway.failure(stuck, "tool.click", timeout_seconds=0.3)
        assert (waiting.reason, waiting.data) == ("timeout", {"dispatched": False, "settled": False})
        assert await works(gateway, lively)
        began = asyncio.get_running_loop().time()
        gateway.host.request_stop()
        await lively.wait_closed()
        async with asyncio.timeout(8):
            while not gateway.stopped:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert asyncio.get_running_loop().time() - began < 6
        stuck._socket.transport.abort()
