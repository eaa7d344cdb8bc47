"""Lines of the interaction tools."""

from __future__ import annotations

from collections.abc import Iterable

from bsk.tools.v1 import interaction_pb2
from bsk_cli.renderers import Rendering, coordinate, target
from bsk_cli.table import one_line


def click(_request: interaction_pb2.ClickRequest, response: interaction_pb2.ClickResponse) -> Rendering:
    return Rendering([f"click ok tab={response.tab_id} target={target(response)} at={_point(response)}"])


def hover(_request: interaction_pb2.HoverRequest, response: interaction_pb2.HoverResponse) -> Rendering:
    return Rendering([f"hover ok tab={response.tab_id} target={target(response)} at={_point(response)}"])


def fill(_request: interaction_pb2.FillRequest, response: interaction_pb2.FillResponse) -> Rendering:
    line = f"fill ok tab={response.tab_id} target={target(response)} length={response.value_length}"
    if response.HasField("value_now"):
        return Rendering([line], warnings=[f"the field now holds {one_line(response.value_now)!r}"])
    return Rendering([line])


def press(_request: interaction_pb2.PressRequest, response: interaction_pb2.PressResponse) -> Rendering:
    held = f" modifiers=[{', '.join(response.modifiers)}]" if response.modifiers else ""
    return Rendering([f"press ok tab={response.tab_id} key={response.key} code={response.code}{held}"])


def select(_request: interaction_pb2.SelectRequest, response: interaction_pb2.SelectResponse) -> Rendering:
    return Rendering(
        [
            f"select ok tab={response.tab_id} target={target(response)} multiple={str(response.multiple).lower()} "
            f"values=[{_list(response.selected_values)}] labels=[{_list(response.selected_labels)}]"
        ]
    )


def _point(response: interaction_pb2.ClickResponse | interaction_pb2.HoverResponse) -> str:
    return f"({coordinate(response.x)}, {coordinate(response.y)})"


def _list(words: Iterable[str]) -> str:
    return ", ".join(one_line(word) for word in words)
