"""Metrics of the gateway."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_BROWSERS = frozenset({"chrome", "chromium", "edge", "brave", "opera", "arc"})
_SECONDS_BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)


class GatewayMetrics:
    """What the gateway counts and measures. Labels are bounded words."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.connections = Gauge(
            "bsk_gateway_connections_count",
            "Extensions that are connected, by browser.",
            ("browser",),
            registry=registry,
        )
        self.unresponsive = Gauge(
            "bsk_gateway_unresponsive_count", "Connected extensions that stopped answering.", registry=registry
        )
        self.upgrades_refused = Counter(
            "bsk_gateway_upgrades_refused",
            "WebSocket upgrades refused before the connection: `no_origin`, `foreign_origin` or `draining`.",
            ("cause",),
            registry=registry,
        )
        self.handshakes = Counter(
            "bsk_gateway_handshakes",
            "Handshakes by outcome: `accepted`, `skew`, `version_too_old`, `invalid_params`, `timeout`, `not_text`, "
            "`not_handshake` or `left`.",
            ("outcome",),
            registry=registry,
        )
        self.disconnects = Counter(
            "bsk_gateway_disconnects",
            "Accepted connections that ended: `closed`, `replaced`, `silent`, `draining` or `too_large`.",
            ("cause",),
            registry=registry,
        )
        self.frames_ignored = Counter(
            "bsk_gateway_frames_ignored",
            "Messages from extensions without effect: `invalid_frame`, `unknown_id`, `unknown_event`, "
            "`invalid_payload` or `binary`.",
            ("cause",),
            registry=registry,
        )
        self.received = Counter(
            "bsk_gateway_received_characters",
            "Characters of text messages received from extensions.",
            registry=registry,
        )
        self.sent = Counter(
            "bsk_gateway_sent_characters", "Characters of text messages sent to extensions.", registry=registry
        )
        self.request_seconds = Histogram(
            "bsk_gateway_request_seconds",
            "From a request to an extension until its answer, by method.",
            ("method",),
            buckets=_SECONDS_BUCKETS,
            registry=registry,
        )
        self.requests = Counter(
            "bsk_gateway_requests",
            "Requests to extensions by outcome: `ok`, `error` (the extension's own), `timeout`, `cancelled`, `lost` or "
            "`refused` (not sent).",
            ("outcome",),
            registry=registry,
        )
        self.attached = Gauge(
            "bsk_gateway_attached_bool",
            "1 while the session service knows this gateway's connections.",
            registry=registry,
        )


def browser_label(name: str) -> str:
    """The browser's name as the value of a label: one of the known names, else `other`."""
    return name if name in _BROWSERS else "other"
