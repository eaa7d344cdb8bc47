"""Lines of the navigation tools."""

from __future__ import annotations

from bsk.tools.v1 import navigation_pb2
from bsk_cli.renderers import Rendering
from bsk_cli.table import one_line

Moved = navigation_pb2.NavigateBackResponse | navigation_pb2.NavigateForwardResponse | navigation_pb2.ReloadResponse


def navigate(_request: navigation_pb2.NavigateRequest, response: navigation_pb2.NavigateResponse) -> Rendering:
    address = response.final_url if response.HasField("final_url") else response.url
    lines = [f"tab={response.tab_id} reached={response.reached}", f"url={one_line(address)}"]
    return Rendering(lines, warnings=load_warnings(response.reached, response.error_text))


def navigate_back(
    _request: navigation_pb2.NavigateBackRequest, response: navigation_pb2.NavigateBackResponse
) -> Rendering:
    return _moved("navigate-back", response)


def navigate_forward(
    _request: navigation_pb2.NavigateForwardRequest, response: navigation_pb2.NavigateForwardResponse
) -> Rendering:
    return _moved("navigate-forward", response)


def reload(_request: navigation_pb2.ReloadRequest, response: navigation_pb2.ReloadResponse) -> Rendering:
    return _moved("reload", response)


def load_warnings(reached: str, error_text: str) -> list[str]:
    """What is said of a page that did not come to the phase asked for."""
    if error_text:
        return [one_line(error_text)]
    return ["the page did not reach that phase in time"] if reached == "timeout" else []


def _moved(label: str, response: Moved) -> Rendering:
    lines = [f"{label}: tab={response.tab_id} reached={response.reached}"]
    if response.HasField("previous_url"):
        lines.append(f"previous_url={one_line(response.previous_url)}")
    if response.HasField("final_url"):
        lines.append(f"final_url={one_line(response.final_url)}")
    return Rendering(lines, warnings=load_warnings(response.reached, response.error_text))
