"""Dialogs of pages: answered by themselves, reported, and never in the way of a call."""

from __future__ import annotations

import asyncio

from support.extension_host import ExtensionHost, extension_host
from support.site import Site

PAGE = "acting/dialogs.html"


async def told(host: ExtensionHost, selector: str) -> list[tuple[str, str, str]]:
    """The dialogs in the answer of a click."""
    answer = await asyncio.wait_for(host.call("click", "aaaa", selector=selector), 10)
    return [(dialog["type"], dialog["message"], dialog["handled"]) for dialog in answer.get("dialogs", [])]


async def test_dialog_within_a_click_is_answered_and_told(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page(PAGE))
        assert await told(host, "#alert") == [("alert", "Mind the gap", "accepted")]
        assert await told(host, "#confirm") == [("confirm", "Really?", "dismissed")]
        assert await told(host, "#prompt") == [("prompt", "Your name?", "dismissed")]
        assert await host.page("aaaa", "answers") == [None, False, None]


async def test_dialog_between_calls_is_told_once_by_the_next(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page(PAGE))
        assert await told(host, "#later") == []
        await host.worker("new Promise(resolve => setTimeout(resolve, 600))")
        first = await host.call("evaluate", "aaaa", expression="answers")
        assert first["value"] == [None, False]
        assert [dialog["message"] for dialog in first["dialogs"]] == ["Still there?"]
        assert "dialogs" not in await host.call("evaluate", "aaaa", expression="answers")


async def test_alert_of_a_new_tab_does_not_hold_it_up(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa", focused=True)
        for active in (True, False):
            created = await host.call("tab_create", "aaaa", url=site.page(PAGE + "?load"), active=active)
            tab = created["tab_id"]
            await host.call("wait_for_navigation", "aaaa", tab_id=tab, timeout_ms=10000)
            seen = await asyncio.wait_for(host.call("observe", "aaaa", tab_id=tab), 10)
            assert 'button "Confirm"' in seen["text"]
            assert await host.page("aaaa", "document.readyState", tab_id=tab) == "complete"


async def test_evaluate_goes_through_its_own_dialogs(site: Site) -> None:
    async with extension_host() as host:
        await host.start("aaaa")
        await host.call("navigate", "aaaa", url=site.page(PAGE))
        answer = await host.call("evaluate", "aaaa", expression="[alert(1), confirm(2), prompt(3, 4)]")
        assert answer["value"] == [None, False, None]
        assert [dialog["sequence"] for dialog in answer["dialogs"]] == [1, 2, 3]
        assert answer["dialogs"][2]["default_prompt"] == "4"
