"""A tab behind another takes input and gives pictures, and the tab in front stays in front."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from support.bsk import Page
from support.site import Site


@pytest.fixture
def behind(page: Page, site: Site) -> str:
    """A tab opened behind the active one."""
    page.open(site.page("stale/v1.html"))
    tab_id = page.do("tab create", "--no-active", "--url", site.page("acting/listening.html"))["tab_id"]
    page.do("wait-for-navigation", "--tab-id", str(tab_id))
    return str(tab_id)


def active_tabs(page: Page) -> list[int]:
    return [tab["tab_id"] for tab in page.do("tab list", "--scope", "agent")["tabs"] if tab["active"]]


def test_input_arrives_in_a_background_tab(page: Page, behind: str) -> None:
    in_front = active_tabs(page)
    page.do("click", "#button", "--tab-id", behind)
    page.do("fill", "#field", "--value", "x", "--tab-id", behind)
    page.do("press", "ArrowLeft", "--selector", "#field", "--tab-id", behind)
    heard = page.evaluate("heard", tab_id=behind)
    assert heard["click"] == 1
    assert heard["input"] >= 1
    assert heard["keydown"] >= 1
    assert active_tabs(page) == in_front


def test_each_picture_shows_its_own_tab(page: Page, site: Site, tmp_path: Path) -> None:
    tabs = {}
    for colour in ("rgb(255, 0, 0)", "rgb(0, 0, 255)"):
        tab_id = str(page.do("tab create", "--no-active", "--url", site.page("stale/v1.html"))["tab_id"])
        page.do("wait-for-navigation", "--tab-id", tab_id)
        page.evaluate(f"document.documentElement.style.background = '{colour}'", tab_id=tab_id)
        tabs[colour] = tab_id
    seen = {}
    for colour, tab_id in tabs.items():
        out = tmp_path / f"{tab_id}.png"
        page.do("screenshot", "--tab-id", tab_id, "--out", str(out))
        seen[colour] = last_pixel(out)
    assert seen == {"rgb(255, 0, 0)": (255, 0, 0), "rgb(0, 0, 255)": (0, 0, 255)}


def last_pixel(picture: Path) -> tuple[int, ...]:
    """Colour of the lower right corner of an RGB or RGBA PNG."""
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, _, colour_type = struct.unpack(">IIBB", data[16:26])
    channels = {2: 3, 6: 4}[colour_type]
    packed, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    rows = zlib.decompress(packed)
    stride = width * channels
    above = bytes(stride)
    for row in range(height):
        start = row * (stride + 1)
        above = unfiltered(rows[start], rows[start + 1 : start + 1 + stride], above, channels)
    return tuple(above[-channels:][:3])


def unfiltered(kind: int, line: bytes, above: bytes, channels: int) -> bytes:
    """One PNG scan line without its filter, by the rules of the PNG specification."""
    out = bytearray(line)
    for index in range(len(out)):
        left = out[index - channels] if index >= channels else 0
        up = above[index]
        corner = above[index - channels] if index >= channels else 0
        estimate = left + up - corner
        nearest = min((left, up, corner), key=lambda value: abs(estimate - value))
        out[index] = (out[index] + (0, left, up, (left + up) // 2, nearest)[kind]) & 0xFF
    return bytes(out)
