"""`bsk navigate`: an address, or one of the words `back` and `forward`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bsk_cli.toolcommands import ToolCommand
from bsk_wire.catalog import Tool, tool_of_command

_HISTORY_COMMANDS = {"back": "navigate-back", "forward": "navigate-forward"}


class _NavigateCommand(ToolCommand):
    def tool_for(self, values: Mapping[str, Any]) -> Tool:
        words = _HISTORY_COMMANDS.get(values["url"])
        return self.tool if words is None else tool_of_command(words)


navigate = _NavigateCommand("navigate")
