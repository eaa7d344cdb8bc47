"""Parameters of a command from the fields of its request."""

from __future__ import annotations

from typing import Any

import click
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from bsk.options.v1 import options_pb2
from bsk_cli.context import Context
from bsk_cli.paramtypes import LARGEST_INT32, LARGEST_UINT32, Duration, Number, Text, Whole, Words
from bsk_cli.parsing import StrictOption
from bsk_client.requests import TARGET
from bsk_wire.catalog import flag_options


def parameters(request: Descriptor, target: options_pb2.Target.ValueType) -> list[click.Parameter]:
    """One parameter for each field that is offered, and the positional target where the tool has one."""
    found: list[click.Parameter] = []
    if target == options_pb2.TARGET_POSITIONAL:
        found.append(click.Argument([TARGET], required=False, type=Text(), metavar="[TARGET]"))
    for field in request.fields:
        flag = flag_options(field)
        if flag.hidden:
            continue
        found.append(_argument(field, flag) if flag.positional else _option(field, flag))
    return found


def flag_name(field: FieldDescriptor, flag: options_pb2.FlagOptions) -> str:
    """Long flag of a field, without dashes."""
    return flag.name or field.name.replace("_", "-")


def _argument(field: FieldDescriptor, flag: options_pb2.FlagOptions) -> click.Argument:
    metavar = flag.metavar or flag_name(field, flag).upper()
    return click.Argument(
        [field.name],
        required=flag.required,
        nargs=-1 if field.is_repeated else 1,
        type=_kind(field, flag),
        metavar=metavar,
    )


def _option(field: FieldDescriptor, flag: options_pb2.FlagOptions) -> click.Option:
    names = [f"--{name}" for name in (flag_name(field, flag), *flag.aliases)]
    attributes: dict[str, Any] = {"required": flag.required}
    if field.type == FieldDescriptor.TYPE_BOOL and not flag.explicit_boolean:
        # Absent is not the same as false: it leaves the choice to the tool.
        attributes["default"] = None
        if flag.negated_name:
            if flag.name:
                pair = f"{names[0]}/--{flag.negated_name}"
                return StrictOption([pair, *names[1:], field.name], is_flag=True, **attributes)
            return StrictOption([f"--{flag.negated_name}", field.name], is_flag=True, flag_value=False, **attributes)
        return StrictOption([*names, field.name], is_flag=True, flag_value=True, **attributes)
    if flag.env:
        attributes["default"] = lambda: _from_environment(flag.env)
    return StrictOption(
        [*names, field.name],
        type=_kind(field, flag),
        multiple=field.is_repeated,
        metavar=_metavar(field, flag),
        allow_leading_dash=flag.allow_leading_dash,
        **attributes,
    )


def _kind(field: FieldDescriptor, flag: options_pb2.FlagOptions) -> click.ParamType[Any]:
    match field.type:
        case FieldDescriptor.TYPE_STRING if flag.comma_list:
            return Words(flag.choices)
        case FieldDescriptor.TYPE_STRING if flag.choices:
            return click.Choice(list(flag.choices))
        case FieldDescriptor.TYPE_STRING:
            return Text()
        case FieldDescriptor.TYPE_BOOL:
            return click.BOOL
        case FieldDescriptor.TYPE_DOUBLE:
            return Number()
        case FieldDescriptor.TYPE_UINT32 if flag.unit:
            shortest_ms = 0 if flag.unit == options_pb2.UNIT_DURATION_OR_ZERO else 1
            return Duration(minimum_ms=max(shortest_ms, flag.minimum), maximum_ms=flag.maximum or LARGEST_UINT32)
        case FieldDescriptor.TYPE_UINT32:
            return Whole(flag.minimum, flag.maximum or LARGEST_UINT32)
        case FieldDescriptor.TYPE_INT32:
            bounded = bool(flag.minimum or flag.maximum)
            return Whole(flag.minimum if bounded else -LARGEST_INT32 - 1, flag.maximum or LARGEST_INT32)
    raise TypeError(f"{field.full_name} has no form on the command line; mark it hidden")


def _metavar(field: FieldDescriptor, flag: options_pb2.FlagOptions) -> str | None:
    if flag.metavar:
        return flag.metavar
    if flag.choices:
        return "|".join(flag.choices) if not flag.comma_list else f"{'|'.join(flag.choices)}[,...]"
    if flag.explicit_boolean:
        return "true|false"
    if flag.unit:
        return "DURATION"
    return "TEXT" if field.type == FieldDescriptor.TYPE_STRING else "N"


def _from_environment(name: str) -> str | None:
    context = click.get_current_context().find_object(Context)
    return context.invocation.environment.get(name) if context is not None else None
