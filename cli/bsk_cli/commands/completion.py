"""`bsk completion`."""

from __future__ import annotations

import click

from bsk_cli.commandtree import root
from bsk_cli.context import Context
from bsk_cli.parsing import command
from bsk_cli.shells import SHELLS, completions


@command("completion", params=[click.Argument(["shell"], type=click.Choice(list(SHELLS)))])
def completion(context: Context, shell: str) -> None:
    """Print the completion script of a shell: bash, fish or zsh.

    It holds every command and flag, so print it again after an update. For bash and zsh:
    eval "$(bsk completion bash)"; for fish: bsk completion fish | source
    """
    script = "\n".join(SHELLS[shell](completions(root())))
    context.output.result({"shell": shell, "script": script}, script.split("\n"))
