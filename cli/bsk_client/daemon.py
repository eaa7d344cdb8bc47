"""The daemon of a home directory: one for each home, found when it runs, started when it does not.

Every command comes through here, so a running daemon is found without importing what starting one needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bsk_client.cancellation import Cancellation
from bsk_client.endpoint import Endpoint, discover
from bsk_wire.errors import BskError, Reason


def ensure_daemon(
    home: Path,
    environment: Mapping[str, str],
    *,
    allow_start: bool = True,
    cancellation: Cancellation | None = None,
) -> Endpoint:
    """The daemon of `home`, started when none runs and `allow_start` is set.

    A daemon that is there but may not be reached, or does not take the connection in time, is not replaced. Raises
    `BskError`: `daemon_unavailable`, `daemon_start_failed`, `configuration_error`, `cancelled`.
    """
    try:
        return discover(home)
    except BskError as error:
        if not allow_start or not nobody_listens(error):
            raise
    from bsk_client.starting import start_daemon

    return start_daemon(home, environment, cancellation=cancellation)[0]


def nobody_listens(error: BskError) -> bool:
    """Whether a failed discovery means that no daemon runs, rather than one that cannot be reached."""
    unreachable = isinstance(error.__cause__, PermissionError | TimeoutError)
    return error.reason == Reason.DAEMON_UNAVAILABLE and not unreachable
