from __future__ import annotations

import pytest

from bsk_wire.errors import RULES, BskError, Reason


def test_error_takes_its_rules_from_the_reason() -> None:
    error = BskError(Reason.REF_NOT_FOUND, "@e7 is gone", ref="e7")
    assert (error.code, error.exit_status, error.grpc_status) == ("not_found", 1, "NOT_FOUND")
    assert error.envelope() == {
        "code": "not_found",
        "message": "@e7 is gone",
        "hint": RULES[Reason.REF_NOT_FOUND].hint,
        "exit_code": 1,
        "data": {"reason": "ref_not_found", "ref": "e7"},
    }


def test_envelope_omits_an_empty_hint() -> None:
    assert "hint" not in BskError(Reason.TIMEOUT, "late", hint="").envelope()


def test_facts_tell_what_is_known_and_nothing_else() -> None:
    error = BskError(
        Reason.TIMEOUT, "late", effect_state="unknown", phase="cleanup", cleanup_state="failed", call_id="c-1", x=1
    )
    assert error.facts() == {
        "reason": "timeout",
        "effect_state": "unknown",
        "phase": "cleanup",
        "cleanup_state": "failed",
        "call_id": "c-1",
        "x": 1,
    }


def test_error_of_the_wire_keeps_a_reason_of_its_own() -> None:
    error = BskError.from_wire("cdp_failed", "no", {"reason": "moon_phase", "effect_state": "none", "x": 1})
    assert (error.reason, error.code, error.exit_status) == ("moon_phase", "cdp_failed", 3)
    assert (error.effect_state, error.data) == ("none", {"x": 1})


def test_error_of_the_wire_without_a_reason_has_that_of_its_code() -> None:
    assert BskError.from_wire("not_found", "no", {}).reason == "not_found"


def test_code_of_the_wire_decides_where_it_contradicts_the_reason() -> None:
    error = BskError.from_wire("timeout", "no", {"reason": "ref_not_found"})
    assert (error.reason, error.code, error.exit_status) == ("ref_not_found", "timeout", 4)


@pytest.mark.parametrize("state", ["maybe", 1, None])
def test_effect_state_that_is_none_of_the_words_is_dropped(state: object) -> None:
    assert BskError.from_wire("timeout", "no", {"effect_state": state}).effect_state is None


def test_code_that_nobody_knows_counts_as_a_protocol_error() -> None:
    assert BskError("strange", "no", code="stranger").exit_status == RULES[Reason.PROTOCOL_ERROR].exit_status


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_rule_that_the_public_protocol_knows(reason: Reason) -> None:
    rule = RULES[reason]
    assert rule.code in {
        "unknown_method", "unsupported", "invalid_params", "not_found", "permission_denied", "timeout", "cdp_failed",
        "protocol_error", "cancelled", "user_aborted", "version_too_old", "multiple_browsers_online",
        "no_browser_connected",
    }  # fmt: skip
    assert 1 <= rule.exit_status <= 5
    assert rule.hint
    assert rule.meaning
