"""Commands built from the descriptors of `bsk.tools.v1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click
from google.protobuf.message import Message

from bsk_cli.context import Context
from bsk_cli.flags import parameters
from bsk_cli.parsing import StrictCommand, StrictOption
from bsk_cli.renderers import Rendering, render
from bsk_client.requests import request_of
from bsk_wire.catalog import Tool, tool_of_command
from bsk_wire.documents import document_of

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
        context.cancel_with_stdin()
        tool = self.tool_for(values)
        request = request_of(tool, {name: _joined(value) for name, value in values.items()})
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


def _turn_flags() -> list[click.Parameter]:
    return [StrictOption(["--no-wait"], is_flag=True, help="Fail when another call of the session is running.")]


def _joined(value: Any) -> Any:
    """The values of an option that accumulates; comma lists among them are joined without repetitions."""
    if not isinstance(value, tuple) or not value:
        return None if value == () else value
    return list(dict.fromkeys(word for part in value for word in part)) if isinstance(value[0], list) else list(value)
