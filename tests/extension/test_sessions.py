"""Sessions and their Agent Windows, in a real browser."""

from __future__ import annotations

import asyncio

import pytest

from support.extension_host import ExtensionHost, extension_host
from support.link_peer import CallFailedError
from support.site import Site

ASKS_BEFORE_LEAVING = "addEventListener('beforeunload', event => event.preventDefault()), 0"


async def test_session_gets_a_window_of_its_own_with_an_empty_page() -> None:
    async with extension_host() as host:
        before = await host.windows()
        answer = await host.call("session_start", "aaaa", width=900, height=700, focused=False)
        opened = await host.worker(f"chrome.windows.get({answer['agent_window_id']}, {{populate: true}})")
        assert answer["agent_window_id"] not in before
        assert (opened["width"], opened["height"], opened["focused"]) == (900, 700, False)
        assert [tab["url"] for tab in opened["tabs"]] == ["about:blank"]


@pytest.mark.parametrize(
    "size", [{"width": 900}, {"height": 900}, {"width": 99, "height": 900}, {"width": 900, "height": 7681}]
)
async def test_session_with_an_impossible_size_is_refused(size: dict[str, int]) -> None:
    async with extension_host() as host:
        before = await host.windows()
        assert (await host.refusal("session_start", "aaaa", **size)).code == "invalid_params"
        assert await host.windows() == before


async def test_session_id_is_given_once() -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        before = await host.windows()
        assert (await host.refusal("session_start", "aaaa")).code == "invalid_params"
        assert await host.windows() == before


async def test_cancelled_start_leaves_no_window() -> None:
    async with extension_host() as host:
        before = await host.windows()
        for delay_seconds in (0, 0.02, 0.05, 0.1):
            call, answer = host.link.send_request("tool.session_start", {"session_id": "aaaa"})
            await asyncio.sleep(delay_seconds)
            if (await host.link.call("cancel", {"rpc_id": call}))["cancelled"]:
                with pytest.raises(CallFailedError) as failed:
                    await answer
                assert failed.value.code == "cancelled"
            else:
                await answer
                await host.call("session_stop", "aaaa")
            assert await host.windows() == before


async def test_stop_closes_the_window_and_all_that_the_session_opened(site: Site) -> None:
    async with extension_host() as host:
        before = await host.windows()
        await host.start("aaaa")
        await host.call("tab_create", "aaaa", url=site.page("stale/v1.html"))
        answer = await host.call("session_stop", "aaaa")
        assert answer == {"returned_tab_ids": [], "return_failures": []}
        assert await host.windows() == before
        assert (await host.refusal("session_stop", "aaaa")).reason == "session_not_found"


async def test_stop_leaves_the_window_to_the_person_whose_tab_is_in_it() -> None:
    async with extension_host() as host:
        window = (await host.call("session_start", "aaaa"))["agent_window_id"]
        theirs = await host.persons_tab(window)
        assert (await host.call("session_stop", "aaaa"))["window_released"] is True
        assert (await host.windows())[window] == [theirs]


async def test_stop_cancels_what_runs(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        _, answer = host.link.send_request("tool.navigate", {"session_id": "aaaa", "url": site.page("hang")})
        await host.call("session_stop", "aaaa")
        with pytest.raises(CallFailedError) as failed:
            await answer
        assert failed.value.reason == "session_stopping"


async def test_stop_closes_a_page_that_asks_whether_it_may_be_left(site: Site) -> None:
    async with extension_host() as host:
        before = await host.windows()
        await asking_page(host, site)
        await host.call("session_stop", "aaaa")
        assert await host.windows() == before


async def test_tab_is_closed_whose_page_asks_whether_it_may_be_left(site: Site) -> None:
    async with extension_host() as host:
        tab = await asking_page(host, site)
        await host.call("tab_close", "aaaa", tab_id=tab)
        assert tab not in [each["tab_id"] for each in await host.tabs("aaaa", "agent")]


async def test_window_that_the_person_closes_ends_the_session(site: Site) -> None:
    async with extension_host() as host:
        window = (await host.call("session_start", "aaaa"))["agent_window_id"]
        _, answer = host.link.send_request("tool.navigate", {"session_id": "aaaa", "url": site.page("hang")})
        await host.worker(f"chrome.windows.remove({window})")
        assert await host.link.next_event("session.window_closed") == {
            "session_id": "aaaa",
            "reason": "user_closed_window",
        }
        with pytest.raises(CallFailedError) as failed:
            await answer
        assert failed.value.reason == "session_ended"
        assert (await host.refusal("tab_list", "aaaa")).code == "not_found"


async def test_closing_the_last_tab_keeps_the_session() -> None:
    async with extension_host() as host:
        first = await host.start("aaaa")
        await host.call("tab_close", "aaaa", tab_id=first)
        left = await host.tabs("aaaa", "agent")
        assert [(tab["url"], tab["active"]) for tab in left] == [("about:blank", True)]
        assert host.link.events.empty() or (await host.link.events.get())["event"] != "session.window_closed"


async def test_stop_while_a_tab_is_opened_leaves_none() -> None:
    async with extension_host() as host:
        before = await host.windows()
        for delay_seconds in (0, 0.005, 0.02):
            await host.start("aaaa")
            _, answer = host.link.send_request("tool.tab_create", {"session_id": "aaaa"})
            await asyncio.sleep(delay_seconds)
            await host.call("session_stop", "aaaa")
            await asyncio.wait([answer])
            answer.exception()
            assert await host.windows() == before


async def asking_page(host: ExtensionHost, site: Site) -> int:
    """A page that somebody has clicked on and that asks before it is left: browsers heed only such pages."""
    tab = await host.start("aaaa")
    await host.call("navigate", "aaaa", url=site.page("stale/v1.html"))
    await host.page("aaaa", ASKS_BEFORE_LEAVING)
    await host.call("press", "aaaa", key="a")
    return tab
