"""A reference belongs to one element of one document: afterwards it fails, and never hits a neighbour."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.bsk import Page
from support.site import Site


def follow_link(page: Page) -> None:
    page.do("click", page.ref('link "Other version"'))
    page.do("wait-for-navigation")


def reload(page: Page) -> None:
    page.do("reload")


def submit_form(page: Page) -> None:
    page.do("click", page.ref('button "Submit"'))
    page.do("wait-for-navigation")


def go_back(page: Page) -> None:
    page.do("navigate-back")


@pytest.mark.parametrize("leave", [follow_link, reload, submit_form])
def test_reference_is_refused_when_its_page_was_left(page: Page, site: Site, leave: Callable[[Page], None]) -> None:
    page.open(site.page("stale/v1.html"))
    old = page.ref('button "Delete"')
    leave(page)
    assert page.run("click", old).reason == "ref_not_found"
    assert page.evaluate("counter.value") == "0"


def test_reference_is_refused_after_going_back(page: Page, site: Site) -> None:
    page.open(site.page("stale/v1.html"))
    page.open(site.page("stale/v2.html"))
    old = page.ref('button "Delete"')
    go_back(page)
    assert page.run("click", old).reason == "ref_not_found"
    assert page.evaluate("counter.value") == "0"


def test_reference_is_refused_after_a_meta_refresh(page: Page, site: Site) -> None:
    page.open(site.page("stale/refreshing.html"))
    old = page.ref('button "Delete"')
    # The page takes the script with it, before or after it could answer.
    page.run("evaluate", "new Promise((left) => { addEventListener('pagehide', left); refresh(); })", "--timeout", "5s")
    page.do("wait-for-navigation")
    assert page.run("click", old).reason == "ref_not_found"
    assert page.evaluate("counter.value") == "0"


def test_reference_is_refused_when_its_frame_navigated(page: Page, site: Site) -> None:
    page.open(site.page("stale/framed.html"))
    old = page.ref('button "Delete"')
    page.do("click", page.ref('link "Navigate the frame"'))
    page.evaluate(
        "new Promise((done) => frames.inner.document.title === 'Version 2' ? done()"
        " : frames.inner.frameElement.addEventListener('load', done))"
    )
    assert page.run("click", old).reason == "ref_not_found"
    assert page.evaluate("frames.inner.counter.value") == "0"


def test_reference_still_works_after_push_state(page: Page, site: Site) -> None:
    page.open(site.page("stale/history.html"))
    count = page.ref('button "Count"')
    page.do("click", page.ref('button "Push"'))
    page.do("click", count)
    assert page.evaluate("[document.title, counter.value]") == ["Pushed", "1"]


def test_reference_stays_the_same_in_a_second_observation(page: Page, site: Site) -> None:
    page.open(site.page("stale/v1.html"))
    assert page.observe() == page.observe()


def test_reference_is_not_given_out_again_after_navigation(page: Page, site: Site) -> None:
    page.open(site.page("stale/v1.html"))
    old = page.ref('button "Delete"')
    page.open(site.page("stale/v2.html"))
    assert page.ref('button "Delete"') != old


def test_reference_is_refused_when_its_element_was_removed(page: Page, site: Site) -> None:
    page.open(site.page("stale/v1.html"))
    old = page.ref('button "Delete"')
    page.evaluate("document.querySelector('button').remove()")
    assert page.run("click", old).reason == "ref_not_found"
