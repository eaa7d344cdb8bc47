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


class Turns:
    """Takes turns at the session service."""

    def __init__(self, peers: Peers) -> None:
        self._peers = peers
        # What reads the streams, until each has ended.
        self._watches: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def take(self, opening: session_pb2.TurnOpening, seconds: float) -> AsyncIterator[Turn]:
        """Wait for the turn and hold it as long as the context lasts, `seconds` at most.

        Raises the session service's error when there is no turn, and `peer_unavailable` when there is no service. In
        the ordinary way, and by a `BskError`, the context ends with the word that gives the turn back on its way: it is
        there before any word on the next call can be.
        """
        stub = session_pb2_grpc.SessionServiceStub(self._peers.channel("session"))
        stream = stub.TakeTurn(timeout=seconds, metadata=self._peers.metadata())
        ended = False
        try:
            with failures_of("session"):
                turn = Turn(await _granted(stream, opening))
            self._watch(stream, turn)
            try:
                yield turn
            except BskError:
                ended = await _end(stream, turn)
                raise
            ended = await _end(stream, turn)
        finally:
            # For every other way out, cancellation before all: the stream's end releases the turn.
            if not ended:
                stream.cancel()

    async def close(self) -> None:
        """Wait for no stream any more."""
        for watch in self._watches:
            watch.cancel()
        if self._watches:
            await asyncio.wait(self._watches)

    def _watch(self, stream: _Stream, turn: Turn) -> None:
        watch = asyncio.create_task(_read(stream, turn), name="turn")
        self._watches.add(watch)
        watch.add_done_callback(self._watches.discard)


async def _granted(stream: _Stream, opening: session_pb2.TurnOpening) -> session_pb2.TurnGrant:
    # A call that failed before the message could be written says why when it is read.
    with suppress(asyncio.InvalidStateError):
        await stream.write(session_pb2.TakeTurnRequest(open=opening))
    first = await stream.read()
    if first is grpc.aio.EOF or not first.HasField("granted"):
        raise BskError(Reason.PEER_UNAVAILABLE, "the session service gave no turn and no reason", peer="session")
    grant: session_pb2.TurnGrant = first.granted
    return grant


async def _read(stream: _Stream, turn: Turn) -> None:
    """Read until the stream ends."""
    try:
        while (message := await stream.read()) is not grpc.aio.EOF:
            if message.HasField("revoked") and not turn.revocation.done():
                turn.revocation.set_result(error_of(message.revoked.error))
    except grpc.aio.AioRpcError:
        # The turn is lost with its service. The call goes on, and what comes of it is still true.
        return


async def _end(stream: _Stream, turn: Turn) -> bool:
    """Give the turn back. False when nobody is there to take it."""
    try:
        await stream.write(session_pb2.TakeTurnRequest(end=session_pb2.TurnEnding(outcome=turn.outcome)))
    except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
        return False
    return True
