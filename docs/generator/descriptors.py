"""The protobuf files with their comments."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from bsk.options.v1 import options_pb2
from docs.generator.markdown import code, table

# Types as they look in JSON.
_JSON_TYPES = {
    FieldDescriptor.TYPE_BOOL: "boolean",
    FieldDescriptor.TYPE_BYTES: "base64 text",
    FieldDescriptor.TYPE_STRING: "text",
}


@cache
def comments() -> dict[str, str]:
    """Comment of every service, RPC, message, field, enum and value, by its full name."""
    content = files("bsk").joinpath("descriptors.binpb").read_bytes()
    found: dict[str, str] = {}
    for file in descriptor_pb2.FileDescriptorSet.FromString(content).file:
        places = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}
        for path, name in _names(file):
            text = " ".join(places.get(path, "").split())
            if text:
                found[name] = text
    return found


def fields_table(message: Descriptor, *, request: bool = False) -> str:
    """The fields of a message, as its JSON form has them; those of a request with which of them it needs."""
    rows = []
    for field in message.fields:
        flag = field.GetOptions().Extensions[options_pb2.flag]
        marked = flag.required if request else _always(field)
        meaning = comments().get(field.full_name, "")
        if flag.choices:
            meaning = f"{meaning} One of {', '.join(map(code, flag.choices))}.".strip()
        if request and flag.default_text:
            meaning = f"{meaning} Default: {flag.default_text}.".strip()
        rows.append([code(field.name), json_type(field), "yes" if marked else "", meaning])
    return table(["field", "type", "needed" if request else "always", "meaning"], rows)


def json_type(field: FieldDescriptor) -> str:
    """What a field is in JSON."""
    if field.message_type is not None:
        name = field.message_type.full_name
        known = {"google.protobuf.Value": "any JSON", "google.protobuf.Struct": "object"}
        kind = known.get(name, f"[{field.message_type.name}](#{field.message_type.name.lower()})")
    elif field.enum_type is not None:
        kind = "text"
    else:
        kind = _JSON_TYPES.get(field.type, "number")
    return f"list of {kind}" if field.is_repeated else kind


def nested_messages(message: Descriptor, found: dict[str, Descriptor]) -> None:
    """Collect the messages of ours that a message holds, itself left out, by full name."""
    for field in message.fields:
        inner = field.message_type
        if inner is not None and inner.full_name.startswith("bsk.") and inner.full_name not in found:
            found[inner.full_name] = inner
            nested_messages(inner, found)


def _always(field: FieldDescriptor) -> bool:
    return not field.has_presence and not field.GetOptions().Extensions[options_pb2.output].omit_empty


def _names(file: Any) -> list[tuple[tuple[int, ...], str]]:
    names: list[tuple[tuple[int, ...], str]] = []
    for number, service in enumerate(file.service):
        names.append(((6, number), f"{file.package}.{service.name}"))
        names += [
            ((6, number, 2, index), f"{file.package}.{service.name}.{method.name}")
            for index, method in enumerate(service.method)
        ]
    for number, message in enumerate(file.message_type):
        names.append(((4, number), f"{file.package}.{message.name}"))
        names += [
            ((4, number, 2, index), f"{file.package}.{message.name}.{field.name}")
            for index, field in enumerate(message.field)
        ]
    for number, enum in enumerate(file.enum_type):
        names.append(((5, number), f"{file.package}.{enum.name}"))
        names += [((5, number, 2, index), f"{file.package}.{value.name}") for index, value in enumerate(enum.value)]
    return names
