from __future__ import annotations

from bsk_cli.table import one_line, shortened, table


def test_table_aligns_its_columns() -> None:
    assert table(["TAB", "TITLE"], [["1", "Orders"], ["12345", ""]]) == [
        "TAB    TITLE",
        "1      Orders",
        "12345",
    ]


def test_table_keeps_each_row_on_one_line() -> None:
    assert table(["A"], [["one\ntwo\x1b[31m"]]) == ["A", "one two [31m"]


def test_one_line_collapses_white_space_and_control_characters() -> None:
    assert one_line(" a\r\n\tb\x07c\x9b ") == "a b c"


def test_shortened_ends_in_an_ellipsis() -> None:
    assert (shortened("abcd", 4), shortened("abcde", 4)) == ("abcd", "abc…")
