"""The frames of one connection, without any socket: reading, writing, and which frame may come when.

A frame is one JSON text. The parts that belong to a tool (params, results) are cut out and put in as text, so that
they pass exactly as they were written and cost no second conversion.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

HANDSHAKE_METHOD = "system.handshake"
CANCEL_METHOD = "cancel"

HEARTBEAT_EVENT = "system.heartbeat"
WINDOW_CLOSED_EVENT = "session.window_closed"
USER_INTERRUPT_EVENT = "session.user_interrupt"
INTERACTION_CHANGED_EVENT = "session.interaction_changed"
# Events of the public protocol that have no meaning for this gateway.
UNUSED_EVENTS = frozenset({"session.activity", "audit.context", "browser.connected", "browser.disconnected"})
KNOWN_EVENTS = UNUSED_EVENTS | {
    HEARTBEAT_EVENT, WINDOW_CLOSED_EVENT, USER_INTERRUPT_EVENT, INTERACTION_CHANGED_EVENT,
}  # fmt: skip

CLOSE_POLICY_VIOLATION = 1008

_SPACE = re.compile(r"[ \t\n\r]*")
# Every escape in its turn, so that the backslashes of an escaped backslash are not taken for the start of another.
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
    re.DOTALL,
)


class FrameError(ValueError):
    """The text is no frame; the message says why."""


@dataclass(frozen=True)
class RequestFrame:
    id: str
    method: str
    # None when absent.
    params_json: str | None


@dataclass(frozen=True)
class ResultFrame:
    id: str
    result_json: str


@dataclass(frozen=True)
class ErrorFrame:
    id: str
    code: str
    message: str
    # None when absent. Any JSON value.
    data: Any = None


@dataclass(frozen=True)
class EventFrame:
    event: str
    payload: Any


Frame = RequestFrame | ResultFrame | ErrorFrame | EventFrame


def parse_frame(text: str) -> Frame:
    """Read one frame. Raises `FrameError`.

    An event wins over a request and a request over a response. Keys that are not known are ignored, a repeated key is
    an error, and null means absent, except that a null result is a result. Half a surrogate pair, which a page or a cut
    text may leave, becomes a replacement character, for no other part of the program could carry it.
    """
    members = _members(_whole_characters(text))
    event = _present(members, "event")
    if event is not None:
        if not isinstance(event, str):
            raise FrameError("the name of an event has to be a string")
        payload = _present(members, "payload")
        return EventFrame(event, {} if payload is None else payload)
    identity, method = _present(members, "id"), _present(members, "method")
    if not isinstance(identity, str):
        raise FrameError("a frame that is no event needs a string as its id")
    if method is None:
        return _parse_response(identity, members)
    if not isinstance(method, str):
        raise FrameError("a method has to be a string")
    return RequestFrame(identity, method, None if _present(members, "params") is None else members["params"].text)


def request_text(identity: str, method: str, params_json: str) -> str:
    """Write a request. `params_json` has to be JSON and is put in as it is."""
    return f'{{"id":{json.dumps(identity)},"method":{json.dumps(method)},"params":{params_json}}}'


def result_text(identity: str, result: Any) -> str:
    """Write the answer to a request."""
    return json.dumps({"id": identity, "result": result}, ensure_ascii=False)


def error_text(identity: str, code: str, message: str, data: dict[str, Any] | None = None) -> str:
    """Write the refusal of a request."""
    error: dict[str, Any] = {"code": code, "message": message}
    if data:
        error["data"] = data
    return json.dumps({"id": identity, "error": error}, ensure_ascii=False)


@dataclass(frozen=True)
class HandshakeOffered:
    """The peer introduced itself and waits for `Link.accept` or a refusal."""

    id: str
    params: Any


@dataclass(frozen=True)
class Refused:
    """The connection has to end: with an answer first, when there is one."""

    # Bounded word for the metric.
    cause: str
    close_reason: str
    answer: str | None = None


@dataclass(frozen=True)
class Answered:
    """The answer to a request of ours, which is settled with it."""

    frame: ResultFrame | ErrorFrame


@dataclass(frozen=True)
class Happened:
    """An event."""

    event: str
    payload: Any


@dataclass(frozen=True)
class Reply:
    """A request of the peer; this text answers it."""

    text: str


@dataclass(frozen=True)
class Ignored:
    """Nothing follows from the frame."""

    # Bounded word for the metric.
    cause: str
    detail: str


Step = HandshakeOffered | Refused | Answered | Happened | Reply | Ignored


@dataclass
class Link:
    """One connection: what may come next, and which requests wait for an answer."""

    accepted: bool = False
    pending: set[str] = field(default_factory=set)

    def receive(self, text: str) -> Step:
        """What follows from a text message."""
        try:
            frame = parse_frame(text)
        except FrameError as error:
            if not self.accepted:
                return Refused("not_handshake", "expected handshake")
            return Ignored("invalid_frame", str(error))
        if not self.accepted:
            return self._first(frame)
        if isinstance(frame, EventFrame):
            if frame.event not in KNOWN_EVENTS:
                return Ignored("unknown_event", frame.event)
            return Happened(frame.event, frame.payload)
        if isinstance(frame, RequestFrame):
            if frame.method == CANCEL_METHOD:
                # None of its requests is ever running here.
                return Reply(result_text(frame.id, {"cancelled": False}))
            return Reply(error_text(frame.id, "unknown_method", f"the daemon has no method {frame.method}"))
        if frame.id not in self.pending:
            return Ignored("unknown_id", frame.id)
        self.pending.discard(frame.id)
        return Answered(frame)

    def receive_binary(self) -> Step:
        """What follows from a binary message."""
        if not self.accepted:
            return Refused("not_text", "expected text frame")
        return Ignored("binary", "binary message")

    def accept(self) -> None:
        """The handshake is answered: from now on frames of every kind may come."""
        self.accepted = True

    def request(self, identity: str, method: str, params_json: str) -> str:
        """Text of a request, whose answer is expected from now on."""
        self.pending.add(identity)
        return request_text(identity, method, params_json)

    def cancel(self, identity: str) -> str:
        """Text that asks to cancel the request `identity`. Its own answer is of no interest."""
        params = json.dumps({"rpc_id": identity})
        return request_text(f"cancel-{identity}", CANCEL_METHOD, params)

    def forget(self, identity: str) -> None:
        """Expect no answer any more; one that comes is ignored."""
        self.pending.discard(identity)

    def _first(self, frame: Frame) -> Step:
        if not isinstance(frame, RequestFrame):
            return Refused("not_handshake", "expected handshake")
        if frame.method != HANDSHAKE_METHOD:
            message = f"expected {HANDSHAKE_METHOD} as the first request"
            return Refused("not_handshake", "expected handshake", error_text(frame.id, "protocol_error", message))
        return HandshakeOffered(frame.id, json.loads(frame.params_json or "{}"))


@dataclass(frozen=True)
class _Member:
    value: Any
    text: str


def _parse_response(identity: str, members: dict[str, _Member]) -> ResultFrame | ErrorFrame:
    error = _present(members, "error")
    if "result" in members:
        if error is not None:
            raise FrameError("a response has a result or an error, not both")
        return ResultFrame(identity, members["result"].text)
    if error is None:
        raise FrameError("a response needs a result or an error")
    if not isinstance(error, dict):
        raise FrameError("an error has to be an object")
    parts = _members(members["error"].text)
    code, message = _present(parts, "code"), _present(parts, "message")
    if not isinstance(code, str) or not isinstance(message, str):
        raise FrameError("an error needs a code and a message")
    return ErrorFrame(identity, code, message, _present(parts, "data"))


def _present(members: dict[str, _Member], key: str) -> Any:
    member = members.get(key)
    return None if member is None else member.value


def _members(text: str) -> dict[str, _Member]:
    """The members of a JSON object with their own texts."""
    members: dict[str, _Member] = {}
    try:
        for key, value, part in _scan(text):
            if key in members:
                raise FrameError(f"the key {key} is repeated")
            members[key] = _Member(value, part)
    except FrameError:
        raise
    except (ValueError, IndexError) as error:
        raise FrameError(f"not JSON: {error}") from error
    except RecursionError as error:
        raise FrameError("nested too deeply") from error
    return members


def _scan(text: str) -> Iterator[tuple[str, Any, str]]:
    at = _skip(text, 0)
    if text[at] != "{":
        raise FrameError("a frame has to be an object")
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, at = _decode(text, at)
        at = _skip(text, at)
        if not isinstance(key, str) or text[at] != ":":
            raise FrameError("not JSON: expected a key and a colon")
        start = _skip(text, at + 1)
        value, at = _decode(text, start)
        yield key, value, text[start:at]
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
            if text[at] == "}":
                raise FrameError("not JSON: a comma before the end of the object")
        elif text[at] != "}":
            raise FrameError("not JSON: expected a comma or the end of the object")
    if _skip(text, at + 1) != len(text):
        raise FrameError("not JSON: text after the object")


def _whole_characters(text: str) -> str:
    if "\\ud" not in text and "\\uD" not in text:
        return text
    return _ESCAPE.sub(lambda match: "\\ufffd" if match["half"] else match[0], text)


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


def _refuse_constant(name: str) -> NoReturn:
    raise FrameError(f"not JSON: {name}")


_decode = json.JSONDecoder(parse_constant=_refuse_constant).raw_decode
