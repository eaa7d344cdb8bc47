"""Holds a session's turn for one call."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import grpc

from bsk.session.v1 import session_pb2, session_pb2_grpc
from bsk_wire.errors import BskError, Reason
from bsk_wire.status import error_of
from bskd.router.limits import TURN_END_SECONDS
from bskd.runtime.peers import Peers, failures_of

_Stream = Any


class Turn:
    """A turn that was granted."""

    def __init__(self, grant: session_pb2.TurnGrant) -> None:
        self.grant = grant
        # Resolves with why the call has to end, if it has to. A turn whose service is lost is not revoked by that:
        # the call may still come to its proper end.
        self.revocation: asyncio.Future[BskError] = asyncio.get_running_loop().create_future()
        # What the session service is told at the end: `ok`, `error` or `unknown`.
        self.outcome = "unknown"


@asynccontextmanager
async def take_turn(peers: Peers, opening: session_pb2.TurnOpening, seconds: float) -> AsyncIterator[Turn]:
    """Wait for the turn and hold it as long as the context lasts.

    Raises the session service's error when there is no turn, and `peer_unavailable` when there is no service. When the
    context ends in the ordinary way the turn is given back before this returns.
    """
    stub = session_pb2_grpc.SessionServiceStub(peers.channel("session"))
    stream = stub.TakeTurn(timeout=seconds, metadata=peers.metadata())
    try:
        with failures_of("session"):
            turn = Turn(await _granted(stream, opening))
        watch = asyncio.create_task(_watch(stream, turn), name="turn")
        try:
            yield turn
        except BskError:
            await _end(stream, watch, turn)
            raise
        else:
            await _end(stream, watch, turn)
        finally:
            watch.cancel()
    finally:
        # For every other way out, cancellation before all: the stream's end releases the turn.
        stream.cancel()


async def _granted(stream: _Stream, opening: session_pb2.TurnOpening) -> session_pb2.TurnGrant:
    # A call that failed before the message could be written says why when it is read.
    with suppress(asyncio.InvalidStateError):
        await stream.write(session_pb2.TakeTurnRequest(open=opening))
    first = await stream.read()
    if first is grpc.aio.EOF or not first.HasField("granted"):
        raise BskError(Reason.PEER_UNAVAILABLE, "the session service gave no turn and no reason", peer="session")
    grant: session_pb2.TurnGrant = first.granted
    return grant


async def _watch(stream: _Stream, turn: Turn) -> None:
    """Read until the stream ends."""
    try:
        while (message := await stream.read()) is not grpc.aio.EOF:
            if message.HasField("revoked") and not turn.revocation.done():
                turn.revocation.set_result(error_of(message.revoked.error))
    except grpc.aio.AioRpcError:
        # The turn is lost with its service. The call goes on, and what comes of it is still true.
        return


async def _end(stream: _Stream, watch: asyncio.Task[None], turn: Turn) -> None:
    """Give the turn back, and wait until that is confirmed, so that the next call finds the session free."""
    try:
        async with asyncio.timeout(TURN_END_SECONDS):
            ending = session_pb2.TurnEnding(outcome=turn.outcome)
            await stream.write(session_pb2.TakeTurnRequest(end=ending))
            await watch
    except (TimeoutError, grpc.aio.AioRpcError, asyncio.InvalidStateError):
        # The service is gone or slow; it releases the turn when the stream is cancelled.
        return
