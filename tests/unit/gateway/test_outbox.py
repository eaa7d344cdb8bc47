from __future__ import annotations

import pytest

from bsk.gateway.v1 import link_pb2
from bsk.session.v1 import session_pb2
from bskd.gateway.outbox import Outbox

SNAPSHOT = session_pb2.AttachGatewayRequest(snapshot=session_pb2.GatewaySnapshot(gateway_id="g-1"))
CONNECTED = session_pb2.AttachGatewayRequest(connected=session_pb2.Connection(connection_id="c"))
CLOSED = session_pb2.AttachGatewayRequest(window_closed=link_pb2.WindowClosedPayload(session_id="qzem"))
INTERRUPT = session_pb2.AttachGatewayRequest(user_interrupt=link_pb2.UserInterruptPayload(session_id="qzem"))


def drained(outbox: Outbox) -> list[session_pb2.AttachGatewayRequest]:
    reports = []
    while (report := outbox.next()) is not None:
        reports.append(report)
    return reports


def test_outbox_sends_in_order() -> None:
    outbox = Outbox()
    outbox.begin_stream(SNAPSHOT)
    outbox.put(CONNECTED)
    outbox.put(CLOSED)
    assert drained(outbox) == [SNAPSHOT, CONNECTED, CLOSED]


def test_outbox_keeps_a_report_until_it_is_taken() -> None:
    outbox = Outbox()
    outbox.begin_stream(SNAPSHOT)
    outbox.put(CLOSED)
    drained(outbox)
    outbox.taken()
    assert len(outbox) == 1
    outbox.taken()
    assert len(outbox) == 0


def test_outbox_ignores_an_acknowledgement_of_nothing() -> None:
    outbox = Outbox()
    outbox.begin_stream(SNAPSHOT)
    outbox.taken()
    assert drained(outbox) == [SNAPSHOT]


def test_outbox_repeats_only_session_events_that_were_not_taken() -> None:
    outbox = Outbox()
    outbox.begin_stream(SNAPSHOT)
    outbox.put(CLOSED)
    outbox.put(CONNECTED)
    outbox.put(INTERRUPT)
    drained(outbox)
    outbox.taken()
    outbox.taken()
    outbox.begin_stream(SNAPSHOT)
    assert drained(outbox) == [SNAPSHOT, INTERRUPT]


def test_outbox_lets_the_oldest_go_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bskd.gateway.outbox.MAX_KEPT_REPORTS", 2)
    outbox = Outbox()
    for report in (CONNECTED, CLOSED, INTERRUPT):
        outbox.put(report)
    assert drained(outbox) == [CLOSED, INTERRUPT]
