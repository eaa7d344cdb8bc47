from __future__ import annotations

import asyncio

import pytest

from bsk_wire.errors import BskError
from bskd.gateway.gate import Gate


async def test_gate_lets_one_in_at_a_time_in_order() -> None:
    gate = Gate()
    first = await gate.enter("qzem", 1)
    order: list[int] = []

    async def wait(number: int) -> None:
        place = await gate.enter("qzem", 1)
        order.append(number)
        place.release()

    waiting = [asyncio.create_task(wait(number)) for number in range(3)]
    await asyncio.sleep(0)
    assert order == []
    first.release()
    await asyncio.gather(*waiting)
    assert order == [0, 1, 2]


async def test_gate_keeps_sessions_apart() -> None:
    gate = Gate()
    await gate.enter("aaaa", 1)
    await asyncio.wait_for(gate.enter("bbbb", 1), 1)


async def test_gate_releases_a_place_once() -> None:
    gate = Gate()
    first = await gate.enter("qzem", 1)
    first.release()
    second = await gate.enter("qzem", 1)
    first.release()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(gate.enter("qzem", 1), 0.01)
    second.release()


async def test_gate_refuses_a_lower_number_and_takes_the_same_again() -> None:
    gate = Gate()
    (await gate.enter("qzem", 7)).release()
    (await gate.enter("qzem", 7)).release()
    with pytest.raises(BskError, match="taken over") as refused:
        await gate.enter("qzem", 6)
    assert refused.value.data == {"dispatched": False}


async def test_gate_refuses_who_waited_when_a_higher_number_came() -> None:
    gate = Gate()
    first = await gate.enter("qzem", 1)
    waiting = asyncio.create_task(gate.enter("qzem", 1))
    await asyncio.sleep(0)
    gate.admit("qzem", 2)
    first.release()
    with pytest.raises(BskError):
        await waiting
    (await gate.enter("qzem", 2)).release()


async def test_gate_goes_on_after_a_waiter_was_cancelled() -> None:
    gate = Gate()
    first = await gate.enter("qzem", 1)
    waiting = asyncio.create_task(gate.enter("qzem", 1))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting})
    first.release()
    await asyncio.wait_for(gate.enter("qzem", 1), 1)


async def test_gate_forgets_the_oldest_session_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bskd.gateway.gate.REMEMBERED_SESSIONS", 2)
    gate = Gate()
    held = await gate.enter("aaaa", 5)
    gate.admit("bbbb", 5)
    gate.admit("cccc", 5)
    gate.admit("bbbb", 1)
    with pytest.raises(BskError):
        gate.admit("aaaa", 1)
    held.release()
