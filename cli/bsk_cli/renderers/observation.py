"""Lines of the observation tools. Screenshots and HTML have commands of their own, which know the file."""

from __future__ import annotations

from bsk.tools.v1 import observation_pb2
from bsk_cli.renderers import Rendering


def observe(_request: observation_pb2.ObserveRequest, response: observation_pb2.ObserveResponse) -> Rendering:
    return _reading(response, "observe")


def snapshot(_request: observation_pb2.SnapshotRequest, response: observation_pb2.SnapshotResponse) -> Rendering:
    return _reading(response, "snapshot")


def _reading(response: observation_pb2.ObserveResponse | observation_pb2.SnapshotResponse, command: str) -> Rendering:
    text = response.text.rstrip("\n")
    remarks = []
    if response.truncated:
        way = f"; go on with `{command} --cursor {response.next_cursor}`" if response.HasField("next_cursor") else ""
        remarks.append(f"truncated: tab={response.tab_id} refs={response.ref_count}{way}")
    return Rendering([text or "(the page shows nothing)"], remarks=remarks)
