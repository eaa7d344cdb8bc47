"""What follows from the effect class of a tool."""

from __future__ import annotations

from bsk.options.v1 import options_pb2
from bsk_wire.catalog import Tool

_EFFECT_WORDS = {
    options_pb2.EFFECT_UNSPECIFIED: "unspecified",
    options_pb2.EFFECT_CONTROL_PLANE: "control_plane",
    options_pb2.EFFECT_PASSIVE_READ: "passive_read",
    options_pb2.EFFECT_TRANSIENT_INPUT: "transient_input",
    options_pb2.EFFECT_BROWSER_MUTATION: "browser_mutation",
}


def effect_word(effect: options_pb2.Effect.ValueType) -> str:
    """The class in the words of the public protocol, for logs and metrics."""
    return _EFFECT_WORDS.get(effect, "unspecified")


def may_repeat(tool: Tool) -> bool:
    """Whether a call that reached nobody may be made again. Nothing that acts ever is."""
    return tool.options.effect == options_pb2.EFFECT_PASSIVE_READ
