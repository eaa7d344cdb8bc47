"""Numbers of the gateway."""

from __future__ import annotations

# Figures of the public protocol, which published extensions are built for.
FIRST_FRAME_SECONDS = 5.0
HEARTBEAT_INTERVAL_SECONDS = 20.0
REAPER_TICK_SECONDS = 15.0
SILENCE_LIMIT_SECONDS = 60.0

# A call that times out after two missed heartbeats was not merely slow.
UNRESPONSIVE_AFTER_SECONDS = 2 * HEARTBEAT_INTERVAL_SECONDS

# How long an extension may take to clean up after a cancel before its session is used again. The protocol's figure.
CANCEL_SETTLE_SECONDS = 2.0

# Applies where a caller names no time-out.
DEFAULT_CALL_SECONDS = 30.0
DEFAULT_PING_SECONDS = 5.0

# What gRPC carries, less room for what else is in the message.
MAX_RESULT_CHARACTERS = 64 * 1024 * 1024 - 64 * 1024

MAX_INSTANCE_ID_CHARACTERS = 128
# The largest whole number that JavaScript holds exactly: both sides have to read the same version.
MAX_VERSION_NUMBER = 2**53 - 1

# Ignored messages of one connection that are logged one by one.
IGNORED_LOGGED = 20

# Sessions of one connection whose fencing number is remembered after they stopped.
REMEMBERED_SESSIONS = 4096

# Dialling the session service again: after the first of these, doubled up to the second.
REDIAL_MINIMUM_SECONDS = 0.05
REDIAL_MAXIMUM_SECONDS = 1.0
# Session events kept for a session service that is away. The oldest go first.
MAX_KEPT_REPORTS = 10_000

# How long a socket may take to close after it was told to.
CLOSE_SECONDS = 1.0
