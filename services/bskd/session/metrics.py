"""What the session service counts."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_WAIT_BUCKETS_SECONDS = (0.001, 0.01, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_START_BUCKETS_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30)


class SessionMetrics:
    """The metrics of one process's session service."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.sessions = Gauge(
            "bsk_session_sessions_count", "Sessions that live, by state.", labelnames=("state",), registry=registry
        )
        self.browsers = Gauge(
            "bsk_session_browsers_count", "Connected browsers, by kind.", labelnames=("browser",), registry=registry
        )
        self.gateways = Gauge(
            "bsk_session_gateways_count", "Gateways that report their connections at present.", registry=registry
        )
        self.starts = Counter(
            "bsk_session_starts",
            "Attempts to start a session, by the reason of their failure, or `ok`.",
            labelnames=("reason",),
            registry=registry,
        )
        self.start_seconds = Histogram(
            "bsk_session_start_seconds",
            "Time from the choice of a browser to its open Agent Window.",
            buckets=_START_BUCKETS_SECONDS,
            registry=registry,
        )
        self.ended = Counter(
            "bsk_session_ended", "Sessions that ended, by how.", labelnames=("ended",), registry=registry
        )
        self.stop_failures = Counter(
            "bsk_session_stop_failures",
            "Attempts to stop a session after which it went on, by reason.",
            labelnames=("reason",),
            registry=registry,
        )
        self.turns = Counter(
            "bsk_session_turns",
            "Turns that were granted, by what their holder said at the end; `lost` when it said nothing.",
            labelnames=("outcome",),
            registry=registry,
        )
        self.turn_refusals = Counter(
            "bsk_session_turn_refusals",
            "Turns that were not granted, by reason.",
            labelnames=("reason",),
            registry=registry,
        )
        self.turn_wait_seconds = Histogram(
            "bsk_session_turn_wait_seconds",
            "Time that a call waited for its turn.",
            buckets=_WAIT_BUCKETS_SECONDS,
            registry=registry,
        )
        self.interrupts = Counter("bsk_session_interrupts", "Times that a person pressed Stop.", registry=registry)
