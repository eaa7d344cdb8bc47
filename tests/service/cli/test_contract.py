"""With `--json`, stdout is exactly one document of the documented shape: every command, every outcome."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path

import pytest

from bsk_client.cancellation import Cancellation
from bsk_wire.errors import BskError, Reason
from support.command_line import Outcome, Run, run_command
from support.fake_router import FakeRouter

SESSION = ["--session", "abcd"]
# Command line: its RPC, and whether a lost answer leaves it open what happened.
COMMANDS: dict[str, tuple[list[str], str, bool]] = {
    "browsers": ([], "ListBrowsers", False),
    "click": (["#a", *SESSION], "Click", True),
    "evaluate": (["1 + 1", *SESSION], "Evaluate", True),
    "fill": (["#a", "--value", "x", *SESSION], "Fill", True),
    "get-html": (SESSION, "GetHtml", False),
    "hover": (["#a", *SESSION], "Hover", True),
    "navigate": (["about:blank", *SESSION], "Navigate", True),
    "navigate-back": (SESSION, "NavigateBack", True),
    "navigate-forward": (SESSION, "NavigateForward", True),
    "observe": (SESSION, "Observe", False),
    "press": (["Enter", *SESSION], "Press", True),
    "reload": (SESSION, "Reload", True),
    "screenshot": (SESSION, "Screenshot", False),
    "select": (["#a", "--value", "x", *SESSION], "Select", True),
    "session list": ([], "ListSessions", False),
    "session start": ([], "StartSession", True),
    "session stop": (["abcd"], "StopSessions", True),
    "snapshot": (SESSION, "Snapshot", False),
    "status": ([], "GetStatus", False),
    "tab close": (["7", *SESSION], "CloseTab", True),
    "tab create": (SESSION, "CreateTab", True),
    "tab list": (SESSION, "ListTabs", False),
    "tab select": (["7", *SESSION], "SelectTab", True),
    "wait-for-navigation": (SESSION, "WaitForNavigation", False),
    "wait-ms": (["1"], "WaitMs", False),
    "window resize": (["--width", "500", "--height", "500", *SESSION], "ResizeWindow", True),
}
LISTS = {"browsers", "session list"}
every_command = pytest.mark.parametrize("command", COMMANDS)
ANSWER_BOUND_SECONDS = 2.0


def line_of(command: str) -> list[str]:
    return [*command.split(), *COMMANDS[command][0], "--json"]


def assert_envelope(outcome: Outcome, reason: str, exit_status: int) -> None:
    document = outcome.document
    assert set(document) in ({"code", "message", "hint", "exit_code", "data"}, {"code", "message", "exit_code", "data"})
    assert outcome.stderr == ""
    assert (document["data"]["reason"], document["exit_code"], outcome.status) == (reason, exit_status, exit_status)
    assert document["code"]
    assert document["message"]
    assert "\n" not in document["message"]
    assert document.get("hint", "hint")


@every_command
def test_success(router: FakeRouter, run: Run, command: str) -> None:
    if command == "screenshot":
        from bsk.tools.v1 import observation_pb2

        router.answers["Screenshot"] = lambda _: observation_pb2.ScreenshotResponse(width=1, height=1)
    outcome = run(*line_of(command))
    assert (outcome.status, outcome.stderr) == (0, "")
    assert isinstance(outcome.document, list if command in LISTS else dict)


@every_command
def test_unknown_flag(tmp_path: Path, command: str) -> None:
    assert_envelope(run_command(*line_of(command), "--no-such-flag", home=tmp_path), "cli_parse_error", 1)


@every_command
def test_no_daemon(tmp_path: Path, command: str) -> None:
    began = time.monotonic()
    assert_envelope(run_command(*line_of(command), home=tmp_path), "daemon_unavailable", 2)
    assert time.monotonic() - began < ANSWER_BOUND_SECONDS
    assert list(tmp_path.iterdir()) == []


@every_command
def test_daemon_that_was_killed(tmp_path: Path, command: str) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
    (tmp_path / "daemon.json").write_text(json.dumps({"pid": 1, "sock_path": str(tmp_path / "s"), "ws_port": 1}))
    began = time.monotonic()
    assert_envelope(run_command(*line_of(command), home=tmp_path), "daemon_unavailable", 2)
    assert time.monotonic() - began < ANSWER_BOUND_SECONDS


@every_command
def test_home_that_is_no_directory(tmp_path: Path, command: str) -> None:
    home = tmp_path / "file"
    home.touch()
    surroundings = {"BSK_HOME": str(home)}
    outcome = run_command(*line_of(command), home=tmp_path, environment=surroundings)
    assert_envelope(outcome, "configuration_error", 2)


@every_command
def test_error_of_a_service(router: FakeRouter, run: Run, command: str) -> None:
    router.answers[COMMANDS[command][1]] = BskError(Reason.REF_NOT_FOUND, "@e3 is gone", ref="e3")
    outcome = run(*line_of(command))
    assert_envelope(outcome, "ref_not_found", 1)
    assert outcome.document["code"] == "not_found"
    assert outcome.document["data"]["ref"] == "e3"
    assert outcome.document["data"]["call_id"].startswith("c-")


@every_command
def test_error_that_only_an_extension_knows(router: FakeRouter, run: Run, command: str) -> None:
    router.answers[COMMANDS[command][1]] = BskError("moon_phase", "wrong moon", code="cdp_failed")
    assert_envelope(run(*line_of(command)), "moon_phase", 3)


@every_command
def test_fault_of_a_service(router: FakeRouter, run: Run, command: str) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    router.answers[COMMANDS[command][1]] = fail  # type: ignore[assignment]
    assert_envelope(run(*line_of(command)), "protocol_error", 2)


@every_command
def test_cancelled_call(router: FakeRouter, command: str) -> None:
    _, rpc, mutates = COMMANDS[command]
    router.hold(rpc)
    cancellation = Cancellation()
    router.when_holding(cancellation.request)
    began = time.monotonic()
    outcome = run_command(*line_of(command), home=router.home, cancellation=cancellation)
    assert time.monotonic() - began < ANSWER_BOUND_SECONDS
    assert_envelope(outcome, "cancelled", 2)
    assert outcome.document["data"].get("effect_state") == ("unknown" if mutates else None)
    assert router.cancelled.wait(ANSWER_BOUND_SECONDS)


@every_command
def test_cancelled_before_the_call(router: FakeRouter, command: str) -> None:
    cancellation = Cancellation()
    cancellation.request()
    outcome = run_command(*line_of(command), home=router.home, cancellation=cancellation)
    assert_envelope(outcome, "cancelled", 2)
    assert outcome.document["data"]["effect_state"] == "none"
    assert COMMANDS[command][1] not in router.received


@every_command
def test_daemon_that_goes_away(router: FakeRouter, run: Run, command: str) -> None:
    _, rpc, mutates = COMMANDS[command]
    router.hold(rpc)
    router.when_holding(router.vanish)
    outcome = run(*line_of(command))
    assert_envelope(outcome, "daemon_unavailable", 2)
    assert outcome.document["data"].get("effect_state") == ("unknown" if mutates else None)


@every_command
def test_fault_of_the_command_line(router: FakeRouter, command: str) -> None:
    # A home directory that no path can name.
    outcome = run_command(*line_of(command), home=router.home, environment={"BSK_HOME": "/\0"})
    assert_envelope(outcome, "internal", 2)
