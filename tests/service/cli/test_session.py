"""`bsk session`, `bsk browsers` and `bsk status`."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from bsk.admin.v1 import admin_pb2
from bsk.gateway.v1 import link_pb2
from bsk.session.v1 import session_pb2
from bsk_wire.errors import BskError, Reason
from support.command_line import Run
from support.fake_router import FakeRouter


def started(_: session_pb2.StartSessionRequest) -> session_pb2.StartSessionResponse:
    return session_pb2.StartSessionResponse(
        session_id="abcd",
        browser_instance_id="b-1",
        agent_window_id=5,
        interaction=link_pb2.Interaction(borrow_confirmation="always", request_help="enabled"),
    )


def test_start_prints_just_the_id(router: FakeRouter, run: Run) -> None:
    router.answers["StartSession"] = started
    outcome = run("session", "start")
    assert (outcome.status, outcome.stdout, outcome.stderr) == (0, "abcd\n", "")
    assert router.last("StartSession") == session_pb2.StartSessionRequest()


def test_start_sends_its_flags(router: FakeRouter, run: Run) -> None:
    run("session", "start", "--browser", "work", "--width", "800", "--height=600", "--no-focus", "--name", "buy tea")
    assert router.last("StartSession") == session_pb2.StartSessionRequest(
        browser="work", width=800, height=600, focused=False, task_name="buy tea"
    )


def test_start_document_has_all_keys(router: FakeRouter, run: Run) -> None:
    router.answers["StartSession"] = started
    assert run("session", "start", "--json").document == {
        "session_id": "abcd",
        "browser_instance_id": "b-1",
        "agent_window_id": 5,
        "interaction": {"borrow_confirmation": "always", "request_help": "enabled"},
    }


def test_start_document_keeps_what_an_old_extension_does_not_tell(router: FakeRouter, run: Run) -> None:
    router.answers["StartSession"] = lambda _: session_pb2.StartSessionResponse(session_id="a", browser_instance_id="b")
    document = run("session", "start", "--json").document
    assert document == {
        "session_id": "a",
        "browser_instance_id": "b",
        "agent_window_id": None,
        "interaction": None,
    }


def test_start_warns_of_a_flag_without_effect(router: FakeRouter, run: Run) -> None:
    router.answers["StartSession"] = started
    outcome = run("session", "start", "--unattended")
    assert (outcome.status, outcome.stdout) == (0, "abcd\n")
    assert outcome.stderr.startswith("warning: --unattended")


class ToldStream(io.StringIO):
    """A stream that acts on its first text."""

    def __init__(self, action: Callable[[], None]) -> None:
        super().__init__()
        self._action = action

    def write(self, text: str) -> int:
        self._action()
        return super().write(text)


def test_start_says_what_it_waits_for(router: FakeRouter, run: Run) -> None:
    router.answers["StartSession"] = started
    router.hold("StartSession")
    told = ToldStream(router.release)
    outcome = run("session", "start", stderr=told)
    assert (outcome.stdout, outcome.stderr) == ("abcd\n", "waiting for the browser extension ...\n")


def test_start_shows_the_browsers_to_choose_from(router: FakeRouter, run: Run) -> None:
    browsers = [{"instance_id": "b-1", "browser_name": "chrome", "label": "", "session_count": 1}]
    router.answers["StartSession"] = BskError(Reason.MULTIPLE_BROWSERS_ONLINE, "2 browsers", browsers=browsers)
    outcome = run("session", "start")
    assert (outcome.status, outcome.stdout) == (1, "")
    assert (
        "connected browsers:\n  INSTANCE  BROWSER  LABEL  SESSIONS\n  b-1       chrome   -      1\n" in outcome.stderr
    )
    assert run("session", "start", "--json").document["data"]["browsers"] == browsers


def test_stop_document_has_all_keys(router: FakeRouter, run: Run) -> None:
    router.answers["StopSessions"] = lambda _: session_pb2.StopSessionsResponse(stopped=["abcd"])
    assert run("session", "stop", "abcd", "--json").document == {
        "stopped": ["abcd"],
        "failed": [],
        "returned_tab_ids": [],
        "return_failures": [],
    }
    assert router.last("StopSessions") == session_pb2.StopSessionsRequest(session_id="abcd")


def test_stop_tells_each_session_and_tab(router: FakeRouter, run: Run) -> None:
    router.answers["StopSessions"] = lambda _: session_pb2.StopSessionsResponse(
        stopped=["abcd", "efgh"],
        returned_tab_ids=[7, 8],
        return_failures=[link_pb2.ReturnFailure(tab_id=9, code="cdp_failed", message="window\ngone")],
    )
    outcome = run("session", "stop", "--all")
    assert outcome.stdout == "stopped abcd\nstopped efgh\nreturned tabs: 7, 8\n"
    assert outcome.stderr == "warning: tab 9 was not returned: window gone\n"
    assert router.last("StopSessions") == session_pb2.StopSessionsRequest(all=True)


@pytest.mark.parametrize(("code", "exit_status"), [("cdp_failed", 3), ("timeout", 4), ("cancelled", 2)])
def test_stop_that_failed_exits_with_the_first_failure(
    router: FakeRouter, run: Run, code: str, exit_status: int
) -> None:
    failures = [
        session_pb2.StopFailure(session_id="efgh", code=code, message="stays"),
        session_pb2.StopFailure(session_id="ijkl", code="protocol_error", message="stays"),
    ]
    router.answers["StopSessions"] = lambda _: session_pb2.StopSessionsResponse(stopped=["abcd"], failed=failures)
    outcome = run("session", "stop", "--all")
    assert (outcome.status, outcome.stdout) == (exit_status, "stopped abcd\n")
    assert outcome.stderr.startswith("error: efgh was not stopped: stays\n")
    outcome = run("session", "stop", "--all", "--json")
    assert (outcome.status, outcome.stderr) == (exit_status, "")
    assert outcome.document["failed"][0] == {"session_id": "efgh", "code": code, "message": "stays"}


def test_stop_all_says_when_there_was_nothing(run: Run) -> None:
    assert run("session", "stop", "--all").stdout == "(no active sessions)\n"


def test_list_is_a_table_or_an_array(router: FakeRouter, run: Run) -> None:
    assert run("session", "list").stdout == "(no active sessions)\n"
    assert run("session", "list", "--json").document == []
    router.answers["ListSessions"] = lambda _: session_pb2.ListSessionsResponse(
        sessions=[
            session_pb2.SessionEntry(session_id="abcd", browser_instance_id="b-1", agent_window_id=5, state="active"),
            session_pb2.SessionEntry(session_id="efgh", browser_instance_id="b-1", created_at_ms=1.5e12),
        ]
    )
    assert run("session", "list").stdout == (
        "SESSION  BROWSER  AGENT WINDOW\n"
        "abcd     b-1      5\n"
        "efgh     b-1      -\n"
    )  # fmt: skip
    assert run("session", "list", "--json").document == [
        {
            "session_id": "abcd",
            "browser_instance_id": "b-1",
            "agent_window_id": 5,
            "created_at_ms": 0,
            "state": "active",
        },
        {"session_id": "efgh", "browser_instance_id": "b-1", "created_at_ms": 1_500_000_000_000, "state": ""},
    ]


BROWSER = session_pb2.BrowserEntry(
    instance_id="b-1",
    browser_name="Chromium",
    browser_version="155",
    extension_version="0.4.0",
    label="work",
    session_count=2,
    connected_at_ms=5,
    extension_protocol_version="1.3",
)


def test_browsers_is_a_table_or_an_array(router: FakeRouter, run: Run) -> None:
    assert run("browsers").stdout == "(no browsers connected)\n"
    silent = session_pb2.BrowserEntry(instance_id="b-22", browser_name="Edge", unresponsive=True)
    router.answers["ListBrowsers"] = lambda _: session_pb2.ListBrowsersResponse(browsers=[BROWSER, silent])
    assert run("browsers").stdout == (
        "INSTANCE  BROWSER       EXT    LABEL  SESSIONS\n"
        "b-1       Chromium 155  0.4.0  work   2\n"
        "b-22      Edge                 -      0 (unresponsive)\n"
    )
    assert run("browsers", "--json").document[0] == {
        "instance_id": "b-1",
        "browser_name": "Chromium",
        "browser_version": "155",
        "extension_version": "0.4.0",
        "label": "work",
        "session_count": 2,
        "connected_at_ms": 5,
        "version_skew": False,
        "extension_protocol_version": "1.3",
        "unresponsive": False,
    }


@pytest.mark.parametrize(("text", "expected_ms"), [("", 5000), ("0", 0), ("250", 250), ("99999999", 60_000)])
def test_wait_for_a_browser_follows_the_environment(router: FakeRouter, run: Run, text: str, expected_ms: int) -> None:
    run("browsers", environment={"BSK_BROWSER_WAIT_MS": text})
    received = router.received["ListBrowsers"][0]
    assert received.request.wait_for_browser_ms == expected_ms
    assert received.remaining_seconds > expected_ms / 1000 + 1


@pytest.mark.parametrize("text", ["soon", "-1", "1.5"])
def test_wait_for_a_browser_that_is_no_number_is_a_configuration_error(run: Run, text: str) -> None:
    outcome = run("browsers", "--json", environment={"BSK_BROWSER_WAIT_MS": text})
    assert outcome.document["data"]["reason"] == "configuration_error"
    assert "BSK_BROWSER_WAIT_MS" in outcome.document["message"]


def status_answer(uptime_seconds: int = 0) -> admin_pb2.GetStatusResponse:
    return admin_pb2.GetStatusResponse(
        daemon_version="0.4.0",
        protocol_version="1.3",
        pid=4711,
        uptime_secs=uptime_seconds,
        ws_port=52800,
        sock_path="/h/run/daemon.sock",
        browsers=[BROWSER],
        sessions=[session_pb2.SessionEntry(session_id="abcd")],
    )


def test_status_has_eight_rows(router: FakeRouter, run: Run) -> None:
    router.answers["GetStatus"] = lambda _: status_answer(12)
    outcome = run("status")
    assert outcome.stderr == ""
    assert outcome.stdout == (
        "daemon version      0.4.0\n"
        "protocol version    1.3\n"
        "pid                 4711\n"
        "uptime              12s\n"
        "WS port             52800\n"
        "sock                /h/run/daemon.sock\n"
        "browsers connected  1\n"
        "active sessions     1\n"
    )


@pytest.mark.parametrize(("seconds", "text"), [(0, "0s"), (184, "3m 04s"), (3723, "1h 02m 03s")])
def test_status_shows_the_uptime_in_its_units(router: FakeRouter, run: Run, seconds: int, text: str) -> None:
    router.answers["GetStatus"] = lambda _: status_answer(seconds)
    assert f"uptime              {text}\n" in run("status").stdout


def test_status_hints_at_a_browser_when_there_is_none(run: Run) -> None:
    outcome = run("status")
    assert outcome.stderr.startswith("\nhint: no browser is connected")
    assert run("status", "--json").stderr == ""


def test_status_warns_of_browsers_with_another_protocol(router: FakeRouter, run: Run) -> None:
    answer = status_answer()
    answer.version_skew_browsers.add(
        instance_id="b-1", server_protocol_version="1.3", client_protocol_version="1.1", client_version="0.2.1"
    )
    router.answers["GetStatus"] = lambda _: answer
    assert run("status").stderr == (
        "warning: 1 connected browser speaks another protocol version\n"
        "  b-1 (-): extension protocol 1.1, daemon protocol 1.3 (extension 0.2.1, daemon unknown)\n"
    )
