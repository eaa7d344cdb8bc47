from __future__ import annotations

import pytest

from bskd.session.reaper import tick_seconds


@pytest.mark.parametrize(
    ("idle_seconds", "tick"), [(0.2, 0.1), (4.0, 1.0), (60.0, 15.0), (300.0, 30.0), (86_400.0, 30.0)]
)
def test_tick_is_a_quarter_of_the_idle_limit_within_bounds(idle_seconds: float, tick: float) -> None:
    assert tick_seconds(idle_seconds) == tick
