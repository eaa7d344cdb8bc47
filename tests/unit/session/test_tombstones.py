from __future__ import annotations

import pytest

from bsk_wire.errors import Reason
from bskd.session.tombstones import Ended, Tombstone, ended_error, revocation_error, unknown_session_error


@pytest.mark.parametrize("ended", list(Ended))
def test_ended_error_says_how_and_when(ended: Ended) -> None:
    error = ended_error(Tombstone("abcd", ended, 1234))
    assert (error.reason, error.code) == (Reason.SESSION_ENDED, "not_found")
    assert error.data == {"session_id": "abcd", "ended": str(ended), "ended_at_ms": 1234}


def test_unknown_session_error_names_the_session() -> None:
    error = unknown_session_error("abcd")
    assert (error.reason, error.code, error.data) == (Reason.SESSION_NOT_FOUND, "not_found", {"session_id": "abcd"})


def test_revocation_error_is_a_lost_connection_when_the_browser_went_away() -> None:
    assert revocation_error(Tombstone("abcd", Ended.BROWSER_GONE, 1)).reason == Reason.EXTENSION_DISCONNECTED


def test_revocation_error_is_the_end_of_the_session_when_its_window_was_closed() -> None:
    assert revocation_error(Tombstone("abcd", Ended.WINDOW_CLOSED, 1)).data["ended"] == "window_closed"
