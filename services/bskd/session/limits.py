"""Numbers of the session service."""

from __future__ import annotations

SESSION_ID_LENGTH = 4
# Random ids tried before giving up on finding a free one.
SESSION_ID_ATTEMPTS = 64

# Outer side of an Agent Window in CSS pixels, both bounds included.
WINDOW_SIDE_MINIMUM = 100
WINDOW_SIDE_MAXIMUM = 7680

# Calls that may wait for their turn in one session, beside the one that has it.
TURN_QUEUE_CAPACITY = 64
# Wait that a caller is advised to make when it finds a session busy.
BUSY_ADVICE_MS = 10_000
# Taken off the caller's deadline so that the answer about a busy session still arrives.
TURN_ANSWER_MARGIN_SECONDS = 0.25
# Wait for a turn when the caller's call has no deadline.
TURN_WAIT_SECONDS = 300.0
# How long a revoked call may take to end its turn before a stop goes on without it.
TURN_END_SECONDS = 2.5

# Wait for a first browser when the caller names none. The public protocol's figure.
BROWSER_WAIT_SECONDS = 35.0
# How long the extension may take to open an Agent Window. The public protocol's figure.
START_SECONDS = 15.0
# How long undoing a failed start may take.
START_CLEANUP_SECONDS = 10.0
# How long closing an Agent Window may take, borrowed tabs included. The public protocol's figure.
STOP_SECONDS = 50.0
# The same when the session is stopped for being idle.
IDLE_STOP_SECONDS = 10.0

# Tick of the reaper: a quarter of the idle limit within these bounds.
REAPER_TICK_SHARE = 0.25
REAPER_TICK_MINIMUM_SECONDS = 0.1
REAPER_TICK_MAXIMUM_SECONDS = 30.0

TOMBSTONES_KEPT = 1000
TOMBSTONE_LIFE_SECONDS = 24 * 3600.0

# How long a gateway may be away before its browsers and their sessions are given up.
GATEWAY_GRACE_SECONDS = 10.0
# How long a call waits for the gateway of its session to report again.
GATEWAY_WAIT_SECONDS = 1.5

# Fencing numbers taken from the file at once, so that a turn costs no write.
FENCING_BLOCK = 1000
# How long the file may be locked by another program, such as a backup. The service stands still meanwhile.
SQLITE_BUSY_SECONDS = 0.25
# Beyond the extension's time: the gateway's wait for the clean-up of a cancelled request, and the way back.
GATEWAY_ANSWER_SECONDS = 3.0
# Longest wait for a first browser when browsers are only listed.
BROWSER_LIST_WAIT_SECONDS = 60.0
# How long work in the background may take to end when the process does.
JOBS_FINISH_SECONDS = 2.0
