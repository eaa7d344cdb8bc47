"""Lines for people, one module for each file of `bsk.tools.v1` and one function for each of its RPCs.

A tool without a function of its own gets `<command> ok` and its plain fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from google.protobuf.message import Message

from bsk_cli.table import one_line
from bsk_wire.catalog import Tool
from bsk_wire.documents import document_of


@dataclass(frozen=True)
class Rendering:
    """Lines of the answer, and what is said beside it: warnings, and remarks as they are."""

    lines: list[str]
    warnings: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


Renderer = Callable[[Any, Any], Rendering]


def render(tool: Tool, request: Message, response: Message) -> Rendering:
    """What people are shown of an answer."""
    renderer = _renderer(tool)
    rendering = renderer(request, response) if renderer is not None else _plain(tool, response)
    return Rendering(rendering.lines, rendering.warnings, [*rendering.remarks, *dialogs(response)])


def coordinate(value: float) -> str:
    """A number without a needless fraction."""
    return f"{value:g}" if abs(value) < 1e6 else f"{value:.0f}"


def target(response: Any) -> str:
    """The target that an answer says was used, as a person would write it."""
    if response.HasField("used_ref"):
        return f"@{response.used_ref.removeprefix('@')}"
    return one_line(response.used_selector) or "-"


def _renderer(tool: Tool) -> Renderer | None:
    group = tool.rpc.containing_service.file.name.rpartition("/")[2].removesuffix(".proto")
    try:
        module = import_module(f"bsk_cli.renderers.{group}")
    except ModuleNotFoundError as error:
        if error.name != f"bsk_cli.renderers.{group}":
            raise
        return None
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", tool.rpc.name).lower()
    return getattr(module, name, None)


def _plain(tool: Tool, response: Message) -> Rendering:
    document = document_of(response, complete=True)
    facts = [f"{name}={one_line(str(value))}" for name, value in document.items() if not isinstance(value, dict | list)]
    return Rendering([" ".join([tool.options.command, "ok", *facts])])


def dialogs(response: Any) -> list[str]:
    """What became of the dialogs that the page opened meanwhile."""
    remarks = []
    for dialog in getattr(response, "dialogs", ()):
        remarks.append(f"dialog: type={dialog.type} handled={dialog.handled} message={one_line(dialog.message)}")
        if dialog.HasField("url"):
            remarks.append(f"  url={one_line(dialog.url)}")
        if dialog.HasField("default_prompt"):
            remarks.append(f"  default_prompt={one_line(dialog.default_prompt)}")
    return remarks
