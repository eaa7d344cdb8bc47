"""Tabs and the Agent Window of a session."""

from __future__ import annotations

from support.bsk import Page
from support.site import Site


def test_created_tab_is_listed_as_the_agents(page: Page, site: Site) -> None:
    created = page.do("tab create", "--url", site.page("stale/v1.html"))
    page.do("wait-for-navigation", "--tab-id", str(created["tab_id"]))
    listed = {tab["tab_id"]: tab for tab in page.do("tab list", "--scope", "agent")["tabs"]}
    assert listed[created["tab_id"]]["title"] == "Version 1"
    assert listed[created["tab_id"]]["scope"] == "agent"
    assert listed[created["tab_id"]]["active"] is True


def test_tab_of_the_person_is_listed_and_out_of_reach(page: Page) -> None:
    theirs = page.do("tab list", "--scope", "user")["tabs"]
    assert theirs
    assert page.run("evaluate", "1", "--tab-id", str(theirs[0]["tab_id"])).reason == "agent_window_scope"
    assert page.run("tab close", str(theirs[0]["tab_id"])).reason == "agent_window_scope"


def test_selected_tab_becomes_the_default(page: Page, site: Site) -> None:
    page.open(site.page("stale/v1.html"))
    first = page.do("tab list", "--scope", "agent")["tabs"][0]["tab_id"]
    page.do("tab create", "--url", site.page("stale/v2.html"))
    page.do("tab select", str(first))
    assert page.evaluate("document.title") == "Version 1"


def test_closing_the_last_tab_keeps_the_session(page: Page, site: Site) -> None:
    only = page.do("tab list", "--scope", "agent")["tabs"][0]["tab_id"]
    page.do("tab close", str(only))
    page.open(site.page("stale/v1.html"))
    assert page.evaluate("document.title") == "Version 1"


def test_unknown_tab_is_named(page: Page) -> None:
    refused = page.run("observe", "--tab-id", "12345")
    assert refused.reason == "tab_not_found"
    assert "12345" in refused.error["message"]


def test_tab_opened_by_the_page_belongs_to_the_session(page: Page, site: Site) -> None:
    page.open(site.page("acting/opener.html"))
    page.do("click", page.ref('link "Open in a new tab"'))
    opened = [tab for tab in page.do("tab list", "--scope", "agent")["tabs"] if tab["url"].endswith("v2.html")]
    assert page.evaluate("document.title", tab_id=str(opened[0]["tab_id"])) == "Version 2"


def test_window_takes_the_size_asked_for(page: Page) -> None:
    answer = page.do("window resize", "--width", "900", "--height", "700")
    assert (answer["width"], answer["height"]) == (900, 700)
    assert page.evaluate("[outerWidth, outerHeight]") == [900, 700]
