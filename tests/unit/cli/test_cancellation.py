from __future__ import annotations

import threading
import time

import pytest

from bsk_client.cancellation import Cancellation
from bsk_wire.errors import BskError, Reason


def test_cancellation_is_asked_for_once_and_kept() -> None:
    cancellation = Cancellation()
    seen: list[int] = []
    with cancellation.watched(lambda: seen.append(1)):
        cancellation.request()
        cancellation.request()
    assert (cancellation.requested, seen) == (True, [1])


def test_cancellation_tells_a_late_watcher_at_once() -> None:
    cancellation = Cancellation()
    cancellation.request()
    seen: list[int] = []
    with cancellation.watched(lambda: seen.append(1)):
        assert seen == [1]


def test_cancellation_forgets_a_watcher_that_left() -> None:
    cancellation = Cancellation()
    seen: list[int] = []
    with cancellation.watched(lambda: seen.append(1)):
        pass
    cancellation.request()
    assert seen == []


def test_check_raises_when_nothing_was_sent_yet() -> None:
    cancellation = Cancellation()
    cancellation.check()
    cancellation.request()
    with pytest.raises(BskError) as raised:
        cancellation.check()
    assert (raised.value.reason, raised.value.effect_state) == (Reason.CANCELLED, "none")


def test_sleep_ends_early_when_asked() -> None:
    cancellation = Cancellation()
    threading.Timer(0.05, cancellation.request).start()
    began = time.monotonic()
    with pytest.raises(BskError):
        cancellation.sleep(30)
    assert time.monotonic() - began < 5


def test_sleep_lasts_when_nobody_asks() -> None:
    began = time.monotonic()
    Cancellation().sleep(0.02)
    assert time.monotonic() - began >= 0.02
