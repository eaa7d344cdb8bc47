"""The page of the tools."""

from __future__ import annotations

from google.protobuf.descriptor import Descriptor

from bsk.options.v1 import options_pb2
from bsk_wire.catalog import Tool, tool_services, tools
from docs.generator.descriptors import comments, fields_table, nested_messages
from docs.generator.markdown import code

EFFECTS = {
    options_pb2.EFFECT_CONTROL_PLANE: "bookkeeping",
    options_pb2.EFFECT_PASSIVE_READ: "reads only",
    options_pb2.EFFECT_TRANSIENT_INPUT: "sends input that leaves nothing behind",
    options_pb2.EFFECT_BROWSER_MUTATION: "may change the page, the tab or the window",
}


def page() -> str:
    """Every tool with its request, its answer, its effect and its default time-out."""
    parts = [
        "# Tools",
        "What agents can ask of a browser. Each tool is an RPC of `bsk.tools.v1`, a command of `bsk`, and a method on "
        "the [link](link-protocol.md) to the extension. Fields are given as they look in JSON, which is what `--json` "
        "prints and what travels on the link; `always` means that the field is there even when it is zero or empty. "
        "A request holds only what was set.",
    ]
    shared: dict[str, Descriptor] = {}
    by_service: dict[str, list[Tool]] = {}
    for tool in tools():
        by_service.setdefault(tool.rpc.containing_service.full_name, []).append(tool)
    for service in tool_services():
        found = by_service.get(service.full_name, [])
        if not found:
            continue
        parts += [f"## {service.name}", comments().get(service.full_name, "")]
        for tool in found:
            parts += _tool(tool)
            nested_messages(tool.rpc.input_type, shared)
            nested_messages(tool.rpc.output_type, shared)
    parts.append("## Messages within messages")
    for message in sorted(shared.values(), key=lambda each: each.name):
        parts += [f"### {message.name}", comments().get(message.full_name, ""), fields_table(message)]
    return "\n\n".join(part.rstrip("\n") for part in parts if part)


def _tool(tool: Tool) -> list[str]:
    options = tool.options
    facts = [
        f"Command {code('bsk ' + options.command)}" if options.command else "No command",
        f"RPC {code(tool.path)}",
        "answered by the router" if options.served_by_router else f"link method {code(tool.method)}",
        EFFECTS.get(options.effect, "no effect class"),
        f"time-out {options.timeout_ms / 1000:g} s",
    ]
    parts = [f"### {tool.rpc.name}", comments().get(tool.rpc.full_name, ""), "; ".join(facts) + "."]
    for title, message in (("Request", tool.rpc.input_type), ("Answer", tool.rpc.output_type)):
        fields = fields_table(message, request=title == "Request")
        parts.append(f"{title}:\n\n{fields}" if fields else f"{title}: empty.")
    return parts
