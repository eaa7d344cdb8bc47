"""Filling fields: what stands there afterwards is what was asked for, or the reply says otherwise."""

from __future__ import annotations

import pytest

from support.bsk import Page
from support.site import Site


@pytest.fixture
def fields(page: Page, site: Site) -> Page:
    page.open(site.page("acting/fields.html"))
    return page


@pytest.mark.parametrize(
    ("element", "value"),
    [
        ("text", "Grüße, 漢字 and 🙂"),
        ("text", "-starts with a dash"),
        ("text", ""),
        ("area", "two\nlines"),
        ("number", "42"),
        ("date", "2026-01-31"),
        ("time", "23:59"),
        ("colour", "#12ab34"),
        ("range", "70"),
        ("email", "ada@example.org"),
    ],
)
def test_fill_replaces_what_stood_in_a_field(fields: Page, element: str, value: str) -> None:
    answer = fields.do("fill", f"#{element}", "--value", value)
    assert answer["value_length"] == len(value.encode("utf-16-le")) // 2
    assert fields.evaluate(f"document.getElementById('{element}').value") == value
    assert "value_now" not in answer


def test_fill_adds_to_what_stands_there_when_asked(fields: Page) -> None:
    fields.do("fill", "#text", "--value", " and more", "--no-clear")
    assert fields.evaluate("document.getElementById('text').value") == "before and more"


def test_fill_replaces_the_text_of_an_editable_box(fields: Page) -> None:
    fields.do("fill", "#editable", "--value", "new text")
    assert fields.evaluate("document.getElementById('editable').innerText.trim()") == "new text"


def test_fill_says_what_the_page_made_of_the_value(fields: Page) -> None:
    answer = fields.do("fill", "#formatted", "--value", "12345678")
    assert answer["value_now"] == "1234 5678"


def test_fill_never_repeats_a_secret(fields: Page) -> None:
    result = fields.run("fill", "#secret", "--value", "hunter2")
    assert "hunter2" not in result.ok().stdout
    assert "hunter2" not in fields.observe()


@pytest.mark.parametrize(
    ("element", "value", "reason"),
    [
        ("date", "31.1.2026", "fill_value_invalid"),
        ("number", "many", "fill_value_invalid"),
        ("box", "x", "target_not_fillable"),
        ("disabled", "x", "element_disabled"),
        ("heading", "x", "target_not_fillable"),
        ("hidden", "x", "element_not_visible"),
    ],
)
def test_fill_refuses_with_a_reason(fields: Page, element: str, value: str, reason: str) -> None:
    assert fields.run("fill", f"#{element}", "--value", value).reason == reason
    assert fields.evaluate("events") == []
