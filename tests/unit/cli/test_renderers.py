from __future__ import annotations

import pytest
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Value

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
from bsk_cli.renderers import Rendering, coordinate, render
from bsk_wire.catalog import tool_of_command


def rendered(words: str, response: Message) -> Rendering:
    tool = tool_of_command(words)
    return render(tool, tool.request_class(), response)


def evaluated(value: Value) -> script_pb2.EvaluateResponse:
    return script_pb2.EvaluateResponse(tab_id=7, ok=True, value=value)


@pytest.mark.parametrize(
    ("words", "response", "lines"),
    [
        (
            "click",
            interaction_pb2.ClickResponse(tab_id=7, used_ref="e3", x=10, y=20.5),
            ["click ok tab=7 target=@e3 at=(10, 20.5)"],
        ),
        (
            "hover",
            interaction_pb2.HoverResponse(tab_id=7, used_selector="#a\n b", x=1, y=2),
            ["hover ok tab=7 target=#a b at=(1, 2)"],
        ),
        (
            "fill",
            interaction_pb2.FillResponse(tab_id=7, used_ref="@e3", value_length=4),
            ["fill ok tab=7 target=@e3 length=4"],
        ),
        (
            "press",
            interaction_pb2.PressResponse(tab_id=7, key="Enter", code="Enter"),
            ["press ok tab=7 key=Enter code=Enter"],
        ),
        (
            "press",
            interaction_pb2.PressResponse(tab_id=7, key="a", code="KeyA", modifiers=["ctrl", "shift"]),
            ["press ok tab=7 key=a code=KeyA modifiers=[ctrl, shift]"],
        ),
        (
            "select",
            interaction_pb2.SelectResponse(
                tab_id=7, used_ref="e3", multiple=True, selected_values=["s", "m"], selected_labels=["Small", "Medium"]
            ),
            ["select ok tab=7 target=@e3 multiple=true values=[s, m] labels=[Small, Medium]"],
        ),
        (
            "navigate",
            navigation_pb2.NavigateResponse(tab_id=7, url="http://a/", final_url="http://b/", reached="load"),
            ["tab=7 reached=load", "url=http://b/"],
        ),
        (
            "navigate",
            navigation_pb2.NavigateResponse(tab_id=7, url="http://a/", reached="commit"),
            ["tab=7 reached=commit", "url=http://a/"],
        ),
        (
            "navigate-back",
            navigation_pb2.NavigateBackResponse(
                tab_id=7, previous_url="http://b/", final_url="http://a/", reached="load"
            ),
            ["navigate-back: tab=7 reached=load", "previous_url=http://b/", "final_url=http://a/"],
        ),
        ("reload", navigation_pb2.ReloadResponse(tab_id=7, reached="load"), ["reload: tab=7 reached=load"]),
        ("wait-for-navigation", waits_pb2.WaitForNavigationResponse(tab_id=7, reached="load"), ["tab=7 reached=load"]),
        ("wait-ms", waits_pb2.WaitMsResponse(waited_ms=250), ["waited_ms=250"]),
        ("observe", observation_pb2.ObserveResponse(tab_id=7, text="page\n  x\n"), ["page\n  x"]),
        ("snapshot", observation_pb2.SnapshotResponse(tab_id=7), ["(the page shows nothing)"]),
        ("evaluate", evaluated(Value(string_value="a b")), ["a b"]),
        ("evaluate", evaluated(Value(number_value=2)), ["2"]),
        ("evaluate", evaluated(Value(bool_value=False)), ["false"]),
        ("evaluate", evaluated(Value(null_value=0)), ["null"]),  # type: ignore[arg-type]
        ("evaluate", script_pb2.EvaluateResponse(tab_id=7, ok=True), ["undefined"]),
        ("tab list", tabs_pb2.ListTabsResponse(), ["(no tabs)"]),
        (
            "tab list",
            tabs_pb2.ListTabsResponse(
                tabs=[
                    tabs_pb2.Tab(tab_id=7, title="Orders", url="http://a/", window_id=1, active=True, scope="agent"),
                    tabs_pb2.Tab(tab_id=8, title="x" * 50),
                ]
            ),
            [
                "TAB  SCOPE  WIN  TITLE                                     URL",
                "7    agent  1    Orders                                    http://a/",
                f"8    -      -    {'x' * 39}…",
            ],
        ),
        ("tab create", tabs_pb2.CreateTabResponse(tab_id=7, window_id=1), ["tab_id=7 window_id=1 url=<pending>"]),
        ("tab create", tabs_pb2.CreateTabResponse(tab_id=7, window_id=1, url="a:b"), ["tab_id=7 window_id=1 url=a:b"]),
        ("tab close", tabs_pb2.CloseTabResponse(tab_id=7), ["closed tab_id=7"]),
        ("tab select", tabs_pb2.SelectTabResponse(tab_id=7, window_id=1), ["selected tab_id=7 window_id=1"]),
        (
            "window resize",
            window_pb2.ResizeWindowResponse(window_id=1, width=800, height=600),
            ["resized window_id=1 to 800x600"],
        ),
        # A tool without lines of its own.
        (
            "get-html",
            observation_pb2.GetHtmlResponse(tab_id=7, html="<p>", byte_size=3),
            ["get-html ok tab_id=7 html=<p> byte_size=3"],
        ),
    ],
)
def test_answer_is_shown_in_its_lines(words: str, response: Message, lines: list[str]) -> None:
    assert rendered(words, response) == Rendering(lines)


def test_structured_value_is_compact_json() -> None:
    value = Value()
    value.struct_value.update({"a": [1, 2.5], "b": None})
    assert rendered("evaluate", evaluated(value)).lines == ['{"a":[1,2.5],"b":null}']


def test_script_that_threw_is_told_beside_an_empty_answer() -> None:
    error = script_pb2.ScriptError(text="ReferenceError: x", line=1, column=5)
    assert rendered("evaluate", script_pb2.EvaluateResponse(tab_id=7, error=error)) == Rendering(
        [], remarks=["evaluate threw: ReferenceError: x\n  at line 1, column 5"]
    )


@pytest.mark.parametrize(
    ("response", "warning"),
    [
        (navigation_pb2.NavigateResponse(reached="timeout"), "the page did not reach that phase in time"),
        (navigation_pb2.NavigateResponse(reached="commit", error_text="net::ERR_X"), "net::ERR_X"),
    ],
)
def test_page_that_did_not_load_is_a_warning(response: navigation_pb2.NavigateResponse, warning: str) -> None:
    assert rendered("navigate", response).warnings == [warning]


def test_value_that_the_page_changed_is_a_warning() -> None:
    response = interaction_pb2.FillResponse(tab_id=7, used_ref="e3", value_length=4, value_now="12.50")
    assert rendered("fill", response).warnings == ["the field now holds '12.50'"]


def test_cut_is_told_with_the_way_on() -> None:
    response = observation_pb2.ObserveResponse(tab_id=7, text="x", ref_count=4, truncated=True, next_cursor="c1")
    assert rendered("observe", response).remarks == ["truncated: tab=7 refs=4; go on with `observe --cursor c1`"]


def test_dialogs_are_told_beside_the_answer() -> None:
    dialog = dialogs_pb2.HandledDialog(
        type="prompt", handled="dismissed", message="Name?\nNow", url="http://a/", default_prompt="Ada"
    )
    assert rendered("click", interaction_pb2.ClickResponse(dialogs=[dialog])).remarks == [
        "dialog: type=prompt handled=dismissed message=Name? Now",
        "  url=http://a/",
        "  default_prompt=Ada",
    ]


@pytest.mark.parametrize(("value", "text"), [(0.0, "0"), (12.0, "12"), (12.5, "12.5"), (1234567.0, "1234567")])
def test_coordinate_has_no_needless_fraction(value: float, text: str) -> None:
    assert coordinate(value) == text
