"""The page of the commands."""

from __future__ import annotations

from collections.abc import Iterator

import click

from bsk_cli.commandtree import root
from docs.generator.markdown import block

COLUMNS = 100


def page() -> str:
    """Every command with the help that it prints."""
    group = root()
    context = click.Context(group, info_name="bsk", terminal_width=COLUMNS, max_content_width=COLUMNS)
    commands = sorted(_commands(group, "", context))
    parts = [
        "# Commands",
        "Names, flags and JSON fields of the public `bsk`, plus a few more. Options may stand before or after "
        "arguments, as `--flag value` or `--flag=value`; a value that begins with a dash needs the second form. "
        "`--json`, `--quiet` and `-v` are accepted anywhere. With `--json` stdout is exactly one JSON document, "
        "whatever the outcome; see [exit codes](exit-codes.md) and [reasons](reasons.md). What the tools answer is in "
        "[tools](tools.md).",
        "\n".join(f"- [`bsk {words}`](#bsk-{words.replace(' ', '-')})" for words, _ in commands),
    ]
    for words, text in commands:
        parts += [f"## bsk {words}", block(text)]
    return "\n\n".join(part.rstrip("\n") for part in parts)


def _commands(group: click.Group, prefix: str, context: click.Context) -> Iterator[tuple[str, str]]:
    for name in group.list_commands(context):
        item = group.get_command(context, name)
        words = f"{prefix} {name}".strip()
        if item is None or item.hidden:
            continue
        inner = click.Context(item, context, name, terminal_width=COLUMNS, max_content_width=COLUMNS)
        if isinstance(item, click.Group):
            yield from _commands(item, words, inner)
        else:
            yield words, item.get_help(inner)
