"""Acting on elements that make it hard, in a real browser."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from support.extension_host import ExtensionHost, extension_host
from support.link_peer import CallFailedError
from support.site import Site

FRAMES = ("same", "cross", "srcdoc", "sandbox", "deep", "open", "closed", "scaled", "turned")


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[ExtensionHost]:
    """A browser with a session `aaaa` whose tab shows an address."""
    async with extension_host() as host:
        await host.start("aaaa", focused=False)
        await host.call("navigate", "aaaa", url=address)
        yield host


async def frames_loaded(host: ExtensionHost) -> None:
    """Wait until the innermost frame of each kind is there."""
    async with asyncio.timeout(20):
        while True:
            text = (await host.call("observe", "aaaa"))["text"]
            if all(f'"Press {name}"' in text for name in FRAMES):
                return
            await asyncio.sleep(0.05)


async def heard(host: ExtensionHost, *kinds: str) -> list[tuple[str, str, str]]:
    """What the frames told of events of these kinds, once it is as many as there are kinds."""
    await host.page(
        "aaaa",
        "new Promise(resolve => { const wait = () => received.filter(({type}) => "
        f"{list(kinds)!r}.includes(type)).length >= {len(kinds)} ? resolve() : setTimeout(wait, 20); wait(); }})",
        timeout_ms=5000,
    )
    messages = await host.page("aaaa", "received.splice(0)")
    return [(message["name"], message["type"], message["value"]) for message in messages if message["type"] in kinds]


async def test_click_reaches_the_element_in_every_kind_of_frame(site: Site) -> None:
    async with opened(site.page("frames/kinds.html")) as host:
        await frames_loaded(host)
        for name in FRAMES:
            await host.page("aaaa", "scrollTo(0, 0), received.length = 0")
            await host.call("click", "aaaa", selector=f'input[aria-label="Field {name}"]')
            assert await heard(host, "click") == [(name, "click", "")]


async def test_text_and_choices_reach_every_kind_of_frame(site: Site) -> None:
    async with opened(site.page("frames/kinds.html")) as host:
        await frames_loaded(host)
        for name in FRAMES:
            await host.page("aaaa", "received.length = 0")
            await host.call("fill", "aaaa", selector=f'input[aria-label="Field {name}"]', value=f"to {name}")
            assert await heard(host, "input") == [(name, "input", f"to {name}")]
            await host.call("select", "aaaa", selector=f'select[aria-label="List {name}"]', values=["Two"])
            assert (name, "change", "two") in await heard(host, "input", "change")


async def test_click_waits_for_an_element_that_arrives(site: Site) -> None:
    async with opened(site.page("acting/moving.html")) as host:
        await host.page(
            "aaaa", "arriving.style.animation = 'none', arriving.offsetWidth, arriving.style.animation = ''"
        )
        await host.call("click", "aaaa", selector="#arriving")
        assert await host.page("aaaa", "clicks") == ["arriving"]


async def test_click_hits_elements_that_move_a_little_or_flee_twice(site: Site) -> None:
    async with opened(site.page("acting/moving.html")) as host:
        for element in ("pulsing", "fleeing"):
            await host.call("click", "aaaa", selector=f"#{element}")
        assert await host.page("aaaa", "clicks") == ["pulsing", "fleeing"]


async def test_click_gives_up_on_an_element_that_never_holds_still(site: Site) -> None:
    async with opened(site.page("acting/moving.html")) as host:
        refusal = await host.refusal("click", "aaaa", selector="#racing")
        assert refusal.reason == "element_unstable"
        assert await host.page("aaaa", "clicks") == []


async def test_click_goes_by_what_the_pointer_brings_up(site: Site) -> None:
    async with opened(site.page("acting/hovering.html")) as host:
        refusal = await host.refusal("click", "aaaa", selector="#covered")
        assert (refusal.reason, refusal.data["covered_by"]) == ("element_covered", 'div.tip "A tip over all of it"')
        await host.call("click", "aaaa", selector="#half")
        assert [event["id"] for event in await events(host, "click")] == ["half"]


async def events(host: ExtensionHost, *kinds: str) -> list[dict[str, Any]]:
    """The events of these kinds that the page has seen since it was last asked."""
    return [event for event in await host.page("aaaa", "events.splice(0)") if event["type"] in kinds]


@pytest.mark.parametrize("element", ["box", "wrapped", "contents"])
async def test_click_finds_a_point_of_elements_without_a_plain_box(site: Site, element: str) -> None:
    async with opened(site.page("acting/hovering.html")) as host:
        await host.call("click", "aaaa", selector=f"#{element}")
        clicked = [event["id"] for event in await events(host, "click") if event["isTrusted"]]
        assert clicked[-1] == element


async def test_click_refuses_what_a_person_could_not_click(site: Site) -> None:
    async with opened(site.page("acting/hovering.html")) as host:
        assert (await host.refusal("click", "aaaa", selector="#inert")).reason == "element_disabled"
        assert (await host.refusal("click", "aaaa", selector="#outside")).reason == "element_not_visible"
        assert (await host.refusal("click", "aaaa", selector="#none")).reason == "selector_not_found"
        refusal = await host.refusal("click", "aaaa", selector="#[")
        assert (refusal.reason, refusal.data["effect_state"]) == ("invalid_params", "none")
        assert await events(host, "mousedown") == []


async def test_gesture_has_its_count_button_and_modifiers(site: Site) -> None:
    async with opened(site.page("acting/hovering.html")) as host:
        await host.call("click", "aaaa", selector="#half", click_count=2, modifiers=["shift", "ctrl"])
        seen = await events(host, "mousedown", "mouseup", "click", "dblclick")
        assert [(event["type"], event["detail"]) for event in seen] == [
            ("mousedown", 1),
            ("mouseup", 1),
            ("click", 1),
            ("mousedown", 2),
            ("mouseup", 2),
            ("click", 2),
            ("dblclick", 2),
        ]
        assert all((event["ctrlKey"], event["shiftKey"], event["altKey"]) == (True, True, False) for event in seen)
        await host.call("click", "aaaa", selector="#half", button="right")
        assert [event["button"] for event in await events(host, "contextmenu", "auxclick")] == [2, 2]


async def test_cancelled_click_releases_the_button_and_says_unknown(site: Site) -> None:
    async with opened(site.page("acting/hovering.html")) as host:
        call, answer = host.link.send_request("tool.click", {"session_id": "aaaa", "selector": "#busy"})
        await host.worker("new Promise(resolve => setTimeout(resolve, 1000))")
        assert await host.link.call("cancel", {"rpc_id": call}) == {"cancelled": True}
        with pytest.raises(CallFailedError) as failed:
            await asyncio.wait_for(answer, 1.5)
        assert (failed.value.code, failed.value.data["effect_state"]) == ("cancelled", "unknown")
        assert [event["type"] for event in await events(host, "mousedown", "mouseup")] == ["mousedown", "mouseup"]


async def test_late_click_that_has_not_begun_says_none(site: Site) -> None:
    async with opened(site.page("acting/hovering.html")) as host:
        await host.page("aaaa", "setTimeout(() => { const until = Date.now() + 3000; while (Date.now() < until); }), 0")
        refusal = await host.refusal("click", "aaaa", selector="#half", timeout_ms=500)
        assert (refusal.reason, refusal.data["effect_state"]) == ("timeout", "none")
        assert await events(host, "mousedown") == []


async def test_click_that_closes_its_tab_is_done(site: Site) -> None:
    async with opened(site.page("acting/hovering.html")) as host:
        created = await host.call("tab_create", "aaaa", url=site.page("acting/hovering.html"))
        await host.call("wait_for_navigation", "aaaa", tab_id=created["tab_id"])
        answer = await host.call("click", "aaaa", selector="#close")
        assert answer["tab_id"] == created["tab_id"]
        await closed(host, created["tab_id"])


async def closed(host: ExtensionHost, tab: int) -> None:
    """Wait until a tab is gone."""
    async with asyncio.timeout(10):
        while True:
            if tab not in [each["tab_id"] for each in await host.tabs("aaaa")]:
                return
            await asyncio.sleep(0.05)


async def test_zoomed_tab_is_hit_where_it_shows(site: Site) -> None:
    async with opened(site.page("frames/kinds.html")) as host:
        tab = (await host.tabs("aaaa", "agent"))[0]["tab_id"]
        await host.worker(f"chrome.tabs.setZoomSettings({tab}, {{scope: 'per-tab'}})")
        await host.worker(f"chrome.tabs.setZoom({tab}, 1.5)")
        await frames_loaded(host)
        for name in ("scaled", "turned"):
            await host.page("aaaa", "received.length = 0")
            await host.call("click", "aaaa", selector=f'input[aria-label="Field {name}"]')
            assert await heard(host, "click") == [(name, "click", "")]


async def test_unfolded_list_closes_when_one_of_its_options_is_chosen(site: Site) -> None:
    async with opened(site.page("acting/selects.html")) as host:
        await host.call("click", "aaaa", selector="#size")
        assert await host.page("aaaa", "size.matches(':open')") is True
        await host.call("click", "aaaa", selector="#size option[value=m]")
        assert await host.page("aaaa", "[size.matches(':open'), size.value, events]") == [
            False,
            "m",
            ["input size", "change size"],
        ]
