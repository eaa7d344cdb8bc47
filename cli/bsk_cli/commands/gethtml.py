"""`bsk get-html`: to stdout, or into a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf.message import Message

from bsk.tools.v1 import observation_pb2
from bsk_cli.context import Context
from bsk_cli.paramtypes import Text
from bsk_cli.parsing import StrictOption
from bsk_cli.renderers import Rendering, dialogs
from bsk_cli.toolcommands import ToolCommand
from bsk_wire.documents import document_of


class _GetHtmlCommand(ToolCommand):
    def answer(self, context: Context, request: Message, response: Message, values: Mapping[str, Any]) -> int | None:
        assert isinstance(response, observation_pb2.GetHtmlResponse)
        truncated = str(response.truncated).lower()
        remarks = dialogs(response)
        if values["out"] is not None:
            context.invocation.commit_file(values["out"], response.html.encode())
            lines = [f"tab={response.tab_id} bytes={response.byte_size} truncated={truncated}"]
        else:
            lines = [response.html.rstrip("\n")]
            if response.truncated:
                remarks.append(
                    f"truncated: {len(response.html.encode())} of {response.byte_size} bytes; see --max-bytes"
                )
        self.show(context, document_of(response, complete=True), Rendering(lines, remarks=remarks))
        return None


get_html = _GetHtmlCommand(
    "get-html",
    [StrictOption(["--out"], type=Text(), metavar="FILE", help="Write the HTML into this file.")],
)
