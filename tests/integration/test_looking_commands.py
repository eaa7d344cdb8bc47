"""`bsk logs` and `bsk doctor` on a real daemon."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from support.bsk import Bsk
from support.daemon import Installation, one_process
from support.fake_extension import EXTENSION_ORIGIN, extension_thread


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with one_process(tmp_path / "home") as running:
        yield running


@pytest.fixture
def bsk(installation: Installation) -> Bsk:
    return Bsk(installation.home, BSK_AUTO_START="0", BSK_DOCTOR_BROWSER_WAIT_MS="0")


def checks(bsk: Bsk) -> dict[str, dict[str, Any]]:
    """The findings of the doctor by name."""
    return {check["name"]: check for check in bsk.json("doctor").document}


@contextmanager
def followed(bsk: Bsk, *arguments: str) -> Iterator[IO[str]]:
    """The output of `bsk logs --follow`, which has to end in order when it is interrupted."""
    following = bsk.start("logs", "--follow", *arguments)
    assert following.stdout is not None
    try:
        yield following.stdout
        following.send_signal(signal.SIGINT)
        assert bsk.finish(following).exit_status == 0
    finally:
        following.kill()
        following.communicate()


@contextmanager
def mute_extension(port: int) -> Iterator[None]:
    """An extension that introduces itself and never says another word."""
    browser = {"name": "chromium", "version": "140.0"}
    params = {"version": "0.4.0", "protocol_version": "1.3", "instance_id": "0a1b2c3d", "browser": browser, "label": ""}
    params["client"] = "browser-skill-extension"
    with connect(f"ws://127.0.0.1:{port}/", origin=Origin(EXTENSION_ORIGIN), proxy=None) as websocket:
        websocket.send(json.dumps({"id": "1", "method": "system.handshake", "params": params}))
        assert "result" in json.loads(websocket.recv(timeout=10))
        yield


def test_logs_print_the_last_lines(bsk: Bsk) -> None:
    lines = bsk("logs", "-n", "2").ok().stdout.splitlines()
    assert len(lines) == 2
    assert all("message" in json.loads(line) for line in lines)


def test_logs_follow_what_is_written(bsk: Bsk, installation: Installation) -> None:
    with followed(bsk, "--lines", "1") as output:
        before = output.readline()
        with extension_thread(installation.port):
            after = output.readline()
    assert json.loads(before)["timestamp"] <= json.loads(after)["timestamp"]


def test_logs_go_on_in_the_file_of_the_next_day(bsk: Bsk) -> None:
    with followed(bsk, "--lines", "1") as output:
        assert output.readline()
        (bsk.home / "daemon.log.9999-01-01").write_text('{"message": "a new day"}\n')
        while "a new day" not in (line := output.readline()):
            assert line


def test_doctor_misses_a_browser(bsk: Bsk) -> None:
    found = checks(bsk)
    assert found["daemon running"]["status"] == "ok"
    assert found["daemon local process identity"]["status"] == "ok"
    assert found["protocol compatible"]["status"] == "ok"
    assert found["extension connected"]["status"] == "fail"
    assert found["round trip to the browser"]["status"] == "na"
    assert bsk("doctor").exit_status == 1


def test_doctor_makes_a_round_trip(bsk: Bsk, installation: Installation) -> None:
    with extension_thread(installation.port):
        found = checks(bsk)
        assert [check["status"] for check in found.values() if check["status"] not in ("ok", "na")] == []
        assert found["round trip to the browser"]["detail"].startswith("9f00aa12 ")
        assert bsk("doctor").exit_status == 0


def test_doctor_names_the_hop_that_fails(bsk: Bsk, installation: Installation) -> None:
    with mute_extension(installation.port):
        trip = checks(bsk)["round trip to the browser"]
    assert trip["status"] == "fail"
    assert "the extension failed" in trip["detail"]
