"""The extension's end of the link, in a real browser."""

from __future__ import annotations

import asyncio
import re

import pytest

from support.extension_browser import ExtensionBrowser
from support.extension_host import extension_host
from support.link_peer import CallFailedError, LinkPeer
from support.site import Site

REFUSAL_PATIENCE_SECONDS = 3.0


async def test_handshake_introduces_the_browser() -> None:
    async with extension_host() as host:
        handshake = host.link.handshake
        assert handshake["client"] == "browser-skill-extension"
        assert (handshake["protocol_version"], handshake["min_compatible_protocol"]) == ("1.3", "1.0")
        assert re.fullmatch("[0-9a-f]{8}", handshake["instance_id"])
        assert handshake["browser"]["name"] in {"chromium", "chrome"}
        assert handshake["label"] == ""


async def test_extension_keeps_its_id_over_connections() -> None:
    async with extension_host() as host:
        await host.link.close()
        again = await host.peer.connection()
        assert again.handshake["instance_id"] == host.link.handshake["instance_id"]


async def test_peer_of_the_oldest_protocol_is_served() -> None:
    async with extension_host(protocol_version="1.0", floor=None) as host:
        assert await host.link.call("cancel", {"rpc_id": "none"}) == {"cancelled": False}


async def test_refused_extension_does_not_try_again() -> None:
    async with LinkPeer() as peer:
        peer.refuse_with = {"code": "version_too_old", "message": "protocol 2.0 is needed"}
        async with ExtensionBrowser(peer.port):
            await peer.refused.wait()
            peer.refuse_with = None
            with pytest.raises(TimeoutError):
                await peer.connection(REFUSAL_PATIENCE_SECONDS)


async def test_extension_leaves_a_peer_of_another_major_version() -> None:
    async with LinkPeer(protocol_version="2.0") as peer, ExtensionBrowser(peer.port):
        link = await peer.connection()
        await asyncio.wait_for(link.ended.wait(), 10)


async def test_unknown_method_is_said_to_be_unknown() -> None:
    async with extension_host() as host:
        refusal = await host.refusal("fly", "aaaa")
        assert (refusal.code, refusal.reason) == ("unknown_method", "unknown_method")


async def test_messages_that_are_no_frames_are_ignored() -> None:
    async with extension_host() as host:
        for text in ("", "nonsense", "[]", "{}", '{"id":"a","id":"b","method":"cancel"}', '{"id":"x","result":1}'):
            await host.link.send_text(text)
        assert await host.link.call("cancel", {"rpc_id": "none"}) == {"cancelled": False}


async def test_parameters_that_do_not_fit_are_refused() -> None:
    async with extension_host() as host:
        assert (await host.refusal("tab_list", "")).code == "invalid_params"
        assert (await host.refusal("tab_close", "aaaa", tab_id="seven")).code == "invalid_params"
        assert (await host.refusal("navigate", "aaaa", url=[])).code == "invalid_params"


async def test_cancelled_call_ends_as_cancelled_and_leaves_the_page(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page("stale/v1.html"))
        call, answer = host.link.send_request("tool.navigate", {"session_id": "aaaa", "url": site.page("hang")})
        await asyncio.sleep(0.2)
        assert await host.link.call("cancel", {"rpc_id": call}) == {"cancelled": True}
        with pytest.raises(CallFailedError) as failed:
            await answer
        assert failed.value.code == "cancelled"
        assert await host.page("aaaa", "document.title") == "Version 1"


async def test_lost_connection_ends_every_session_before_the_next() -> None:
    async with extension_host() as host:
        before = await host.windows()
        await host.start("aaaa")
        await host.start("bbbb")
        await host.link.close()
        host.link = await host.peer.connection()
        assert await host.windows() == before
        assert (await host.refusal("tab_list", "aaaa")).reason == "session_not_found"
        await host.start("aaaa")


async def test_worker_that_was_killed_comes_back_without_its_sessions() -> None:
    async with extension_host() as host:
        before = await host.windows()
        await host.start("aaaa")
        await host.kill_worker()
        host.link = await host.peer.connection(45)
        assert await host.windows() == before
