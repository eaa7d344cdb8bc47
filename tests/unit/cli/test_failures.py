from __future__ import annotations

import pytest

from bsk_client.failures import failure_of
from bsk_wire.errors import BskError, Reason
from bsk_wire.metadata import STATUS_DETAILS_KEY
from bsk_wire.status import status_of

NEVER_CONNECTED = "failed to connect to all addresses; last error: UNKNOWN: unix:/x: No such file or directory"


def test_error_of_a_service_passes_with_the_call_id_it_lacks() -> None:
    sent = BskError(Reason.ELEMENT_COVERED, "a banner covers it", effect_state="none", covered_by="div.banner")
    metadata = [(STATUS_DETAILS_KEY, status_of(sent).SerializeToString())]
    found = failure_of("FAILED_PRECONDITION", "whatever", metadata, call_id="c-1", mutates=True)
    assert (
        found.envelope()
        == BskError(
            Reason.ELEMENT_COVERED, "a banner covers it", effect_state="none", call_id="c-1", covered_by="div.banner"
        ).envelope()
    )


@pytest.mark.parametrize(
    ("code", "details", "reason", "exit_status"),
    [
        ("CANCELLED", "", Reason.CANCELLED, 2),
        ("DEADLINE_EXCEEDED", "", Reason.TIMEOUT, 4),
        ("UNAVAILABLE", "Socket closed", Reason.DAEMON_UNAVAILABLE, 2),
        ("UNAVAILABLE", NEVER_CONNECTED, Reason.DAEMON_UNAVAILABLE, 2),
        ("UNIMPLEMENTED", "", Reason.UNKNOWN_METHOD, 5),
        ("UNAUTHENTICATED", "", Reason.UNAUTHENTICATED, 1),
        ("RESOURCE_EXHAUSTED", "too large", Reason.MESSAGE_TOO_LARGE, 1),
        ("INTERNAL", "broken", Reason.PROTOCOL_ERROR, 2),
        ("UNKNOWN", "", Reason.PROTOCOL_ERROR, 2),
    ],
)
def test_status_without_detail_gets_a_reason(code: str, details: str, reason: Reason, exit_status: int) -> None:
    found = failure_of(code, details, None, call_id="c-1", mutates=False)
    assert (found.reason, found.exit_status, found.call_id) == (reason, exit_status, "c-1")


@pytest.mark.parametrize(
    ("code", "details", "mutates", "state"),
    [
        ("UNAVAILABLE", "Socket closed", True, "unknown"),
        ("UNAVAILABLE", "Socket closed", False, None),
        ("UNAVAILABLE", NEVER_CONNECTED, True, "none"),
        ("DEADLINE_EXCEEDED", "", True, "unknown"),
        ("CANCELLED", "", True, "unknown"),
        ("CANCELLED", "", False, None),
    ],
)
def test_lost_answer_of_a_mutation_leaves_it_unknown(code: str, details: str, mutates: bool, state: str | None) -> None:
    assert failure_of(code, details, None, call_id="c-1", mutates=mutates).effect_state == state
