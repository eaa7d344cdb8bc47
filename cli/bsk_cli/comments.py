"""Help text from the comments of the protos. Read only when help is shown."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import click
from google.protobuf import descriptor_pb2

from bsk_client.requests import TARGET
from bsk_wire.catalog import Tool, flag_options

TARGET_HELP = "Element: a reference such as @e3, or a CSS selector."


def rpc_comment(full_name: str) -> str:
    """Comment of an RPC such as `bsk.tools.v1.InteractionService.Click`."""
    return _comments().get(full_name, "")


def field_comment(full_name: str) -> str:
    """Comment of a field such as `bsk.tools.v1.ClickRequest.button`."""
    return _comments().get(full_name, "")


def describe(params: Iterable[click.Parameter], tool: Tool) -> None:
    """Give the options of a command their help: the field's comment and what applies when it is absent."""
    for param in params:
        field = tool.rpc.input_type.fields_by_name.get(param.name or "")
        if field is None or not isinstance(param, click.Option):
            continue
        default = flag_options(field).default_text
        comment = field_comment(field.full_name)
        param.help = f"{comment} [default: {default}]" if default else comment


def argument_help(param: click.Argument, tool: Tool) -> str:
    """Help of a positional argument."""
    if param.name == TARGET:
        return TARGET_HELP
    return field_comment(f"{tool.rpc.input_type.full_name}.{param.name}")


@cache
def _comments() -> dict[str, str]:
    content = files("bsk").joinpath("descriptors.binpb").read_bytes()
    found: dict[str, str] = {}
    for file in descriptor_pb2.FileDescriptorSet.FromString(content).file:
        if file.package != "bsk.tools.v1":
            continue
        names = _names(file)
        for place in file.source_code_info.location:
            name = names.get(tuple(place.path))
            if name is not None:
                found[name] = " ".join(place.leading_comments.split())
    return found


def _names(file: descriptor_pb2.FileDescriptorProto) -> dict[tuple[int, ...], str]:
    """Full name of each RPC and each field, by its path in the file."""
    names: dict[tuple[int, ...], str] = {}
    for number, service in enumerate(file.service):
        for index, method in enumerate(service.method):
            names[6, number, 2, index] = f"{file.package}.{service.name}.{method.name}"
    for number, message in enumerate(file.message_type):
        for index, field in enumerate(message.field):
            names[4, number, 2, index] = f"{file.package}.{message.name}.{field.name}"
    return names
