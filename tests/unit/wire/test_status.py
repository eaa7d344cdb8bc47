from __future__ import annotations

import pytest

from bsk_wire.errors import BskError, EffectState, Reason
from bsk_wire.metadata import STATUS_DETAILS_KEY
from bsk_wire.status import GRPC_CODES, error_in, status_of


def carried(error: BskError) -> BskError:
    """The error after its way over gRPC."""
    found = error_in([("other", "x"), (STATUS_DETAILS_KEY, status_of(error).SerializeToString())])
    assert found is not None
    return found


@pytest.mark.parametrize("state", [None, "none", "committed", "unknown"])
def test_error_comes_over_unchanged(state: EffectState | None) -> None:
    error = BskError(
        Reason.ELEMENT_COVERED,
        "é\nlies over it",
        hint="",
        effect_state=state,
        phase="transport",
        cleanup_state="failed",
        call_id="c-1",
        covered_by="div",
        count=2,
        share=0.5,
    )
    error.hint = "move it"
    assert carried(error).envelope() == error.envelope()


def test_reason_of_an_extension_comes_over_with_its_code() -> None:
    error = carried(BskError("moon_phase", "no", code="cdp_failed"))
    assert (error.reason, error.code, error.exit_status) == ("moon_phase", "cdp_failed", 3)


def test_status_has_the_code_of_its_reason() -> None:
    assert status_of(BskError(Reason.SESSION_BUSY, "busy")).code == GRPC_CODES["RESOURCE_EXHAUSTED"]


@pytest.mark.parametrize(
    "metadata", [None, [], [("a", "b")], [(STATUS_DETAILS_KEY, "text")], [(STATUS_DETAILS_KEY, b"")]]
)
def test_call_without_our_detail_has_no_error_of_ours(metadata: list[tuple[str, str | bytes]] | None) -> None:
    assert error_in(metadata) is None
