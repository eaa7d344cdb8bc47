"""Requests of tools, and the rule by which they name an element. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from google.protobuf.message import Message

from bsk.options.v1 import options_pb2
from bsk_wire.catalog import Tool
from bsk_wire.errors import BskError, Reason

# Argument that stands for the fields `ref` and `selector`.
TARGET = "target"

_REFERENCE = re.compile(r"@?(e[0-9]+)")


def reference_of(text: str) -> str | None:
    """The reference that a text is, without its `@`, or None when it is none: `@e3` and `e3` are `e3`."""
    match = _REFERENCE.fullmatch(text)
    return match[1] if match else None


def request_of(tool: Tool, values: Mapping[str, Any]) -> Message:
    """The request that values by field name make. None leaves a field out, and names that are no field are ignored.

    `target` is a reference or a CSS selector. Raises `BskError(CLI_USAGE_ERROR)` when no target is named where one is
    needed, or two; `TypeError` and `ValueError` for values that do not fit their field.
    """
    request = tool.request_class()
    for field in tool.rpc.input_type.fields:
        value = values.get(field.name)
        if value is None:
            continue
        if field.is_repeated:
            getattr(request, field.name).extend([value] if isinstance(value, str) else value)
        else:
            setattr(request, field.name, _reference(value) if field.name == "ref" else value)
    target = values.get(TARGET)
    if target is not None:
        _put_target(request, target)
    _check_target(tool, request)
    return request


def _put_target(request: Any, text: str) -> None:
    if request.HasField("ref") or request.HasField("selector"):
        raise BskError(Reason.CLI_USAGE_ERROR, "the target is given twice: as an argument and as a flag")
    if not text.strip():
        raise BskError(Reason.CLI_USAGE_ERROR, "the target is empty")
    reference = reference_of(text)
    if reference is not None:
        request.ref = reference
    else:
        request.selector = text


def _check_target(tool: Tool, request: Any) -> None:
    if tool.options.target == options_pb2.TARGET_UNSPECIFIED:
        return
    named = [name for name in ("ref", "selector") if request.HasField(name)]
    if len(named) > 1:
        raise BskError(Reason.CLI_USAGE_ERROR, "the target is given twice: by --ref and by --selector")
    if not named and tool.options.target == options_pb2.TARGET_POSITIONAL:
        hint = "give a reference such as @e3 or a CSS selector"
        raise BskError(Reason.CLI_USAGE_ERROR, "no target is given", hint=hint)
    if request.HasField("selector") and not request.selector.strip():
        raise BskError(Reason.CLI_USAGE_ERROR, "the selector is empty")


def _reference(text: str) -> str:
    reference = reference_of(text)
    if reference is None:
        raise BskError(Reason.CLI_USAGE_ERROR, f"{text!r} is not a reference such as @e3")
    return reference
