"""Calls to a daemon from an event loop: cancellable, never repeated."""

from __future__ import annotations

from typing import TypeVar

import grpc.aio
from google.protobuf.message import Message

from bsk_client.administration import Question
from bsk_client.channel import metadata_of, open_async_channel
from bsk_client.deadlines import tool_deadline_seconds
from bsk_client.endpoint import Endpoint
from bsk_client.failures import failure_of
from bsk_wire.catalog import Tool
from bsk_wire.metadata import new_call_id

Answer = TypeVar("Answer", bound=Message)


class AsyncCalls:
    """A connection to one daemon, for the running event loop.

    Every failure is raised as `BskError`. Cancelling the task that waits cancels the call in the browser too.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._channel = open_async_channel(endpoint)

    async def close(self) -> None:
        """Close the connection. What still runs is cancelled."""
        await self._channel.close()

    async def tool(self, tool: Tool, request: Message, *, no_wait: bool = False) -> Message:
        """Run a tool. The deadline follows the request's time-out, or the tool's own.

        With `no_wait` the call fails with `session_busy` when another call of the session runs.
        """
        seconds = tool_deadline_seconds(tool, request)
        return await self._call(
            tool.path, request, tool.response_class, deadline_seconds=seconds, mutates=tool.mutates, no_wait=no_wait
        )

    async def ask(self, question: Question[Answer]) -> Answer:
        """Call the administration service."""
        return await self._call(
            question.path,
            question.request,
            question.answer,
            deadline_seconds=question.deadline_seconds,
            mutates=question.mutates,
        )

    async def _call(
        self,
        path: str,
        request: Message,
        answer: type[Answer],
        *,
        deadline_seconds: float,
        mutates: bool,
        no_wait: bool = False,
    ) -> Answer:
        call_id = new_call_id()
        method = self._channel.unary_unary(
            path, request_serializer=type(request).SerializeToString, response_deserializer=answer.FromString
        )
        metadata = metadata_of(self.endpoint, call_id, no_wait=no_wait)
        try:
            found: Answer = await method(request, timeout=deadline_seconds, metadata=metadata)
        except grpc.aio.AioRpcError as error:
            raise failure_of(
                error.code().name,
                error.details() or "",
                tuple(error.trailing_metadata() or ()),
                call_id=call_id,
                mutates=mutates,
            ) from error
        return found
