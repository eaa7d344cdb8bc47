"""Asking running work to stop, from a signal handler or from another thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue

from bsk_wire.errors import BskError, Reason


class Cancellation:
    """A request to stop, made once and kept.

    `request` may be called from a signal handler: everything it touches is re-entrant.
    """

    def __init__(self) -> None:
        self._requested = False
        self._callbacks: list[Callable[[], None]] = []

    @property
    def requested(self) -> bool:
        return self._requested

    def request(self) -> None:
        """Ask for the stop. Asking again changes nothing."""
        if self._requested:
            return
        self._requested = True
        for callback in tuple(self._callbacks):
            callback()

    def check(self) -> None:
        """Raise `BskError(CANCELLED)` when the stop has been asked for. For places where nothing was sent yet."""
        if self._requested:
            raise BskError(Reason.CANCELLED, "cancelled before anything was sent", effect_state="none")

    def sleep(self, seconds: float) -> None:
        """Wait, and raise `BskError(CANCELLED)` as soon as the stop is asked for."""
        wake: SimpleQueue[None] = SimpleQueue()
        with self.watched(lambda: wake.put(None)):
            self.check()
            try:
                wake.get(timeout=max(seconds, 0.0))
            except Empty:
                return
            self.check()

    @contextmanager
    def watched(self, callback: Callable[[], None]) -> Iterator[None]:
        """Call `callback` when the stop is asked for while the block runs, or at once when it already was.

        The callback runs wherever `request` is called, a signal handler included, so it may only do re-entrant things
        such as `SimpleQueue.put`.
        """
        self._callbacks.append(callback)
        try:
            if self._requested:
                callback()
            yield
        finally:
            self._callbacks.remove(callback)
