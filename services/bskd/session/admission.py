"""Lets calls into a session in the order that its turn queue decides."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bsk_wire.errors import BskError
from bskd.runtime.clock import Clock
from bskd.session.turns import Turn, TurnQueue


class Ticket:
    """A call's place in a session."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        # Resolves with None when the turn has come, or with why it will not come.
        self.decision: asyncio.Future[BskError | None] = loop.create_future()
        # Resolves with why the turn has to end, if it has to.
        self.revocation: asyncio.Future[BskError] = loop.create_future()


class Admission:
    """The turns of one session, for calls that wait for them."""

    def __init__(self, session_id: str, clock: Clock) -> None:
        self._queue = TurnQueue(session_id)
        self._clock = clock
        self._tickets: dict[Turn, Ticket] = {}
        self._quiet = asyncio.Event()
        self._quiet.set()
        # When the last call entered or left. Monotonic.
        self.last_used_seconds = clock.monotonic()

    @property
    def idle(self) -> bool:
        """No call runs and none waits."""
        return self._queue.idle

    @asynccontextmanager
    async def turn(self, turn: Turn, *, no_wait: bool, wait_seconds: float) -> AsyncIterator[Ticket]:
        """Wait for the turn, and hold it as long as the context lasts.

        Raises what `TurnQueue.enter` raises, `session_busy` when `wait_seconds` go by, and the refusal when the session
        is stopped, interrupted or ended meanwhile.
        """
        ticket = Ticket()
        if self._queue.enter(turn, no_wait=no_wait, now_seconds=self._clock.now()):
            self._quiet.clear()
            ticket.decision.set_result(None)
        self._tickets[turn] = ticket
        self.last_used_seconds = self._clock.monotonic()
        try:
            try:
                async with asyncio.timeout(wait_seconds):
                    refusal = await ticket.decision
            except TimeoutError:
                raise self._queue.busy_error(self._clock.now()) from None
            if refusal is not None:
                raise refusal
            yield ticket
        finally:
            self._leave(turn)

    def interrupt(self) -> None:
        """The person pressed Stop: end what runs and what waits in order to act."""
        for turn in self._queue.interrupt():
            self._end(turn, self._queue.aborted_error())

    def stop(self) -> None:
        """End what runs and what waits, and answer everybody from now on that the session is being stopped."""
        for turn in self._queue.close(self._queue.stopping_error):
            self._end(turn, self._queue.stopping_error())

    def reopen(self) -> None:
        """Let calls in again, because the session could not be stopped."""
        self._queue.reopen()
        self.last_used_seconds = self._clock.monotonic()

    def finish(self, revocation: BskError, refusal: Callable[[], BskError]) -> None:
        """The session has ended: end what runs with `revocation`, and answer everybody else with `refusal`."""
        running = self._queue.running
        for turn in self._queue.close(refusal):
            self._end(turn, revocation if turn is running else refusal())

    async def quiet(self, seconds: float) -> bool:
        """Wait until no call runs. False when `seconds` go by first."""
        try:
            async with asyncio.timeout(seconds):
                await self._quiet.wait()
        except TimeoutError:
            return False
        return True

    def _end(self, turn: Turn, error: BskError) -> None:
        ticket = self._tickets[turn]
        if not ticket.decision.done():
            ticket.decision.set_result(error)
        elif not ticket.revocation.done():
            ticket.revocation.set_result(error)

    def _leave(self, turn: Turn) -> None:
        del self._tickets[turn]
        self.last_used_seconds = self._clock.monotonic()
        following = self._queue.leave(turn, self._clock.now())
        if following is not None:
            self._tickets[following].decision.set_result(None)
        elif self._queue.running is None:
            self._quiet.set()
