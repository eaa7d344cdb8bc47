"""`bsk daemon`: real processes in a home of their own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from support.bsk import Bsk

ANY_PORT = '[http]\nlisten = "127.0.0.1:0"\n'


@pytest.fixture
def bsk(tmp_path: Path) -> Iterator[Bsk]:
    """A home whose daemon takes a free port unless a test says otherwise."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(ANY_PORT)
    resting = Bsk(home, BSK_BROWSER_WAIT_MS="0", BSK_DOCTOR_BROWSER_WAIT_MS="0")
    yield resting
    resting("daemon", "stop")


def test_start_answers_a_daemon_that_runs_already(bsk: Bsk) -> None:
    first = bsk.json("daemon", "start").ok().document
    second = bsk.json("daemon", "start").ok().document
    assert (first["started"], second["started"]) == (True, False)
    assert first["pid"] == second["pid"]


def test_start_is_refused_when_the_daemon_has_another_port(bsk: Bsk) -> None:
    port = bsk.json("daemon", "start").ok().document["ws_port"]
    refused = bsk.json("daemon", "start", "--port", str(port + 1))
    assert refused.reason == "invalid_params"
    assert str(port) in refused.error["message"]


def test_start_reads_the_configuration_of_the_home(bsk: Bsk) -> None:
    (bsk.home / "config.toml").write_text("[process]\nidle_exit = 3\n")
    refused = bsk.json("daemon", "start")
    assert (refused.exit_status, refused.reason) == (2, "daemon_start_failed")
    assert "process.idle_exit" in refused.error["message"]


def test_start_names_the_port_that_is_taken_and_the_log(bsk: Bsk) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = bsk.json("daemon", "start", "--port", str(port))
    assert refused.reason == "daemon_start_failed"
    assert str(port) in refused.error["message"]
    assert Path(refused.error["data"]["log"]).is_file()


def test_server_flags_are_unsupported(bsk: Bsk) -> None:
    for arguments in (["--mode", "server"], ["--public-url", "wss://browsers.example/"]):
        refused = bsk.json("daemon", "start", *arguments)
        assert (refused.exit_status, refused.error["code"]) == (1, "unsupported")


def test_restart_keeps_the_port(bsk: Bsk) -> None:
    before = bsk.json("daemon", "start").ok().document
    after = bsk.json("daemon", "restart").ok().document
    assert after["stopped_pid"] == before["pid"] != after["pid"]
    assert after["ws_port"] == before["ws_port"]


def test_killed_daemon_is_followed_on_its_port(bsk: Bsk) -> None:
    before = bsk.json("daemon", "start").ok().document
    bsk.kill_daemon()
    after = bsk.json("status").ok().document
    assert after["pid"] != before["pid"]
    assert after["ws_port"] == before["ws_port"]


def test_killed_daemon_is_followed_elsewhere_when_its_port_is_taken(bsk: Bsk) -> None:
    started = bsk.json("daemon", "start").ok().document
    port, daemon = started["ws_port"], psutil.Process(started["pid"])
    bsk.kill_daemon()
    daemon.wait(10)
    with socket.create_server(("127.0.0.1", port)):
        assert bsk.json("status").ok().document["ws_port"] not in (port, 0)


def test_stop_ends_the_daemon(bsk: Bsk) -> None:
    pid = bsk.json("daemon", "start").ok().document["pid"]
    assert bsk.json("daemon", "stop").ok().document == {"stopped": True, "pid": pid}
    assert bsk.json("daemon", "stop").ok().document == {"stopped": False}
    assert not (bsk.home / "daemon.json").exists()


def test_stop_clears_up_after_a_killed_daemon(bsk: Bsk) -> None:
    bsk("daemon", "start").ok()
    bsk.kill_daemon()
    assert bsk.json("daemon", "stop").ok().document == {"stopped": False}
    assert not (bsk.home / "daemon.json").exists()


def test_stop_signals_nobody_but_the_daemon(bsk: Bsk) -> None:
    real = bsk.json("daemon", "start").ok().document["pid"]
    place = bsk.home / "daemon.json"
    recorded = place.read_text()
    with subprocess.Popen(["sleep", "60"]) as bystander:
        place.write_text(json.dumps(json.loads(recorded) | {"pid": bystander.pid}))
        refused = bsk.json("daemon", "stop")
        assert refused.exit_status == 2
        assert "is not the one that answers" in refused.error["message"]
        assert bystander.poll() is None
        bystander.kill()
    os.kill(real, 0)
    place.write_text(recorded)


def test_status_fails_when_no_daemon_runs(bsk: Bsk) -> None:
    assert bsk.json("daemon", "status").reason == "daemon_unavailable"
    assert not (bsk.home / "daemon.lock").exists()


def test_foreground_daemon_ends_with_its_command(bsk: Bsk) -> None:
    command = bsk.start("daemon", "start", "--foreground")
    try:
        while not (bsk.home / "daemon.json").exists():
            assert command.poll() is None
        assert bsk.json("daemon", "status").ok().document["host_managed"] is True
        command.send_signal(signal.SIGTERM)
        assert bsk.finish(command).exit_status == 0
        assert bsk.json("daemon", "status").reason == "daemon_unavailable"
    finally:
        command.kill()
        command.communicate()
