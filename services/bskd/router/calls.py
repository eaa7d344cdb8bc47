"""The journey of one tool call: checked, given its turn, sent to the browser's gateway, answered."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from google.protobuf.message import Message

from bsk.gateway.v1 import gateway_pb2, gateway_pb2_grpc
from bsk.session.v1 import session_pb2
from bsk_wire.catalog import Tool, tools
from bsk_wire.documents import document_of, message_from
from bsk_wire.errors import BskError, Reason
from bskd.router import audit
from bskd.router.deadlines import CallTimes, call_times, overhead_seconds, tool_seconds
from bskd.router.limits import (
    ANSWER_MARGIN_SECONDS,
    BUSY_ADVICE_MS,
    CANCEL_SETTLE_SECONDS,
    GATEWAY_MARGIN_SECONDS,
    LOSS_ANSWER_SECONDS,
    READ_RETRY_SECONDS,
    TURN_WAIT_SECONDS,
)
from bskd.router.metrics import RouterMetrics
from bskd.router.outcomes import final_error
from bskd.router.policy import effect_word, may_repeat
from bskd.router.turn import Turn, Turns
from bskd.router.validation import RequestRules
from bskd.router.waits import own_tools
from bskd.runtime.callcontext import current_call, current_call_id
from bskd.runtime.clock import Clock
from bskd.runtime.metrics import reason_label
from bskd.runtime.peers import Peers


class Calls:
    """Makes the tool calls of this process."""

    def __init__(self, peers: Peers, clock: Clock, metrics: RouterMetrics, *, audited: bool) -> None:
        self._peers = peers
        self._turns = Turns(peers)
        self._clock = clock
        self._metrics = metrics
        self._audited = audited
        self._rules = {tool.path: RequestRules(tool) for tool in tools()}
        self._own_tools = own_tools(clock)

    async def call(self, tool: Tool, request: Message, remaining_seconds: float | None) -> Message:
        """Make one call, which has `remaining_seconds` until its caller gives up; None for a caller that waits.

        Raises `invalid_params` for what no extension should see, and else what the session service, the gateway and the
        extension raise, each with what the call may have left behind. Nothing that acts is ever repeated. Cancelling
        the task cancels the call in the browser.
        """
        call_id, started_seconds = current_call_id(), self._clock.monotonic()
        outcome, error = "cancelled", None
        try:
            response = await self._serve(tool, request, call_id, remaining_seconds)
            outcome = "ok"
            return response
        except BskError as failure:
            outcome, error = "error", failure
            failure.call_id = call_id
            raise
        finally:
            seconds = self._clock.monotonic() - started_seconds
            self._count(tool, outcome, error, seconds)
            if self._audited:
                session_id = str(getattr(request, "session_id", ""))
                audit.record(
                    tool, session_id=session_id, call_id=call_id, outcome=outcome, error=error, seconds=seconds
                )

    async def close(self) -> None:
        """Wait for nothing any more."""
        await self._turns.close()

    async def _serve(self, tool: Tool, request: Message, call_id: str, remaining_seconds: float | None) -> Message:
        self._rules[tool.path].check(request)
        asked_ms = _asked_ms(request)
        if remaining_seconds is None:
            whole_seconds = tool_seconds(tool.options, asked_ms) + overhead_seconds(tool.options) + TURN_WAIT_SECONDS
        else:
            whole_seconds = max(0.0, remaining_seconds - ANSWER_MARGIN_SECONDS)
        attempt = _Attempt(tool, request, asked_ms, call_id, asyncio.get_running_loop().time() + whole_seconds)
        try:
            async with asyncio.timeout(whole_seconds):
                if tool.options.served_by_router:
                    return await self._own_tools[tool.method](request)
                return await self._forward(attempt)
        except TimeoutError:
            late = BskError(Reason.TIMEOUT, "the call did not end before its deadline")
            raise final_error(tool, late, sent=attempt.sent, call_id=call_id) from None
        except BskError as error:
            raise final_error(tool, error, sent=attempt.sent, call_id=call_id) from error

    async def _forward(self, attempt: _Attempt) -> Message:
        try:
            return await self._try(attempt)
        except BskError as error:
            reached_nobody = error.reason == Reason.PEER_UNAVAILABLE and "dispatched" not in error.data
            if attempt.sent or not reached_nobody or not may_repeat(attempt.tool):
                raise
        self._metrics.read_retries.inc()
        await self._clock.sleep(READ_RETRY_SECONDS)
        return await self._try(attempt)

    async def _try(self, attempt: _Attempt) -> Message:
        call = current_call()
        opening = session_pb2.TurnOpening(
            session_id=str(getattr(attempt.request, "session_id", "")),
            call_id=attempt.call_id,
            method=attempt.tool.method,
            effect=attempt.tool.options.effect,
            no_wait=call is not None and call.no_wait,
        )
        async with self._turns.take(opening, attempt.left_seconds()) as turn:
            try:
                answer = await self._send(attempt, turn)
            except BskError as error:
                turn.outcome = "error" if error.data.get("answered") else "unknown"
                if error.reason == Reason.SESSION_BUSY:
                    error.data |= _settling(opening.session_id)
                raise
            turn.outcome = "ok"
        return _result(attempt.tool, answer)

    async def _send(self, attempt: _Attempt, turn: Turn) -> str:
        """Have the gateway make the call, unless and until the turn is revoked."""
        options, grant = attempt.tool.options, turn.grant
        times = call_times(options, attempt.asked_ms, attempt.left_seconds())
        request = gateway_pb2.CallToolRequest(
            browser_instance_id=grant.browser_instance_id,
            connection_id=grant.connection_id,
            session_id=str(getattr(attempt.request, "session_id", "")),
            fencing_number=grant.fencing_number,
            method=attempt.tool.method,
            params_json=_params(attempt.request, times),
            timeout_ms=max(1, round(times.transport_seconds * 1000)),
            cancel_at_deadline=options.cancel_at_deadline,
            retain_until_settled=options.retain_until_settled,
        )
        stub = gateway_pb2_grpc.GatewayServiceStub(self._peers.channel_to(grant.gateway_address))
        seconds = times.transport_seconds + CANCEL_SETTLE_SECONDS + GATEWAY_MARGIN_SECONDS
        if turn.revocation.done():
            raise turn.revocation.result()
        attempt.sent = True
        call = asyncio.ensure_future(self._peers.call("gateway", stub.CallTool, request, timeout_seconds=seconds))
        try:
            watched: set[asyncio.Future[Any]] = {call, turn.revocation}
            await asyncio.wait(watched, return_when=asyncio.FIRST_COMPLETED)
            if not call.done():
                await self._revoked(call, turn)
            return call.result().result_json
        finally:
            call.cancel()
            await asyncio.wait({call})
            if not call.cancelled():
                # Counts as seen, also when the turn was revoked meanwhile.
                call.exception()

    async def _revoked(self, call: asyncio.Future[gateway_pb2.CallToolResponse], turn: Turn) -> None:
        error = turn.revocation.result()
        if error.reason == Reason.EXTENSION_DISCONNECTED:
            # The gateway knows better what had been sent, and says so as soon as it has noticed the loss.
            await asyncio.wait({call}, timeout=LOSS_ANSWER_SECONDS)
        if not call.done():
            raise error

    def _count(self, tool: Tool, outcome: str, error: BskError | None, seconds: float) -> None:
        reason = outcome if error is None else reason_label(error.reason)
        self._metrics.calls.labels(tool.method, effect_word(tool.options.effect), reason).inc()
        self._metrics.call_seconds.labels(tool.method).observe(seconds)
        is_unknown = outcome == "cancelled" and tool.mutates if error is None else error.effect_state == "unknown"
        if is_unknown:
            self._metrics.unknown_outcomes.labels(tool.method).inc()


class _Attempt:
    """What is known of a call on its way."""

    def __init__(self, tool: Tool, request: Message, asked_ms: int | None, call_id: str, deadline: float) -> None:
        self.tool = tool
        self.request = request
        self.asked_ms = asked_ms
        self.call_id = call_id
        # On the clock of the event loop.
        self._deadline = deadline
        # Whether the call was handed to a gateway.
        self.sent = False

    def left_seconds(self) -> float:
        """What is left until the call has to be answered."""
        return max(0.0, self._deadline - asyncio.get_running_loop().time())


def _asked_ms(request: Message) -> int | None:
    """The tool's time as the caller wants it, where the tool has such a wish and the caller expressed it."""
    field = request.DESCRIPTOR.fields_by_name.get("timeout_ms")
    if field is None or not request.HasField("timeout_ms"):
        return None
    return int(getattr(request, "timeout_ms"))  # noqa: B009


def _params(request: Message, times: CallTimes) -> str:
    document = document_of(request, complete=False)
    if times.shortened and "timeout_ms" in request.DESCRIPTOR.fields_by_name:
        document["timeout_ms"] = max(1, round(times.tool_seconds * 1000))
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _settling(session_id: str) -> dict[str, Any]:
    """What a caller is told that had its turn while the browser was still busy with an earlier call."""
    return {
        "session_id": session_id,
        "activity": {"state": "settling"},
        "wait": {"action": "wait", "session_id": session_id, "wait_ms": BUSY_ADVICE_MS},
    }


def _result(tool: Tool, answer: str) -> Message:
    result = tool.response_class()
    try:
        document = json.loads(answer)
        if not isinstance(document, dict):
            raise ValueError("it is not an object")
        message_from(document, result)
    except (ValueError, RecursionError) as error:
        raise BskError(
            Reason.PROTOCOL_ERROR,
            f"the extension's answer to {tool.method} cannot be read: {error}",
            effect_state="unknown" if tool.mutates else None,
        ) from error
    return result
