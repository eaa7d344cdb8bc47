from __future__ import annotations

from typing import Any

import pytest

from bsk_wire.catalog import tool_of_command
from bsk_wire.errors import BskError, Reason
from bskd.router.outcomes import final_error

LATE = {"dispatched": True, "settled": False}
LOST = {"dispatched": True}
ANSWERED = {"dispatched": True, "answered": True}


def final(command: str, reason: Reason, facts: dict[str, Any], *, sent: bool = True, **settings: Any) -> BskError:
    error = BskError(reason, "something failed", **settings)
    error.data = dict(facts)
    return final_error(tool_of_command(command), error, sent=sent, call_id="c-1")


@pytest.mark.parametrize("command", ["click", "press"])
@pytest.mark.parametrize(
    ("reason", "code"),
    [
        (Reason.TIMEOUT, "timeout"),
        (Reason.CANCEL_CLEANUP_TIMEOUT, "timeout"),
        (Reason.CANCELLED, "cancelled"),
        (Reason.EXTENSION_DISCONNECTED, "protocol_error"),
        (Reason.EXTENSION_RECONNECTED, "protocol_error"),
        (Reason.PEER_UNAVAILABLE, "protocol_error"),
    ],
)
def test_lost_input_is_unknown_and_keeps_the_code_of_its_cause(command: str, reason: Reason, code: str) -> None:
    error = final(command, reason, LOST)
    assert (error.reason, error.code, error.effect_state) == (Reason.INPUT_OUTCOME_UNKNOWN, code, "unknown")
    assert error.data["cause"] == str(reason)
    assert error.call_id == "c-1"


@pytest.mark.parametrize("command", ["click", "fill", "evaluate", "navigate", "hover"])
@pytest.mark.parametrize("reason", [Reason.USER_ABORTED, Reason.SESSION_STOPPING])
def test_call_that_was_ended_on_purpose_says_by_whom_and_is_unknown(command: str, reason: Reason) -> None:
    error = final(command, reason, {})
    assert (error.reason, error.effect_state) == (reason, "unknown")


@pytest.mark.parametrize(
    ("command", "reason"),
    [("fill", Reason.TIMEOUT), ("hover", Reason.EXTENSION_DISCONNECTED), ("navigate", Reason.EXTENSION_RECONNECTED)],
)
def test_other_lost_call_that_acts_keeps_its_reason_and_is_unknown(command: str, reason: Reason) -> None:
    error = final(command, reason, LOST)
    assert (error.reason, error.effect_state) == (reason, "unknown")


def test_late_script_is_pending() -> None:
    error = final("evaluate", Reason.TIMEOUT, LATE)
    assert (error.reason, error.code, error.effect_state) == (Reason.EXECUTION_PENDING, "timeout", "unknown")
    assert error.data["execution_state"] == "settling"


def test_late_script_that_gave_up_is_not_pending() -> None:
    error = final("evaluate", Reason.TIMEOUT, {"dispatched": True, "settled": True})
    assert (error.reason, error.effect_state) == (Reason.TIMEOUT, "unknown")
    assert "execution_state" not in error.data


def test_script_whose_connection_was_lost_is_unconfirmed() -> None:
    error = final("evaluate", Reason.EXTENSION_DISCONNECTED, LOST)
    assert (error.reason, error.code) == (Reason.EXECUTION_OUTCOME_UNKNOWN, "protocol_error")
    assert (error.effect_state, error.data["execution_state"]) == ("unknown", "unconfirmed")


@pytest.mark.parametrize("command", ["click", "fill", "evaluate"])
@pytest.mark.parametrize("facts", [{"dispatched": False}, {"dispatched": False, "settled": False}])
def test_call_that_was_not_dispatched_did_nothing(command: str, facts: dict[str, Any]) -> None:
    error = final(command, Reason.EXTENSION_UNRESPONSIVE, facts)
    assert (error.reason, error.effect_state) == (Reason.EXTENSION_UNRESPONSIVE, "none")


@pytest.mark.parametrize("reason", [Reason.PEER_UNAVAILABLE, Reason.USER_ABORTED, Reason.TIMEOUT])
def test_call_that_was_not_sent_did_nothing(reason: Reason) -> None:
    error = final("click", reason, {}, sent=False)
    assert (error.reason, error.effect_state) == (reason, "none")


@pytest.mark.parametrize("effect_state", ["none", "committed", "unknown"])
def test_what_the_extension_proved_is_kept(effect_state: str) -> None:
    error = final("click", Reason.CANCELLED, ANSWERED, effect_state=effect_state)
    assert (error.reason, error.effect_state) == (Reason.CANCELLED, effect_state)


def test_refusal_of_the_extension_is_kept() -> None:
    error = final("click", Reason.REF_NOT_FOUND, ANSWERED | {"ref": "e7"})
    assert (error.reason, error.effect_state, error.data["ref"]) == (Reason.REF_NOT_FOUND, None, "e7")


def test_protocol_error_that_the_extension_answered_is_kept() -> None:
    assert final("click", Reason.PROTOCOL_ERROR, ANSWERED).reason == Reason.PROTOCOL_ERROR


@pytest.mark.parametrize("command", ["click", "press"])
def test_input_that_the_extension_itself_gave_up_is_unknown(command: str) -> None:
    error = final(command, Reason.TIMEOUT, ANSWERED)
    assert (error.reason, error.effect_state) == (Reason.INPUT_OUTCOME_UNKNOWN, "unknown")


@pytest.mark.parametrize("reason", [Reason.TIMEOUT, Reason.EXTENSION_DISCONNECTED, Reason.USER_ABORTED])
def test_lost_read_leaves_nothing_to_report(reason: Reason) -> None:
    error = final("observe", reason, LOST)
    assert (error.reason, error.effect_state) == (reason, None)


def test_facts_between_services_do_not_reach_the_caller() -> None:
    for facts in (LATE, ANSWERED):
        assert {"answered", "settled"}.isdisjoint(final("fill", Reason.TIMEOUT, facts).data)
