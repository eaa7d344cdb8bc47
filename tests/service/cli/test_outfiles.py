"""Pictures and HTML, which go into files."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from google.protobuf.message import Message

from bsk.tools.v1 import observation_pb2
from support.command_line import Run
from support.fake_router import FakeRouter

SESSION = ["--session", "abcd"]
PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 640, 480) + b"rest"


@pytest.fixture
def picture(router: FakeRouter) -> observation_pb2.ScreenshotResponse:
    response = observation_pb2.ScreenshotResponse(tab_id=7, format="png", image_base64=PICTURE, width=640, height=480)
    router.answers["Screenshot"] = lambda _: response
    return response


def test_screenshot_writes_the_picture(router: FakeRouter, run: Run, picture: Message) -> None:
    (router.home / "x.png").write_text("old")
    outcome = run("screenshot", *SESSION, "--out", "x.png", "--json")
    path = router.home / "x.png"
    assert outcome.document == {
        "tab_id": 7,
        "format": "png",
        "width": 640,
        "height": 480,
        "path": str(path),
        "byte_size": len(PICTURE),
    }
    assert path.read_bytes() == PICTURE


def test_screenshot_goes_to_the_temporary_directory_by_default(router: FakeRouter, run: Run, picture: Message) -> None:
    path = Path(run("screenshot", *SESSION).stdout.strip())
    assert path.parent == router.home
    assert path.name.startswith("bsk-screenshot-")
    assert path.suffix == ".png"
    assert path.read_bytes() == PICTURE


def test_screenshot_reads_the_size_that_the_browser_left_out(
    run: Run, picture: observation_pb2.ScreenshotResponse
) -> None:
    picture.ClearField("width")
    document = run("screenshot", *SESSION, "--json").document
    assert (document["width"], document["height"]) == (640, 480)


def test_screenshot_names_its_capture(run: Run, picture: observation_pb2.ScreenshotResponse) -> None:
    picture.capture_id = "cap-1"
    assert run("screenshot", *SESSION, "--json").document["capture_id"] == "cap-1"
    assert "capture: cap-1 (640x480 original PNG pixels; single use)\n" in run("screenshot", *SESSION).stdout


def test_screenshot_says_why_there_is_no_capture(run: Run, picture: observation_pb2.ScreenshotResponse) -> None:
    picture.capture_unavailable = "the surface moved"
    assert run("screenshot", *SESSION).stdout.endswith("\ncapture unavailable: the surface moved\n")


def test_screenshot_that_cannot_be_written_is_a_typed_error(run: Run, picture: Message) -> None:
    outcome = run("screenshot", *SESSION, "--out", "missing/x.png", "--json")
    assert outcome.status == 2
    assert outcome.document["data"]["reason"] == "local_file_error"


def test_html_goes_to_stdout(router: FakeRouter, run: Run) -> None:
    response = observation_pb2.GetHtmlResponse(tab_id=7, html="<p>é</p>\n", byte_size=20, truncated=True)
    router.answers["GetHtml"] = lambda _: response
    outcome = run("get-html", *SESSION)
    assert outcome.stdout == "<p>é</p>\n"
    assert outcome.stderr == "truncated: 10 of 20 bytes; see --max-bytes\n"


def test_html_goes_into_a_file(router: FakeRouter, run: Run) -> None:
    response = observation_pb2.GetHtmlResponse(tab_id=7, html="<p>é</p>", byte_size=9)
    router.answers["GetHtml"] = lambda _: response
    outcome = run("get-html", *SESSION, "--out", "x.html")
    assert outcome.stdout == "tab=7 bytes=9 truncated=false\n"
    assert (router.home / "x.html").read_text() == "<p>é</p>"
    assert run("get-html", *SESSION, "--out", "x.html", "--json").document == {
        "tab_id": 7,
        "html": "<p>é</p>",
        "byte_size": 9,
    }
