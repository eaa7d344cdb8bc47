"""Native lists: by value and by label, one or several, read back, with the page's events once each."""

from __future__ import annotations

import re

import pytest

from support.bsk import Page
from support.site import Site


@pytest.fixture
def selects(page: Page, site: Site) -> Page:
    page.open(site.page("acting/selects.html"))
    return page


@pytest.mark.parametrize("named", ["m", "Medium"])
def test_select_takes_a_value_or_a_label(selects: Page, named: str) -> None:
    answer = selects.do("select", selects.ref('combobox "Size"'), "--value", named)
    assert (answer["multiple"], answer["selected_values"], answer["selected_labels"]) == (False, ["m"], ["Medium"])
    assert selects.evaluate("[size.value, events]") == ["m", ["input size", "change size"]]


def test_select_takes_several_values_of_a_multiple_list(selects: Page) -> None:
    answer = selects.do("select", "#colours", "--value", "r", "--value", "Blue")
    assert answer["selected_values"] == ["r", "b"]
    assert selects.evaluate("events") == ["input colours", "change colours"]


def test_select_refuses_a_disabled_option(selects: Page) -> None:
    assert selects.run("select", "#size", "--value", "xl").reason == "option_disabled"
    assert selects.evaluate("events") == []


def test_select_lists_the_options_when_none_matches(selects: Page) -> None:
    refused = selects.run("select", "#size", "--value", "tiny")
    assert refused.reason == "option_not_found"
    assert "Medium" in str(refused.error["data"]["options"])


def test_select_refuses_several_values_for_a_single_list(selects: Page) -> None:
    assert selects.run("select", "#size", "--value", "s", "--value", "m").reason == "single_select_value_count"


def test_select_refuses_what_is_no_list(selects: Page) -> None:
    assert selects.run("select", "#amount", "--value", "s").reason == "target_not_select"


def test_click_on_an_option_reference_selects_it(selects: Page) -> None:
    listbox = selects.observe().partition('"Colours"')[2]
    option = re.search(r'(@e\d+) option "Green"', listbox)
    assert option is not None, listbox
    selects.do("click", option[1])
    assert selects.evaluate("[...colours.selectedOptions].map((option) => option.value)") == ["g"]
    assert selects.evaluate("events") == ["input colours", "change colours"]
