"""Two browsers on one daemon: named, told apart, and never taken for each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.bsk import Bsk, Page
from support.site import Site


@pytest.fixture
def pair(own_bsk: Bsk, tmp_path: Path) -> tuple[Bsk, dict[str, str]]:
    """A daemon with browsers A and B; gives their ids."""
    ids = {}
    for name in "AB":
        launched = own_bsk.json("browser", "launch", "--headless", "--profile", str(tmp_path / name)).ok()
        ids[name] = launched.document["browser_id"]
    return own_bsk, ids


def test_session_start_lists_both_browsers_when_none_is_named(pair: tuple[Bsk, dict[str, str]]) -> None:
    bsk, ids = pair
    refused = bsk.json("session", "start")
    assert refused.error["code"] == "multiple_browsers_online"
    listed = refused.error["data"]["browsers"]
    assert {entry["instance_id"] for entry in listed} == set(ids.values())
    assert all("label" in entry for entry in listed)


def test_sessions_of_two_browsers_do_not_touch_each_other(pair: tuple[Bsk, dict[str, str]], site: Site) -> None:
    bsk, ids = pair
    pages = {}
    for name in "AB":
        started = bsk.json("session", "start", "--browser", ids[name]).ok().document
        assert started["browser_instance_id"] == ids[name]
        pages[name] = Page(bsk, started["session_id"])
    pages["A"].open(site.page("stale/v1.html"))
    pages["B"].open(site.page("stale/v2.html"))
    assert pages["A"].evaluate("document.title") == "Version 1"
    assert pages["B"].evaluate("document.title") == "Version 2"


def test_a_named_browser_that_is_gone_fails_and_never_falls_to_the_other(
    pair: tuple[Bsk, dict[str, str]], tmp_path: Path
) -> None:
    bsk, ids = pair
    bsk("browser", "stop", "--profile", str(tmp_path / "A")).ok()
    refused = bsk.json("session", "start", "--browser", ids["A"])
    assert refused.reason == "browser_not_found"
    assert bsk.json("session", "list").document == []


def test_a_session_is_undisturbed_while_the_other_browser_restarts(
    pair: tuple[Bsk, dict[str, str]], site: Site, tmp_path: Path
) -> None:
    bsk, ids = pair
    page = Page(bsk, bsk.json("session", "start", "--browser", ids["A"]).ok().document["session_id"])
    page.open(site.page("stale/v1.html"))
    reference = page.ref('button "Delete"')
    for _ in range(3):
        bsk("browser", "stop", "--profile", str(tmp_path / "B")).ok()
        again = bsk.json("browser", "launch", "--headless", "--profile", str(tmp_path / "B")).ok()
        assert again.document["browser_id"] == ids["B"]
        page.do("click", reference)
    assert page.evaluate("counter.value") == "3"
