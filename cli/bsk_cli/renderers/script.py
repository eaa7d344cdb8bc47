"""Lines of the script tools."""

from __future__ import annotations

import json

from bsk.tools.v1 import script_pb2
from bsk_cli.renderers import Rendering
from bsk_cli.table import one_line
from bsk_wire.documents import document_of


def evaluate(_request: script_pb2.EvaluateRequest, response: script_pb2.EvaluateResponse) -> Rendering:
    """Text as it is, other values as JSON. A script that threw is told beside the answer, which is then empty."""
    if not response.ok:
        error = response.error
        place = f"\n  at line {error.line}, column {error.column}" if error.HasField("line") else ""
        return Rendering([], remarks=[f"evaluate threw: {one_line(error.text)}{place}"])
    value = document_of(response, complete=True).get("value")
    if not response.HasField("value"):
        return Rendering(["undefined"])
    if isinstance(value, str):
        return Rendering([value])
    return Rendering([json.dumps(value, ensure_ascii=False, separators=(",", ":"))])
