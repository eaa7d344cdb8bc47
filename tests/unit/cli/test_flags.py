from __future__ import annotations

import click
import pytest

from bsk.index import TOOL_COMMANDS
from bsk_cli.commands import COMMANDS
from bsk_cli.commandtree import root
from bsk_cli.comments import argument_help, describe
from bsk_cli.toolcommands import ToolCommand

GLOBAL = {"--json", "--quiet", "-v", "--verbose", "-h", "--help"}
IN_SESSION = {"--session", "--no-wait"}
ON_TAB = IN_SESSION | {"--tab-id"}
ON_TARGET = ON_TAB | {"--ref", "--selector", "--timeout", "TARGET"}
LOADING = ON_TAB | {"--wait-until", "--timeout"}

# What the public command line offers, and what was added to it.
OFFERED: dict[str, set[str]] = {
    "click": ON_TARGET | {"--button", "--click-count", "--count", "--modifiers"},
    "evaluate": ON_TAB | {"EXPRESSION", "--await-promise", "--return-by-value", "--timeout"},
    "fill": ON_TARGET | {"--value", "--no-clear"},
    "get-html": ON_TAB | {"--ref", "--max-bytes", "--out"},
    "hover": ON_TARGET | {"--modifiers", "--settle"},
    "navigate": LOADING | {"URL"},
    "navigate-back": LOADING,
    "navigate-forward": LOADING,
    "observe": ON_TAB | {"--max-depth", "--max-tokens", "--cursor"},
    "press": ON_TAB | {"KEY", "--ref", "--selector", "--timeout", "--modifiers", "--hold-ms"},
    "reload": LOADING | {"--hard"},
    "screenshot": ON_TAB | {"--ref", "--out"},
    "select": ON_TARGET | {"--value"},
    "snapshot": ON_TAB | {"--max-depth", "--max-tokens", "--cursor"},
    "tab close": IN_SESSION | {"TAB_ID"},
    "tab create": IN_SESSION | {"--url", "--no-active", "--index"},
    "tab list": IN_SESSION | {"--scope"},
    "tab select": IN_SESSION | {"TAB_ID"},
    "wait-for-navigation": LOADING,
    "wait-ms": {"DURATION_MS"},
    "window resize": IN_SESSION | {"--width", "--height"},
    "session start": {"--browser", "--width", "--height", "--no-focus", "--name", "--unattended"},
    "session stop": {"SESSION_ID", "--all"},
    "session list": set(),
    "browsers": set(),
    "status": set(),
}


def command_of(words: str) -> click.Command:
    found: click.Command = root()
    context = click.Context(found)
    for word in words.split():
        assert isinstance(found, click.Group)
        next_found = found.get_command(context, word)
        assert next_found is not None
        found = next_found
    return found


@pytest.mark.parametrize("words", OFFERED)
def test_command_offers_its_flags(words: str) -> None:
    offered = set()
    for param in command_of(words).params:
        offered |= {str(param.name).upper()} if isinstance(param, click.Argument) else {*param.opts}
    assert offered == OFFERED[words] | GLOBAL


@pytest.mark.parametrize("words", TOOL_COMMANDS)
def test_every_tool_has_a_command_with_help(words: str) -> None:
    command = command_of(words)
    assert isinstance(command, ToolCommand)
    describe(command.params, command.tool)
    for param in command.params:
        text = param.help if isinstance(param, click.Option) else argument_help(param, command.tool)  # type: ignore[arg-type]
        assert text, param.name


@pytest.mark.parametrize("words", sorted({*TOOL_COMMANDS, *COMMANDS}))
def test_every_command_has_a_summary_on_the_page_of_its_group(words: str) -> None:
    group = command_of(words.rpartition(" ")[0])
    page = group.get_help(click.Context(group, info_name="bsk"))
    assert f"  {words.rpartition(' ')[2]} " in page


def test_unfit_field_is_refused() -> None:
    from bsk.session.v1 import session_pb2
    from bsk_cli.flags import parameters

    with pytest.raises(TypeError, match="mark it hidden"):
        parameters(session_pb2.StartSessionResponse.DESCRIPTOR, 0)  # type: ignore[arg-type]
