"""Refuses requests that no extension should see, by what the descriptors say about their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from bsk.options.v1 import options_pb2
from bsk_wire.catalog import Tool, flag_options
from bsk_wire.errors import BskError, Reason

_Check = Callable[[Any], str | None]

_NUMBERS = frozenset(
    {
        FieldDescriptor.CPPTYPE_INT32,
        FieldDescriptor.CPPTYPE_INT64,
        FieldDescriptor.CPPTYPE_UINT32,
        FieldDescriptor.CPPTYPE_UINT64,
        FieldDescriptor.CPPTYPE_DOUBLE,
        FieldDescriptor.CPPTYPE_FLOAT,
    }
)


class RequestRules:
    """The rules of one tool's request, worked out once."""

    def __init__(self, tool: Tool) -> None:
        self._checks: list[_Check] = [check for field in tool.rpc.input_type.fields for check in _checks(field)]
        if tool.options.target:
            self._checks.append(_target_check(required=tool.options.target == options_pb2.TARGET_POSITIONAL))

    def check(self, request: Message) -> None:
        """Raises `invalid_params` that names the first field at fault by its flag."""
        for check in self._checks:
            fault = check(request)
            if fault is not None:
                raise BskError(Reason.INVALID_PARAMS, fault, effect_state="none")


def flag_name(field: FieldDescriptor) -> str:
    """How a person writes the field: `--timeout`, or `<url>` for a positional one."""
    options = flag_options(field)
    word = options.name or field.name.replace("_", "-")
    return f"<{word}>" if options.positional else f"--{word}"


def _checks(field: FieldDescriptor) -> Iterator[_Check]:
    options = flag_options(field)
    # An empty list is a value of its own: it clears a list that takes several options.
    if options.required and not field.is_repeated:
        yield _presence_check(field)
    if options.choices:
        yield _choice_check(field, tuple(options.choices))
    if field.cpp_type in _NUMBERS and not field.is_repeated:
        if options.minimum or options.maximum:
            yield _bounds_check(field, options.minimum, options.maximum)
        elif options.unit == options_pb2.UNIT_DURATION:
            yield _positive_check(field)


def _presence_check(field: FieldDescriptor) -> _Check:
    fault = f"{flag_name(field)} is missing"
    zero_counts = flag_options(field).unit == options_pb2.UNIT_DURATION_OR_ZERO
    if field.has_presence:
        return lambda request: None if request.HasField(field.name) else fault
    return lambda request: None if zero_counts or getattr(request, field.name) else fault


def _choice_check(field: FieldDescriptor, choices: tuple[str, ...]) -> _Check:
    fault = f"{flag_name(field)} has to be one of {', '.join(choices)}"

    def check(request: Any) -> str | None:
        value = getattr(request, field.name)
        given = value if field.is_repeated else [value] if _is_set(request, field) else []
        return None if all(each in choices for each in given) else fault

    return check


def _bounds_check(field: FieldDescriptor, minimum: int, maximum: int) -> _Check:
    bounds = f"from {minimum} to {maximum}" if maximum else f"at least {minimum}"
    fault = f"{flag_name(field)} has to be {bounds}"

    def check(request: Any) -> str | None:
        value = getattr(request, field.name)
        is_out = value < minimum or bool(maximum and value > maximum)
        return fault if is_out and (_is_set(request, field) or not field.has_presence) else None

    return check


def _positive_check(field: FieldDescriptor) -> _Check:
    fault = f"{flag_name(field)} has to be more than 0"
    return lambda request: fault if _is_set(request, field) and getattr(request, field.name) <= 0 else None


def _target_check(*, required: bool) -> _Check:
    def check(request: Any) -> str | None:
        given = [name for name in ("ref", "selector") if request.HasField(name)]
        if len(given) == 2:
            return "--ref and --selector exclude each other"
        if required and not given:
            return "the element is missing: give --ref or --selector"
        return next((f"--{name} is empty" for name in given if not getattr(request, name)), None)

    return check


def _is_set(request: Any, field: FieldDescriptor) -> bool:
    return bool(request.HasField(field.name) if field.has_presence else getattr(request, field.name))
