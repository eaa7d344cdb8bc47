"""One request to an extension from its admission to its end.

Every failure says in `data.dispatched` whether the request had left for the browser. A failure that the extension
itself answered also has `data.answered`. A call that ran out of time after a cancel says in `data.settled` whether the
extension has finished with it.
"""

from __future__ import annotations

import asyncio
import json
import logging

from bsk.gateway.v1 import gateway_pb2
from bsk_wire.errors import BskError, Reason
from bskd.gateway.connection import Connection, PendingRequest
from bskd.gateway.connections import Connections
from bskd.gateway.gate import Place
from bskd.gateway.limits import CANCEL_SETTLE_SECONDS, DEFAULT_CALL_SECONDS, DEFAULT_PING_SECONDS, MAX_RESULT_CHARACTERS
from bskd.gateway.link import CANCEL_METHOD
from bskd.gateway.metrics import GatewayMetrics
from bskd.runtime.clock import Clock

logger = logging.getLogger(__name__)

SESSION_START_METHOD = "tool.session_start"
SESSION_STOP_METHOD = "tool.session_stop"
# These open and end the session itself: a stop must not wait for the request that it is to end.
_OUT_OF_TURN = frozenset({SESSION_START_METHOD, SESSION_STOP_METHOD})


class Calls:
    """Sends requests to extensions, at most one at a time for each session."""

    def __init__(self, connections: Connections, clock: Clock, metrics: GatewayMetrics) -> None:
        self._connections = connections
        self._clock = clock
        self._metrics = metrics
        self._running = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._draining = False

    async def drain(self, timeout_seconds: float) -> None:
        """Refuse calls from now on, and wait until those that run have ended or the time is up."""
        self._draining = True
        try:
            await asyncio.wait_for(self._quiet.wait(), timeout_seconds)
        except TimeoutError:
            logger.warning("calls cut short", extra={"fields": {"calls": self._running}})

    async def call(self, request: gateway_pb2.CallToolRequest) -> str:
        """Send a request and return its result as JSON.

        Raises the extension's own error; `extension_disconnected`, `extension_reconnected` and
        `extension_unresponsive`; `turn_superseded`; `timeout` and `cancel_cleanup_timeout`; `invalid_params` for
        parameters that are no JSON object; `message_too_large`; `draining`. Cancelling the task cancels the request in
        the browser.
        """
        self._running += 1
        self._quiet.clear()
        try:
            return await self._call(request)
        finally:
            self._running -= 1
            if not self._running:
                self._quiet.set()

    async def _call(self, request: gateway_pb2.CallToolRequest) -> str:
        deadline_seconds = asyncio.get_running_loop().time() + (request.timeout_ms / 1000 or DEFAULT_CALL_SECONDS)
        try:
            if self._draining:
                raise BskError(Reason.DRAINING, "the gateway is stopping and takes no new calls", dispatched=False)
            connection = self._connections.find(request.browser_instance_id, request.connection_id)
            _require_object(request.params_json)
            if connection.liveness.unresponsive:
                raise BskError(Reason.EXTENSION_UNRESPONSIVE, "the browser has stopped answering", dispatched=False)
            place = await self._enter(connection, request, deadline_seconds)
        except BskError:
            self._metrics.requests.labels("refused").inc()
            raise
        pending = self._send(connection, request, place)
        started_seconds = self._clock.monotonic()
        outcome = "ok"
        try:
            return _fitting(await self._answer(connection, pending, request, deadline_seconds))
        except asyncio.CancelledError:
            outcome = "cancelled"
            _give_up(connection, pending, cancel=True, retain=request.retain_until_settled)
            raise
        except BskError as error:
            outcome = _outcome_of(error)
            raise
        finally:
            self._metrics.requests.labels(outcome).inc()
            self._metrics.request_seconds.labels(request.method).observe(self._clock.monotonic() - started_seconds)

    async def ping(self, instance_id: str, timeout_ms: int) -> float:
        """Make a round trip to an extension and return its seconds.

        Every published extension answers a cancel, also of a request that it does not know. Raises `timeout`,
        `extension_disconnected` and `extension_reconnected`.
        """
        connection = self._connections.find(instance_id)
        started_seconds = self._clock.monotonic()
        pending = connection.request(CANCEL_METHOD, '{"rpc_id":"none"}', prefix="ping")
        try:
            async with asyncio.timeout(timeout_ms / 1000 or DEFAULT_PING_SECONDS):
                await asyncio.wait({pending.answer})
        except TimeoutError:
            raise BskError(Reason.TIMEOUT, "the extension did not answer", dispatched=pending.sent) from None
        finally:
            connection.abandon(pending)
        error = pending.answer.exception()
        if isinstance(error, BskError) and not error.data.get("answered"):
            raise error
        return self._clock.monotonic() - started_seconds

    async def _enter(
        self, connection: Connection, request: gateway_pb2.CallToolRequest, deadline_seconds: float
    ) -> Place | None:
        if not request.session_id:
            return None
        if request.method in _OUT_OF_TURN:
            connection.gate.admit(request.session_id, request.fencing_number)
            return None
        try:
            async with asyncio.timeout_at(deadline_seconds):
                return await connection.gate.enter(request.session_id, request.fencing_number)
        except TimeoutError:
            raise BskError(
                Reason.SESSION_BUSY, "an earlier call of this session has not ended in the browser", dispatched=False
            ) from None

    def _send(
        self, connection: Connection, request: gateway_pb2.CallToolRequest, place: Place | None
    ) -> PendingRequest:
        try:
            pending = connection.request(request.method, request.params_json or "{}")
        except BskError:
            self._metrics.requests.labels("refused").inc()
            if place is not None:
                place.release()
            raise
        if place is not None:
            # However it is settled, and whether or not anybody still waits for it.
            pending.answer.add_done_callback(lambda answer: place.release())
        return pending

    async def _answer(
        self,
        connection: Connection,
        pending: PendingRequest,
        request: gateway_pb2.CallToolRequest,
        deadline_seconds: float,
    ) -> str:
        if await _settled(pending, deadline_seconds - asyncio.get_running_loop().time()):
            return pending.answer.result()
        connection.call_timed_out()
        if not pending.sent or not request.cancel_at_deadline:
            _give_up(connection, pending, cancel=False, retain=request.retain_until_settled)
            raise BskError(Reason.TIMEOUT, "the browser did not answer in time", dispatched=pending.sent, settled=False)
        connection.cancel(pending)
        if not await _settled(pending, CANCEL_SETTLE_SECONDS):
            if request.retain_until_settled:
                raise BskError(
                    Reason.TIMEOUT, "the browser is still busy with the call", dispatched=pending.sent, settled=False
                )
            connection.abandon(pending)
            raise BskError(
                Reason.CANCEL_CLEANUP_TIMEOUT,
                "the browser did not answer in time, nor confirm that it gave up",
                dispatched=pending.sent,
                settled=False,
            )
        try:
            return pending.answer.result()
        except BskError as error:
            if error.code != "cancelled":
                raise
            late = BskError(
                Reason.TIMEOUT,
                "the browser did not finish in time and gave up",
                effect_state=error.effect_state,
                phase=error.phase,
                cleanup_state=error.cleanup_state,
            )
            late.data = error.data | {"settled": True}
            raise late from None


async def _settled(pending: PendingRequest, timeout_seconds: float) -> bool:
    done, _ = await asyncio.wait({pending.answer}, timeout=max(timeout_seconds, 0))
    return bool(done)


def _give_up(connection: Connection, pending: PendingRequest, *, cancel: bool, retain: bool) -> None:
    """Let a request that nobody waits for any more come to its end, and only then free its place."""
    if not pending.sent:
        connection.abandon(pending)
        return
    if cancel:
        connection.cancel(pending)
    if not retain and not pending.answer.done():
        asyncio.get_running_loop().call_later(CANCEL_SETTLE_SECONDS, connection.abandon, pending)


def _require_object(params_json: str) -> None:
    try:
        fits = not params_json or isinstance(json.loads(params_json), dict)
    except (ValueError, RecursionError):
        fits = False
    if not fits:
        raise BskError(Reason.INVALID_PARAMS, "the parameters of a call have to be a JSON object", dispatched=False)


def _fitting(result_json: str) -> str:
    if len(result_json) > MAX_RESULT_CHARACTERS:
        raise BskError(
            Reason.MESSAGE_TOO_LARGE, "the answer of the browser is larger than can be passed on", dispatched=True
        )
    return result_json


def _outcome_of(error: BskError) -> str:
    if error.data.get("answered") and "settled" not in error.data:
        return "error"
    return "timeout" if error.code == "timeout" else "lost"
