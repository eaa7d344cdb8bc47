"""Lines of the window tools."""

from __future__ import annotations

from bsk.tools.v1 import window_pb2
from bsk_cli.renderers import Rendering


def resize_window(_request: window_pb2.ResizeWindowRequest, response: window_pb2.ResizeWindowResponse) -> Rendering:
    return Rendering([f"resized window_id={response.window_id} to {response.width}x{response.height}"])
