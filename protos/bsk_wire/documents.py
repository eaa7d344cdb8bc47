"""Messages as plain JSON documents: what goes over the WebSocket, and what `--json` prints.

This is proto3 JSON with the field names of the protos, and with two differences for the sake of readers in other
languages: a whole number is always written without a fraction, and absent means absent.
"""

from __future__ import annotations

import base64
import binascii
from typing import Any

from google.protobuf import json_format, struct_pb2
from google.protobuf.message import Message

from bsk.options.v1 import options_pb2


def document_of(message: Message, *, complete: bool) -> dict[str, Any]:
    """The message as a dictionary.

    With `complete`, fields without presence appear even when they are zero or empty, except for lists marked
    `omit_empty`: that is the form of a result. Without it, only what was set appears: that is the form of a request.
    """
    document: dict[str, Any] = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.is_repeated:
            keep = len(value) or (complete and not field.GetOptions().Extensions[options_pb2.output].omit_empty)
            if keep:
                document[field.name] = [_plain(field, item, complete) for item in value]
        elif message.HasField(field.name) if field.has_presence else complete or value:
            document[field.name] = _plain(field, value, complete)
    return document


def message_from(document: dict[str, Any], message: Message) -> None:
    """Fill `message` from a document. Unknown keys are ignored and null means absent.

    Raises `ValueError` when a value does not fit its field; the text names the field.
    """
    if not isinstance(document, dict):
        raise ValueError("it is not an object")
    rest = _without_texts(document, message)
    try:
        json_format.ParseDict(rest, message, ignore_unknown_fields=True)
    except json_format.ParseError as error:
        raise ValueError(str(error)) from error


def _without_texts(document: dict[str, Any], message: Message) -> dict[str, Any]:
    """Take over the texts and pictures, and return the rest of the document.

    They are by far the longest parts of any result, and `json_format` looks at each of their characters.
    """
    rest = {}
    fields = message.DESCRIPTOR.fields_by_name
    for name, value in document.items():
        field = fields.get(name)
        if field is None or not isinstance(value, str) or field.is_repeated:
            rest[name] = value
        elif field.type == field.TYPE_STRING:
            try:
                setattr(message, name, value)
            except UnicodeEncodeError as error:
                raise ValueError(f"{name} holds half a character") from error
        elif field.type == field.TYPE_BYTES:
            try:
                setattr(message, name, binascii.a2b_base64(value, strict_mode=True))
            except ValueError:
                # Base64 comes in other spellings too.
                rest[name] = value
        else:
            rest[name] = value
    return rest


def _plain(field: Any, value: Any, complete: bool) -> Any:
    if isinstance(value, struct_pb2.Value | struct_pb2.Struct | struct_pb2.ListValue):
        return _whole_numbers(json_format.MessageToDict(value))
    if isinstance(value, Message):
        return document_of(value, complete=complete)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, float):
        return _whole_numbers(value)
    if field.enum_type is not None:
        return field.enum_type.values_by_number[value].name
    return value


def _whole_numbers(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        # A protobuf map has lost the order of its keys, and would give another one each time.
        return {key: _whole_numbers(item) for key, item in sorted(value.items())}
    if isinstance(value, list):
        return [_whole_numbers(item) for item in value]
    return value
