"""Write the small Python modules that stand for whole descriptors.

`bsk/index.py` says which RPC serves a command, and `bsk/reasons.py` holds the closed list of failures. Both exist so
that the command line can start, and fail, without importing protobuf. Run by the build with the directory of the
generated code as its argument.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

REASONS_HEAD = '''"""The closed list of failures, from `bsk/errors/v1/errors.proto`. Generated."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class ReasonRule(NamedTuple):
    """What follows from a reason: wire code, gRPC status name, exit status, hint, and what it means."""

    code: str
    grpc_status: str
    exit_status: int
    hint: str
    meaning: str


class Reason(StrEnum):
    """Machine reason of a failure."""

'''


def main(generated: Path) -> None:
    """Read the descriptor set under `generated` and write both modules beside it."""
    sys.path.insert(0, str(generated))
    from google.protobuf import descriptor_pb2

    # Importing registers the extensions, so that parsing below sees the options.
    from bsk.errors.v1 import errors_pb2
    from bsk.options.v1 import options_pb2

    files = descriptor_pb2.FileDescriptorSet.FromString((generated / "bsk/descriptors.binpb").read_bytes())
    rows: list[str] = []
    for file in files.file:
        comments = {tuple(place.path): place.leading_comments.strip() for place in file.source_code_info.location}
        rows += _command_rows(file, comments, options_pb2.tool)
        if file.name == "bsk/errors/v1/errors.proto":
            (generated / "bsk/reasons.py").write_text(_reasons(file, comments, errors_pb2.reason))
    (generated / "bsk/index.py").write_text(
        '"""Command words to the generated module, service and RPC that serve them, with a summary. Generated."""\n\n'
        "from __future__ import annotations\n\n"
        "TOOL_COMMANDS: dict[str, tuple[str, str, str, str]] = {\n" + "".join(sorted(rows)) + "}\n"
    )


def _command_rows(file: Any, comments: dict[tuple[int, ...], str], extension: Any) -> list[str]:
    module = file.name.removesuffix(".proto").replace("/", ".") + "_pb2"
    rows = []
    for service_number, service in enumerate(file.service):
        for method_number, method in enumerate(service.method):
            options = method.options.Extensions[extension]
            if options.command:
                summary = comments.get((6, service_number, 2, method_number), "").split("\n")[0]
                place = (module, f"{file.package}.{service.name}", method.name, summary)
                rows.append(f"    {options.command!r}: {place!r},\n")
    return rows


def _reasons(file: Any, comments: dict[tuple[int, ...], str], extension: Any) -> str:
    names, rules = [], []
    for enum_number, enum in enumerate(file.enum_type):
        if enum.name != "Reason":
            continue
        for value_number, value in enumerate(enum.value):
            options = value.options.Extensions[extension]
            if not options.code:
                continue
            name = value.name.removeprefix("REASON_")
            meaning = " ".join(comments.get((5, enum_number, 2, value_number), "").split())
            rule = (options.code, options.grpc, options.exit_status, options.hint, meaning)
            names.append(f"    {name} = {name.lower()!r}\n")
            rules.append(f"    Reason.{name}: ReasonRule{rule!r},\n")
    return REASONS_HEAD + "".join(names) + "\n\nRULES: dict[Reason, ReasonRule] = {\n" + "".join(rules) + "}\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
