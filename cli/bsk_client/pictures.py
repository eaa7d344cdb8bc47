"""Facts about the picture in a screenshot."""

from __future__ import annotations

from bsk.tools.v1 import observation_pb2
from bsk_wire.errors import BskError, Reason

_PNG_START = b"\x89PNG\r\n\x1a\n"


def size_of(response: observation_pb2.ScreenshotResponse) -> tuple[int, int]:
    """Width and height in device pixels: as the browser told them, else as the PNG itself does.

    Raises `BskError(SCREENSHOT_CAPTURE_FAILED)` when neither is to be had.
    """
    if response.HasField("width") and response.HasField("height"):
        return response.width, response.height
    content = response.image_base64
    if not content.startswith(_PNG_START) or len(content) < 24:
        raise BskError(Reason.SCREENSHOT_CAPTURE_FAILED, "the browser sent something that is no PNG picture")
    return int.from_bytes(content[16:20]), int.from_bytes(content[20:24])
