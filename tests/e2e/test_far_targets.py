"""A target out of sight is brought into view and clicked once, itself."""

from __future__ import annotations

import pytest

from support.bsk import Page
from support.site import Site


@pytest.mark.parametrize(("name", "element"), [("Below the fold", "below"), ("In two scroll boxes", "nested")])
def test_click_hits_the_target_itself_once_when_it_is_far_away(page: Page, site: Site, name: str, element: str) -> None:
    page.open(site.page("acting/far.html"))
    page.do("click", page.ref(f'button "{name}"'))
    assert page.evaluate("clicks") == [{"target": element, "trusted": True}]


@pytest.mark.parametrize("selector", ["#below", "#nested"])
def test_click_avoids_a_sticky_header_when_scrolling_up_to_the_target(page: Page, site: Site, selector: str) -> None:
    page.open(site.page("acting/far.html"))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.do("click", selector)
    assert page.evaluate("clicks") == [{"target": selector[1:], "trusted": True}]


def test_click_is_refused_quickly_and_names_the_cover(page: Page, site: Site) -> None:
    page.open(site.page("acting/covered.html"))
    refused = page.run("click", "#covered")
    assert refused.reason == "element_covered"
    assert "Cookie banner" in refused.stdout
    assert page.evaluate("window.count ?? 0") == 0
    page.evaluate("document.getElementById('overlay').remove()")
    page.do("click", "#covered")
    assert page.evaluate("window.count") == 1
