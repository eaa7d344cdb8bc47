"""Pages that load in unusual ways, in a real browser."""

from __future__ import annotations

import asyncio
import time

from support.extension_host import extension_host
from support.site import Site

FIRST = "stale/v1.html"
SECOND = "stale/v2.html"


async def test_page_comes_back_from_the_back_forward_cache(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page(FIRST))
        await host.page("aaaa", "window.kept = 1")
        await host.call("navigate", "aaaa", url=site.page(SECOND))
        for phase in ("domcontentloaded", "load", "networkidle"):
            back = await host.call("navigate_back", "aaaa", wait_until=phase, timeout_ms=5000)
            assert (back["reached"], back["final_url"]) == (phase, site.page(FIRST))
            assert await host.page("aaaa", "window.kept") == 1
            forward = await host.call("navigate_forward", "aaaa", wait_until=phase, timeout_ms=5000)
            assert (forward["reached"], forward["final_url"]) == (phase, site.page(SECOND))


async def test_history_within_a_document_is_followed(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page(FIRST))
        await host.page("aaaa", "history.pushState(1, '', '?pushed')")
        await host.call("navigate", "aaaa", url=site.page(FIRST + "?pushed#part"), timeout_ms=5000)
        for address in (FIRST + "?pushed", FIRST):
            back = await host.call("navigate_back", "aaaa", timeout_ms=5000)
            assert (back["reached"], back["final_url"]) == ("load", site.page(address))


async def test_history_of_a_frame_is_followed(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page("stale/framed.html"))
        await host.page(
            "aaaa",
            "new Promise(resolve => { const frame = document.querySelector('iframe');"
            f" frame.onload = () => resolve(0); frame.contentWindow.location = {site.page(SECOND)!r}; }})",
        )
        back = await host.call("navigate_back", "aaaa", timeout_ms=5000)
        assert (back["reached"], back["final_url"]) == ("load", site.page("stale/framed.html"))


async def test_load_that_is_pushed_aside_is_not_what_was_asked_for(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page(FIRST))
        await host.page("aaaa", f"location.href = {site.page('slow?ms=400')!r}, 0")
        answer = await host.call("navigate", "aaaa", url=site.page(SECOND), timeout_ms=5000)
        assert (answer["reached"], answer["final_url"]) == ("load", site.page(SECOND))
        assert "error_text" not in answer


async def test_page_that_sends_itself_elsewhere_while_it_loads_is_followed(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page(FIRST))
        await host.page("aaaa", f"sessionStorage.goto = {site.page(SECOND)!r}")
        tab = (await host.tabs("aaaa", "agent"))[0]["tab_id"]
        waiting = asyncio.ensure_future(host.call("wait_for_navigation", "aaaa", tab_id=tab, timeout_ms=5000))
        await host.page("aaaa", f"location.href = {site.page('redirect?to=/' + SECOND)!r}, 0")
        assert (await waiting)["reached"] == "load"
        assert await host.page("aaaa", "document.title") == "Version 2"


async def test_alert_while_loading_is_answered_and_reported(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page(FIRST))
        await host.page("aaaa", "onpagehide = () => 0, setTimeout(() => alert('hello'), 50), 0")
        answer = await host.call("navigate", "aaaa", url=site.page("slow?ms=400"), timeout_ms=5000)
        assert answer["reached"] == "load"
        assert [(dialog["type"], dialog["handled"]) for dialog in answer["dialogs"]] == [("alert", "accepted")]


async def test_question_before_leaving_is_answered_and_reported(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page(FIRST))
        await host.page("aaaa", "addEventListener('beforeunload', event => event.preventDefault()), 0")
        await host.call("press", "aaaa", key="a")
        answer = await host.call("navigate", "aaaa", url=site.page(SECOND), timeout_ms=5000)
        assert (answer["reached"], answer["final_url"]) == ("load", site.page(SECOND))
        assert [dialog["type"] for dialog in answer["dialogs"]] == ["beforeunload"]


async def test_failed_load_is_answered_at_once_with_the_browsers_word() -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        started = time.monotonic()
        refused = await host.call("navigate", "aaaa", url="http://127.0.0.1:9/")
        unknown = await host.call("navigate", "aaaa", url="http://nowhere.invalid/")
        assert time.monotonic() - started < 10
        assert (refused["reached"], unknown["reached"]) == ("timeout", "timeout")
        assert refused["error_text"].startswith("net::ERR_")
        assert unknown["error_text"] == "net::ERR_NAME_NOT_RESOLVED"


async def test_network_is_waited_for(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page(FIRST))
        await host.page("aaaa", f"fetch({site.page('slow?ms=1500')!r}), 0")
        assert (await host.call("wait_for_navigation", "aaaa", wait_until="load"))["reached"] == "load"
        busy = await host.call("navigate", "aaaa", url=site.page("hang"), wait_until="networkidle", timeout_ms=500)
        assert busy["reached"] == "timeout"


async def test_sessions_load_independently(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.start("bbbb")
        hanging = asyncio.ensure_future(
            host.call("navigate", "aaaa", url=site.page("hang"), timeout_ms=20_000),
        )
        answer = await host.call("navigate", "bbbb", url=site.page(FIRST), timeout_ms=10_000)
        assert answer["reached"] == "load"
        assert not hanging.done()
        await host.call("session_stop", "aaaa")
        await asyncio.wait([hanging])
        hanging.exception()
        assert await host.page("bbbb", "document.title") == "Version 1"
