"""The debugger of a tab: attached when needed, again when taken away, and gone with the session."""

from __future__ import annotations

from support.extension_host import ExtensionHost, extension_host
from support.site import Site

CALLS: tuple[tuple[str, dict[str, object]], ...] = (
    ("click", {"selector": "body"}),
    ("hover", {"selector": "body"}),
    ("fill", {"selector": "body", "value": ""}),
    ("press", {"key": "a"}),
    ("select", {"selector": "body", "values": ["a"]}),
    ("evaluate", {"expression": "1"}),
    ("screenshot", {}),
)


async def debugged(host: ExtensionHost) -> int:
    """How many pages have a debugger of an extension or of developer tools."""
    is_page = "({type, attached}) => attached && type === 'page'"
    return int(await host.worker(f"chrome.debugger.getTargets().then(all => all.filter({is_page}).length)"))


async def test_page_of_the_browser_is_refused_and_the_tab_stays_usable(site: Site) -> None:
    async with extension_host() as host:
        tab = await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page("acting/keys.html"))
        await host.worker(f"chrome.tabs.update({tab}, {{url: 'chrome://version/'}})")
        await host.call("wait_for_navigation", "aaaa", timeout_ms=10000)
        for method, params in CALLS:
            refusal = await host.refusal(method, "aaaa", **params)
            assert (refusal.code, refusal.reason) == ("permission_denied", "page_restricted"), method
        await host.call("navigate", "aaaa", url=site.page("acting/keys.html"))
        assert await host.page("aaaa", "document.title") == "Keys"


async def test_debugger_comes_back_when_it_was_taken_away(site: Site) -> None:
    async with extension_host() as host:
        tab = await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page("acting/listening.html"))
        await host.worker(f"chrome.debugger.detach({{tabId: {tab}}})")
        await host.call("click", "aaaa", selector="#button")
        assert await host.page("aaaa", "heard.click") == 1


async def test_debugger_leaves_with_the_session(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page("acting/keys.html"))
        assert await debugged(host) == 1
        await host.call("session_stop", "aaaa")
        assert await debugged(host) == 0
