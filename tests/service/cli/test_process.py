"""The command line as a process: signals, streams, start-up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bsk.tools.v1 import observation_pb2
from support.bsk import PROGRAM, Bsk
from support.fake_router import FakeRouter

END_BOUND_SECONDS = 2.0
SESSION = ["--session", "abcd"]
# Modules that no short-lived command may pay for.
HEAVY = {
    "pydantic",
    "rich",
    "starlette",
    "uvicorn",
    "websockets",
    "prometheus_client",
    "bskd",
    "psutil",
    "importlib.metadata",
}


@pytest.fixture
def bsk(router: FakeRouter) -> Bsk:
    return Bsk(router.home, BSK_AUTO_START="0")


def modules_of(bsk: Bsk, *arguments: str) -> set[str]:
    """Names of the modules that a command imports."""
    script = "import sys; from bsk_cli.main import main; main(); sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], env=bsk.environment, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def test_version_imports_nothing_but_the_version(bsk: Bsk) -> None:
    modules = modules_of(bsk, "--version", "--json")
    ours = {name for name in modules if name.partition(".")[0] in ("bsk", "bsk_cli", "bsk_client", "bsk_wire")}
    assert ours == {"bsk_cli", "bsk_cli.main", "bsk_wire", "bsk_wire.version"}
    assert not modules & {"click", "grpc", "google.protobuf", "json", "enum", "typing"}


@pytest.mark.parametrize("arguments", [["--version"], ["--version", "--json"], ["-V"]], ids=" ".join)
def test_version_is_one_line(bsk: Bsk, arguments: list[str]) -> None:
    result = bsk(*arguments).ok()
    assert result.stdout.startswith("bsk ")
    assert result.stdout.count("\n") == 1


def test_help_needs_no_grpc(bsk: Bsk) -> None:
    assert "grpc" not in modules_of(bsk, "click", "--help")


def test_command_imports_only_its_own_modules(bsk: Bsk) -> None:
    modules = modules_of(bsk, "click", "@e1", *SESSION)
    assert not modules & HEAVY
    assert {name for name in modules if name.startswith("bsk.tools.v1.")} == {
        "bsk.tools.v1.dialogs_pb2",
        "bsk.tools.v1.interaction_pb2",
    }
    assert not [name for name in modules if name.startswith("bsk_cli.commands.")]
    assert {name for name in modules if name.startswith("bsk_cli.renderers.")} == {"bsk_cli.renderers.interaction"}


def test_session_command_imports_no_tool(bsk: Bsk) -> None:
    modules = modules_of(bsk, "session", "list")
    assert not modules & HEAVY
    assert not [name for name in modules if name.startswith("bsk.tools.v1.")]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_cancels_the_call(router: FakeRouter, bsk: Bsk, number: signal.Signals) -> None:
    router.hold("Click")
    process = bsk.start("click", "@e1", *SESSION, "--json")
    assert router.holding.wait(10)
    began = time.monotonic()
    process.send_signal(number)
    result = bsk.finish(process)
    assert time.monotonic() - began < END_BOUND_SECONDS
    assert (result.exit_status, result.reason, result.stderr) == (2, "cancelled", "")
    assert result.error["data"]["effect_state"] == "unknown"
    assert router.cancelled.wait(END_BOUND_SECONDS)


def test_end_of_stdin_cancels_the_call_where_that_was_asked_for(router: FakeRouter, bsk: Bsk) -> None:
    router.hold("Click")
    bsk.environment["BSK_CANCEL_ON_STDIN_CLOSE"] = "1"
    process = bsk.start("click", "@e1", *SESSION, "--json", stdin=subprocess.PIPE)
    assert router.holding.wait(10)
    assert process.stdin is not None
    process.stdin.write("not the end")
    process.stdin.flush()
    process.stdin.close()
    process.stdin = None
    result = bsk.finish(process)
    assert (result.exit_status, result.reason) == (2, "cancelled")


@pytest.mark.parametrize("value", ["0", "true", ""])
def test_end_of_stdin_means_nothing_otherwise(bsk: Bsk, value: str) -> None:
    bsk.environment["BSK_CANCEL_ON_STDIN_CLOSE"] = value
    bsk("click", "@e1", *SESSION).ok()


def test_stdin_that_stays_open_is_not_read(bsk: Bsk) -> None:
    reading, writing = os.pipe()
    try:
        os.write(writing, b"for someone else")
        bsk.finish(bsk.start("click", "@e1", *SESSION, stdin=reading)).ok()
        assert os.read(reading, 100) == b"for someone else"
    finally:
        os.close(reading)
        os.close(writing)


def test_reader_that_went_away_ends_the_command_silently(router: FakeRouter, bsk: Bsk) -> None:
    router.answers["Observe"] = lambda _: observation_pb2.ObserveResponse(text="x" * 1_000_000)
    reading, writing = os.pipe()
    os.close(reading)
    process = bsk.start("observe", *SESSION, stdout=writing)
    os.close(writing)
    result = bsk.finish(process)
    assert (result.exit_status, result.stderr) == (141, "")


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_text_is_utf8_whatever_the_locale(router: FakeRouter, bsk: Bsk, locale: str) -> None:
    router.answers["Observe"] = lambda _: observation_pb2.ObserveResponse(text="é漢")
    bsk.environment |= {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    process = bsk.start("observe", *SESSION, text=False)
    streams: tuple[object, object] = process.communicate(timeout=20)
    assert (process.returncode, *streams) == (0, "é漢\n".encode(), b"")


def test_arguments_that_are_no_text_are_refused(bsk: Bsk) -> None:
    process = subprocess.run(
        [os.fsencode(PROGRAM), b"fill", b"a", b"--session", b"a", b"--json", b"--value", b"\xff"],
        env=bsk.environment,
        capture_output=True,
        check=False,
    )
    assert process.returncode == 1
    assert b"cli_parse_error" in process.stdout


@pytest.mark.parametrize("words", [["status"], ["browsers"]], ids=" ".join)
def test_end_of_stdin_means_nothing_to_commands_that_only_look(bsk: Bsk, words: list[str]) -> None:
    bsk.environment["BSK_CANCEL_ON_STDIN_CLOSE"] = "1"
    bsk.json(*words).ok()


def test_output_that_cannot_be_written_is_an_error(bsk: Bsk) -> None:
    with Path("/dev/full").open("w") as full:
        result = bsk.finish(bsk.start("session", "list", stdout=full))
    assert result.exit_status == 2
    assert result.stderr == "error: cannot write the output: No space left on device\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_no_harm(bsk: Bsk, closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" session list {closed}', PROGRAM],
        env=bsk.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_working_directory_that_is_gone_does_no_harm(bsk: Bsk, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f'rmdir "{gone}"; "$0" session list'
    done = subprocess.run(
        ["sh", "-c", script, PROGRAM], env=bsk.environment, cwd=gone, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "(no active sessions)\n")
