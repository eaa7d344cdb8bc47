"""Calling the other services."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

import grpc

from bsk_wire.errors import BskError, Reason
from bsk_wire.metadata import AUTHORIZATION_KEY, CALL_ID_KEY
from bsk_wire.status import error_in
from bskd.runtime.callcontext import current_call_id
from bskd.runtime.identity import TOKEN_FILE_NAME
from bskd.runtime.limits import (
    CONNECT_SECONDS,
    KEEPALIVE_INTERVAL_SECONDS,
    KEEPALIVE_TIMEOUT_SECONDS,
    MAX_MESSAGE_BYTES,
    MAX_METADATA_BYTES,
    MAX_RECONNECT_BACKOFF_SECONDS,
)
from bskd.runtime.sockets import socket_path

# Marks a call as made by a service on behalf of another call.
PEER_KEY = "bsk-peer"

_MILLISECONDS = 1000

CHANNEL_OPTIONS: tuple[tuple[str, Any], ...] = (
    # A unix socket has no host name, and the default authority made of its path is refused by some peers.
    ("grpc.default_authority", "localhost"),
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_metadata_size", MAX_METADATA_BYTES),
    ("grpc.absolute_max_metadata_size", MAX_METADATA_BYTES),
    ("grpc.keepalive_time_ms", int(KEEPALIVE_INTERVAL_SECONDS * _MILLISECONDS)),
    ("grpc.keepalive_timeout_ms", int(KEEPALIVE_TIMEOUT_SECONDS * _MILLISECONDS)),
    ("grpc.initial_reconnect_backoff_ms", 100),
    # In spite of its name this bounds an attempt to connect, and delays none.
    ("grpc.min_reconnect_backoff_ms", int(CONNECT_SECONDS * _MILLISECONDS)),
    ("grpc.max_reconnect_backoff_ms", int(MAX_RECONNECT_BACKOFF_SECONDS * _MILLISECONDS)),
    ("grpc.enable_http_proxy", 0),
)

_Request = TypeVar("_Request", contravariant=True)
_Response = TypeVar("_Response")


class UnaryMethod(Protocol[_Request, _Response]):
    """A unary method of a stub on an aio channel."""

    def __call__(
        self, request: _Request, /, *, timeout: float | None = None, metadata: Any = None
    ) -> grpc.aio.UnaryUnaryCall[Any, _Response]: ...


class Peers:
    """The services of this installation, by name. Every channel is made once and kept."""

    def __init__(self, home: Path, own_services: tuple[str, ...], addresses: Mapping[str, str]) -> None:
        """`addresses` holds the gRPC targets of services that run elsewhere. `own_services` run in this process."""
        self._home = home
        self._token_file = home / TOKEN_FILE_NAME
        self._own_services = own_services
        self._own_address = ""
        self._addresses = dict(addresses)
        self._channels: dict[str, grpc.aio.Channel] = {}
        # Whether any peer is reached over TCP, where the token says who calls.
        self._on_tcp = False
        self._token = ""

    def bind(self, own_address: str) -> None:
        """Learn where this process itself listens."""
        self._own_address = own_address

    def address(self, service: str) -> str:
        """gRPC target of `service`: this process, else as configured, else its socket in the home directory."""
        if service in self._own_services and self._own_address:
            return self._own_address
        return self._addresses.get(service) or f"unix:{socket_path(self._home, service)}"

    def channel(self, service: str) -> grpc.aio.Channel:
        """Channel to `service`. Of use once the module is started: earlier, this process has no address."""
        return self._channel_at(self.address(service))

    def channel_to(self, address: str, service: str = "gateway") -> grpc.aio.Channel:
        """Channel to one instance of `service`, such as the gateway that a grant names. Empty: any instance."""
        return self._channel_at(address) if address else self.channel(service)

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Metadata of an outgoing call: the present call's id and, on TCP, the token of the home directory."""
        known = ((CALL_ID_KEY, current_call_id()), (PEER_KEY, "1"))
        if not self._on_tcp:
            return known
        if not self._token:
            # A peer that starts at the same time may be about to write it.
            with suppress(OSError):
                self._token = self._token_file.read_text().strip()
        return (*known, (AUTHORIZATION_KEY, f"Bearer {self._token}"))

    async def call(
        self,
        service: str,
        method: UnaryMethod[_Request, _Response],
        request: _Request,
        *,
        timeout_seconds: float | None,
    ) -> _Response:
        """Make a unary call to `service`.

        Raises the peer's own `BskError`; `peer_unavailable` when it does not answer; `timeout` when the time is up.
        Cancelling the task cancels the call on the other side.
        """
        with failures_of(service):
            return await method(request, timeout=timeout_seconds, metadata=self.metadata())

    async def close(self) -> None:
        """Close every channel."""
        for channel in self._channels.values():
            await channel.close()
        self._channels.clear()

    def _channel_at(self, address: str) -> grpc.aio.Channel:
        channel = self._channels.get(address)
        if channel is None:
            self._on_tcp = self._on_tcp or not address.startswith("unix:")
            channel = self._channels[address] = grpc.aio.insecure_channel(address, options=CHANNEL_OPTIONS)
        return channel


@contextmanager
def failures_of(service: str) -> Iterator[None]:
    """Turn the failure of a call to `service` into the `BskError` it stands for. For streams; `Peers.call` does it."""
    try:
        yield
    except grpc.aio.AioRpcError as failure:
        raise error_of_failure(service, failure) from failure


def error_of_failure(service: str, failure: grpc.aio.AioRpcError) -> BskError:
    """What a failed call to `service` means: the peer's own error, or why there is none."""
    error = error_in(failure.trailing_metadata())
    if error is not None:
        return error
    code = failure.code()
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return BskError(Reason.TIMEOUT, f"the {service} service did not answer in time")
    if code is grpc.StatusCode.CANCELLED:
        return BskError(Reason.CANCELLED, f"the call was cancelled on its way to the {service} service")
    if code is grpc.StatusCode.RESOURCE_EXHAUSTED:
        return BskError(Reason.MESSAGE_TOO_LARGE, f"a message to or from the {service} service is too large")
    if code is grpc.StatusCode.UNIMPLEMENTED:
        return BskError(
            Reason.PEER_UNAVAILABLE, f"what answers at the address of the {service} service does not serve it"
        )
    return BskError(Reason.PEER_UNAVAILABLE, f"the {service} service does not answer", peer=service)
