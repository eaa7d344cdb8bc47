"""Completion scripts."""

from __future__ import annotations

import subprocess

import pytest

from bsk_cli.commandtree import root
from bsk_cli.shells import SHELLS, Words, completions

KNOWN: dict[str, Words] = completions(root())


def completed_by_bash(*words: str) -> list[str]:
    """What bash offers after these words."""
    script = "\n".join(SHELLS["bash"](KNOWN))
    script += '\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _bsk; printf "%s\\n" "${COMPREPLY[@]}"'
    command = ["bash", "-c", script, "bash", "bsk", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_bash_completes_a_command() -> None:
    assert completed_by_bash("tab", "cr") == ["create"]


def test_bash_completes_a_command_behind_a_flag() -> None:
    assert completed_by_bash("--json", "sess") == ["session"]


def test_bash_completes_a_flag() -> None:
    assert completed_by_bash("tab", "create", "--no-a") == ["--no-active"]


def test_bash_completes_the_choices_of_a_flag() -> None:
    assert completed_by_bash("navigate", "--wait-until", "n") == ["networkidle"]


@pytest.mark.parametrize("shell", SHELLS)
def test_script_names_every_command(shell: str) -> None:
    script = "\n".join(SHELLS[shell](KNOWN))
    for words in KNOWN:
        for word in words.split():
            assert word in script


def test_words_hold_what_the_tree_says() -> None:
    assert KNOWN["tab"].next["create"] == "Open a tab in the Agent Window."
