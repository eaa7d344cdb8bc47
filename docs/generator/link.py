"""The page of the protocol between the gateway and the extension."""

from __future__ import annotations

from bsk.gateway.v1 import link_pb2
from bsk_wire.catalog import tools
from bsk_wire.version import MIN_COMPATIBLE_PROTOCOL, PROTOCOL_VERSION
from docs.generator.descriptors import comments, fields_table
from docs.generator.markdown import block, code, table

FRAMES = """{"id": "ext-1", "method": "system.handshake", "params": {"client": "browser-skill-extension"}}
{"id": "ext-1", "result": {"server": "browser-skill-daemon"}}
{"id": "r-7", "error": {"code": "not_found", "message": "no such tab", "data": {"reason": "tab_not_found"}}}
{"event": "system.heartbeat", "payload": {}}"""


def page() -> str:
    """Frames, their messages, and the methods."""
    parts = [
        "# Link protocol",
        f"The gateway and the extension speak protocol {PROTOCOL_VERSION} over a WebSocket, and each goes along with "
        f"any peer of the same major version from {MIN_COMPATIBLE_PROTOCOL} on. The extension dials "
        "`ws://127.0.0.1:52800/`, or the port that it was given. Only origins of browser extensions are admitted, "
        "before the upgrade; every answer of the gateway carries `x-bsk-server: browser-skill-daemon`. The first frame "
        "has to be the handshake.",
        "A message is one JSON text frame in one of three shapes: a request, a response, an event.",
        block(FRAMES, "json"),
        "Receivers ignore keys that they do not know, and take null for absent.",
        "## Methods of the tools",
        "Their params and results are the requests and answers in [tools](tools.md).",
        table(
            ["method", "tool"],
            [
                [code(tool.method), f"[{tool.rpc.name}](tools.md#{tool.rpc.name.lower()})"]
                for tool in tools()
                if not tool.options.served_by_router
            ],
        ),
        "## Messages",
    ]
    for message in link_pb2.DESCRIPTOR.message_types_by_name.values():
        fields = fields_table(message) or "No fields."
        parts += [f"### {message.name}", comments().get(message.full_name, ""), fields]
    return "\n\n".join(part.rstrip("\n") for part in parts if part)
