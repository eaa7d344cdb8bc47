"""Binding the gRPC server: unix sockets with their lock, or TCP with a token."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc

from bsk_wire.errors import BskError, Reason
from bskd.runtime.discovery import FileLock
from bskd.runtime.identity import Identity, token_of_home
from bskd.runtime.limits import (
    KEEPALIVE_INTERVAL_SECONDS,
    KEEPALIVE_TIMEOUT_SECONDS,
    MAX_MESSAGE_BYTES,
    MAX_METADATA_BYTES,
    MINIMUM_PING_INTERVAL_SECONDS,
)
from bskd.runtime.sockets import prepare_socket_directory

UNIX_PREFIX = "unix:"
_LOOPBACK = "127.0.0.1"
_MILLISECONDS = 1000

SERVER_OPTIONS: tuple[tuple[str, Any], ...] = (
    # Without this a second server would share the port and take half of the calls.
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_metadata_size", MAX_METADATA_BYTES),
    ("grpc.absolute_max_metadata_size", MAX_METADATA_BYTES),
    ("grpc.keepalive_time_ms", int(KEEPALIVE_INTERVAL_SECONDS * _MILLISECONDS)),
    ("grpc.keepalive_timeout_ms", int(KEEPALIVE_TIMEOUT_SECONDS * _MILLISECONDS)),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", int(MINIMUM_PING_INTERVAL_SECONDS * _MILLISECONDS)),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", int(MINIMUM_PING_INTERVAL_SECONDS * _MILLISECONDS)),
    ("grpc.http2.max_ping_strikes", 0),
)


class Listener:
    """What the server listens on. Holds the lock of its socket."""

    def __init__(self, home: Path, identity: Identity) -> None:
        self._home = home
        self._identity = identity
        self._lock: FileLock | None = None
        self._path: Path | None = None
        self.address = ""

    @property
    def socket_path(self) -> str | None:
        """Path of the unix socket, or None on TCP."""
        return str(self._path) if self._path is not None else None

    def bind(self, server: grpc.aio.Server, address: str, *, tcp_fallback: bool) -> None:
        """Let `server` listen on `unix:/path` or `host:port`.

        With `tcp_fallback`, a system that denies unix sockets gets a free loopback port instead. Raises
        `configuration_error` for an address that cannot be used and `daemon_start_failed` for one that is taken.
        """
        if not address.startswith(UNIX_PREFIX):
            self._bind_tcp(server, address)
            return
        path = Path(address.removeprefix(UNIX_PREFIX))
        if not path.is_absolute():
            raise BskError(Reason.CONFIGURATION_ERROR, f"the socket path {path} has to be absolute")
        prepare_socket_directory(path)
        lock = FileLock(path.with_name(f"{path.name}.lock"))
        if not lock.try_acquire():
            raise BskError(Reason.DAEMON_START_FAILED, f"another process listens on {path}")
        self._lock = lock
        # gRPC replaces a socket that is there without asking, so this must come after the lock.
        path.unlink(missing_ok=True)
        denied = _unix_sockets_denied(path)
        if denied is not None:
            if not tcp_fallback:
                raise BskError(Reason.CONFIGURATION_ERROR, f"cannot create the socket {path}: {denied.strerror}")
            self._bind_tcp(server, f"{_LOOPBACK}:0")
            return
        with _umask(0o177):
            server.add_insecure_port(f"{UNIX_PREFIX}{path}")
        self._path = path
        self.address = f"{UNIX_PREFIX}{path}"

    def release(self) -> None:
        """Remove the socket, then give the lock up."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release()

    def _bind_tcp(self, server: grpc.aio.Server, address: str) -> None:
        host, _, port = address.rpartition(":")
        if not host or not port.isdecimal():
            raise BskError(Reason.CONFIGURATION_ERROR, f"the address {address} has to be unix:/path or host:port")
        try:
            bound = server.add_insecure_port(address)
        except RuntimeError:
            bound = 0
        if bound == 0:
            raise BskError(Reason.DAEMON_START_FAILED, f"cannot listen on {address}, free the port or choose another")
        self._identity.require(token_of_home(self._home))
        self.address = f"{host}:{bound}"


def _unix_sockets_denied(path: Path) -> OSError | None:
    """Why a unix socket cannot be made at `path`, or None when it can."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.bind(str(path))
    except OSError as error:
        return error
    path.unlink(missing_ok=True)
    return None


@contextlib.contextmanager
def _umask(mask: int) -> Iterator[None]:
    previous = os.umask(mask)
    try:
        yield
    finally:
        os.umask(previous)
