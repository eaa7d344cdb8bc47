"""`bsk extension`."""

from __future__ import annotations

from bsk_cli.context import Context
from bsk_cli.parsing import command
from bsk_client.unpacked import extension_directory


@command("path")
def path(context: Context) -> None:
    """Print the directory of the unpacked extension, to be loaded in the browser's extensions page."""
    directory = extension_directory()
    context.output.result({"path": str(directory)}, [str(directory)])
