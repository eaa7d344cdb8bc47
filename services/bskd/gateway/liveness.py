"""Whether a browser is still there, judged by what it sends."""

from __future__ import annotations

from dataclasses import dataclass

from bskd.gateway.limits import SILENCE_LIMIT_SECONDS, UNRESPONSIVE_AFTER_SECONDS


@dataclass
class Liveness:
    """What is known about one connection. Moments are seconds of a monotonic clock.

    Extensions older than the heartbeat are silent for as long as nobody calls them, so only those that have sent one
    are ever judged.
    """

    last_frame_seconds: float
    sends_heartbeats: bool = False
    unresponsive: bool = False

    def frame_came(self, now_seconds: float) -> bool:
        """Take note of any message. Returns whether this ends being unresponsive."""
        self.last_frame_seconds = now_seconds
        was_unresponsive, self.unresponsive = self.unresponsive, False
        return was_unresponsive

    def heartbeat_came(self) -> None:
        """Take note of a heartbeat."""
        self.sends_heartbeats = True

    def call_timed_out(self, now_seconds: float) -> bool:
        """Take note of a call without an answer. Returns whether this begins being unresponsive."""
        silent_seconds = now_seconds - self.last_frame_seconds
        if self.unresponsive or not self.sends_heartbeats or silent_seconds < UNRESPONSIVE_AFTER_SECONDS:
            return False
        self.unresponsive = True
        return True

    def is_gone(self, now_seconds: float) -> bool:
        """Whether the silence has lasted so long that the connection is to be dropped."""
        return self.sends_heartbeats and now_seconds - self.last_frame_seconds >= SILENCE_LIMIT_SECONDS
