"""What happens around every call: call context, identity, metrics, errors."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager, nullcontext
from typing import Any

import grpc
from google.rpc import status_pb2

from bsk_wire.errors import BskError, Reason
from bsk_wire.metadata import NO_WAIT_KEY, STATUS_DETAILS_KEY, call_id_of
from bsk_wire.status import status_of
from bskd.runtime.activity import Activity
from bskd.runtime.callcontext import CallContext, enter_call
from bskd.runtime.clock import Clock
from bskd.runtime.identity import Identity
from bskd.runtime.limits import MAX_ERROR_DETAIL_BYTES
from bskd.runtime.metrics import CallMetrics, reason_label
from bskd.runtime.peers import PEER_KEY, error_of_failure

logger = logging.getLogger(__name__)

# Probes are neither activity nor refused while draining, or nobody could watch the drain.
_HEALTH_PREFIX = "/grpc.health."
_PROBE_PREFIXES = (_HEALTH_PREFIX, "/grpc.reflection.")


class CallInterceptor(grpc.aio.ServerInterceptor):
    """Wraps every handler of the server.

    A handler raises `BskError`. Anything else that it raises is logged once and answered as `internal`, without its
    text. A cancelled call stays cancelled.
    """

    def __init__(self, activity: Activity, identity: Identity, metrics: CallMetrics, clock: Clock) -> None:
        self._activity = activity
        self._identity = identity
        self._metrics = metrics
        self._clock = clock

    async def intercept_service(
        self, continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]], handler_call_details: Any
    ) -> Any:
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        method = handler_call_details.method
        wrapped = {
            "request_deserializer": handler.request_deserializer,
            "response_serializer": handler.response_serializer,
        }
        if handler.unary_unary is not None:
            return grpc.unary_unary_rpc_method_handler(self._unary(method, handler.unary_unary), **wrapped)
        if handler.stream_unary is not None:
            return grpc.stream_unary_rpc_method_handler(self._unary(method, handler.stream_unary), **wrapped)
        if handler.unary_stream is not None:
            return grpc.unary_stream_rpc_method_handler(self._stream(method, handler.unary_stream), **wrapped)
        return grpc.stream_stream_rpc_method_handler(self._stream(method, handler.stream_stream), **wrapped)

    def _unary(self, method: str, inner: Any) -> Any:
        async def serve(request: Any, context: Any) -> Any:
            async with self._around(method, request, context):
                return await inner(request, context)

        return serve

    def _stream(self, method: str, inner: Any) -> Any:
        if inspect.isasyncgenfunction(inner):

            async def generate(request: Any, context: Any) -> AsyncIterator[Any]:
                async with self._around(method, request, context), aclosing(inner(request, context)) as responses:
                    async for response in responses:
                        yield response

            return generate

        async def serve(request: Any, context: Any) -> None:
            async with self._around(method, request, context):
                await inner(request, context)

        return serve

    @asynccontextmanager
    async def _around(self, method: str, request: Any, context: Any) -> AsyncIterator[None]:
        metadata = context.invocation_metadata() or ()
        call = CallContext(
            call_id_of(metadata),
            method,
            session_id=getattr(request, "session_id", "") or "",
            from_peer=any(key == PEER_KEY for key, _ in metadata),
            no_wait=any(key == NO_WAIT_KEY and value == "1" for key, value in metadata),
        )
        enter_call(call)
        is_probe = method.startswith(_PROBE_PREFIXES)
        started_seconds = self._clock.monotonic()
        self._metrics.running.inc()
        error: BskError | None = None
        try:
            with nullcontext() if call.from_peer or is_probe else self._activity.call():
                try:
                    if not method.startswith(_HEALTH_PREFIX):
                        self._identity.check(metadata)
                    if self._activity.draining and not call.from_peer and not is_probe:
                        raise BskError(Reason.DRAINING, "the service is stopping and takes no new calls")
                    yield
                except asyncio.CancelledError:
                    error = BskError(Reason.CANCELLED, "the caller cancelled the call")
                    if not self._activity.was_cut():
                        raise
                    _uncancel()
                    message = "the service stopped while the call was running"
                    error = BskError(Reason.DRAINING, message, effect_state="unknown")
                except (grpc.aio.AbortError, GeneratorExit):
                    error = BskError(Reason.CANCELLED, "the call was ended early")
                    raise
                except Exception as failure:
                    error = _error_of(failure, method)
            if error is not None:
                await _abort(error, call, context)
        finally:
            self._record(method, error, self._clock.monotonic() - started_seconds, quiet=call.from_peer or is_probe)

    def _record(self, method: str, error: BskError | None, seconds: float, *, quiet: bool) -> None:
        code = error.grpc_status if error is not None else "OK"
        fields: dict[str, Any] = {"method": method, "code": code, "ms": round(seconds * 1000, 1)}
        self._metrics.running.dec()
        self._metrics.seconds.labels(method, code).observe(seconds)
        if error is not None:
            self._metrics.errors.labels(method, reason_label(error.reason)).inc()
            fields |= {"reason": error.reason, "error": error.message}
        # What went well is written down by the service that knows what was done; a line here would only cost time.
        level = logging.DEBUG if quiet or error is None else logging.INFO
        logger.log(level, "call served", extra={"fields": fields})


def packed_status(error: BskError) -> status_pb2.Status:
    """The error as a status that fits into the metadata: without its data when they are too long."""
    status = status_of(error)
    if status.ByteSize() > MAX_ERROR_DETAIL_BYTES:
        error.data = {"data_omitted": True}
        status = status_of(error)
    return status


def _error_of(failure: Exception, method: str) -> BskError:
    if isinstance(failure, BskError):
        return failure
    if isinstance(failure, grpc.aio.AioRpcError):
        return error_of_failure("called", failure)
    logger.error("a call failed unexpectedly", exc_info=failure, extra={"fields": {"method": method}})
    return BskError(Reason.INTERNAL, "the service failed at this call")


async def _abort(error: BskError, call: CallContext, context: Any) -> None:
    error.call_id = error.call_id or call.call_id
    status = packed_status(error)
    await context.abort(
        grpc.StatusCode[error.grpc_status],
        error.message,
        trailing_metadata=((STATUS_DETAILS_KEY, status.SerializeToString()),),
    )


def _uncancel() -> None:
    task = asyncio.current_task()
    if task is not None:
        task.uncancel()
