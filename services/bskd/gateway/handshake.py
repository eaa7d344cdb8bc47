"""Whether a peer is let in: the verdict on its protocol, and what it says about itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bsk.gateway.v1.link_pb2 import HandshakeParams, HandshakeRefusal, HandshakeResult
from bsk_wire.documents import document_of, message_from
from bsk_wire.errors import BskError, Reason
from bsk_wire.version import MIN_COMPATIBLE_PROTOCOL, PROTOCOL_VERSION, __version__
from bskd.gateway.limits import MAX_INSTANCE_ID_CHARACTERS, MAX_VERSION_NUMBER

SERVER_NAME = "browser-skill-daemon"
# The field is deprecated: peers that still read it must never be turned away by it.
MIN_COMPATIBLE_PEER = "0.0.0"

Version = tuple[int, int]


@dataclass(frozen=True)
class Acceptance:
    """A peer that is let in."""

    params: HandshakeParams
    # The protocols differ in their minor version.
    skew: bool


def parse_version(text: str) -> Version | None:
    """Major and minor number of a protocol version, or None when it cannot be read.

    A missing or empty minor number is 0, further segments are ignored, leading zeros are allowed. Nothing but ASCII
    digits is.
    """
    major_text, *rest = text.split(".")
    major = _number(major_text)
    minor = _number(rest[0]) if rest and rest[0] else 0
    return None if major is None or minor is None else (major, minor)


def incompatibility(ours: str, our_floor: str, theirs: str, their_floor: str | None) -> str | None:
    """Why two protocols do not go together, or None when they do. Both sides come to the same verdict."""
    own, peer, floor = parse_version(ours), parse_version(theirs), parse_version(our_floor)
    assert own is not None
    assert floor is not None
    if peer is None or peer[0] != own[0]:
        return f"the extension speaks protocol {theirs}, this daemon {ours}"
    if peer < floor:
        return f"the extension speaks protocol {theirs}, this daemon needs {our_floor} or newer"
    if their_floor is not None:
        peer_floor = parse_version(their_floor)
        if peer_floor is None or own < peer_floor:
            return f"this daemon speaks protocol {ours}, the extension needs {their_floor} or newer"
    return None


def judge(params: Any) -> Acceptance:
    """Let a peer in by the parameters of its handshake.

    Raises `version_too_old` with both sides' versions, and `invalid_params` that names what is missing or malformed.
    """
    if not isinstance(params, dict):
        raise BskError(Reason.INVALID_PARAMS, "the parameters of the handshake have to be an object")
    protocol = params.get("protocol_version")
    if not isinstance(protocol, str):
        raise BskError(Reason.INVALID_PARAMS, "the handshake needs a protocol_version")
    floor = params.get("min_compatible_protocol")
    # Judged before the rest is read: a future protocol may have other parameters, and has to be told the real reason.
    problem = incompatibility(
        PROTOCOL_VERSION, MIN_COMPATIBLE_PROTOCOL, protocol, floor if isinstance(floor, str) else None
    )
    if problem is not None:
        refusal = HandshakeRefusal(
            peer_protocol_version=protocol,
            peer_version=str(params.get("version") or ""),
            daemon_protocol_version=PROTOCOL_VERSION,
            daemon_version=__version__,
            min_compatible_protocol=MIN_COMPATIBLE_PROTOCOL,
        )
        raise BskError(Reason.VERSION_TOO_OLD, problem, **document_of(refusal, complete=True))
    if not isinstance(params.get("browser"), dict | None):
        raise BskError(Reason.INVALID_PARAMS, "the browser of the handshake has to be an object")
    message = HandshakeParams()
    try:
        message_from(params, message)
    except ValueError as error:
        raise BskError(Reason.INVALID_PARAMS, f"the handshake cannot be read: {error}") from error
    if not 0 < len(message.instance_id) <= MAX_INSTANCE_ID_CHARACTERS:
        raise BskError(
            Reason.INVALID_PARAMS,
            f"the handshake needs an instance_id of 1 to {MAX_INSTANCE_ID_CHARACTERS} characters",
        )
    return Acceptance(message, skew=protocol != PROTOCOL_VERSION)


def welcome() -> dict[str, Any]:
    """Result of an accepted handshake."""
    result = HandshakeResult(
        server=SERVER_NAME,
        version=__version__,
        protocol_version=PROTOCOL_VERSION,
        min_compatible_peer=MIN_COMPATIBLE_PEER,
        min_compatible_protocol=MIN_COMPATIBLE_PROTOCOL,
    )
    return document_of(result, complete=True)


def _number(text: str) -> int | None:
    if not text.isascii() or not text.isdigit():
        return None
    # Compared by length first: a number of a million digits must not be computed.
    digits = text.lstrip("0") or "0"
    if len(digits) > len(str(MAX_VERSION_NUMBER)):
        return None
    number = int(digits)
    return number if number <= MAX_VERSION_NUMBER else None
