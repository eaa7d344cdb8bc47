"""What a session may reach, in a real browser."""

from __future__ import annotations

from support.extension_host import ExtensionHost, extension_host
from support.site import Site


async def test_other_sessions_are_invisible(site: Site) -> None:
    async with extension_host() as host:
        first = await host.start("aaaa")
        second = await host.start("bbbb")
        assert second not in [tab["tab_id"] for tab in await host.tabs("aaaa")]
        assert first not in [tab["tab_id"] for tab in await host.tabs("bbbb")]
        refusal = await host.refusal("navigate", "aaaa", url=site.page("stale/v1.html"), tab_id=second)
        assert (refusal.code, refusal.reason) == ("permission_denied", "agent_window_scope")


async def test_persons_tab_in_another_sessions_window_is_invisible() -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        window = (await host.call("session_start", "bbbb"))["agent_window_id"]
        theirs = await host.persons_tab(window)
        assert theirs not in [tab["tab_id"] for tab in await host.tabs("aaaa")]
        assert theirs in [tab["tab_id"] for tab in await host.tabs("bbbb", "user")]


async def test_tab_put_into_the_agent_window_by_hand_grants_nothing(site: Site) -> None:
    async with extension_host() as host:
        window = (await host.call("session_start", "aaaa"))["agent_window_id"]
        theirs = await host.persons_tab(window)
        for method in ("tab_close", "tab_select", "reload", "wait_for_navigation", "observe"):
            assert (await host.refusal(method, "aaaa", tab_id=theirs)).reason == "agent_window_scope", method
        # It is in front, and still not what a call without a tab acts on.
        assert (await host.refusal("navigate", "aaaa", url=site.page("stale/v1.html"))).reason == "agent_window_scope"


async def test_tab_that_the_person_takes_out_is_theirs(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        tab = (await host.call("tab_create", "aaaa", url=site.page("stale/v1.html")))["tab_id"]
        await host.call("wait_for_navigation", "aaaa", tab_id=tab)
        window = (await host.worker(f"chrome.windows.create({{tabId: {tab}}})"))["id"]
        assert (await host.refusal("reload", "aaaa", tab_id=tab)).reason == "agent_window_scope"
        await host.call("session_stop", "aaaa")
        assert (await host.windows())[window] == [tab]


async def test_tab_that_does_not_exist_is_named() -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        for tab in (5, -1, 2_147_483_647):
            refusal = await host.refusal("reload", "aaaa", tab_id=tab)
            assert (refusal.code, refusal.reason) == ("not_found", "tab_not_found")
            assert str(tab) in str(refusal)


async def test_popup_of_the_page_belongs_to_the_session_and_ends_with_it(site: Site) -> None:
    async with extension_host() as host:
        before = await host.windows()
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page("stale/v1.html"))
        popup = await opened_by_page(host, "open('v2.html', '', 'width=300,height=300'), 0")
        await host.call("wait_for_navigation", "aaaa", tab_id=popup)
        assert await host.page("aaaa", "document.title", tab_id=popup) == "Version 2"
        await host.call("session_stop", "aaaa")
        assert await host.windows() == before


async def test_page_without_an_opener_belongs_to_the_session(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page("stale/v1.html"))
        opened = await opened_by_page(host, "open('v2.html', '', 'noopener'), 0")
        await host.call("wait_for_navigation", "aaaa", tab_id=opened)
        assert await host.page("aaaa", "document.title", tab_id=opened) == "Version 2"


async def test_tab_opens_where_it_is_asked_to(site: Site) -> None:
    async with extension_host() as host:
        first = await host.start("aaaa")
        behind = await host.call("tab_create", "aaaa", url=site.page("stale/v1.html"), active=False, index=0)
        empty = await host.call("tab_create", "aaaa")
        assert empty["url"] == "about:blank"
        assert [(tab["tab_id"], tab["active"]) for tab in await host.tabs("aaaa", "agent")] == [
            (behind["tab_id"], False),
            (first, False),
            (empty["tab_id"], True),
        ]
        assert (await host.refusal("tab_create", "aaaa", url="chrome://settings")).reason == "address_refused"


async def test_window_that_the_screen_cannot_hold_is_refused() -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        assert await host.call("window_resize", "aaaa", width=800, height=600)
        for width, height in ((99, 600), (800, 7681), (7680, 7680)):
            assert (await host.refusal("window_resize", "aaaa", width=width, height=height)).code == "invalid_params"


async def opened_by_page(host: ExtensionHost, script: str) -> int:
    """The tab that a page opens when somebody acts on it."""
    known = {tab["tab_id"] for tab in await host.tabs("aaaa")}
    await host.call("press", "aaaa", key="a")
    await host.page("aaaa", script)
    (opened,) = [tab["tab_id"] for tab in await host.tabs("aaaa", "agent") if tab["tab_id"] not in known]
    return int(opened)
