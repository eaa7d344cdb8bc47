from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.command_line import Outcome, Run, run_command
from support.fake_router import FakeRouter, serving_router


@pytest.fixture
def router(tmp_path: Path) -> Iterator[FakeRouter]:
    with serving_router(tmp_path / "h") as served:
        yield served


@pytest.fixture
def run(router: FakeRouter) -> Run:
    """Runs a command in the home of the fake router."""

    def command(*arguments: str, **surroundings: object) -> Outcome:
        return run_command(*arguments, home=router.home, **surroundings)  # type: ignore[arg-type]

    return command
