"""Keys arrive exactly: key, code and modifiers, trusted; an unknown key is refused before anything is sent."""

from __future__ import annotations

import pytest

from support.bsk import Page
from support.site import Site


@pytest.mark.parametrize(
    ("chord", "key", "code", "held"),
    [
        ("Control+a", "a", "KeyA", {"ctrlKey"}),
        ("Shift+Enter", "Enter", "Enter", {"shiftKey"}),
        ("Meta+,", ",", "Comma", {"metaKey"}),
        ("ArrowDown", "ArrowDown", "ArrowDown", set()),
        ("é", "é", "", set()),
        ("漢", "漢", "", set()),
        ("Control++", "+", "Equal", {"ctrlKey"}),
        ("F5", "F5", "F5", set()),
        ("Space", " ", "Space", set()),
        ("A", "A", "KeyA", set()),
    ],
)
def test_press_sends_the_exact_key(page: Page, site: Site, chord: str, key: str, code: str, held: set[str]) -> None:
    page.open(site.page("acting/keys.html"))
    page.evaluate("addEventListener('keydown', (event) => event.preventDefault(), true)")
    page.do("press", chord, "--selector", "#field")
    (seen,) = page.evaluate("keys")
    assert (seen["key"], seen["code"], seen["isTrusted"]) == (key, code, True)
    modifiers = {name for name in ("ctrlKey", "shiftKey", "metaKey", "altKey") if seen[name]}
    assert modifiers - {"shiftKey"} == held - {"shiftKey"}
    if "shiftKey" in held:
        assert "shiftKey" in modifiers


def test_press_refuses_an_unknown_key_and_sends_nothing(page: Page, site: Site) -> None:
    page.open(site.page("acting/keys.html"))
    refused = page.run("press", "Hyperspace", "--selector", "#field")
    assert refused.reason == "key_unknown"
    assert refused.exit_status == 1
    assert page.evaluate("keys") == []


def test_press_of_a_character_types_it(page: Page, site: Site) -> None:
    page.open(site.page("acting/keys.html"))
    for character in "aé漢":
        page.do("press", character, "--selector", "#area")
    assert page.evaluate("area.value") == "aé漢"


def test_press_of_control_a_selects_all(page: Page, site: Site) -> None:
    page.open(site.page("acting/keys.html"))
    page.do("press", "Control+a", "--selector", "#field")
    page.do("press", "Delete")
    assert page.evaluate("field.value") == ""


def test_press_acts_in_the_editor_when_no_target_is_named(page: Page, site: Site) -> None:
    page.open(site.page("acting/keys.html"))
    page.do("click", "#area")
    page.do("press", "Enter")
    assert page.evaluate("area.value") == "\n"
