"""Evaluate: values as JSON, a throwing script as an answer, a lost one as unknown."""

from __future__ import annotations

from typing import Any

import pytest

from support.bsk import Page
from support.site import Site


@pytest.fixture
def anywhere(page: Page, site: Site) -> Page:
    page.open(site.page("acting/everything.html"))
    return page


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 1", 2),
        ("0.5", 0.5),
        ("'text'", "text"),
        ("({a: [1, null, true]})", {"a": [1, None, True]}),
        ("Promise.resolve(7)", 7),
        ("null", None),
        ("NaN", "NaN"),
        ("10n", "10n"),
    ],
)
def test_evaluate_gives_the_value_as_json(anywhere: Page, expression: str, value: Any) -> None:
    answer = anywhere.do("evaluate", expression)
    assert answer["ok"] is True
    assert answer["value"] == value
    assert type(answer["value"]) is type(value)


def test_evaluate_leaves_undefined_out(anywhere: Page) -> None:
    assert "value" not in anywhere.do("evaluate", "undefined")


def test_evaluate_answers_with_what_the_script_threw(anywhere: Page) -> None:
    answer = anywhere.do("evaluate", "(() => { throw new TypeError('no such tea') })()")
    assert answer["ok"] is False
    assert "no such tea" in answer["error"]["text"]


def test_evaluate_past_its_deadline_is_pending_and_leaves_the_session_usable(anywhere: Page) -> None:
    refused = anywhere.run("evaluate", "for (;;);", "--timeout", "500ms")
    assert refused.error["code"] == "timeout"
    assert refused.error["data"]["effect_state"] == "unknown"
    assert anywhere.evaluate("1 + 1") == 2


def test_human_output_is_the_value_itself(anywhere: Page) -> None:
    session = ("--session", anywhere.session_id)
    assert anywhere.bsk("evaluate", "'tea'", *session).ok().stdout == "tea\n"
    assert anywhere.bsk("evaluate", "({a: 1})", *session).ok().stdout == '{"a":1}\n'
