"""Every number of the client, with its unit."""

from __future__ import annotations

# How long a probe of the daemon's socket may take. It is on this machine, so a socket that does not take a connection
# at once has nobody behind it.
SOCKET_PROBE_SECONDS = 0.5
# Deadline of a tool call whose request has no time-out of its own: the tool's 30 s and time for the answer to travel.
PLAIN_CALL_MARGIN_SECONDS = 5.0
# What a call with a time-out gets on top of it: waiting for the turn, cleaning up, and the structured answer.
TIMED_CALL_MARGIN_SECONDS = 15.0
# A session start waits up to 35 s for a first browser.
SESSION_START_SECONDS = 45.0
# Stopping gives every borrowed tab back, one after the other, and may have to wait for a person.
SESSION_STOP_SECONDS = 3600.0
# Answers that the daemon gives from memory, beside what it was asked to wait.
READ_SECONDS = 2.0
# How long to wait for a browser to connect before saying that there is none, and the most that may be asked.
BROWSER_WAIT_MS = 5000
LONGEST_BROWSER_WAIT_MS = 60_000
# A screenshot of a large window on a fine display is a few dozen megabytes.
LARGEST_MESSAGE_BYTES = 256 * 1024 * 1024
# How much of standard input is thrown away at a time while its end is waited for.
STDIN_PIECE_BYTES = 64 * 1024
# The services' own bound.
LARGEST_METADATA_BYTES = 256 * 1024
# When to tell a person that a call takes its time.
SLOW_CALL_NOTICE_SECONDS = 0.75

# A daemon that takes connections within this time has started; on a busy machine imports take most of it.
DAEMON_START_SECONDS = 10.0
# How long the daemon may take to end in order after it was asked to, before it is made to.
DAEMON_STOP_SECONDS = 5.0
# How often a starting daemon is looked for.
DAEMON_POLL_SECONDS = 0.02
# How often a process is looked at on systems that do not tell when it ends.
PROCESS_POLL_SECONDS = 0.05
# From the start of a browser until its extension has connected.
BROWSER_LAUNCH_SECONDS = 30.0
# How often a launched browser is looked for among the connected ones.
BROWSER_POLL_SECONDS = 0.05
# How long a browser may take to write its profile and end, before it is made to.
BROWSER_STOP_SECONDS = 10.0
# How long a stopped browser may take to vanish from the daemon's list.
BROWSER_GONE_SECONDS = 2.0
# How long asking a browser program for its version may take.
PROGRAM_VERSION_SECONDS = 10.0
# Outer size of an Agent Window, in CSS pixels.
SMALLEST_WINDOW_PIXELS = 100
LARGEST_WINDOW_PIXELS = 7680
HIGHEST_PORT = 65_535
# How often the end of a followed log is looked at.
LOG_POLL_SECONDS = 0.2
# How long the way through every service to a browser and back may take.
BROWSER_PROBE_SECONDS = 10.0
