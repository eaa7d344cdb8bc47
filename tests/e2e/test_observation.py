"""Observations: what a page shows, in every kind of page, bounded, stable and without a trace in the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.bsk import Page
from support.site import PAGES, Site

CORPUS = sorted(path.stem for path in (PAGES / "observe").glob("*.txt"))


def normalised(text: str, site: Site) -> str:
    """The text without what differs from run to run: ports, the size of the window, ids of documents."""
    text = text.replace(site.url, "SITE").replace(site.other, "OTHER")
    text = re.sub(r"^(page .*) \d+x\d+", r"\1 SIZE", text)
    return re.sub(r"--cursor c(\d+)-[0-9a-z]+", r"--cursor c\1-DOC", text)


def expected(name: str) -> str:
    return Path(PAGES / "observe" / f"{name}.txt").read_text().rstrip("\n")


@pytest.mark.parametrize("name", CORPUS)
def test_observation_tells_what_the_page_shows(page: Page, site: Site, name: str) -> None:
    page.open(site.page(f"observe/{name}.html"))
    assert normalised(page.observe(max_tokens=20000), site) == expected(name)


@pytest.mark.parametrize("command", ["observe", "snapshot"])
def test_reading_is_identical_when_nothing_changed(page: Page, site: Site, command: str) -> None:
    page.open(site.page("observe/frames.html"))
    assert page.do(command) == page.do(command)


def test_reading_leaves_no_trace_in_the_page(page: Page, site: Site) -> None:
    page.open(site.page("observe/watched.html"))
    untouched = '{"noticed":[],"globals":0,"scroll":[0,0],"focus":"BODY"}'
    page.evaluate("watch()")
    assert page.evaluate("state()") == untouched
    page.observe()
    page.do("snapshot")
    page.do("get-html")
    page.do("get-html", "--ref", page.ref('button "Button"'))
    assert page.evaluate("state()") == untouched


def test_references_are_the_same_in_both_readings(page: Page, site: Site) -> None:
    page.open(site.page("observe/widgets.html"))
    seen = dict(re.findall(r'@(e\d+) (\w+ "[^"]*")', page.observe()))
    whole = dict(re.findall(r'@(e\d+) (\w+ "[^"]*")', str(page.do("snapshot")["text"])))
    assert seen.items() <= whole.items()
    assert len(seen) > 15


def test_reference_stays_with_its_element_while_others_come(page: Page, site: Site) -> None:
    page.open(site.page("observe/contexts.html"))
    once = page.ref('button "Once"')
    page.evaluate("document.body.prepend(Object.assign(document.createElement('button'), {textContent: 'New'}))")
    text = page.observe()
    assert page.ref('button "Once"', text) == once
    assert page.ref('button "New"', text) not in (once, "@e1")


def read_on(page: Page, first: dict[str, object], *bounds: str) -> list[str]:
    """All lines of a text that comes in parts, without headers and the lines that say where it was cut."""
    lines: list[str] = []
    part = first
    while "next_cursor" in part:
        *kept, last = str(part["text"]).split("\n")[1:]
        assert re.fullmatch(r"\.\.\. \d+ more lines?( with \d+ controls?)? \(\w+ --cursor c\d+-[0-9a-z]+\)", last)
        lines += kept
        part = page.do("observe", *bounds, "--cursor", str(part["next_cursor"]))
    return lines + str(part["text"]).split("\n")[1:]


def test_cut_observation_goes_on_where_it_was_cut_through_frames(page: Page, site: Site) -> None:
    page.open(site.page("observe/long.html"))
    whole = page.do("observe")
    assert "truncated" not in whole
    bounds = ("--max-tokens", "250")
    first = page.do("observe", *bounds)
    assert first["truncated"] is True
    assert len(str(first["text"])) <= 1000
    assert read_on(page, first, *bounds) == str(whole["text"]).split("\n")[1:]


def test_cursor_of_a_folded_table_gives_the_other_rows(page: Page, site: Site) -> None:
    page.open(site.page("observe/tables.html"))
    found = re.search(r"\.\.\. 110 more rows \(observe --cursor (\S+)\)", page.observe())
    assert found is not None
    more = page.observe(cursor=found[1])
    assert re.search(r'Row 11 \| @e\d+ button "Open"', more)
    assert re.search(r'Row 120 \| @e\d+ button "Open"', more)
    assert "Row 10 |" not in more


def test_cursor_is_refused_when_its_page_has_gone(page: Page, site: Site) -> None:
    page.open(site.page("observe/long.html"))
    cursor = str(page.do("observe", "--max-tokens", "250")["next_cursor"])
    page.do("reload")
    assert page.run("observe", "--cursor", cursor).reason == "cursor_stale"
    assert page.run("observe", "--cursor", "nonsense").reason == "cursor_stale"


def test_depth_leaves_out_what_lies_deeper_and_says_so(page: Page, site: Site) -> None:
    page.open(site.page("observe/widgets.html"))
    shallow = page.do("observe", "--max-depth", "1")
    lines = str(shallow["text"]).split("\n")
    assert not any(line.startswith(" ") for line in lines)
    assert re.fullmatch(r"not shown: \d+ lines below level 1", lines[-1])
    assert shallow["truncated"] is True


def test_frame_that_is_held_up_is_named_and_not_waited_for(page: Page, site: Site) -> None:
    page.open(site.page("observe/held.html"))
    page.evaluate("hold()")
    text = page.observe()
    assert '@e1 button "Outside"' in text
    assert "not seen: frame " + site.other + "/observe/holding.html (no answer)" in text


def test_page_that_is_held_up_gives_a_typed_error(page: Page, site: Site) -> None:
    page.open(site.page("observe/holding.html"))
    page.evaluate("setTimeout(hold, 50)")
    assert page.run("observe").reason == "timeout"


def test_restricted_page_gives_a_typed_error(page: Page, site: Site) -> None:
    page.run("navigate", "http://127.0.0.1:1/")
    for command in ("observe", "snapshot", "get-html"):
        assert page.run(command).reason == "page_restricted"
    page.open(site.page("observe/frame.html"))
    assert "Frame button" in page.observe()


def test_blank_tab_can_be_read(page: Page) -> None:
    assert re.fullmatch(r'page "" about:blank \d+x\d+\nblank: .*', page.observe())
    assert page.do("get-html")["html"] == "<html><head></head><body></body></html>"


def test_markup_of_the_page_is_given_with_its_size(page: Page, site: Site) -> None:
    page.open(site.page("observe/frame.html"))
    whole = page.do("get-html")
    html = str(whole["html"])
    assert html.startswith("<!DOCTYPE html><html><head>")
    assert whole["byte_size"] == len(html.encode())
    cut = page.do("get-html", "--max-bytes", "20")
    assert cut["html"] == html[:20]
    assert cut["byte_size"] == whole["byte_size"]
    assert cut["truncated"] is True


def test_markup_of_one_element_is_refused_when_its_page_was_left(page: Page, site: Site) -> None:
    page.open(site.page("observe/frame.html"))
    old = page.ref('button "Frame button"')
    assert page.do("get-html", "--ref", old)["html"] == "<button>Frame button</button>"
    page.open(site.page("observe/contexts.html"))
    assert page.run("get-html", "--ref", old).reason == "ref_not_found"
    page.open(site.page("observe/frame.html"))
    assert page.run("get-html", "--ref", old).reason == "ref_not_found"
