"""Command line and library against a real daemon; only the extension is played."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bsk_client import BskError, Reason, connect
from support.bsk import Bsk
from support.daemon import Installation, one_process
from support.fake_extension import FakeExtension, extension_thread

END_BOUND_SECONDS = 3.0


class Extension:
    """What the played extension does with clicks: it holds them still until they are cancelled."""

    def __init__(self) -> None:
        self.clicked = threading.Event()
        self.cancelled = threading.Event()

    async def click(self, _: dict[str, Any]) -> dict[str, Any]:
        self.clicked.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        return {}


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with one_process(tmp_path_factory.mktemp("h")) as running:
        yield running


@pytest.fixture
def extension() -> Extension:
    return Extension()


@pytest.fixture
def browser(installation: Installation, extension: Extension) -> Iterator[FakeExtension]:
    handlers = {
        "tool.session_start": lambda _: {"agent_window_id": 5},
        "tool.session_stop": lambda _: {},
        "tool.observe": lambda params: {"tab_id": 7, "text": f"page of {params['session_id']}", "ref_count": 0},
        "tool.navigate": lambda params: {"tab_id": 7, "url": params["url"], "reached": "load"},
        "tool.evaluate": lambda _: {"tab_id": 7, "ok": True, "value": {"a": [1, 2.5, None]}},
        "tool.click": extension.click,
    }
    with extension_thread(installation.port, handlers=handlers) as thread:
        yield thread.extension


@pytest.fixture
def bsk(installation: Installation, browser: FakeExtension) -> Bsk:
    return Bsk(installation.home, BSK_AUTO_START="0")


@pytest.fixture
def session_id(bsk: Bsk) -> Iterator[str]:
    started = bsk("session", "start").ok().stdout.strip()
    yield started
    bsk("session", "stop", started)


def test_task_of_an_agent(bsk: Bsk, browser: FakeExtension) -> None:
    started = bsk.json("session", "start", "--no-focus").ok().document
    session_id = started["session_id"]
    assert started["agent_window_id"] == 5
    navigated = bsk.json("navigate", "--session", session_id, "--timeout", "5000ms", "http://127.0.0.1/").ok().document
    assert navigated == {"tab_id": 7, "url": "http://127.0.0.1/", "reached": "load"}
    assert bsk("observe", "--session", session_id).ok().stdout == f"page of {session_id}\n"
    evaluated = bsk.json("evaluate", "x", "--session", session_id).ok().document
    assert evaluated == {"tab_id": 7, "ok": True, "value": {"a": [1, 2.5, None]}}
    assert [entry["session_id"] for entry in bsk.json("session", "list").ok().document] == [session_id]
    assert bsk.json("status").ok().document["browsers"][0]["session_count"] == 1
    assert bsk("session", "stop", session_id).ok().stdout == f"stopped {session_id}\n"
    ended = bsk.json("observe", "--session", session_id)
    assert (ended.exit_status, ended.reason, ended.error["data"]["ended"]) == (1, "session_ended", "stopped")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_cancels_the_work_in_the_browser(
    bsk: Bsk, session_id: str, extension: Extension, number: signal.Signals
) -> None:
    process = bsk.start("click", "@e1", "--session", session_id, "--json")
    assert extension.clicked.wait(10)
    began = time.monotonic()
    process.send_signal(number)
    result = bsk.finish(process)
    assert time.monotonic() - began < END_BOUND_SECONDS
    assert (result.exit_status, result.reason) == (2, "cancelled")
    assert extension.cancelled.wait(END_BOUND_SECONDS)


def test_no_wait_finds_the_session_busy(bsk: Bsk, session_id: str, extension: Extension) -> None:
    process = bsk.start("click", "@e1", "--session", session_id, "--json")
    assert extension.clicked.wait(10)
    busy = bsk.json("observe", "--session", session_id, "--no-wait")
    assert (busy.exit_status, busy.reason, busy.error["code"]) == (4, "session_busy", "timeout")
    assert busy.error["data"]["activity"]["method"] == "tool.click"
    process.send_signal(signal.SIGINT)
    bsk.finish(process)


def test_stop_cancels_what_runs(bsk: Bsk, session_id: str, extension: Extension) -> None:
    process = bsk.start("click", "@e1", "--session", session_id, "--json")
    assert extension.clicked.wait(10)
    with connect(bsk.home, auto_start=False) as connection:
        began = time.monotonic()
        connection.attach(session_id).stop()
        assert time.monotonic() - began < END_BOUND_SECONDS
    result = bsk.finish(process)
    assert (result.exit_status, result.error["code"]) == (2, "cancelled")


def test_time_out_keeps_what_the_extension_proved(bsk: Bsk, session_id: str, extension: Extension) -> None:
    result = bsk.json("click", "@e1", "--session", session_id, "--timeout", "200ms")
    assert (result.exit_status, result.error["code"]) == (4, "timeout")
    # The played extension says that it cancelled the click in time.
    assert result.error["data"]["effect_state"] == "none"


def test_unknown_session_is_typed(bsk: Bsk) -> None:
    result = bsk.json("observe", "--session", "zzzz")
    assert (result.exit_status, result.error["code"], result.reason) == (1, "not_found", "session_not_found")


def test_library_reaches_the_same_daemon(installation: Installation, browser: FakeExtension) -> None:
    with connect(installation.home, auto_start=False) as connection, connection.session(name="read") as page:
        assert page.observe().text == f"page of {page.id}"
        assert [entry.session_id for entry in connection.sessions()] == [page.id]
    with connect(installation.home, auto_start=False) as connection, pytest.raises(BskError) as raised:
        connection.attach(page.id).observe()
    assert raised.value.reason == Reason.SESSION_ENDED


def test_daemon_that_is_killed_leaves_a_typed_error(tmp_path: Path) -> None:
    extension = Extension()
    handlers = {"tool.session_start": lambda _: {"agent_window_id": 5}, "tool.click": extension.click}
    with one_process(tmp_path / "h") as running:
        bsk = Bsk(running.home, BSK_AUTO_START="0")
        with extension_thread(running.port, handlers=handlers):
            session_id = bsk("session", "start").ok().stdout.strip()
            process = bsk.start("click", "@e1", "--session", session_id, "--json")
            assert extension.clicked.wait(10)
            bsk.kill_daemon()
            result = bsk.finish(process)
        assert (result.exit_status, result.reason) == (2, "daemon_unavailable")
        assert result.error["data"]["effect_state"] == "unknown"
        began = time.monotonic()
        assert bsk.json("browsers").reason == "daemon_unavailable"
        assert time.monotonic() - began < END_BOUND_SECONDS
