"""With `--json`, stdout is exactly one JSON document of the documented shape, whatever happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.bsk import Bsk, Page, Result
from support.site import Site

SESSION_COMMANDS: dict[str, list[str]] = {
    "navigate": ["about:blank"],
    "navigate-back": [],
    "navigate-forward": [],
    "reload": [],
    "wait-for-navigation": [],
    "observe": [],
    "snapshot": [],
    "get-html": [],
    "screenshot": [],
    "click": ["#button"],
    "hover": ["#button"],
    "fill": ["#field", "--value", "x"],
    "press": ["Tab"],
    "select": ["#size", "--value", "s"],
    "evaluate": ["1 + 1"],
    "tab list": [],
    "tab create": [],
    "tab close": ["1"],
    "tab select": ["1"],
    "window resize": ["--width", "900", "--height", "700"],
}
PLAIN_COMMANDS: dict[str, list[str]] = {
    "status": [],
    "browsers": [],
    "doctor": [],
    "session start": [],
    "session stop": ["aaaa"],
    "session list": [],
    "wait-ms": ["1"],
}
TARGETED = ["click", "hover", "fill", "select"]


def assert_envelope(result: Result) -> None:
    """The flat error envelope, and nothing else."""
    document = result.error
    assert set(document) <= {"code", "message", "hint", "exit_code", "data"}
    assert isinstance(document["code"], str)
    assert isinstance(document["message"], str)
    assert isinstance(document["data"]["reason"], str)
    assert document.get("hint", "hint")


@pytest.mark.parametrize("command", SESSION_COMMANDS)
def test_usage_error_is_one_document(bsk: Bsk, command: str) -> None:
    result = bsk.json(*command.split(), "--no-such-flag")
    assert_envelope(result)
    assert (result.exit_status, result.reason) == (1, "cli_parse_error")


@pytest.mark.parametrize("command", SESSION_COMMANDS)
def test_missing_session_is_one_document(bsk: Bsk, command: str) -> None:
    result = bsk.json(*command.split(), "--session", "zzzz", *SESSION_COMMANDS[command])
    assert_envelope(result)
    assert (result.exit_status, result.error["code"], result.reason) == (1, "not_found", "session_not_found")


@pytest.mark.parametrize("command", [*SESSION_COMMANDS, *PLAIN_COMMANDS])
def test_missing_daemon_is_one_document(tmp_path: Path, command: str) -> None:
    arguments = SESSION_COMMANDS.get(command)
    rest = PLAIN_COMMANDS[command] if arguments is None else ["--session", "abcd", *arguments]
    result = Bsk(tmp_path / "home", BSK_AUTO_START="0").json(*command.split(), *rest)
    if command == "doctor":
        assert result.exit_status == 1
        assert {"name", "ok", "status", "detail", "hint"} <= set(result.document[0])
    else:
        assert_envelope(result)
        assert (result.exit_status, result.reason) == (2, "daemon_unavailable")


@pytest.mark.parametrize("command", [*SESSION_COMMANDS, *PLAIN_COMMANDS])
def test_unusable_home_is_one_document(tmp_path: Path, command: str) -> None:
    home = tmp_path / "home"
    home.write_text("a file where a directory is wanted")
    arguments = SESSION_COMMANDS.get(command)
    rest = PLAIN_COMMANDS[command] if arguments is None else ["--session", "abcd", *arguments]
    result = Bsk(home).json(*command.split(), *rest)
    if command == "doctor":
        assert result.exit_status == 1
        assert isinstance(result.document, list)
    else:
        assert_envelope(result)


@pytest.mark.parametrize("command", TARGETED)
def test_stale_reference_is_one_document(page: Page, site: Site, command: str) -> None:
    page.open(site.page("acting/listening.html"))
    result = page.run(command, "@e9999", *SESSION_COMMANDS[command][1:])
    assert_envelope(result)
    assert (result.exit_status, result.error["code"], result.reason) == (1, "not_found", "ref_not_found")


def test_time_out_is_one_document(page: Page, site: Site) -> None:
    page.open(site.page("acting/listening.html"))
    result = page.run("evaluate", "new Promise(() => {})", "--timeout", "300ms")
    assert_envelope(result)
    assert (result.exit_status, result.error["code"]) == (4, "timeout")
    assert result.error["data"]["effect_state"] == "unknown"


@pytest.mark.parametrize("command", SESSION_COMMANDS)
def test_success_is_one_document(page: Page, site: Site, command: str, tmp_path: Path) -> None:
    page.open(site.page("acting/everything.html"))
    page.open(site.page("acting/everything.html?again"))
    arguments = SESSION_COMMANDS[command]
    if command == "navigate-forward":
        page.do("navigate-back")
    if command in ("tab close", "tab select"):
        arguments = [str(page.do("tab create")["tab_id"])]
    if command == "screenshot":
        arguments = ["--out", str(tmp_path / "x.png")]
    assert isinstance(page.do(command, *arguments), dict)


def test_json_flag_is_accepted_before_the_command(bsk: Bsk) -> None:
    assert isinstance(bsk("--json", "browsers").ok().document, list)
