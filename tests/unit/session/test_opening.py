from __future__ import annotations

import pytest

from bsk.session.v1 import session_pb2
from bsk_wire.errors import BskError
from bskd.session.opening import check_start


@pytest.mark.parametrize(
    ("request_", "named"),
    [
        (session_pb2.StartSessionRequest(width=800), "--height"),
        (session_pb2.StartSessionRequest(height=800), "--width"),
        (session_pb2.StartSessionRequest(width=99, height=800), "--width"),
        (session_pb2.StartSessionRequest(width=800, height=7681), "--height"),
        (session_pb2.StartSessionRequest(browser=""), "--browser"),
    ],
)
def test_start_is_refused_and_the_flag_named(request_: session_pb2.StartSessionRequest, named: str) -> None:
    with pytest.raises(BskError, match=named) as caught:
        check_start(request_)
    assert caught.value.code == "invalid_params"


@pytest.mark.parametrize("side", [100, 7680])
def test_start_accepts_a_window_at_the_bounds(side: int) -> None:
    check_start(session_pb2.StartSessionRequest(width=side, height=side))
