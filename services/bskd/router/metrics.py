"""What the router counts."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram

_CALL_BUCKETS_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)


class RouterMetrics:
    """The metrics of one process's router."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.calls = Counter(
            "bsk_router_tool_calls",
            "Tool calls, by method on the wire, effect class and the reason of the failure, or `ok`.",
            labelnames=("method", "effect", "reason"),
            registry=registry,
        )
        self.call_seconds = Histogram(
            "bsk_router_tool_call_seconds",
            "Time of a tool call in the router, the wait for its turn included.",
            labelnames=("method",),
            buckets=_CALL_BUCKETS_SECONDS,
            registry=registry,
        )
        self.unknown_outcomes = Counter(
            "bsk_router_unknown_outcomes",
            "Tool calls that failed and may have acted nevertheless.",
            labelnames=("method",),
            registry=registry,
        )
        self.read_retries = Counter(
            "bsk_router_read_retries",
            "Reads that were tried again because the session service could not be reached.",
            registry=registry,
        )
