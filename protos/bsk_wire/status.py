"""Errors on gRPC: `BskError` to `google.rpc.Status` and back. The only place that knows both.

A status carries one `ErrorDetail`; it travels in the trailing metadata under `grpc-status-details-bin`, which is the
convention of the gRPC richer error model.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from google.rpc import status_pb2

from bsk.errors.v1 import errors_pb2
from bsk_wire.errors import BskError, EffectState
from bsk_wire.metadata import STATUS_DETAILS_KEY

# Numbers of google.rpc.Code, by name, so that this file needs no grpc.
GRPC_CODES = {
    "CANCELLED": 1,
    "UNKNOWN": 2,
    "INVALID_ARGUMENT": 3,
    "DEADLINE_EXCEEDED": 4,
    "NOT_FOUND": 5,
    "ALREADY_EXISTS": 6,
    "PERMISSION_DENIED": 7,
    "RESOURCE_EXHAUSTED": 8,
    "FAILED_PRECONDITION": 9,
    "ABORTED": 10,
    "OUT_OF_RANGE": 11,
    "UNIMPLEMENTED": 12,
    "INTERNAL": 13,
    "UNAVAILABLE": 14,
    "DATA_LOSS": 15,
    "UNAUTHENTICATED": 16,
}

_STATE_OF_WORD: dict[EffectState | None, errors_pb2.EffectState.ValueType] = {
    None: errors_pb2.EFFECT_STATE_UNSPECIFIED,
    "none": errors_pb2.EFFECT_STATE_NONE,
    "committed": errors_pb2.EFFECT_STATE_COMMITTED,
    "unknown": errors_pb2.EFFECT_STATE_UNKNOWN,
}
_WORD_OF_STATE = {state: word for word, state in _STATE_OF_WORD.items()}


def detail_of(error: BskError) -> errors_pb2.ErrorDetail:
    """The error as a message."""
    return errors_pb2.ErrorDetail(
        code=error.code,
        reason=error.reason,
        message=error.message,
        hint=error.hint,
        effect_state=_STATE_OF_WORD[error.effect_state],
        phase=error.phase or "",
        cleanup_state=error.cleanup_state or "",
        data_json=json.dumps(error.data, ensure_ascii=False) if error.data else "",
        call_id=error.call_id or "",
    )


def error_of(detail: errors_pb2.ErrorDetail) -> BskError:
    """The message as an error."""
    error = BskError(
        detail.reason,
        detail.message,
        code=detail.code,
        hint=detail.hint or None,
        effect_state=_WORD_OF_STATE.get(detail.effect_state),
        phase=detail.phase or None,
        cleanup_state=detail.cleanup_state or None,
        call_id=detail.call_id or None,
    )
    error.data = json.loads(detail.data_json) if detail.data_json else {}
    return error


def status_of(error: BskError) -> status_pb2.Status:
    """The error as the status that a gRPC call ends with."""
    status = status_pb2.Status(code=GRPC_CODES[error.grpc_status], message=error.message)
    status.details.add().Pack(detail_of(error))
    return status


def error_in(trailing_metadata: Iterable[tuple[str, str | bytes]] | None) -> BskError | None:
    """The error that a failed call carries in its trailing metadata, or None when it carries none of ours."""
    for key, value in trailing_metadata or ():
        if key != STATUS_DETAILS_KEY or not isinstance(value, bytes):
            continue
        detail = errors_pb2.ErrorDetail()
        for packed in status_pb2.Status.FromString(value).details:
            if packed.Unpack(detail):
                return error_of(detail)
    return None
