"""Metrics of the runtime, and the catalogue of all metrics for the reference page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.registry import Collector

from bsk_wire.errors import Reason

# Reasons that only an extension knows are counted together, so that no peer can make new time series.
OTHER_REASON = "other"
_REASONS = frozenset(str(reason) for reason in Reason)

_CALL_SECONDS_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)


class CallMetrics:
    """What the interceptor measures for every service."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.seconds = Histogram(
            "bsk_runtime_call_seconds",
            "How long a gRPC call took, by method and gRPC status code.",
            ("method", "code"),
            buckets=_CALL_SECONDS_BUCKETS,
            registry=registry,
        )
        self.errors = Counter(
            "bsk_runtime_call_errors",
            "gRPC calls that failed, by method and reason. Reasons outside the closed list count as `other`.",
            ("method", "reason"),
            registry=registry,
        )
        self.running = Gauge(
            "bsk_runtime_calls_running_count", "gRPC calls that are being served at present.", registry=registry
        )


@dataclass(frozen=True)
class MetricDescription:
    """One metric, for the reference page."""

    name: str
    kind: str
    help: str
    labels: tuple[str, ...]


class CatalogueRegistry(CollectorRegistry):
    """A registry that remembers what was registered, so that the metrics can be listed without any values."""

    def __init__(self) -> None:
        super().__init__()
        self._collectors: list[Collector] = []

    def register(self, collector: Collector) -> None:
        super().register(collector)
        self._collectors.append(collector)

    def descriptions(self) -> Iterator[MetricDescription]:
        """Every metric, in the order of registration."""
        for collector in self._collectors:
            labels = tuple(getattr(collector, "_labelnames", ()))
            for family in collector.describe() if hasattr(collector, "describe") else ():
                name = f"{family.name}_total" if family.type == "counter" else family.name
                yield MetricDescription(name, family.type, family.documentation, labels)


def reason_label(reason: str) -> str:
    """The reason as the value of a label: itself when it is in the closed list, else `other`."""
    return reason if reason in _REASONS else OTHER_REASON
