"""gRPC channels to a daemon."""

from __future__ import annotations

import grpc
import grpc.aio

from bsk_client.endpoint import Endpoint
from bsk_client.limits import LARGEST_MESSAGE_BYTES, LARGEST_METADATA_BYTES
from bsk_wire.metadata import AUTHORIZATION_KEY, CALL_ID_KEY, NO_WAIT_KEY

_OPTIONS = (
    # The path of a socket is no valid host name.
    ("grpc.default_authority", "localhost"),
    # No layer repeats a call: what it did to the page is not known.
    ("grpc.enable_retries", 0),
    # A daemon on this machine is never behind a proxy, whatever the environment says.
    ("grpc.enable_http_proxy", 0),
    ("grpc.max_receive_message_length", LARGEST_MESSAGE_BYTES),
    ("grpc.max_send_message_length", LARGEST_MESSAGE_BYTES),
    # The details of an error travel as metadata.
    ("grpc.max_metadata_size", LARGEST_METADATA_BYTES),
    ("grpc.absolute_max_metadata_size", LARGEST_METADATA_BYTES),
)


def open_channel(endpoint: Endpoint) -> grpc.Channel:
    """A channel for threads."""
    return grpc.insecure_channel(endpoint.address, options=_OPTIONS)


def open_async_channel(endpoint: Endpoint) -> grpc.aio.Channel:
    """A channel for the running event loop."""
    return grpc.aio.insecure_channel(endpoint.address, options=_OPTIONS)


def metadata_of(endpoint: Endpoint, call_id: str, *, no_wait: bool = False) -> tuple[tuple[str, str], ...]:
    """What travels beside a call: its id, the token where one is needed, and whether it may wait for its turn."""
    pairs = [(CALL_ID_KEY, call_id)]
    if endpoint.token is not None:
        pairs.append((AUTHORIZATION_KEY, f"Bearer {endpoint.token}"))
    if no_wait:
        pairs.append((NO_WAIT_KEY, "1"))
    return tuple(pairs)
