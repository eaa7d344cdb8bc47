"""What the session service has still to be told, without any stream."""

from __future__ import annotations

from collections import deque

from bsk.session.v1.session_pb2 import AttachGatewayRequest
from bskd.gateway.limits import MAX_KEPT_REPORTS

# A snapshot says all there is to say about connections; only these are lost with the stream that carried them.
_SESSION_REPORTS = frozenset({"window_closed", "user_interrupt", "interaction_changed"})


class Outbox:
    """Reports in their order, kept until the session service has taken them.

    A new stream begins with a snapshot, after which only the session events that were not taken are repeated.
    """

    def __init__(self) -> None:
        self._reports: deque[AttachGatewayRequest] = deque()
        self._sent = 0

    def __len__(self) -> int:
        return len(self._reports)

    def put(self, report: AttachGatewayRequest) -> None:
        """Add a report."""
        if len(self._reports) >= MAX_KEPT_REPORTS:
            self._reports.popleft()
            self._sent = max(self._sent - 1, 0)
        self._reports.append(report)

    def begin_stream(self, snapshot: AttachGatewayRequest) -> None:
        """Start over for a new stream: the snapshot, then what is still worth saying."""
        kept = [report for report in self._reports if report.WhichOneof("report") in _SESSION_REPORTS]
        self._reports = deque([snapshot, *kept])
        self._sent = 0

    def next(self) -> AttachGatewayRequest | None:
        """The next report to send, or None when all are sent."""
        if self._sent >= len(self._reports):
            return None
        report = self._reports[self._sent]
        self._sent += 1
        return report

    def taken(self) -> None:
        """The session service has taken the oldest report that was sent."""
        if self._sent:
            self._reports.popleft()
            self._sent -= 1
