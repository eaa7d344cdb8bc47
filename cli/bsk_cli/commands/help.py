"""`bsk help`."""

from __future__ import annotations

import click

from bsk_cli.context import Context
from bsk_cli.parsing import HelpRequest, command


@command("help", params=[click.Argument(["words"], nargs=-1, metavar="[COMMAND]...")])
def show_help(context: Context, words: tuple[str, ...]) -> None:
    """Show the help of a command, such as `bsk help tab create`."""
    outer = click.get_current_context().find_root()
    found = outer.command
    for word in words:
        inner = found.get_command(outer, word) if isinstance(found, click.Group) else None
        if inner is None:
            raise click.UsageError(f"'{' '.join(words)}' is not a command", outer)
        outer, found = click.Context(inner, outer, word), inner
    raise HelpRequest(found.get_help(outer))
