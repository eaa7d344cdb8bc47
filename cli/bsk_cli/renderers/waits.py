"""Lines of the waiting tools."""

from __future__ import annotations

from bsk.tools.v1 import waits_pb2
from bsk_cli.renderers import Rendering
from bsk_cli.renderers.navigation import load_warnings


def wait_for_navigation(
    _request: waits_pb2.WaitForNavigationRequest, response: waits_pb2.WaitForNavigationResponse
) -> Rendering:
    return Rendering(
        [f"tab={response.tab_id} reached={response.reached}"],
        warnings=load_warnings(response.reached, response.error_text),
    )


def wait_ms(_request: waits_pb2.WaitMsRequest, response: waits_pb2.WaitMsResponse) -> Rendering:
    return Rendering([f"waited_ms={response.waited_ms}"])
