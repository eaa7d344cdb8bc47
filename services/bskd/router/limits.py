"""Numbers of the router."""

from __future__ import annotations

# What the extension gets when neither the caller nor the tool names a time. The public protocol's figure.
TOOL_SECONDS = 30.0
# How long the gateway waits for the extension to confirm a cancelled request, after the deadline.
CANCEL_SETTLE_SECONDS = 2.0
# Taken off the caller's deadline so that the answer still arrives.
ANSWER_MARGIN_SECONDS = 0.25
# On top of the gateway's own time, so that its answer comes before the call to it is given up.
GATEWAY_MARGIN_SECONDS = 1.0
# Whole time of a call whose caller set no deadline, beyond the tool's own: for the wait for its turn.
TURN_WAIT_SECONDS = 300.0
# When a tight deadline forces the tool's time down, at least this share of what is left stays with the tool.
LEAST_TOOL_SHARE = 0.5

# When a browser is lost, the gateway's own word on the call is worth this wait.
LOSS_ANSWER_SECONDS = 0.5

# Wait that a caller is advised to make while the browser is busy with an earlier call.
BUSY_ADVICE_MS = 10_000
# Pause before a read is tried again whose session service could not be reached.
READ_RETRY_SECONDS = 0.2

# How long each service may take to answer a question about its state.
STATUS_SECONDS = 1.5
# How long an extension may take to answer a probe.
PROBE_SECONDS = 1.5
