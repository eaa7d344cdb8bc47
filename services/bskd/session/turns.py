"""Who acts in a session, one call after the other.

Pure: it decides, and `admission` carries the decisions to the calls that wait.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from bsk.options.v1 import options_pb2
from bsk_wire.errors import BskError, Reason
from bskd.session.limits import BUSY_ADVICE_MS, TURN_QUEUE_CAPACITY

_HELD_BACK = (options_pb2.EFFECT_TRANSIENT_INPUT, options_pb2.EFFECT_BROWSER_MUTATION)


@dataclass(eq=False)
class Turn:
    """One call's turn: waiting in a queue, or running since `started_at_seconds` (epoch)."""

    call_id: str
    method: str
    effect: options_pb2.Effect.ValueType
    started_at_seconds: float | None = None

    @property
    def acts(self) -> bool:
        """Whether a person's Stop holds this call back."""
        return self.effect in _HELD_BACK


class TurnQueue:
    """The turns of one session, first in, first out, with a bounded wait."""

    def __init__(self, session_id: str, capacity: int = TURN_QUEUE_CAPACITY) -> None:
        self._session_id = session_id
        self._capacity = capacity
        self._waiting: deque[Turn] = deque()
        self._refusal: Callable[[], BskError] | None = None
        self._interrupted = False
        self.running: Turn | None = None

    @property
    def idle(self) -> bool:
        """No call runs and none waits."""
        return self.running is None and not self._waiting

    def enter(self, turn: Turn, *, no_wait: bool, now_seconds: float) -> bool:
        """Whether `turn` runs at once; otherwise it waits.

        Raises what the queue was closed with, `user_aborted` once after the person pressed Stop when the call would act
        on the page, and `session_busy` when it cannot or may not wait.
        """
        if self._refusal is not None:
            raise self._refusal()
        if self._interrupted and turn.acts:
            self._interrupted = False
            raise self.aborted_error()
        if self.running is None:
            self._start(turn, now_seconds)
            return True
        if no_wait or len(self._waiting) >= self._capacity:
            raise self.busy_error(now_seconds)
        self._waiting.append(turn)
        return False

    def leave(self, turn: Turn, now_seconds: float) -> Turn | None:
        """Give up a turn, running or waiting. Returns the turn that runs from now on because of it."""
        if turn is not self.running:
            if turn in self._waiting:
                self._waiting.remove(turn)
            return None
        self.running = None
        if not self._waiting:
            return None
        following = self._waiting.popleft()
        self._start(following, now_seconds)
        return following

    def interrupt(self) -> list[Turn]:
        """The person pressed Stop. Returns the turns that have to end: what runs, and what waits in order to act."""
        self._interrupted = True
        stopped = [turn for turn in self._waiting if turn.acts]
        self._waiting = deque(turn for turn in self._waiting if not turn.acts)
        return [self.running, *stopped] if self.running is not None else stopped

    def close(self, refusal: Callable[[], BskError]) -> list[Turn]:
        """Answer everybody with `refusal`. Returns the turns that have to end: what runs, and all that waits."""
        self._refusal = refusal
        stopped = list(self._waiting)
        self._waiting.clear()
        return [self.running, *stopped] if self.running is not None else stopped

    def reopen(self) -> None:
        """Let callers in again, because the session could not be stopped."""
        self._refusal = None

    def busy_error(self, now_seconds: float) -> BskError:
        """Answer to a call that did not get its turn. Nothing of it was sent."""
        return BskError(
            Reason.SESSION_BUSY,
            f"session {self._session_id} is busy with another call",
            effect_state="none",
            session_id=self._session_id,
            dispatched=False,
            activity=self._activity(now_seconds),
            wait={"action": "wait", "session_id": self._session_id, "wait_ms": BUSY_ADVICE_MS},
        )

    def stopping_error(self) -> BskError:
        """Answer to a call that is held back or ended by a stop."""
        return BskError(
            Reason.SESSION_STOPPING, f"session {self._session_id} is being stopped", session_id=self._session_id
        )

    def aborted_error(self) -> BskError:
        """Answer to a call that is held back or ended by the person."""
        return BskError(
            Reason.USER_ABORTED, "the person stopped the agent in this session", session_id=self._session_id
        )

    def _start(self, turn: Turn, now_seconds: float) -> None:
        turn.started_at_seconds = now_seconds
        self.running = turn

    def _activity(self, now_seconds: float) -> dict[str, object]:
        if self.running is None or self.running.started_at_seconds is None:
            return {"state": "stopping" if self._refusal is not None else "idle"}
        return {
            "state": "stopping" if self._refusal is not None else "running",
            "command_id": self.running.call_id,
            "method": self.running.method,
            "started_at": round(self.running.started_at_seconds * 1000),
            "elapsed_ms": max(0, round((now_seconds - self.running.started_at_seconds) * 1000)),
        }
