from __future__ import annotations

import click
import pytest

from bsk_cli.paramtypes import LARGEST_UINT32, Duration, Number, Text, Whole, Words
from bsk_wire.errors import BskError


@pytest.mark.parametrize(
    ("text", "expected_ms"),
    [("1", 1), ("250", 250), ("250ms", 250), ("2s", 2000), ("1.5s", 1500), ("2m", 120_000)],
)
def test_duration_reads_its_units(text: str, expected_ms: int) -> None:
    assert Duration(minimum_ms=1)(text) == expected_ms


@pytest.mark.parametrize(
    "text", ["0", "0s", "", "s", "-1", "+1", "1h", "1 day", "1e3", "infinity", "NaN", "0.4ms", f"{LARGEST_UINT32 + 1}"]
)
def test_duration_refuses_what_is_none(text: str) -> None:
    with pytest.raises(click.BadParameter):
        Duration(minimum_ms=1)(text)


def test_duration_takes_zero_where_that_is_allowed() -> None:
    assert Duration(minimum_ms=0)("0") == 0


@pytest.mark.parametrize(("text", "expected"), [("7", 7), ("+7", 7), ("0", 0), ("10", 10)])
def test_whole_reads_a_number_within_its_bounds(text: str, expected: int) -> None:
    assert Whole(0, 10)(text) == expected


@pytest.mark.parametrize("text", ["-1", "11", "1.0", "", "0x1", "1_0", "\u0663", "9" * 30])
def test_whole_refuses_other_values(text: str) -> None:
    with pytest.raises(click.BadParameter):
        Whole(0, 10)(text)


@pytest.mark.parametrize(("text", "expected"), [("1", 1.0), ("-2.5", -2.5), (".5", 0.5), ("1e3", 1000.0)])
def test_number_reads_a_finite_number(text: str, expected: float) -> None:
    assert Number()(text) == expected


@pytest.mark.parametrize("text", ["nan", "inf", "", "1,5", "0x1", "1e999"])
def test_number_refuses_other_values(text: str) -> None:
    with pytest.raises(click.BadParameter):
        Number()(text)


def test_text_refuses_bytes_that_are_no_text() -> None:
    with pytest.raises(click.BadParameter, match="not valid UTF-8"):
        Text()(b"\xff".decode(errors="surrogateescape"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("shift", ["shift"]),
        ("Ctrl,control", ["ctrl"]),
        ("opt, option,alt", ["alt"]),
        ("cmd,command,super,meta", ["meta"]),
        ("shift,alt", ["shift", "alt"]),
    ],
)
def test_words_know_other_names_and_drop_repetitions(text: str, expected: list[str]) -> None:
    assert Words(["alt", "ctrl", "meta", "shift"])(text) == expected


@pytest.mark.parametrize("text", ["", "hyper", "shift,", "shift;alt"])
def test_words_refuse_others(text: str) -> None:
    with pytest.raises(BskError) as raised:
        Words(["alt", "ctrl", "meta", "shift"])(text)
    assert raised.value.exit_status == 2
