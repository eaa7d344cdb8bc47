from __future__ import annotations

import pytest

from bsk.options.v1 import options_pb2
from bsk_wire.errors import BskError, Reason
from bskd.session.turns import Turn, TurnQueue

READ = options_pb2.EFFECT_PASSIVE_READ
HOVER = options_pb2.EFFECT_TRANSIENT_INPUT
CHANGE = options_pb2.EFFECT_BROWSER_MUTATION
CONTROL = options_pb2.EFFECT_CONTROL_PLANE


def turn(name: str = "c-1", effect: options_pb2.Effect.ValueType = CHANGE) -> Turn:
    return Turn(name, "tool.click", effect)


def enter(queue: TurnQueue, entering: Turn, *, no_wait: bool = False, at: float = 100.0) -> bool:
    return queue.enter(entering, no_wait=no_wait, now_seconds=at)


def refused(queue: TurnQueue, entering: Turn, *, no_wait: bool = False, at: float = 100.0) -> BskError:
    with pytest.raises(BskError) as caught:
        enter(queue, entering, no_wait=no_wait, at=at)
    return caught.value


def test_queue_lets_the_first_call_in() -> None:
    queue, first = TurnQueue("abcd"), turn()
    assert enter(queue, first)
    assert queue.running is first


def test_queue_makes_a_second_call_wait() -> None:
    queue = TurnQueue("abcd")
    enter(queue, turn())
    assert not enter(queue, turn("c-2"))


def test_queue_lets_calls_in_first_in_first_out() -> None:
    queue = TurnQueue("abcd")
    turns = [turn(f"c-{number}") for number in range(4)]
    for each in turns:
        enter(queue, each)
    assert [queue.leave(each, 101.0) for each in turns] == [*turns[1:], None]


def test_queue_is_idle_when_everybody_has_left() -> None:
    queue, first, second = TurnQueue("abcd"), turn(), turn("c-2")
    enter(queue, first)
    enter(queue, second)
    queue.leave(first, 101.0)
    assert not queue.idle
    queue.leave(second, 102.0)
    assert queue.idle


def test_queue_passes_over_a_waiter_that_left() -> None:
    queue, first, second, third = TurnQueue("abcd"), turn(), turn("c-2"), turn("c-3")
    for each in (first, second, third):
        enter(queue, each)
    assert queue.leave(second, 101.0) is None
    assert queue.leave(first, 102.0) is third


def test_queue_takes_no_harm_from_a_turn_that_leaves_twice() -> None:
    queue, first, second = TurnQueue("abcd"), turn(), turn("c-2")
    enter(queue, first)
    enter(queue, second)
    queue.leave(first, 101.0)
    assert queue.leave(first, 102.0) is None
    assert queue.running is second


def test_queue_is_busy_for_a_caller_that_does_not_wait() -> None:
    queue = TurnQueue("abcd")
    enter(queue, turn(), at=100.0)
    error = refused(queue, turn("c-2"), no_wait=True, at=101.5)
    assert (error.reason, error.code, error.effect_state) == (Reason.SESSION_BUSY, "timeout", "none")
    assert error.data == {
        "session_id": "abcd",
        "dispatched": False,
        "activity": {
            "state": "running",
            "command_id": "c-1",
            "method": "tool.click",
            "started_at": 100_000,
            "elapsed_ms": 1500,
        },
        "wait": {"action": "wait", "session_id": "abcd", "wait_ms": 10_000},
    }


def test_queue_is_free_for_a_caller_that_does_not_wait_when_nobody_is_in() -> None:
    queue, first = TurnQueue("abcd"), turn()
    enter(queue, first)
    queue.leave(first, 101.0)
    assert enter(queue, turn("c-2"), no_wait=True)


def test_queue_is_busy_when_it_is_full() -> None:
    queue = TurnQueue("abcd", capacity=2)
    for number in range(3):
        enter(queue, turn(f"c-{number}"))
    assert refused(queue, turn("c-9")).reason == Reason.SESSION_BUSY


def test_queue_counts_from_zero_when_the_clock_is_set_back() -> None:
    queue = TurnQueue("abcd")
    enter(queue, turn(), at=100.0)
    assert queue.busy_error(50.0).data["activity"]["elapsed_ms"] == 0


def test_interrupt_ends_what_runs() -> None:
    queue, first = TurnQueue("abcd"), turn(effect=READ)
    enter(queue, first)
    assert queue.interrupt() == [first]


def test_interrupt_ends_what_waits_to_act_and_leaves_reads_waiting() -> None:
    queue, first, act, read = TurnQueue("abcd"), turn(), turn("c-2", HOVER), turn("c-3", READ)
    for each in (first, act, read):
        enter(queue, each)
    assert queue.interrupt() == [first, act]
    assert queue.leave(first, 101.0) is read


@pytest.mark.parametrize("effect", [CHANGE, HOVER])
def test_interrupt_refuses_the_next_call_that_acts_once(effect: options_pb2.Effect.ValueType) -> None:
    queue = TurnQueue("abcd")
    queue.interrupt()
    error = refused(queue, turn(effect=effect))
    assert (error.reason, error.code) == (Reason.USER_ABORTED, "user_aborted")
    assert enter(queue, turn(effect=effect))


@pytest.mark.parametrize("effect", [READ, CONTROL])
def test_interrupt_lets_other_calls_pass_and_waits_for_one_that_acts(effect: options_pb2.Effect.ValueType) -> None:
    queue, read = TurnQueue("abcd"), turn(effect=effect)
    queue.interrupt()
    assert enter(queue, read)
    queue.leave(read, 101.0)
    assert refused(queue, turn()).reason == Reason.USER_ABORTED


def test_close_ends_everybody_and_refuses_newcomers() -> None:
    queue, first, second = TurnQueue("abcd"), turn(), turn("c-2")
    enter(queue, first)
    enter(queue, second)
    assert queue.close(queue.stopping_error) == [first, second]
    assert queue.running is first
    assert refused(queue, turn("c-3")).reason == Reason.SESSION_STOPPING


def test_close_lets_nobody_follow() -> None:
    queue, first, second = TurnQueue("abcd"), turn(), turn("c-2")
    enter(queue, first)
    enter(queue, second)
    queue.close(queue.stopping_error)
    assert queue.leave(first, 101.0) is None


def test_close_shows_as_stopping() -> None:
    queue = TurnQueue("abcd")
    enter(queue, turn())
    queue.close(queue.stopping_error)
    assert queue.busy_error(101.0).data["activity"]["state"] == "stopping"


def test_reopen_lets_calls_in_again() -> None:
    queue = TurnQueue("abcd")
    queue.close(queue.stopping_error)
    queue.reopen()
    assert enter(queue, turn())
