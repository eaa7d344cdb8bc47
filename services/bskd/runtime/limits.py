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

# How long one attempt to connect may take. A busy peer answers late, and one that is away refuses at once.
CONNECT_SECONDS = 2.0
# A channel to a peer that is away dials again after this much at most.
MAX_RECONNECT_BACKOFF_SECONDS = 1.0

# Linux takes 108 bytes with the final zero, macOS 104.
MAX_SOCKET_PATH_BYTES = 100

# How long a starting daemon waits for another to give up the lock, when that one is itself starting or ending.
LOCK_WAIT_SECONDS = 8.0
LOCK_POLL_SECONDS = 0.05
# Taking a local connection takes next to no time where somebody listens.
PROBE_SECONDS = 0.5

# How often the readiness of the modules is looked at: first often, so that a starting process is found ready at once.
READINESS_START_INTERVAL_SECONDS = 0.05
READINESS_INTERVAL_SECONDS = 0.5

# How often the idle exit is considered: a quarter of the limit, within these bounds.
IDLE_CHECK_SHARE = 0.25
IDLE_CHECK_MINIMUM_SECONDS = 0.25
IDLE_CHECK_MAXIMUM_SECONDS = 30.0

# After the drain: what the server gives to answers that are on their way.
SERVER_STOP_SECONDS = 0.5
# Wait for a call that was cut short at the end of the drain to answer its caller.
CUT_ANSWER_SECONDS = 1.0
HTTP_STOP_SECONDS = 2

# Daily log files that are kept.
LOG_FILES_KEPT = 14
