from __future__ import annotations

import pytest

from bsk_wire.catalog import tool_of_command, tools
from bskd.router.policy import effect_word, may_repeat


@pytest.mark.parametrize(
    ("command", "word"),
    [("observe", "passive_read"), ("hover", "transient_input"), ("click", "browser_mutation")],
)
def test_effect_word_is_that_of_the_public_protocol(command: str, word: str) -> None:
    assert effect_word(tool_of_command(command).options.effect) == word


def test_nothing_that_acts_may_be_repeated() -> None:
    assert not any(may_repeat(tool) for tool in tools() if tool.mutates)


def test_reads_may_be_repeated() -> None:
    assert may_repeat(tool_of_command("observe"))


def test_every_tool_has_an_effect_class() -> None:
    assert [tool.method for tool in tools() if effect_word(tool.options.effect) == "unspecified"] == []
