from __future__ import annotations

from bskd.gateway.liveness import Liveness


def test_liveness_never_judges_a_browser_without_heartbeats() -> None:
    liveness = Liveness(0)
    assert not liveness.is_gone(1e6)
    assert not liveness.call_timed_out(1e6)


def test_liveness_gives_up_after_a_minute_of_silence() -> None:
    liveness = Liveness(0)
    liveness.heartbeat_came()
    assert not liveness.is_gone(59.9)
    assert liveness.is_gone(60)


def test_liveness_counts_silence_from_any_frame() -> None:
    liveness = Liveness(0)
    liveness.heartbeat_came()
    liveness.frame_came(50)
    assert not liveness.is_gone(100)


def test_liveness_marks_a_time_out_after_two_missed_heartbeats_once() -> None:
    liveness = Liveness(0)
    liveness.heartbeat_came()
    assert not liveness.call_timed_out(39)
    assert liveness.call_timed_out(40)
    assert liveness.unresponsive
    assert not liveness.call_timed_out(41)


def test_liveness_is_restored_by_any_frame() -> None:
    liveness = Liveness(0)
    liveness.heartbeat_came()
    liveness.call_timed_out(40)
    assert liveness.frame_came(41)
    assert not liveness.unresponsive
    assert not liveness.frame_came(42)
