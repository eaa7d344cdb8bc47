from __future__ import annotations

from pathlib import Path

import pytest

from support.command_line import Outcome, run_command


def refused(*arguments: str, home: Path) -> Outcome:
    """A command line that has to be refused by the parser, without any daemon."""
    outcome = run_command(*arguments, home=home)
    assert (outcome.status, outcome.stdout) == (1, "")
    return outcome


def test_error_has_message_usage_and_hint(tmp_path: Path) -> None:
    assert refused("observe", home=tmp_path).stderr == (
        "error: missing option '--session'\n"
        "Usage: bsk observe [OPTIONS]\n"
        "hint: see `bsk observe --help`\n"
    )  # fmt: skip


def test_error_under_json_is_an_envelope_with_the_whole_text(tmp_path: Path) -> None:
    outcome = run_command("observe", "--json", home=tmp_path)
    assert (outcome.status, outcome.stderr) == (1, "")
    assert outcome.document == {
        "code": "invalid_params",
        "message": "missing option '--session'",
        "hint": "see `bsk observe --help`",
        "exit_code": 1,
        "data": {
            "reason": "cli_parse_error",
            "details": "error: missing option '--session'\n"
            "Usage: bsk observe [OPTIONS]\n"
            "hint: see `bsk observe --help`",
        },
    }


@pytest.mark.parametrize(
    "arguments",
    [
        ["--json", "observe", "--bogus"],
        ["observe", "--json", "--bogus"],
        ["observe", "--bogus", "--json"],
        ["--bogus", "observe", "--json"],
        ["bogus", "--json"],
        ["tab", "--json"],
        ["--json"],
    ],
    ids=" ".join,
)
def test_json_is_found_where_parsing_stops_before_it(tmp_path: Path, arguments: list[str]) -> None:
    outcome = run_command(*arguments, home=tmp_path)
    assert (outcome.status, outcome.stderr) == (1, "")
    assert outcome.document["data"]["reason"] == "cli_parse_error"


def test_json_after_the_separator_is_an_argument(tmp_path: Path) -> None:
    assert "unexpected extra argument" in refused("wait-ms", "1", "--", "--json", home=tmp_path).stderr


@pytest.mark.parametrize("words", ["", "tab", "session", "window"])
def test_bare_group_shows_its_help_on_stderr(tmp_path: Path, words: str) -> None:
    outcome = refused(*words.split(), home=tmp_path)
    assert outcome.stderr.startswith(f"Usage: {f'bsk {words}'.strip()} [OPTIONS] COMMAND")
    assert "Commands:" in outcome.stderr


def test_bare_group_under_json_names_what_is_missing(tmp_path: Path) -> None:
    document = run_command("tab", "--json", home=tmp_path).document
    assert document["message"] == "'bsk tab' needs a subcommand"
    assert "Commands:" in document["data"]["details"]


def test_help_goes_to_stdout_as_plain_text(tmp_path: Path) -> None:
    outcome = run_command("click", "--help", "--json", home=tmp_path)
    assert (outcome.status, outcome.stderr) == (0, "")
    assert outcome.stdout.startswith("Usage: bsk click [OPTIONS] [TARGET]\n\n  Click an element.\n")


@pytest.mark.parametrize("words", ["", "tab", "tab create", "navigate"])
def test_help_command_shows_what_the_flag_shows(tmp_path: Path, words: str) -> None:
    asked = run_command("help", *words.split(), home=tmp_path)
    assert asked == run_command(*words.split(), "--help", home=tmp_path)
    assert asked.status == 0


def test_help_command_refuses_what_is_none(tmp_path: Path) -> None:
    assert "'tab creat' is not a command" in refused("help", "tab", "creat", home=tmp_path).stderr


def test_version_is_plain_text(tmp_path: Path) -> None:
    outcome = run_command("--json", "--version", home=tmp_path)
    assert outcome.status == 0
    assert outcome.stdout.startswith("bsk ")


def test_unknown_command_names_a_near_one(tmp_path: Path) -> None:
    assert "'tab creat' is not a command; did you mean 'create'?" in refused("tab", "creat", home=tmp_path).stderr


@pytest.mark.parametrize("flag", ["--session", "--tab-id"])
@pytest.mark.parametrize("words", [["click"], ["tab", "list"]], ids=" ".join)
def test_session_flags_before_the_command_get_a_hint(tmp_path: Path, flag: str, words: list[str]) -> None:
    outcome = refused(*words[:-1], flag, "x", words[-1], home=tmp_path)
    program = " ".join(["bsk", *words[:-1]])
    assert outcome.stderr.startswith(f"error: '{flag}' stands before the command\n")
    assert outcome.stderr.endswith(f"hint: write {flag} behind the command: `{program} <command> {flag} <id>`\n")


@pytest.mark.parametrize("value", ["-x", "--tab-id", "-5"])
def test_value_with_a_dash_needs_an_equals_sign(tmp_path: Path, value: str) -> None:
    outcome = refused("observe", "--cursor", value, "--session", "a", home=tmp_path)
    assert f"one that starts with a dash is written --cursor={value}" in outcome.stderr


def test_option_without_its_value_is_refused(tmp_path: Path) -> None:
    assert "'--session' requires an argument" in refused("observe", "--session", home=tmp_path).stderr


def test_option_given_twice_is_refused(tmp_path: Path) -> None:
    outcome = refused("observe", "--session", "a", "--session=b", home=tmp_path)
    assert "'--session' is given more than once" in outcome.stderr


def test_flag_takes_no_value(tmp_path: Path) -> None:
    assert "does not take a value" in refused("reload", "--session", "a", "--hard=yes", home=tmp_path).stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["click", "a", "--session", "a", "--button", "top"],
        ["click", "a", "--session", "a", "--click-count", "0"],
        ["click", "a", "--session", "a", "--timeout", "0"],
        ["click", "a", "--session", "a", "--timeout", "1h"],
        ["click", "a", "--session", "a", "--tab-id", "x"],
        ["click", "a", "b", "--session", "a"],
        ["evaluate", "1", "--session", "a", "--await-promise", "perhaps"],
        ["evaluate", "--session", "a"],
        ["fill", "a", "--session", "a"],
        ["navigate", "--session", "a"],
        ["navigate", "a", "--session", "a", "--wait-until", "idle"],
        ["observe", "--session", "a", "--max-depth", "0"],
        ["press", "--session", "a"],
        ["select", "a", "--session", "a"],
        ["session", "start", "--width", "99", "--height", "700"],
        ["session", "start", "--width", "7681", "--height", "700"],
        ["tab", "close", "--session", "a"],
        ["tab", "close", "x", "--session", "a"],
        ["tab", "create", "--session", "a", "--index", "-1"],
        ["tab", "list", "--session", "a", "--scope", "mine"],
        ["wait-ms", "5m1s"],
        ["wait-ms", "301s"],
        ["window", "resize", "--session", "a", "--width", "500"],
        ["window", "resize", "--session", "a", "--width", "99", "--height", "700"],
    ],
    ids=" ".join,
)
def test_wrong_value_is_a_parse_error(tmp_path: Path, arguments: list[str]) -> None:
    assert refused(*arguments, home=tmp_path).stderr.startswith("error: ")


TWICE_BY_FLAGS = "the target is given twice: by --ref and by --selector"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["click", "--session", "a"], "no target is given"),
        (["click", "", "--session", "a"], "the target is empty"),
        (["click", "--session", "a", "--selector", " "], "the selector is empty"),
        (["fill", "--session", "a", "--value", "x"], "no target is given"),
        (["click", "@e1", "--ref", "e1", "--session", "a"], "the target is given twice: as an argument and as a flag"),
        (["hover", "--ref", "e1", "--selector", "a", "--session", "a"], TWICE_BY_FLAGS),
        (["press", "a", "--ref", "e1", "--selector", "a", "--session", "a"], TWICE_BY_FLAGS),
        (["screenshot", "--ref", "button", "--session", "a"], "'button' is not a reference such as @e3"),
        (["click", "a", "--session", "a", "--modifiers", "hyper"],
         "'hyper' is not one of alt, ctrl, meta, shift for --modifiers"),
        (["session", "start", "--width", "800"], "width and height go together: give both or neither"),
        (["session", "stop"], "name one session, or give --all"),
        (["session", "stop", "abcd", "--all"], "name one session, or give --all"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)  # fmt: skip
def test_contradiction_is_a_usage_error(tmp_path: Path, arguments: list[str], message: str) -> None:
    outcome = run_command(*arguments, "--json", home=tmp_path)
    assert (outcome.status, outcome.stderr) == (2, "")
    assert outcome.document["message"] == message
    assert outcome.document["data"]["reason"] == "cli_usage_error"
