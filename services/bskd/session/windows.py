"""Asks a browser, through its gateway, to open and close the Agent Window of a session."""

from __future__ import annotations

import json
from typing import TypeVar

from google.protobuf.message import Message

from bsk.gateway.v1 import gateway_pb2, gateway_pb2_grpc, link_pb2
from bsk_wire.documents import document_of, message_from
from bsk_wire.errors import BskError, Reason
from bskd.runtime.peers import Peers
from bskd.session.lifecycle import SessionRecord
from bskd.session.limits import GATEWAY_ANSWER_SECONDS

OPEN_METHOD = "tool.session_start"
CLOSE_METHOD = "tool.session_stop"

_Result = TypeVar("_Result", bound=Message)


class AgentWindows:
    """The Agent Windows of all browsers."""

    def __init__(self, peers: Peers) -> None:
        self._peers = peers

    async def open(
        self, record: SessionRecord, params: link_pb2.SessionStartParams, *, fencing_number: int, seconds: float
    ) -> link_pb2.SessionStartResult:
        """Open the window of a session. Cancelling cancels it in the extension too. Raises what the gateway answers."""
        return await self._call(OPEN_METHOD, record, params, link_pb2.SessionStartResult(), fencing_number, seconds)

    async def close(self, record: SessionRecord, *, fencing_number: int, seconds: float) -> link_pb2.SessionStopResult:
        """Give back what a session borrowed and close its window. Raises what the gateway answers."""
        params = link_pb2.SessionStopParams(session_id=record.session_id)
        return await self._call(CLOSE_METHOD, record, params, link_pb2.SessionStopResult(), fencing_number, seconds)

    async def _call(
        self,
        method: str,
        record: SessionRecord,
        params: Message,
        result: _Result,
        fencing_number: int,
        seconds: float,
    ) -> _Result:
        stub = gateway_pb2_grpc.GatewayServiceStub(self._peers.channel_to(record.gateway_address))
        request = gateway_pb2.CallToolRequest(
            browser_instance_id=record.browser_instance_id,
            connection_id=record.connection_id,
            session_id=record.session_id,
            fencing_number=fencing_number,
            method=method,
            params_json=json.dumps(document_of(params, complete=False), ensure_ascii=False),
            timeout_ms=round(seconds * 1000),
            cancel_at_deadline=True,
        )
        answer = await self._peers.call(
            "gateway", stub.CallTool, request, timeout_seconds=seconds + GATEWAY_ANSWER_SECONDS
        )
        try:
            message_from(json.loads(answer.result_json), result)
        except ValueError as error:
            raise BskError(
                Reason.PROTOCOL_ERROR, f"the extension's answer to {method} cannot be read: {error}"
            ) from error
        return result
