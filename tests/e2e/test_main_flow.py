"""The main job, as an agent does it: start, open, read, act, check, picture, stop; human and JSON output."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.bsk import Bsk, Page
from support.site import Site

sys.path.insert(0, str(Path(__file__).parents[2] / "deploy/demo"))
from shop import open_shop


@pytest.fixture(scope="module")
def shop() -> Iterator[str]:
    with open_shop() as address:
        yield address


def reference_of(observed: str, control: str) -> str:
    """Reference in front of a control in a human observation."""
    found = re.search(rf"(@e\d+) {re.escape(control)}", observed)
    assert found is not None, observed
    return found[1]


def test_an_order_is_placed_with_human_output(bsk: Bsk, shop: str, tmp_path: Path) -> None:
    started = bsk("session", "start").ok()
    assert re.fullmatch(r"[a-z]{4}\n", started.stdout)
    session = ("--session", started.stdout.strip())
    opened = bsk("navigate", shop + "/order.html", *session).ok().stdout
    assert re.fullmatch(rf"tab=\d+ reached=load\nurl={re.escape(shop)}/order.html\n", opened)
    observed = bsk("observe", *session).ok().stdout
    name, tea, bicycle = (
        reference_of(observed, control)
        for control in ('textbox "Name" [required] [empty]', 'combobox "Tea"', 'radio "By bicycle"')
    )
    filled = bsk("fill", name, "--value", "Ada", *session).ok().stdout
    assert re.fullmatch(rf"fill ok tab=\d+ target={name} length=3\n", filled)
    chosen = bsk("select", tea, "--value", "sencha", *session).ok().stdout
    assert "multiple=false values=[sencha] labels=[Sencha]" in chosen
    clicked = bsk("click", bicycle, *session).ok().stdout
    assert re.fullmatch(rf"click ok tab=\d+ target={bicycle} at=\([\d.]+, [\d.]+\)\n", clicked)
    pressed = bsk("press", "Enter", "--ref", name, *session).ok().stdout
    assert re.match(r"press ok tab=\d+ key=Enter code=Enter", pressed)
    bsk("wait-for-navigation", *session).ok()
    assert "Order 1042 is confirmed: 1 x Sencha, delivery: bicycle." in bsk("observe", *session).ok().stdout
    picture = tmp_path / "x.png"
    assert bsk("screenshot", "--out", str(picture), *session).ok().stdout == f"{picture}\n"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert bsk("session", "stop", session[1]).ok().stdout == f"stopped {session[1]}\n"


def test_two_sessions_of_one_browser_do_not_touch_each_other(bsk: Bsk, site: Site) -> None:
    pages = [Page(bsk, bsk("session", "start").ok().stdout.strip()) for _ in range(2)]
    pages[0].open(site.page("stale/v1.html"))
    pages[1].open(site.page("stale/v2.html"))
    first_tab = pages[0].do("tab list", "--scope", "agent")["tabs"][0]["tab_id"]
    assert pages[1].run("click", "button", "--tab-id", str(first_tab)).reason == "agent_window_scope"
    listed = {tab["tab_id"] for tab in pages[1].do("tab list")["tabs"]}
    assert first_tab not in listed
    bsk("session", "stop", pages[0].session_id).ok()
    assert pages[1].evaluate("document.title") == "Version 2"
    bsk("session", "stop", pages[1].session_id).ok()


def test_calls_of_two_sessions_overlap(bsk: Bsk, site: Site) -> None:
    pages = [Page(bsk, bsk("session", "start").ok().stdout.strip()) for _ in range(2)]
    for page in pages:
        page.open(site.page("stale/v1.html"))
    waiting = bsk.start(
        "evaluate", "new Promise((done) => setTimeout(done, 8000))", "--session", pages[0].session_id, "--json"
    )
    pages[1].do("observe")
    assert waiting.poll() is None
    bsk("session", "stop", "--all").ok()
    assert bsk.finish(waiting).error["code"] == "cancelled"


def test_a_call_on_an_ended_session_says_how_it_ended(bsk: Bsk) -> None:
    session_id = bsk("session", "start").ok().stdout.strip()
    bsk("session", "stop", session_id).ok()
    refused = bsk.json("observe", "--session", session_id)
    assert (refused.error["code"], refused.reason) == ("not_found", "session_ended")
    assert refused.error["data"]["ended"] == "stopped"


def test_ctrl_c_cancels_the_work_in_the_browser(page: Page, site: Site) -> None:
    page.open(site.page("acting/keys.html"))
    running = page.bsk.start(
        "evaluate",
        "document.title = 'begun', new Promise((done) => setTimeout(done, 20000))",
        "--session",
        page.session_id,
        "--json",
    )
    while page.bsk.json("tab", "list", "--session", page.session_id, "--no-wait").exit_status == 0:
        pass
    running.send_signal(signal.SIGINT)
    ended = page.bsk.finish(running)
    assert (ended.error["code"], ended.exit_status) == ("cancelled", 2)
    assert page.evaluate("document.title") == "begun"
