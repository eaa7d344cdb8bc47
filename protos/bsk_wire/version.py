"""Version of the program, and of the protocol that it speaks with extensions."""

from __future__ import annotations

__version__ = "0.4.0"

PROTOCOL_VERSION = "1.3"
MIN_COMPATIBLE_PROTOCOL = "1.0"
