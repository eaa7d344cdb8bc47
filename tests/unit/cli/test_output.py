from __future__ import annotations

import io
from pathlib import Path

import pytest

from bsk_cli.invocation import Invocation, Terminal
from bsk_cli.output import Output
from bsk_wire.errors import BskError, Reason


class Written:
    """An output and what it wrote."""

    def __init__(self, *, json: bool = False, terminal: Terminal | None = None) -> None:
        self._stdout, self._stderr = io.StringIO(), io.StringIO()
        self.output = Output(
            Invocation(
                arguments=[],
                environment={},
                working_directory=Path("/"),
                stdin=io.BytesIO(),
                stdout=self._stdout,
                stderr=self._stderr,
                terminal=terminal or Terminal(),
            )
        )
        self.output.json = json

    @property
    def streams(self) -> tuple[str, str]:
        return self._stdout.getvalue(), self._stderr.getvalue()


def test_result_is_lines_for_people() -> None:
    written = Written()
    written.output.result({"a": 1}, ["one", "two"])
    assert written.streams == ("one\ntwo\n", "")


def test_result_is_a_pretty_document_under_json() -> None:
    written = Written(json=True)
    written.output.result({"a": [1], "b": "é"}, ["one"])
    assert written.streams == ('{\n  "a": [\n    1\n  ],\n  "b": "é"\n}\n', "")


def test_failure_is_error_and_hint_for_people() -> None:
    written = Written()
    written.output.failure(BskError(Reason.REF_NOT_FOUND, "@e7 is gone"))
    assert written.streams == ("", "error: @e7 is gone\nhint: run `bsk observe` for the present references\n")


def test_failure_without_a_hint_has_no_hint_line() -> None:
    written = Written()
    written.output.failure(BskError(Reason.REF_NOT_FOUND, "@e7 is gone", hint=""))
    assert written.streams == ("", "error: @e7 is gone\n")


def test_failure_is_the_envelope_under_json() -> None:
    written = Written(json=True)
    written.output.failure(BskError(Reason.TIMEOUT, "late", hint="", effect_state="unknown", call_id="c-1"))
    assert written.streams == (
        '{\n  "code": "timeout",\n  "message": "late",\n  "exit_code": 4,\n  "data": {\n    "reason": "timeout",\n'
        '    "effect_state": "unknown",\n    "call_id": "c-1"\n  }\n}\n',
        "",
    )


def test_failure_after_the_answer_leaves_stdout_one_document() -> None:
    written = Written(json=True)
    written.output.document({})
    written.output.failure(BskError(Reason.TIMEOUT, "late", hint=""))
    assert written.streams == ("{}\n", "error: late\n")


def test_failure_lists_the_browsers_to_choose_from() -> None:
    browsers = [
        {"instance_id": "b-1", "browser_name": "Chromium", "label": "work", "session_count": 2},
        {"instance_id": "b-22", "browser_name": "Edge", "label": "", "session_count": 0},
    ]
    written = Written()
    written.output.failure(BskError(Reason.MULTIPLE_BROWSERS_ONLINE, "several browsers", browsers=browsers))
    assert written.streams[1] == (
        "error: several browsers\n"
        "connected browsers:\n"
        "  INSTANCE  BROWSER   LABEL  SESSIONS\n"
        "  b-1       Chromium  work   2\n"
        "  b-22      Edge      -      0\n"
        "hint: name one with `--browser <id or label>`\n"
    )


def test_failure_lists_the_browsers_of_one_label() -> None:
    written = Written()
    error = BskError(Reason.BROWSER_LABEL_AMBIGUOUS, "two have it", hint="", label="x", instance_ids=["b-1", "b-2"])
    written.output.failure(error)
    assert written.streams[1] == "error: two have it\n  • b-1\n  • b-2\n"


@pytest.mark.parametrize(("verbosity", "traced"), [(0, False), (1, False), (2, True)])
def test_fault_shows_its_traceback_only_when_asked(verbosity: int, traced: bool) -> None:
    written = Written()
    written.output.verbosity = verbosity
    try:
        raise ZeroDivisionError("by\nzero")
    except ZeroDivisionError as error:
        written.output.fault(error)
    stdout, stderr = written.streams
    assert stdout == ""
    assert stderr.startswith("error: ZeroDivisionError: by zero\n")
    assert ("Traceback" in stderr) is traced


def test_fault_is_an_envelope_under_json() -> None:
    written = Written(json=True)
    written.output.fault(ZeroDivisionError())
    assert '"reason": "internal"' in written.streams[0]


@pytest.mark.parametrize("json", [False, True])
def test_notes_are_for_people_who_want_them(json: bool) -> None:
    written = Written(json=json)
    written.output.note("n")
    written.output.warning("w")
    written.output.remark("r")
    written.output.quiet = True
    written.output.note("n")
    written.output.remark("r")
    assert written.streams == ("", "" if json else "n\nwarning: w\nr\nr\n")


def test_trace_needs_verbosity() -> None:
    written = Written(json=True)
    written.output.trace("silent")
    written.output.verbosity = 1
    written.output.trace("heard")
    assert written.streams == ("", "debug: heard\n")


@pytest.mark.parametrize(
    ("terminal", "expected"), [(True, "a\ufffd[31mb\n\tc\n"), (False, "a\x1b[31mb\n\tc\n")], ids=["terminal", "pipe"]
)
def test_text_of_a_page_cannot_command_a_terminal(terminal: bool, expected: str) -> None:
    written = Written(terminal=Terminal(stdout=terminal))
    written.output.lines("a\x1b[31mb\n\tc")
    assert written.streams == (expected, "")
