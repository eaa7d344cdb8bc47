"""The picture in a screenshot."""

from __future__ import annotations

import os
from pathlib import Path

from bsk.tools.v1 import observation_pb2
from bsk_client.files import commit_file
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


def write_picture(path: str | os.PathLike[str], response: observation_pb2.ScreenshotResponse) -> Path:
    """Write the picture to a file, replacing what is there. Raises `BskError(LOCAL_FILE_ERROR)`."""
    place = Path(path).absolute()
    commit_file(place, response.image_base64)
    return place
