"""`bsk screenshot`: a picture in a file."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from google.protobuf.message import Message

from bsk.tools.v1 import observation_pb2
from bsk_cli.context import Context
from bsk_cli.paramtypes import Text
from bsk_cli.parsing import StrictOption
from bsk_cli.renderers import Rendering, dialogs
from bsk_cli.table import one_line
from bsk_cli.toolcommands import ToolCommand
from bsk_client.pictures import size_of
from bsk_wire.documents import document_of


class _ScreenshotCommand(ToolCommand):
    def answer(self, context: Context, request: Message, response: Message, values: Mapping[str, Any]) -> int | None:
        assert isinstance(response, observation_pb2.ScreenshotResponse)
        content = response.image_base64
        width, height = size_of(response)
        if values["out"] is None:
            place = _free_place(context.invocation.temporary_directory)
            path = context.invocation.commit_file(place, content, overwrite=False)
        else:
            path = context.invocation.commit_file(values["out"], content)
        document = document_of(response, complete=True)
        del document["image_base64"]
        document |= {"width": width, "height": height, "path": str(path), "byte_size": len(content)}
        lines = [str(path)]
        if response.HasField("capture_id"):
            lines.append(f"capture: {response.capture_id} ({width}x{height} original PNG pixels; single use)")
        elif response.HasField("capture_unavailable"):
            lines.append(f"capture unavailable: {one_line(response.capture_unavailable)}")
        self.show(context, document, Rendering(lines, remarks=dialogs(response)))
        return None


def _free_place(directory: Path) -> Path:
    """A file name of the present millisecond, or of the next for which there is no file yet."""
    milliseconds = time.time_ns() // 1_000_000
    while (place := directory / f"bsk-screenshot-{milliseconds}.png").exists():
        milliseconds += 1
    return place


screenshot = _ScreenshotCommand(
    "screenshot",
    [
        StrictOption(
            ["--out"],
            type=Text(),
            metavar="FILE",
            help="Where to put the picture, replacing what is there. [default: a new file in the temporary directory]",
        )
    ],
)
