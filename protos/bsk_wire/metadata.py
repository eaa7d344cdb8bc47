"""What travels beside a call: its id, and the token where a socket's permissions do not say who calls."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

CALL_ID_KEY = "bsk-call-id"
AUTHORIZATION_KEY = "authorization"
# With the value `1`: a tool call that finds its session busy fails at once instead of waiting for its turn.
NO_WAIT_KEY = "bsk-no-wait"
STATUS_DETAILS_KEY = "grpc-status-details-bin"

_CALL_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")


def new_call_id() -> str:
    """A fresh call id such as `c-0a1b2c3d4e5f`."""
    return f"c-{os.urandom(6).hex()}"


def call_id_of(metadata: Iterable[tuple[str, str | bytes]] | None) -> str:
    """Call id in `metadata`, or a fresh one when it is missing or is not a plain word of up to 64 characters."""
    for key, value in metadata or ():
        if key == CALL_ID_KEY and isinstance(value, str) and _CALL_ID.fullmatch(value):
            return value
    return new_call_id()
