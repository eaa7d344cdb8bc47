"""Which protocols go together: both sides have to come to the same verdict, so both read the same file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bskd.gateway.handshake import incompatibility

CASES = json.loads((Path(__file__).parent / "protocols/verdicts.json").read_text())


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_verdict_is_as_agreed(case: dict[str, Any]) -> None:
    ours, theirs = case["ours"], case["theirs"]
    problem = incompatibility(ours["version"], ours["floor"], theirs["version"], theirs.get("floor"))
    same = "compatible" if ours["version"] == theirs["version"] else "skew"
    assert ("incompatible" if problem else same) == case["verdict"]
