"""Ending the daemon of a home directory, and nothing else."""

from __future__ import annotations

import socket
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from bsk_client.endpoint import Endpoint, discover
from bsk_client.home import clear_up
from bsk_client.limits import DAEMON_STOP_SECONDS, READ_SECONDS, SOCKET_PROBE_SECONDS
from bsk_client.processes import Target
from bsk_wire.errors import BskError, Reason


def stop_daemon(home: Path) -> Endpoint | None:
    """End the daemon of `home` and answer what ended, or None when none ran. Clears up after one that was killed.

    Only a process that holds the daemon's own socket is signalled. Raises `BskError(DAEMON_UNAVAILABLE)` when a daemon
    runs that cannot be verified, and `configuration_error` when the home cannot be read.
    """
    try:
        endpoint = discover(home)
    except BskError as error:
        if error.reason != Reason.DAEMON_UNAVAILABLE:
            raise
        clear_up(home)
        return None
    try:
        with Target(endpoint.pid) as target:
            _verify(endpoint)
            target.end(DAEMON_STOP_SECONDS)
    except ProcessLookupError:
        _refuse(endpoint, "it runs where this command cannot see its process, such as another container")
    except PermissionError:
        _refuse(endpoint, "it belongs to another user")
    with suppress(BskError):
        clear_up(home)
    return endpoint


def peer_pid(address: str) -> int | None:
    """Process id of who serves a unix socket, as the system tells it.

    0 when that process cannot be seen from here, None where the system does not tell.
    """
    if not address.startswith("unix:") or sys.platform != "linux":
        return None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(SOCKET_PROBE_SECONDS)
        probe.connect(address.removeprefix("unix:").removeprefix("//"))
        credentials = probe.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return int(struct.unpack("3i", credentials)[0])


def _verify(endpoint: Endpoint) -> None:
    """Make sure that the process with the recorded number is the daemon that answers here."""
    pid = peer_pid(endpoint.address)
    if pid is None:
        pid = _told_pid(endpoint)
    if pid != endpoint.pid:
        _refuse(endpoint, f"process {endpoint.pid} is not the one that answers")


def _told_pid(endpoint: Endpoint) -> int:
    """Process id as the daemon itself tells it."""
    from bsk.admin.v1 import admin_pb2
    from bsk_client.calls import Calls

    with Calls(endpoint) as calls:
        request = admin_pb2.GetStatusRequest()
        return calls.admin("GetStatus", request, admin_pb2.GetStatusResponse, deadline_seconds=READ_SECONDS).pid


def _refuse(endpoint: Endpoint, why: str) -> NoReturn:
    message = f"not stopping the daemon of {endpoint.home}: {why}"
    raise BskError(Reason.DAEMON_UNAVAILABLE, message, hint="stop it where it was started")
