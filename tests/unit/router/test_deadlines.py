from __future__ import annotations

import pytest

from bsk.options.v1 import options_pb2
from bskd.router.deadlines import call_times, overhead_seconds, tool_seconds

PLAIN = options_pb2.ToolOptions(timeout_ms=30_000)
GRACED = options_pb2.ToolOptions(timeout_ms=15_000, response_grace_ms=2000)
CANCELLED = options_pb2.ToolOptions(timeout_ms=30_000, cancel_at_deadline=True)


def test_tool_gets_what_the_caller_asked_for() -> None:
    assert tool_seconds(PLAIN, 1500) == 1.5


def test_tool_gets_its_default_when_the_caller_named_nothing() -> None:
    assert tool_seconds(GRACED, None) == 15.0


def test_tool_without_a_default_gets_thirty_seconds() -> None:
    assert tool_seconds(options_pb2.ToolOptions(), None) == 30.0


def test_call_takes_its_full_time_when_the_deadline_is_far() -> None:
    times = call_times(PLAIN, None, 35.0)
    assert (times.tool_seconds, times.transport_seconds, times.shortened) == (30.0, 30.0, False)


def test_transport_waits_longer_than_the_tool_so_that_its_own_answer_arrives() -> None:
    assert call_times(GRACED, None, 60.0).transport_seconds == 17.0


@pytest.mark.parametrize("options", [PLAIN, GRACED, CANCELLED])
@pytest.mark.parametrize("remaining_seconds", [6.0, 10.0, 14.0])
def test_shortened_call_ends_before_the_deadline(options: options_pb2.ToolOptions, remaining_seconds: float) -> None:
    times = call_times(options, None, remaining_seconds)
    assert times.shortened
    assert times.tool_seconds + overhead_seconds(options) == pytest.approx(remaining_seconds)


def test_cancel_at_the_deadline_leaves_time_for_the_clean_up() -> None:
    assert call_times(CANCELLED, 10_000, 10.0).tool_seconds == pytest.approx(7.75)


@pytest.mark.parametrize("options", [PLAIN, GRACED, CANCELLED])
def test_tool_keeps_half_of_a_tight_deadline(options: options_pb2.ToolOptions) -> None:
    assert call_times(options, None, 0.4).tool_seconds >= 0.2


def test_nothing_is_left_when_the_deadline_has_passed() -> None:
    assert call_times(CANCELLED, None, 0.0).tool_seconds == 0.0
