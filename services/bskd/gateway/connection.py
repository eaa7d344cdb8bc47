"""One accepted extension: what is sent to it, what waits for an answer, what it reports."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bsk.gateway.v1.link_pb2 import HandshakeParams
from bsk.session.v1 import session_pb2
from bsk_wire.errors import BskError, Reason
from bskd.gateway.gate import Gate
from bskd.gateway.handshake import Acceptance
from bskd.gateway.limits import IGNORED_LOGGED
from bskd.gateway.link import (
    HEARTBEAT_EVENT,
    UNUSED_EVENTS,
    Answered,
    ErrorFrame,
    Happened,
    Ignored,
    Link,
    Reply,
    Step,
)
from bskd.gateway.liveness import Liveness
from bskd.gateway.metrics import GatewayMetrics
from bskd.runtime.clock import Clock

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class PendingRequest:
    """A request that waits for its answer: the result as JSON, or a `BskError`."""

    id: str
    method: str
    answer: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    # Whether it has left for the browser. What has not cannot have had any effect.
    sent: bool = False


@dataclass(frozen=True)
class Outgoing:
    """A text to send, and the request that it carries if it does."""

    text: str
    request: PendingRequest | None = None


@dataclass(frozen=True)
class Closing:
    """The end of what is sent."""

    code: int
    reason: str


@dataclass
class ConnectionEvents:
    """Where a connection tells what happened to it."""

    happened: Callable[[Connection, str, Any], bool]
    liveness_changed: Callable[[Connection], None]


class Connection:
    """An extension that is let in. All methods are for the event loop's thread and return at once."""

    def __init__(
        self, acceptance: Acceptance, link: Link, clock: Clock, metrics: GatewayMetrics, events: ConnectionEvents
    ) -> None:
        self.connection_id = secrets.token_hex(8)
        self.params: HandshakeParams = acceptance.params
        self.skew = acceptance.skew
        self.connected_at_ms = clock.now() * 1000
        self.gate = Gate()
        self.liveness = Liveness(clock.monotonic())
        self.outgoing: asyncio.Queue[Outgoing | Closing] = asyncio.Queue()
        # Why the connection ends, once it does; the first cause counts.
        self.end_cause = ""
        self.ending = asyncio.Event()
        # Set once the socket is done with.
        self.closed = asyncio.Event()
        self.link = link
        self._clock = clock
        self._metrics = metrics
        self._events = events
        self._pending: dict[str, PendingRequest] = {}
        self._ignored = 0

    @property
    def instance_id(self) -> str:
        """Stable id of the browser."""
        return self.params.instance_id

    @property
    def ended(self) -> bool:
        """Whether nothing can be sent any more."""
        return bool(self.end_cause)

    def message(self) -> session_pb2.Connection:
        """The connection as the session service is told of it."""
        return session_pb2.Connection(
            connection_id=self.connection_id,
            handshake=self.params,
            connected_at_ms=self.connected_at_ms,
            version_skew=self.skew,
            unresponsive=self.liveness.unresponsive,
        )

    def send(self, text: str) -> None:
        """Send a text after everything before it."""
        self.outgoing.put_nowait(Outgoing(text))

    def request(self, method: str, params_json: str, prefix: str = "tool") -> PendingRequest:
        """Send a request. `params_json` has to be JSON. Raises `extension_disconnected` when the connection ended."""
        if self.ended:
            raise self._loss(dispatched=False)
        identity = f"{prefix}-{secrets.token_hex(4)}"
        while identity in self._pending:
            identity = f"{prefix}-{secrets.token_hex(4)}"
        request = self._pending[identity] = PendingRequest(identity, method)
        # Whoever waited may be gone when the answer comes; an error nobody asks for is no fault then.
        request.answer.add_done_callback(lambda answer: answer.cancelled() or answer.exception())
        self.outgoing.put_nowait(Outgoing(self.link.request(identity, method, params_json), request))
        return request

    def cancel(self, request: PendingRequest) -> None:
        """Ask the extension to cancel a request that it was sent."""
        if request.id in self._pending and not self.ended:
            self.send(self.link.cancel(request.id))

    def abandon(self, request: PendingRequest) -> None:
        """Expect no answer to `request` any more."""
        self.link.forget(request.id)
        self._pending.pop(request.id, None)
        if not request.answer.done():
            request.answer.cancel()

    def call_timed_out(self) -> None:
        """Take note of a call that had no answer in time."""
        if self.liveness.call_timed_out(self._clock.monotonic()):
            logger.warning("browser unresponsive", extra={"fields": {"browser": self.instance_id}})
            self._events.liveness_changed(self)

    def receive(self, step: Step) -> None:
        """Take what followed from a message of the extension."""
        if self.ended:
            return
        if self.liveness.frame_came(self._clock.monotonic()):
            self._events.liveness_changed(self)
        if isinstance(step, Answered):
            self._settle(step)
        elif isinstance(step, Happened):
            self._take_event(step)
        elif isinstance(step, Reply):
            self.send(step.text)
        elif isinstance(step, Ignored):
            self._ignore(step)

    def end(self, cause: str, *, code: int = 1000, reason: str = "") -> None:
        """End the connection: every request fails at once, and the socket closes. The first cause counts."""
        if self.ended:
            return
        self.end_cause = cause
        for request in list(self._pending.values()):
            if not request.answer.done():
                request.answer.set_exception(self._loss(dispatched=request.sent))
        self._pending.clear()
        self.outgoing.put_nowait(Closing(code, reason))
        self.ending.set()

    def _settle(self, step: Answered) -> None:
        frame = step.frame
        request = self._pending.pop(frame.id, None)
        if request is None or request.answer.done():
            return
        if isinstance(frame, ErrorFrame):
            request.answer.set_exception(_extension_error(frame))
        else:
            request.answer.set_result(frame.result_json)

    def _take_event(self, step: Happened) -> None:
        if step.event == HEARTBEAT_EVENT:
            self.liveness.heartbeat_came()
        elif step.event not in UNUSED_EVENTS and not self._events.happened(self, step.event, step.payload):
            self._ignore(Ignored("invalid_payload", step.event))

    def _ignore(self, step: Ignored) -> None:
        self._metrics.frames_ignored.labels(step.cause).inc()
        self._ignored += 1
        logger.log(
            # An extension gone wrong must not fill the log.
            logging.INFO if self._ignored <= IGNORED_LOGGED else logging.DEBUG,
            "message of the extension ignored",
            extra={"fields": {"browser": self.instance_id, "cause": step.cause, "detail": step.detail[:200]}},
        )

    def _loss(self, *, dispatched: bool) -> BskError:
        if self.end_cause == "replaced":
            return BskError(
                Reason.EXTENSION_RECONNECTED, "the browser connected again meanwhile", dispatched=dispatched
            )
        return BskError(Reason.EXTENSION_DISCONNECTED, "the connection to the browser was lost", dispatched=dispatched)


def _extension_error(frame: ErrorFrame) -> BskError:
    data = frame.data if isinstance(frame.data, dict) else {} if frame.data is None else {"value": frame.data}
    error = BskError.from_wire(frame.code, frame.message, data)
    error.data |= {"dispatched": True, "answered": True}
    return error
