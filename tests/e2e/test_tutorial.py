"""The tutorial of the Python library does what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from support.bsk import Bsk

TUTORIAL = (Path(__file__).parents[2] / "docs/tutorial/python-library.md").read_text()
PROGRAM_BOUND_SECONDS = 60.0


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TUTORIAL, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of the tutorial, served as it says."""
    directory = tmp_path_factory.mktemp("page")
    (directory / "tea.html").write_text(blocks("html")[0])
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(directory)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def run_program(program: str, bsk: Bsk, address: str, directory: Path) -> str:
    """Output of one of the tutorial's programs."""
    done = subprocess.run(
        [sys.executable, "-c", program.replace("127.0.0.1:8000", address)],
        env=bsk.environment,
        cwd=directory,
        capture_output=True,
        text=True,
        timeout=PROGRAM_BOUND_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_tutorial_reads_and_acts(bsk: Bsk, address: str, tmp_path: Path) -> None:
    printed = run_program(blocks("python")[0], bsk, address, tmp_path)
    assert 'textbox "Name"' in printed
    assert (tmp_path / "tea.png").read_bytes().startswith(b"\x89PNG")
    assert printed.endswith(f"{tmp_path / 'tea.png'}\n")


def test_tutorial_shows_a_failure(bsk: Bsk, address: str, tmp_path: Path) -> None:
    assert "bsk observe" in run_program(blocks("python")[1], bsk, address, tmp_path)


def test_tutorial_works_side_by_side(bsk: Bsk, address: str, tmp_path: Path) -> None:
    assert run_program(blocks("python")[2], bsk, address, tmp_path) == blocks("text")[0]


def test_tutorial_leaves_no_session(bsk: Bsk, address: str, tmp_path: Path) -> None:
    before = bsk.json("session", "list").ok().document
    run_program(blocks("python")[1], bsk, address, tmp_path)
    assert bsk.json("session", "list").ok().document == before
