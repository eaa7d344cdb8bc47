from __future__ import annotations

from typing import Any

import pytest

from bsk_wire.errors import BskError
from bskd.gateway.handshake import incompatibility, judge, parse_version


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("1.3", (1, 3)),
        ("1", (1, 0)),
        ("1.", (1, 0)),
        ("01.003", (1, 3)),
        ("1.3.9-beta", (1, 3)),
        ("1..5", (1, 0)),
        ("0.0", (0, 0)),
        ("9007199254740991.0", (2**53 - 1, 0)),
        ("9007199254740992.0", None),
        ("9" * 5000, None),
        ("0" * 5000 + "1.2", (1, 2)),
        ("", None),
        (".3", None),
        ("+1.3", None),
        ("-1.3", None),
        (" 1.3", None),
        ("1 .3", None),
        ("1.x", None),
        ("1.-3", None),
        ("one", None),
        ("\u0661.\u0663", None),
        ("v1.3", None),
    ],
)
def test_parse_version_reads_digits_and_nothing_else(text: str, version: tuple[int, int] | None) -> None:
    assert parse_version(text) == version


def test_incompatibility_refuses_a_peer_below_our_floor() -> None:
    problem = incompatibility("1.3", "1.2", "1.1", None)
    assert problem == "the extension speaks protocol 1.1, this daemon needs 1.2 or newer"


def params(**changes: Any) -> dict[str, Any]:
    return {"protocol_version": "1.3", "instance_id": "9f00aa12", **changes}


def test_judge_lets_in_and_keeps_what_the_peer_says() -> None:
    acceptance = judge(params(label="Work", browser={"name": "edge", "version": "1"}, audit_enabled=True))
    assert not acceptance.skew
    assert acceptance.params.label == "Work"
    assert acceptance.params.browser.name == "edge"


@pytest.mark.parametrize("version", ["1.2", "1.4", "01.3", "1.3.0"])
def test_judge_marks_skew_when_the_versions_are_written_differently(version: str) -> None:
    assert judge(params(protocol_version=version)).skew


def test_judge_ignores_a_null_floor() -> None:
    assert judge(params(min_compatible_protocol=None))


def test_judge_ignores_the_deprecated_floor_of_program_versions() -> None:
    assert judge(params(min_compatible_peer="99.0.0"))


def test_judge_says_why_a_protocol_is_refused() -> None:
    with pytest.raises(BskError) as refused:
        judge({"protocol_version": "2.0", "version": "9.9.9"})
    assert refused.value.code == "version_too_old"
    assert refused.value.data["peer_protocol_version"] == "2.0"
    assert refused.value.data["min_compatible_protocol"] == "1.0"


@pytest.mark.parametrize(
    "malformed",
    [
        None,
        [],
        "text",
        {},
        {"protocol_version": 1.3},
        {"protocol_version": "1.3"},
        params(instance_id=""),
        params(instance_id="x" * 129),
        params(browser=[1]),
        params(browser={"name": 7}),
        params(label={"a": 1}),
    ],
)
def test_judge_refuses_what_it_cannot_read(malformed: Any) -> None:
    with pytest.raises(BskError) as refused:
        judge(malformed)
    assert refused.value.code == "invalid_params"
