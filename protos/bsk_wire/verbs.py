"""Write `bsk/verbs.py`: the tools as typed Python methods, for threads and for event loops.

Run by the build with the directory of the generated code as its argument. The methods only name their arguments; the
class that inherits them makes the call. Times are seconds there, as everywhere in Python.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HEAD = '''"""The tools of a session as methods, from the files of `bsk.tools.v1`. Generated."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
'''
TARGET_HELP = "a reference such as `@e3`, or a CSS selector."


@dataclass(frozen=True)
class Argument:
    """One parameter of a method: its name, type, default, what it fills, and what it means."""

    name: str
    kind: str
    field: str
    comment: str
    required: bool

    @property
    def value(self) -> str:
        """Expression for the field's value."""
        return f"_milliseconds({self.name})" if self.name != self.field else self.name


@dataclass(frozen=True)
class Verb:
    """One tool as a method."""

    name: str
    command: str
    module: str
    answer: str
    comment: str
    arguments: list[Argument]

    def lines(self, *, awaited: bool) -> Iterator[str]:
        """Source of the method."""
        required = [f"{argument.name}: {argument.kind}" for argument in self.arguments if argument.required]
        optional = [
            f"{argument.name}: {argument.kind} | None = None" for argument in self.arguments if not argument.required
        ]
        yield f"    {'async ' if awaited else ''}def {self.name}("
        for parameter in ["self", *required, *(["*"] if optional else []), *optional]:
            yield f"        {parameter},"
        yield f"    ) -> {self.module}.{self.answer}:"
        yield f'        """{self.comment}'
        yield ""
        for argument in self.arguments:
            yield f"        {argument.name}: {argument.comment}"
        yield '        """'
        yield f"        answer: {self.module}.{self.answer} = {'await ' if awaited else ''}self._tool("
        yield f'            "{self.command}",'
        yield "            {"
        for argument in self.arguments:
            yield f'                "{argument.field}": {argument.value},'
        yield "            },"
        yield "        )"
        yield "        return answer"
        yield ""


def main(generated: Path) -> None:
    """Read the descriptor set under `generated` and write the module beside it."""
    sys.path.insert(0, str(generated))
    from google.protobuf import descriptor_pb2

    # Importing registers the extensions, so that parsing below sees the options.
    from bsk.options.v1 import options_pb2

    files = descriptor_pb2.FileDescriptorSet.FromString((generated / "bsk/descriptors.binpb").read_bytes())
    verbs = sorted(
        (verb for file in files.file if file.package == "bsk.tools.v1" for verb in _verbs(file, options_pb2)),
        key=lambda verb: verb.name,
    )
    modules = sorted({verb.module for verb in verbs})
    source = HEAD + "".join(f"    from bsk.tools.v1 import {module}\n" for module in modules)
    source += "\n\n" + "\n".join(
        [*_class("Verbs", verbs, awaited=False), "", *_class("AsyncVerbs", verbs, awaited=True)]
    )
    source += (
        "\n\ndef _milliseconds(seconds: float | None) -> int | None:\n"
        "    return None if seconds is None else round(seconds * 1000)\n"
    )
    (generated / "bsk/verbs.py").write_text(source)


def _class(name: str, verbs: list[Verb], *, awaited: bool) -> Iterator[str]:
    yield f"class {name}(ABC):"
    yield '    """Every tool of a session. Each method may raise `bsk_wire.errors.BskError`."""'
    yield ""
    yield "    @abstractmethod"
    yield f"    {'async ' if awaited else ''}def _tool(self, command: str, fields: dict[str, Any]) -> Any:"
    yield '        """Run the tool of a command. A field that is None is left to its default."""'
    yield ""
    for verb in verbs:
        yield from verb.lines(awaited=awaited)


def _verbs(file: Any, options_pb2: Any) -> Iterator[Verb]:
    comments = {tuple(place.path): " ".join(place.leading_comments.split()) for place in file.source_code_info.location}
    messages = {message.name: (number, message) for number, message in enumerate(file.message_type)}
    for service_number, service in enumerate(file.service):
        for method_number, method in enumerate(service.method):
            options = method.options.Extensions[options_pb2.tool]
            message_number, message = messages[method.input_type.rpartition(".")[2]]
            if not options.command or not any(field.name == "session_id" for field in message.field):
                continue
            arguments = list(_target(options, options_pb2))
            # The target stands for both of these.
            covered = {"session_id", *(("ref", "selector") if arguments else ())}
            for number, field in enumerate(message.field):
                if field.name in covered:
                    continue
                arguments.append(_argument(field, comments.get((4, message_number, 2, number), ""), options_pb2))
            yield Verb(
                name=re.sub(r"(?<!^)(?=[A-Z])", "_", method.name).lower(),
                command=options.command,
                module=file.name.rpartition("/")[2].replace(".proto", "_pb2"),
                answer=method.output_type.rpartition(".")[2],
                comment=comments.get((6, service_number, 2, method_number), ""),
                arguments=arguments,
            )


def _target(options: Any, options_pb2: Any) -> Iterator[Argument]:
    if options.target == options_pb2.TARGET_POSITIONAL:
        yield Argument("target", "str", "target", f"The element: {TARGET_HELP}", required=True)
    elif options.target == options_pb2.TARGET_FLAGS:
        yield Argument("target", "str", "target", f"The element to use first: {TARGET_HELP}", required=False)


def _argument(field: Any, comment: str, options_pb2: Any) -> Argument:
    flag = field.options.Extensions[options_pb2.flag]
    name = re.sub("_ms$", "_seconds", field.name)
    kind = _kind(field, flag) if name == field.name else "float"
    if flag.negated_name and not flag.name:
        # The comment is that of the negated flag.
        comment = f"False means: {comment}"
    if name != field.name:
        comment += " Seconds."
    if flag.default_text:
        comment += f" Default: {flag.default_text}."
    return Argument(name, kind, field.name, comment, required=flag.required)


def _kind(field: Any, flag: Any) -> str:
    kinds = {
        field.TYPE_STRING: "str",
        field.TYPE_BOOL: "bool",
        field.TYPE_DOUBLE: "float",
        field.TYPE_INT32: "int",
        field.TYPE_UINT32: "int",
    }
    if field.type not in kinds:
        return "Any"
    word = f"Literal[{', '.join(repr(choice) for choice in flag.choices)}]" if flag.choices else kinds[field.type]
    return f"{word} | Sequence[{word}]" if field.label == field.LABEL_REPEATED else word


if __name__ == "__main__":
    main(Path(sys.argv[1]))
