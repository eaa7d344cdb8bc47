"""Pictures: of the viewport and of one element, as PNG files."""

from __future__ import annotations

import struct
from pathlib import Path

from support.bsk import Page
from support.site import Site


def size_of(picture: Path) -> tuple[int, int]:
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_screenshot_writes_a_picture_of_the_viewport(page: Page, site: Site, tmp_path: Path) -> None:
    page.open(site.page("acting/everything.html"))
    out = tmp_path / "x.png"
    answer = page.do("screenshot", "--out", str(out))
    assert answer["path"] == str(out)
    assert (answer["width"], answer["height"]) == size_of(out)
    assert answer["byte_size"] == out.stat().st_size
    assert [answer["width"], answer["height"]] == page.evaluate("[innerWidth, innerHeight]")


def test_screenshot_of_a_reference_shows_that_element_only(page: Page, site: Site, tmp_path: Path) -> None:
    page.open(site.page("acting/everything.html"))
    box = page.evaluate("(({width, height}) => [width, height])(button.getBoundingClientRect())")
    answer = page.do("screenshot", "--ref", page.ref('button "Button"'), "--out", str(tmp_path / "x.png"))
    assert abs(answer["width"] - box[0]) <= 2
    assert abs(answer["height"] - box[1]) <= 2


def test_screenshot_that_cannot_be_written_leaves_nothing(page: Page, tmp_path: Path) -> None:
    refused = page.run("screenshot", "--out", str(tmp_path / "missing/x.png"))
    assert refused.reason == "local_file_error"
    assert refused.exit_status == 2
    assert list(tmp_path.iterdir()) == []


def test_html_is_cut_at_its_bound_and_says_so(page: Page, site: Site) -> None:
    page.open(site.page("acting/everything.html"))
    whole = page.do("get-html")
    assert whole["byte_size"] == len(whole["html"].encode())
    cut = page.do("get-html", "--max-bytes", "50")
    assert (cut["truncated"], len(cut["html"].encode()), cut["byte_size"]) == (True, 50, whole["byte_size"])


def test_html_of_a_reference_is_that_element(page: Page, site: Site) -> None:
    page.open(site.page("acting/everything.html"))
    html = page.do("get-html", "--ref", page.ref('button "Button"'))["html"]
    assert html == '<button id="button">Button</button>'
