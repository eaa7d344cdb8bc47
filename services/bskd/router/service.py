"""Forwards every service of `bsk.tools.v1` by its descriptor: a new tool needs no code here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.message import Message

from bsk_wire.catalog import Tool, tool_of, tool_services
from bskd.router.calls import Calls


def register_tools(server: grpc.aio.Server, calls: Calls) -> tuple[str, ...]:
    """Serve every tool there is. Returns the full names of the services."""
    names = []
    for service in tool_services():
        handlers = {
            rpc.name: grpc.unary_unary_rpc_method_handler(
                _behaviour(tool, calls),
                request_deserializer=tool.request_class.FromString,
                response_serializer=tool.response_class.SerializeToString,
            )
            for rpc in service.methods
            if (tool := tool_of(rpc)) is not None
        }
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service.full_name, handlers),))
        names.append(service.full_name)
    return tuple(names)


def _behaviour(tool: Tool, calls: Calls) -> Callable[[Message, Any], Awaitable[Message]]:
    async def serve(request: Message, context: Any) -> Message:
        return await calls.call(tool, request, context.time_remaining())

    return serve
