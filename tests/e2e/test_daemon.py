"""One daemon for each home, started when it is needed, and never in anyone's way."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from bsk_client import connect
from support.bsk import PROGRAM, Bsk, Page
from support.site import Site

READS = [["status"], ["doctor"], ["browsers"], ["session", "list"], ["logs"]]
READ_BOUND_SECONDS = 2.0


@pytest.fixture
def resting_bsk(tmp_path: Path) -> Iterator[Bsk]:
    """A home with no daemon; one that a test starts by accident is ended."""
    bsk = Bsk(tmp_path / "home")
    bsk.use_free_port()
    yield bsk
    Bsk(bsk.home)("daemon", "stop")


def daemons_of(home: Path) -> list[int]:
    """Process ids of the daemons that serve this home."""
    found = []
    for process in psutil.process_iter(["pid", "cmdline"]):
        words = process.info["cmdline"] or []
        if "bskd" in words and str(home) in words:
            found.append(process.info["pid"])
    return found


def test_twenty_commands_at_once_share_one_daemon_after_a_crash(own_bsk: Bsk) -> None:
    own_bsk("browser", "launch", "--headless").ok()
    own_bsk.kill_daemon()
    started = [own_bsk.start("session", "start", "--json") for _ in range(20)]
    results = [own_bsk.finish(process) for process in started]
    assert [result.exit_status for result in results] == [0] * 20, [result.stdout for result in results]
    assert len({result.document["session_id"] for result in results}) == 20
    assert len(daemons_of(own_bsk.home)) == 1
    listeners = [
        connection.laddr.port
        for connection in psutil.Process(own_bsk.daemon_pid()).net_connections(kind="tcp")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert len(listeners) == 1


@pytest.mark.parametrize("words", READS, ids=" ".join)
@pytest.mark.parametrize("json", [False, True], ids=["human", "json"])
def test_reading_never_starts_a_daemon_when_auto_start_is_off(resting_bsk: Bsk, words: list[str], json: bool) -> None:
    resting_bsk.environment["BSK_AUTO_START"] = "0"
    began = time.monotonic()
    result = resting_bsk.json(*words) if json else resting_bsk(*words)
    assert time.monotonic() - began < READ_BOUND_SECONDS
    assert daemons_of(resting_bsk.home) == []
    if words == ["logs"]:
        assert result.exit_status == 0
    elif words == ["doctor"]:
        assert result.exit_status == 1
    elif json:
        assert result.reason == "daemon_unavailable"
    else:
        assert result.stderr.startswith("error: ")
        assert "hint: " in result.stderr


@pytest.mark.parametrize("words", READS, ids=" ".join)
def test_reading_works_with_a_read_only_home(tmp_path: Path, words: list[str]) -> None:
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o500)
    bsk = Bsk(home, BSK_AUTO_START="0")
    began = time.monotonic()
    result = bsk.json(*words)
    assert time.monotonic() - began < READ_BOUND_SECONDS
    assert list(home.iterdir()) == []
    assert result.exit_status in (0, 1, 2)


def test_daemon_outlives_the_process_group_that_started_it(resting_bsk: Bsk) -> None:
    script = f"{shlex.quote(str(PROGRAM))} daemon start; echo started; sleep 60"
    shell = subprocess.Popen(
        ["sh", "-c", script], env=resting_bsk.environment, start_new_session=True, stdout=subprocess.PIPE, text=True
    )
    assert shell.stdout is not None
    while shell.stdout.readline() not in ("started\n", ""):
        pass
    os.killpg(shell.pid, signal.SIGKILL)
    shell.wait()
    shell.stdout.close()
    assert resting_bsk.json("daemon", "status").ok().document["pid"] == resting_bsk.daemon_pid()
    resting_bsk.environment["BSK_AUTO_START"] = "0"
    assert resting_bsk.json("browsers").ok().document == []


def test_socket_works_from_another_process_namespace(own_bsk: Bsk) -> None:
    inside = subprocess.run(
        ["unshare", "--pid", "--fork", "--mount-proc", PROGRAM, "status", "--json"],
        env={**own_bsk.environment, "BSK_AUTO_START": "0", "BSK_BROWSER_WAIT_MS": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert inside.returncode == 0, inside.stdout + inside.stderr


def test_another_directory_finds_the_same_daemon(own_bsk: Bsk, tmp_path: Path) -> None:
    own_bsk.environment |= {"TMPDIR": str(tmp_path), "BSK_AUTO_START": "0", "BSK_BROWSER_WAIT_MS": "0"}
    result = own_bsk.finish(own_bsk.start("status", "--json", cwd="/"))
    assert result.ok().document["pid"] == own_bsk.daemon_pid()


def test_a_very_long_home_works_or_says_that_the_path_is_too_long(tmp_path: Path) -> None:
    bsk = Bsk(tmp_path / ("h" * 200))
    bsk.use_free_port()
    try:
        result = bsk.json("daemon", "start")
        if result.exit_status == 0:
            bsk.environment["BSK_BROWSER_WAIT_MS"] = "0"
            bsk.json("status").ok()
        else:
            assert "too long" in result.error["message"]
    finally:
        bsk("daemon", "stop")


def test_command_substitution_returns_although_the_command_started_the_daemon(resting_bsk: Bsk) -> None:
    resting_bsk.environment |= {"BSK_BROWSER_WAIT_MS": "0", "BSK_TEST_PROGRAM": str(PROGRAM)}
    done = subprocess.run(
        [
            "sh",
            "-c",
            'out=$("$BSK_TEST_PROGRAM" daemon start --port 0 2>&1; "$BSK_TEST_PROGRAM" status 2>&1); echo done',
        ],
        env=resting_bsk.environment,
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    assert done.stdout == "done\n"


def test_a_session_is_never_busy_for_the_next_command(bsk: Bsk, site: Site) -> None:
    session_id = bsk("session", "start").ok().stdout.strip()
    page = Page(bsk, session_id)
    page.open(site.page("acting/keys.html"))
    # The library makes the same calls as the command line, without the start of a process between them.
    with connect(bsk.home, auto_start=False) as connection:
        session = connection.attach(session_id)
        for _ in range(200):
            session.observe()
            session.press("Tab")
            session.observe()
    bsk("session", "stop", session_id).ok()


def test_session_stop_ends_a_long_call_at_once(bsk: Bsk, site: Site) -> None:
    session_id = bsk("session", "start").ok().stdout.strip()
    bsk("navigate", site.page("acting/keys.html"), "--session", session_id).ok()
    long = bsk.start(
        "evaluate",
        "window.begun = true, new Promise((done) => setTimeout(done, 20000))",
        "--session",
        session_id,
        "--json",
    )
    wait_until_running(bsk, session_id)
    began = time.monotonic()
    bsk.json("session", "stop", session_id).ok()
    assert time.monotonic() - began < 3.0
    ended = bsk.finish(long)
    assert ended.error["code"] == "cancelled"


def wait_until_running(bsk: Bsk, session_id: str) -> None:
    """Return once a call of the session holds its turn, which a call that does not want to wait is told."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        probe = bsk.json("tab", "list", "--session", session_id, "--no-wait")
        if probe.exit_status != 0 and probe.reason == "session_busy":
            return
    raise AssertionError("the long call never began")
