"""The tree of command words. A command is imported or built when its words are met, and no other."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from bsk.index import TOOL_COMMANDS
from bsk_cli.commands import COMMANDS, GROUPS
from bsk_cli.parsing import HelpRequest, global_options, words_of
from bsk_wire.version import __version__

ROOT_SUMMARY = "Let an agent work in a browser, each task in a window of its own."


def root() -> CommandGroup:
    """The whole command line."""
    return CommandGroup("", ROOT_SUMMARY)


def summaries(prefix: str) -> dict[str, str]:
    """Next words below `prefix` and what each does, in order."""
    known = {words: place[3] for words, place in TOOL_COMMANDS.items()}
    known |= {words: summary for words, (_, _, summary) in COMMANDS.items()} | GROUPS
    depth = len(prefix.split())
    found = {}
    for words, summary in sorted(known.items()):
        parts = words.split()
        if " ".join(parts[:depth]) == prefix and len(parts) == depth + 1:
            found[parts[depth]] = summary
    return found


class CommandGroup(click.Group):
    """The commands whose words begin with `words`."""

    def __init__(self, words: str, summary: str) -> None:
        super().__init__(
            words.rpartition(" ")[2] or "bsk",
            help=summary,
            add_help_option=False,
            # No arguments means no command, which is found out once the global flags have been read.
            no_args_is_help=False,
            invoke_without_command=True,
            callback=_require_command,
        )
        self.words = words
        self.subcommand_metavar = "COMMAND [ARGUMENTS]"
        self.params.extend(global_options())
        if not words:
            self.params.append(
                click.Option(
                    ["-V", "--version"],
                    is_flag=True,
                    expose_value=False,
                    is_eager=True,
                    callback=_show_version,
                    help="Print the version.",
                )
            )

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(summaries(self.words))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        words = f"{self.words} {cmd_name}".strip()
        if words in COMMANDS:
            module, attribute, _ = COMMANDS[words]
            found: click.Command = getattr(import_module(module), attribute)
            return found
        if words in TOOL_COMMANDS:
            from bsk_cli.toolcommands import ToolCommand

            return ToolCommand(words)
        if words in GROUPS:
            return CommandGroup(words, GROUPS[words])
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        found = self.get_command(ctx, name)
        if found is None:
            raise click.UsageError(_unknown(self.words, name, self.list_commands(ctx)), ctx)
        return name, found, args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(summaries(self.words).items()))


def _require_command() -> None:
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        raise HelpRequest(ctx.get_help(), words=words_of(ctx))


def _unknown(prefix: str, name: str, names: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, names, n=1)
    meant = f"; did you mean '{near[0]}'?" if near else ""
    return f"'{f'{prefix} {name}'.strip()}' is not a command{meant}"


def _show_version(ctx: click.Context, _param: click.Parameter, value: Any) -> None:
    if value and not ctx.resilient_parsing:
        raise HelpRequest(f"bsk {__version__}")
