"""Tools that the router serves itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from google.protobuf.message import Message

from bsk.tools.v1 import waits_pb2
from bskd.runtime.clock import Clock

Serve = Callable[[Message], Awaitable[Message]]


def own_tools(clock: Clock) -> Mapping[str, Serve]:
    """What serves each tool that is marked `served_by_router`, by its method on the wire."""

    async def wait_ms(request: Message) -> Message:
        assert isinstance(request, waits_pb2.WaitMsRequest)
        await clock.sleep(request.duration_ms / 1000)
        return waits_pb2.WaitMsResponse(waited_ms=request.duration_ms)

    return {"tool.wait_ms": wait_ms}
