from __future__ import annotations

import re

import pytest

from bsk_wire.metadata import CALL_ID_KEY, call_id_of, new_call_id


def test_call_ids_are_short_words_and_differ() -> None:
    first, second = new_call_id(), new_call_id()
    assert re.fullmatch("c-[0-9a-f]{12}", first)
    assert first != second


def test_call_id_of_the_caller_is_kept() -> None:
    assert call_id_of([("a", "b"), (CALL_ID_KEY, "job:7.1_x-y")]) == "job:7.1_x-y"


@pytest.mark.parametrize("value", ["", "a b", "a\nb", "x" * 65, b"c-1", "é"])
def test_call_id_that_is_no_plain_word_is_replaced(value: str | bytes) -> None:
    assert call_id_of([(CALL_ID_KEY, value)]).startswith("c-")
    assert call_id_of([(CALL_ID_KEY, value)]) != value


def test_call_id_is_made_where_none_came() -> None:
    assert call_id_of(None).startswith("c-")
