"""Numbers of the runtime."""

from __future__ import annotations

# A full-page picture as base64 stays far below this, and a broken peer cannot fill the memory.
MAX_MESSAGE_BYTES = 64 * 1024 * 1024

# The details of an error travel as metadata; gRPC's own limit of 8 KiB is less than a long list of options.
MAX_METADATA_BYTES = 256 * 1024
# Beyond this the data of an error is left out, so that the rest of it arrives.
MAX_ERROR_DETAIL_BYTES = 128 * 1024

# A peer that vanished without closing is noticed within the sum of both.
KEEPALIVE_INTERVAL_SECONDS = 20.0
KEEPALIVE_TIMEOUT_SECONDS = 10.0
# Peers and clients may ping as often as this without being taken for abusive.
MINIMUM_PING_INTERVAL_SECONDS = 5.0

# A channel to a peer that is away dials again after this much at most.
MAX_RECONNECT_BACKOFF_SECONDS = 1.0

# Linux takes 108 bytes with the final zero, macOS 104.
MAX_SOCKET_PATH_BYTES = 100
