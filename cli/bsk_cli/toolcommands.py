"""Commands built from the descriptors of `bsk.tools.v1`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import click
from google.protobuf.message import Message

from bsk.options.v1 import options_pb2
from bsk_cli.context import Context
from bsk_cli.flags import TARGET, parameters
from bsk_cli.paramtypes import reference_of
from bsk_cli.parsing import StrictCommand, StrictOption
from bsk_cli.renderers import Rendering, render
from bsk_wire.catalog import Tool, tool_of_command
from bsk_wire.documents import document_of
from bsk_wire.errors import BskError, Reason

NO_WAIT = "no_wait"


class ToolCommand(StrictCommand):
    """The command of one tool: flags to a request, a call, and its answer as lines or as a document.

    A tool whose files or whose output are special has a subclass, which takes further `params` and overrides `answer`.
    """

    def __init__(self, words: str, params: Sequence[click.Parameter] = ()) -> None:
        self.tool = tool_of_command(words)
        fields = parameters(self.tool.rpc.input_type, self.tool.options.target)
        super().__init__(
            words.rpartition(" ")[2],
            params=[
                *fields,
                *params,
                *(_turn_flags() if "session_id" in self.tool.rpc.input_type.fields_by_name else ()),
            ],
            callback=click.pass_obj(self._run),
        )

    def tool_for(self, values: Mapping[str, Any]) -> Tool:
        """The tool that these values are meant for."""
        return self.tool

    def answer(self, context: Context, request: Message, response: Message, values: Mapping[str, Any]) -> int | None:
        """Write the answer. The exit status, when it is not success."""
        self.show(context, document_of(response, complete=True), render(self.tool_for(values), request, response))
        return None

    def show(self, context: Context, document: dict[str, Any], rendering: Rendering) -> None:
        """Write a document under `--json`, else what was rendered for people."""
        for warning in rendering.warnings:
            context.output.warning(warning)
        for remark in rendering.remarks:
            context.output.remark(remark)
        context.output.result(document, rendering.lines)

    def _run(self, context: Context, **values: Any) -> int | None:
        tool = self.tool_for(values)
        request = request_of(tool, values)
        response = context.calls().tool(tool, request, no_wait=values.get(NO_WAIT, False))
        return self.answer(context, request, response, values)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from bsk_cli.comments import rpc_comment

        with formatter.indentation():
            formatter.write_paragraph()
            formatter.write_text(rpc_comment(self.tool.rpc.full_name))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from bsk_cli.comments import describe

        describe(self.params, self.tool)
        arguments = [param for param in self.params if isinstance(param, click.Argument)]
        if arguments:
            from bsk_cli.comments import argument_help

            with formatter.section("Arguments"):
                formatter.write_dl([(param.make_metavar(ctx), argument_help(param, self.tool)) for param in arguments])
        super().format_options(ctx, formatter)


def request_of(tool: Tool, values: Mapping[str, Any]) -> Message:
    """The request that parsed values make. Raises `BskError(CLI_USAGE_ERROR)` when they name no target, or two."""
    request = tool.request_class()
    chosen = dict(values)
    target = chosen.pop(TARGET, None)
    for field in tool.rpc.input_type.fields:
        value = chosen.get(field.name)
        if value is None:
            continue
        if field.is_repeated:
            getattr(request, field.name).extend(_flat(value))
        else:
            setattr(request, field.name, _reference(value) if field.name == "ref" else value)
    if target is not None:
        _put_target(request, target)
    _check_target(tool, request)
    return request


def _turn_flags() -> list[click.Parameter]:
    return [StrictOption(["--no-wait"], is_flag=True, help="Fail when another call of the session is running.")]


def _flat(values: Iterable[str | list[str]]) -> Iterator[str]:
    """Values of an option that accumulates. Comma lists are joined without repetitions."""
    words: dict[str, None] = {}
    for value in values:
        if isinstance(value, list):
            words |= dict.fromkeys(value)
        else:
            yield value
    yield from words


def _put_target(request: Any, text: str) -> None:
    if request.HasField("ref") or request.HasField("selector"):
        raise BskError(Reason.CLI_USAGE_ERROR, "the target is given twice: as an argument and as a flag")
    if not text.strip():
        raise BskError(Reason.CLI_USAGE_ERROR, "the target is empty")
    reference = reference_of(text)
    if reference is not None:
        request.ref = reference
    else:
        request.selector = text


def _check_target(tool: Tool, request: Any) -> None:
    if tool.options.target == options_pb2.TARGET_UNSPECIFIED:
        return
    named = [name for name in ("ref", "selector") if request.HasField(name)]
    if len(named) > 1:
        raise BskError(Reason.CLI_USAGE_ERROR, "the target is given twice: by --ref and by --selector")
    if not named and tool.options.target == options_pb2.TARGET_POSITIONAL:
        hint = "give a reference such as @e3 or a CSS selector"
        raise BskError(Reason.CLI_USAGE_ERROR, "no target is given", hint=hint)
    if request.HasField("selector") and not request.selector.strip():
        raise BskError(Reason.CLI_USAGE_ERROR, "the selector is empty")


def _reference(text: str) -> str:
    reference = reference_of(text)
    if reference is None:
        raise BskError(Reason.CLI_USAGE_ERROR, f"{text!r} is not a reference such as @e3")
    return reference
