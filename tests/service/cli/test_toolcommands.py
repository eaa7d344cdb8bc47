"""What the commands send, and what they make of the answer."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.message import Message

from bsk.tools.v1 import (
    dialogs_pb2,
    interaction_pb2,
    navigation_pb2,
    observation_pb2,
    script_pb2,
    tabs_pb2,
    waits_pb2,
    window_pb2,
)
from support.command_line import Run
from support.fake_router import FakeRouter

SESSION = ["--session", "abcd"]


@pytest.mark.parametrize(
    ("rpc", "arguments", "expected"),
    [
        ("Click", ["click", "@e3", *SESSION], interaction_pb2.ClickRequest(session_id="abcd", ref="e3")),
        ("Click", ["click", *SESSION, "e3"], interaction_pb2.ClickRequest(session_id="abcd", ref="e3")),
        (
            "Click",
            ["click", *SESSION, "--json", "#a b"],
            interaction_pb2.ClickRequest(session_id="abcd", selector="#a b"),
        ),
        (
            "Click",
            [
                "click",
                "--session=abcd",
                "--button=right",
                "--count",
                "2",
                "--modifiers",
                "ctrl,opt",
                "--modifiers",
                "alt",
                "--tab-id",
                "7",
                "--timeout",
                "1.5s",
                "--selector",
                "a",
            ],
            interaction_pb2.ClickRequest(
                session_id="abcd",
                tab_id=7,
                selector="a",
                button="right",
                click_count=2,
                modifiers=["ctrl", "alt"],
                timeout_ms=1500,
            ),
        ),
        (
            "Hover",
            ["hover", "a", *SESSION, "--settle", "300", "--modifiers", "shift"],
            interaction_pb2.HoverRequest(session_id="abcd", selector="a", settle_ms=300, modifiers=["shift"]),
        ),
        (
            "Fill",
            ["fill", *SESSION, "--value", "-1 --json", "@e1"],
            interaction_pb2.FillRequest(session_id="abcd", ref="e1", value="-1 --json"),
        ),
        (
            "Fill",
            ["fill", *SESSION, "--value", "", "--no-clear", "@e1", "--json"],
            interaction_pb2.FillRequest(session_id="abcd", ref="e1", value="", clear_before=False),
        ),
        (
            "Fill",
            ["fill", *SESSION, "--value", "--json", "@e1"],
            interaction_pb2.FillRequest(session_id="abcd", ref="e1", value="--json"),
        ),
        (
            "Press",
            ["press", *SESSION, "Control+a", "--hold-ms", "0", "--ref", "@e2"],
            interaction_pb2.PressRequest(session_id="abcd", key="Control+a", hold_ms=0, ref="e2"),
        ),
        ("Press", ["press", *SESSION, "--", "-"], interaction_pb2.PressRequest(session_id="abcd", key="-")),
        (
            "Select",
            ["select", "a", *SESSION, "--value", "s", "--value", "m,l"],
            interaction_pb2.SelectRequest(session_id="abcd", selector="a", values=["s", "m,l"]),
        ),
        (
            "Navigate",
            ["navigate", *SESSION, "--timeout", "5000ms", "shop.example", "--json"],
            navigation_pb2.NavigateRequest(session_id="abcd", url="shop.example", timeout_ms=5000),
        ),
        (
            "NavigateBack",
            ["navigate", "back", *SESSION, "--wait-until", "commit"],
            navigation_pb2.NavigateBackRequest(session_id="abcd", wait_until="commit"),
        ),
        (
            "NavigateForward",
            ["navigate", *SESSION, "forward"],
            navigation_pb2.NavigateForwardRequest(session_id="abcd"),
        ),
        ("NavigateBack", ["navigate-back", *SESSION], navigation_pb2.NavigateBackRequest(session_id="abcd")),
        ("NavigateForward", ["navigate-forward", *SESSION], navigation_pb2.NavigateForwardRequest(session_id="abcd")),
        ("Reload", ["reload", *SESSION, "--hard"], navigation_pb2.ReloadRequest(session_id="abcd", hard=True)),
        ("Reload", ["reload", *SESSION], navigation_pb2.ReloadRequest(session_id="abcd")),
        (
            "WaitForNavigation",
            ["wait-for-navigation", *SESSION, "--timeout", "30000ms"],
            waits_pb2.WaitForNavigationRequest(session_id="abcd", timeout_ms=30_000),
        ),
        ("WaitMs", ["wait-ms", "0"], waits_pb2.WaitMsRequest(duration_ms=0)),
        ("WaitMs", ["wait-ms", "1.5s"], waits_pb2.WaitMsRequest(duration_ms=1500)),
        (
            "Observe",
            ["observe", *SESSION, "--max-depth", "3", "--max-tokens", "50", "--cursor", "c1"],
            observation_pb2.ObserveRequest(session_id="abcd", max_depth=3, max_tokens=50, cursor="c1"),
        ),
        ("Snapshot", ["snapshot", *SESSION], observation_pb2.SnapshotRequest(session_id="abcd")),
        (
            "GetHtml",
            ["get-html", *SESSION, "--ref", "@e1", "--max-bytes", "9"],
            observation_pb2.GetHtmlRequest(session_id="abcd", ref="e1", max_bytes=9),
        ),
        (
            "Evaluate",
            ["evaluate", *SESSION, "1 - 1", "--await-promise", "false", "--return-by-value", "true"],
            script_pb2.EvaluateRequest(
                session_id="abcd", expression="1 - 1", await_promise=False, return_by_value=True
            ),
        ),
        (
            "ListTabs",
            ["tab", "list", *SESSION, "--scope", "agent"],
            tabs_pb2.ListTabsRequest(session_id="abcd", scope="agent"),
        ),
        (
            "CreateTab",
            ["tab", "create", *SESSION, "--url", "a", "--no-active", "--index", "0"],
            tabs_pb2.CreateTabRequest(session_id="abcd", url="a", active=False, index=0),
        ),
        ("CreateTab", ["tab", "create", *SESSION], tabs_pb2.CreateTabRequest(session_id="abcd")),
        ("CloseTab", ["tab", "close", "7", *SESSION], tabs_pb2.CloseTabRequest(session_id="abcd", tab_id=7)),
        ("SelectTab", ["tab", "select", *SESSION, "7"], tabs_pb2.SelectTabRequest(session_id="abcd", tab_id=7)),
        (
            "ResizeWindow",
            ["window", "resize", *SESSION, "--width", "100", "--height", "7680"],
            window_pb2.ResizeWindowRequest(session_id="abcd", width=100, height=7680),
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_command_sends_its_request(router: FakeRouter, run: Run, rpc: str, arguments: list[str], expected: Any) -> None:
    outcome = run(*arguments)
    assert outcome.status == 0, outcome
    assert router.last(rpc) == expected


def test_call_carries_its_id_and_its_deadline(router: FakeRouter, run: Run) -> None:
    run("click", "a", *SESSION, "--timeout", "5s")
    received = router.received["Click"][0]
    assert str(received.metadata["bsk-call-id"]).startswith("c-")
    assert 15 < received.remaining_seconds <= 20
    assert "bsk-no-wait" not in received.metadata


def test_no_wait_travels_beside_the_call(router: FakeRouter, run: Run) -> None:
    run("observe", *SESSION, "--no-wait")
    assert router.received["Observe"][0].metadata["bsk-no-wait"] == "1"


@pytest.mark.parametrize(
    ("rpc", "arguments", "response", "document"),
    [
        (
            "Click",
            ["click", "@e3"],
            interaction_pb2.ClickResponse(tab_id=7, used_ref="e3", x=1, y=2.5),
            {"tab_id": 7, "used_ref": "e3", "x": 1, "y": 2.5},
        ),
        (
            "Press",
            ["press", "a"],
            interaction_pb2.PressResponse(
                tab_id=7,
                key="a",
                code="KeyA",
                dialogs=[
                    dialogs_pb2.HandledDialog(tab_id=7, type="alert", message="m", handled="accepted", sequence=1)
                ],
            ),
            {
                "tab_id": 7,
                "key": "a",
                "code": "KeyA",
                "dialogs": [{"tab_id": 7, "type": "alert", "message": "m", "handled": "accepted", "sequence": 1}],
            },
        ),
        (
            "Navigate",
            ["navigate", "a"],
            navigation_pb2.NavigateResponse(tab_id=7, url="a", reached="timeout"),
            {"tab_id": 7, "url": "a", "reached": "timeout"},
        ),
        (
            "Observe",
            ["observe"],
            observation_pb2.ObserveResponse(tab_id=7, text=""),
            {"tab_id": 7, "text": "", "ref_count": 0},
        ),
        ("ListTabs", ["tab", "list"], tabs_pb2.ListTabsResponse(), {"tabs": []}),
        (
            "Select",
            ["select", "a", "--value", "x"],
            interaction_pb2.SelectResponse(tab_id=7),
            {"tab_id": 7, "multiple": False, "selected_values": [], "selected_labels": []},
        ),
        (
            "Evaluate",
            ["evaluate", "x"],
            script_pb2.EvaluateResponse(tab_id=7, error=script_pb2.ScriptError(text="thrown")),
            {"tab_id": 7, "ok": False, "error": {"text": "thrown"}},
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_json_is_the_answer_as_it_came(
    router: FakeRouter, run: Run, rpc: str, arguments: list[str], response: Message, document: dict[str, Any]
) -> None:
    router.answers[rpc] = lambda _: response
    outcome = run(*arguments, *SESSION, "--json")
    assert (outcome.status, outcome.stderr) == (0, "")
    assert outcome.document == document


def test_dialogs_go_to_stderr_for_people(router: FakeRouter, run: Run) -> None:
    dialog = dialogs_pb2.HandledDialog(type="alert", message="hi", handled="accepted")
    router.answers["Click"] = lambda _: interaction_pb2.ClickResponse(tab_id=7, used_ref="e3", dialogs=[dialog])
    outcome = run("click", "e3", *SESSION)
    assert outcome.stdout == "click ok tab=7 target=@e3 at=(0, 0)\n"
    assert outcome.stderr == "dialog: type=alert handled=accepted message=hi\n"
