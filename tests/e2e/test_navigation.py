"""Going from page to page: phases, failures and history, each with a true answer."""

from __future__ import annotations

import pytest

from support.bsk import Page
from support.site import Site


@pytest.mark.parametrize("phase", ["commit", "domcontentloaded", "load", "networkidle"])
def test_navigate_reaches_the_phase_asked_for(page: Page, site: Site, phase: str) -> None:
    answer = page.do("navigate", site.page("stale/v1.html"), "--wait-until", phase)
    assert (answer["reached"], answer["final_url"]) == (phase, site.page("stale/v1.html"))


def test_navigate_says_where_a_redirect_ended(page: Page, site: Site) -> None:
    answer = page.do("navigate", site.page("redirect?to=/stale/v2.html"))
    assert answer["url"] == site.page("redirect?to=/stale/v2.html")
    assert answer["final_url"] == site.page("stale/v2.html")


def test_navigate_within_the_document_does_not_wait(page: Page, site: Site) -> None:
    page.open(site.page("stale/v1.html"))
    count = page.ref('button "Delete"')
    answer = page.do("navigate", site.page("stale/v1.html#part"), "--timeout", "5s")
    assert answer["reached"] == "load"
    page.do("click", count)


def test_navigate_reports_a_refused_connection(page: Page) -> None:
    answer = page.do("navigate", "http://127.0.0.1:9/")
    assert "ERR_" in answer["error_text"]


def test_navigate_answers_timeout_when_the_page_never_comes(page: Page, site: Site) -> None:
    answer = page.do("navigate", site.page("hang"), "--timeout", "700ms")
    assert answer["reached"] == "timeout"


@pytest.mark.parametrize("path", ["empty", "attachment"])
def test_navigate_does_not_hang_when_there_is_no_page_to_show(page: Page, site: Site, path: str) -> None:
    page.open(site.page("stale/v1.html"))
    page.do("navigate", site.page(path), "--timeout", "5s")
    assert page.evaluate("document.title") == "Version 1"


@pytest.mark.parametrize(
    "address", ["chrome://settings", "javascript:alert(1)", "view-source:http://127.0.0.1/", "http://"]
)
def test_navigate_refuses_what_cannot_be_operated_and_the_tab_stays_usable(
    page: Page, site: Site, address: str
) -> None:
    page.open(site.page("stale/v1.html"))
    assert page.run("navigate", address).reason == "address_refused"
    assert page.evaluate("document.title") == "Version 1"


def test_history_goes_back_and_forward(page: Page, site: Site) -> None:
    page.open(site.page("stale/v1.html"))
    page.open(site.page("stale/v2.html"))
    back = page.do("navigate-back")
    assert (back["reached"], back["final_url"]) == ("load", site.page("stale/v1.html"))
    assert back["previous_url"] == site.page("stale/v2.html")
    forward = page.do("navigate-forward")
    assert (forward["reached"], forward["final_url"]) == ("load", site.page("stale/v2.html"))


def test_history_without_an_entry_is_an_error(page: Page) -> None:
    assert page.run("navigate-forward").reason == "no_history_entry"


def test_reload_loads_the_page_again(page: Page, site: Site) -> None:
    page.open(site.page("stale/v1.html"))
    page.evaluate("window.mark = 1")
    assert page.do("reload", "--hard")["reached"] == "load"
    assert page.evaluate("typeof mark") == "undefined"


def test_wait_for_navigation_waits_for_a_slow_page(page: Page, site: Site) -> None:
    page.open(site.page("stale/v1.html"))
    page.evaluate(f"location.href = {site.page('slow?ms=700')!r}, 0")
    assert page.do("wait-for-navigation")["reached"] == "load"
    assert page.evaluate("document.title") == "Slow"
