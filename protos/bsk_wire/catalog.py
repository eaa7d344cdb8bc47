"""The tool registry, read from the descriptors of `bsk.tools.v1`.

A tool is an RPC that carries `ToolOptions`. Nothing here is written by hand twice: the router forwards by this
catalogue, the command line builds its commands from it, and the reference pages are printed from it.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from bsk.index import TOOL_COMMANDS
from bsk.options.v1 import options_pb2


@dataclass(frozen=True)
class Tool:
    """One RPC of `bsk.tools.v1` with its options and message classes."""

    rpc: MethodDescriptor
    options: options_pb2.ToolOptions
    request_class: type[Message]
    response_class: type[Message]

    @property
    def path(self) -> str:
        """Path of the RPC, such as `/bsk.tools.v1.InteractionService/Click`."""
        return f"/{self.rpc.containing_service.full_name}/{self.rpc.name}"

    @property
    def method(self) -> str:
        """Name on the wire to the extension, such as `tool.click`."""
        return self.options.method

    @property
    def mutates(self) -> bool:
        """Whether a lost answer leaves it open what happened to the page."""
        return self.options.effect in (options_pb2.EFFECT_TRANSIENT_INPUT, options_pb2.EFFECT_BROWSER_MUTATION)


def tool_of(rpc: MethodDescriptor) -> Tool | None:
    """The tool that an RPC is, or None when it carries no tool options."""
    options = rpc.GetOptions().Extensions[options_pb2.tool]
    if not options.method:
        return None
    return Tool(rpc, options, GetMessageClass(rpc.input_type), GetMessageClass(rpc.output_type))


def tool_of_command(words: str) -> Tool:
    """The tool behind command words such as `tab create`. Imports that tool's module only. Raises `KeyError`."""
    module, service, name, _ = TOOL_COMMANDS[words]
    tool = tool_of(_service(module, service).methods_by_name[name])
    assert tool is not None
    return tool


@cache
def tool_services() -> tuple[ServiceDescriptor, ...]:
    """Every service of `bsk.tools.v1`, by name."""
    places = sorted({(module, service) for module, service, _, _ in TOOL_COMMANDS.values()})
    return tuple(_service(module, service) for module, service in places)


def tools() -> Iterator[Tool]:
    """Every tool, in the order of the files."""
    for service in tool_services():
        for rpc in service.methods:
            tool = tool_of(rpc)
            if tool is not None:
                yield tool


def flag_options(field: Any) -> options_pb2.FlagOptions:
    """How a request field appears on the command line."""
    return field.GetOptions().Extensions[options_pb2.flag]  # type: ignore[no-any-return]


def _service(module: str, service: str) -> ServiceDescriptor:
    file = importlib.import_module(module).DESCRIPTOR
    return file.services_by_name[service.rpartition(".")[2]]  # type: ignore[no-any-return]
