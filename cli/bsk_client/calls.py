"""Calls to a daemon from threads: one at a time, cancellable, never repeated."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TypeVar, cast

import grpc
from google.protobuf.message import Message

from bsk_client.administration import Question
from bsk_client.cancellation import Cancellation
from bsk_client.channel import metadata_of, open_channel
from bsk_client.deadlines import tool_deadline_seconds
from bsk_client.endpoint import Endpoint
from bsk_client.failures import failure_of
from bsk_client.limits import SLOW_CALL_NOTICE_SECONDS
from bsk_wire.catalog import Tool
from bsk_wire.metadata import new_call_id

Answer = TypeVar("Answer", bound=Message)

ADMIN_SERVICE = "bsk.admin.v1.AdminService"


class Calls:
    """A connection to one daemon.

    Every failure is raised as `BskError`. A call is cancelled in the browser too when `cancellation` is requested, or
    when an exception such as `KeyboardInterrupt` ends the wait. Close it when done; it is a context manager.
    """

    def __init__(self, endpoint: Endpoint, cancellation: Cancellation | None = None) -> None:
        self.endpoint = endpoint
        self._cancellation = cancellation or Cancellation()
        self._channel = open_channel(endpoint)

    def __enter__(self) -> Calls:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection. What still runs is cancelled."""
        self._channel.close()

    def tool(self, tool: Tool, request: Message, *, no_wait: bool = False) -> Message:
        """Run a tool. The deadline follows the request's time-out, or the tool's own.

        With `no_wait` the call fails with `session_busy` when another call of the session runs.
        """
        return self._call(
            tool.path,
            request,
            tool.response_class,
            deadline_seconds=tool_deadline_seconds(tool, request),
            mutates=tool.mutates,
            no_wait=no_wait,
        )

    def admin(
        self,
        rpc: str,
        request: Message,
        answer: type[Answer],
        *,
        deadline_seconds: float,
        mutates: bool = False,
        when_slow: Callable[[], None] | None = None,
    ) -> Answer:
        """Call the administration service. `when_slow` runs once when the answer takes its time."""
        return self._call(
            f"/{ADMIN_SERVICE}/{rpc}",
            request,
            answer,
            deadline_seconds=deadline_seconds,
            mutates=mutates,
            when_slow=when_slow,
        )

    def ask(self, question: Question[Answer], *, when_slow: Callable[[], None] | None = None) -> Answer:
        """Call the administration service. `when_slow` runs once when the answer takes its time."""
        return self._call(
            question.path,
            question.request,
            question.answer,
            deadline_seconds=question.deadline_seconds,
            mutates=question.mutates,
            when_slow=when_slow,
        )

    def _call(
        self,
        path: str,
        request: Message,
        answer: type[Answer],
        *,
        deadline_seconds: float,
        mutates: bool,
        no_wait: bool = False,
        when_slow: Callable[[], None] | None = None,
    ) -> Answer:
        self._cancellation.check()
        call_id = new_call_id()
        method = self._channel.unary_unary(
            path, request_serializer=type(request).SerializeToString, response_deserializer=answer.FromString
        )
        # What ends the wait: the answer, or the request to stop. A queue, because a signal handler may put into it.
        ended: SimpleQueue[bool] = SimpleQueue()
        metadata = metadata_of(self.endpoint, call_id, no_wait=no_wait)
        call = method.future(request, timeout=deadline_seconds, metadata=metadata)
        call.add_done_callback(lambda _: ended.put(True))
        try:
            with self._cancellation.watched(lambda: ended.put(False)):
                if not _first(ended, when_slow):
                    call.cancel()
            return call.result()
        except grpc.FutureCancelledError as error:
            raise failure_of("CANCELLED", "", None, call_id=call_id, mutates=mutates) from error
        except grpc.RpcError as error:
            failed = cast(grpc.Call, error)
            raise failure_of(
                failed.code().name,
                failed.details() or "",
                failed.trailing_metadata(),
                call_id=call_id,
                mutates=mutates,
            ) from error
        except BaseException:
            call.cancel()
            raise


def _first(ended: SimpleQueue[bool], when_slow: Callable[[], None] | None) -> bool:
    """What came first: True for the answer, False for the request to stop."""
    if when_slow is not None:
        try:
            return ended.get(timeout=SLOW_CALL_NOTICE_SECONDS)
        except Empty:
            when_slow()
    return ended.get()
