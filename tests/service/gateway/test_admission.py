"""Who is let in: the upgrade and the first frame."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from support.fake_extension import EXTENSION_ORIGIN, FakeExtension, WireError
from support.gateway_host import gateway_host

REFUSED = "bsk_gateway_upgrades_refused_total"


@pytest.mark.parametrize(
    ("origin", "cause"),
    [
        (None, "no_origin"),
        ("https://shop.example", "foreign_origin"),
        ("http://127.0.0.1:52800", "foreign_origin"),
        ("null", "foreign_origin"),
        ("chrome-extension://abc", "foreign_origin"),
        (EXTENSION_ORIGIN + "/", "foreign_origin"),
        (EXTENSION_ORIGIN[:-1] + "q", "foreign_origin"),
        (EXTENSION_ORIGIN.upper(), "foreign_origin"),
        ("moz-extension://" + "a" * 32, "foreign_origin"),
    ],
)
async def test_upgrade_is_refused_before_it_happens_when_the_origin_is_no_extension(
    origin: str | None, cause: str
) -> None:
    async with gateway_host() as gateway:
        with pytest.raises(InvalidStatus) as refused:
            await gateway.extension(origin=origin).open()
        response = refused.value.response
        assert response.status_code == 403
        assert response.body in (None, b"")
        assert not [name for name in response.headers if "bsk" in name.lower() or "server" in name.lower()]
        assert await gateway.metric(f'{REFUSED}{{cause="{cause}"}}') == 1


async def test_upgrade_names_the_server() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        assert extension.response_headers["x-bsk-server"] == "browser-skill-daemon"
        assert "Sec-WebSocket-Extensions" not in extension.response_headers


async def test_handshake_is_answered_as_the_public_protocol_has_it() -> None:
    async with gateway_host() as gateway, gateway.extension() as extension:
        assert extension.welcome.pop("version")
        assert extension.welcome == {
            "server": "browser-skill-daemon",
            "protocol_version": "1.3",
            "min_compatible_peer": "0.0.0",
            "min_compatible_protocol": "1.0",
        }


@pytest.mark.parametrize(
    "settings",
    [
        {"protocol_version": "1.0", "version": "0.1.10", "floor": None, "handshake_changes": {"audit_enabled": None}},
        {"protocol_version": "1.1", "version": "0.2.1"},
        {"protocol_version": "1.2", "version": "0.3.0"},
        {"protocol_version": "1.3", "version": "0.3.1"},
        {"protocol_version": "1.9", "version": "0.9.0"},
    ],
)
async def test_extension_of_every_published_protocol_is_let_in(settings: dict[str, object]) -> None:
    async with gateway_host() as gateway, gateway.extension(label="Work", **settings) as extension:
        connection = await gateway.session.report("connected")
        assert connection.handshake.instance_id == extension.instance_id
        assert connection.handshake.label == "Work"
        assert connection.handshake.protocol_version == settings["protocol_version"]
        assert connection.version_skew == (settings["protocol_version"] != "1.3")
        assert connection.connection_id


async def test_unknown_and_null_keys_of_a_handshake_are_ignored() -> None:
    async with gateway_host() as gateway:
        extension = gateway.extension()
        await extension.open()
        params = {
            "client": "browser-skill-extension",
            "version": "0.4.0",
            "protocol_version": "1.3",
            "instance_id": "1234abcd",
            "browser": {"name": "edge", "version": "1", "os": "x"},
            "label": None,
            "min_compatible_protocol": None,
            "extras": [1],
        }
        await extension.send_text(json.dumps({"id": "h", "method": "system.handshake", "params": params, "x": 1}))
        assert json.loads(await extension.receive_text())["result"]["server"] == "browser-skill-daemon"
        await extension.close()


async def test_extension_of_another_major_protocol_is_told_and_dropped() -> None:
    async with gateway_host() as gateway:
        extension = gateway.extension(protocol_version="2.0", version="9.9.9")
        with pytest.raises(WireError) as refused:
            await extension.connect()
        assert refused.value.code == "version_too_old"
        assert refused.value.data.pop("daemon_version")
        assert refused.value.data == {
            "peer_protocol_version": "2.0",
            "peer_version": "9.9.9",
            "daemon_protocol_version": "1.3",
            "min_compatible_protocol": "1.0",
        }
        assert await extension.wait_closed() == (1008, "version_too_old")
        assert gateway.session.kinds() == ["snapshot"]


async def test_extension_that_needs_a_newer_daemon_is_refused() -> None:
    async with gateway_host() as gateway:
        with pytest.raises(WireError, match="version_too_old"):
            await gateway.extension(floor="1.4").connect()


@pytest.mark.parametrize(
    "changes",
    [
        {"instance_id": None},
        {"instance_id": ""},
        {"instance_id": "x" * 200},
        {"instance_id": 7},
        {"protocol_version": None},
        {"browser": "chrome"},
    ],
)
async def test_handshake_that_cannot_be_read_is_refused(changes: dict[str, object]) -> None:
    async with gateway_host() as gateway:
        extension = gateway.extension(handshake_changes=changes)
        with pytest.raises(WireError, match="invalid_params"):
            await extension.connect()
        assert (await extension.wait_closed())[0] == 1008


async def test_first_request_other_than_the_handshake_is_refused() -> None:
    async with gateway_host() as gateway:
        extension = gateway.extension()
        await extension.open()
        await extension.send_text('{"id":"a","method":"system.status"}')
        answer = json.loads(await extension.receive_text())
        assert (answer["id"], answer["error"]["code"]) == ("a", "protocol_error")
        assert await extension.wait_closed() == (1008, "expected handshake")


@pytest.mark.parametrize("text", ["nonsense", '{"event":"system.heartbeat"}', '{"id":"a","result":{}}'])
async def test_first_frame_that_is_no_request_closes_the_connection(text: str) -> None:
    async with gateway_host() as gateway:
        extension = gateway.extension()
        await extension.open()
        await extension.send_text(text)
        assert await extension.wait_closed() == (1008, "expected handshake")


async def test_binary_first_frame_closes_the_connection() -> None:
    async with gateway_host() as gateway:
        extension = gateway.extension()
        await extension.open()
        await extension.send_text(b"{}")
        assert await extension.wait_closed() == (1008, "expected text frame")


async def test_silence_after_the_upgrade_closes_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bskd.gateway.socket.FIRST_FRAME_SECONDS", 0.1)
    async with gateway_host() as gateway:
        extension = gateway.extension()
        await extension.open()
        assert await extension.wait_closed() == (1008, "handshake timeout")
        assert await gateway.metric('bsk_gateway_handshakes_total{outcome="timeout"}') == 1


async def test_strangers_do_not_disturb_a_connected_extension() -> None:
    async with (
        gateway_host() as gateway,
        gateway.extension(handlers={"tool.click": lambda params: {"ok": 1}}) as friend,
    ):
        for origin in (None, "https://shop.example"):
            with pytest.raises(InvalidStatus):
                await FakeExtension(gateway.port, origin=origin).open()
        half_open = gateway.extension()
        await half_open.open()
        await half_open.send_text("{")
        with pytest.raises(ConnectionClosed):
            await half_open.receive_text()
        assert await gateway.call(friend) == {"ok": 1}
