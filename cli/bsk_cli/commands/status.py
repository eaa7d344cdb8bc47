"""`bsk status`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bsk_cli.context import Context
from bsk_cli.parsing import command
from bsk_cli.table import one_line

if TYPE_CHECKING:
    from bsk.admin.v1 import admin_pb2


@command("status")
def status(context: Context) -> None:
    """Show the daemon, its browsers and its sessions, waiting a moment when no browser is connected yet."""
    from bsk_client import administration
    from bsk_wire.documents import document_of

    answer = context.calls().ask(administration.status(context.browser_wait_ms()))
    if answer.version_skew_browsers:
        context.output.warning(_skew(answer))
    context.output.result(document_of(answer, complete=True), _rows(answer))
    if not answer.browsers:
        context.output.note(
            "\nhint: no browser is connected; open one that has the BrowserSkill extension, "
            "or start one with `bsk browser launch`"
        )


def _rows(answer: admin_pb2.GetStatusResponse) -> list[str]:
    facts = {
        "daemon version": answer.daemon_version,
        "protocol version": answer.protocol_version,
        "pid": str(answer.pid),
        "uptime": _uptime(answer.uptime_secs),
        "WS port": str(answer.ws_port),
        "sock": answer.sock_path or "-",
        "browsers connected": str(len(answer.browsers)),
        "active sessions": str(len(answer.sessions)),
    }
    width = max(map(len, facts))
    return [f"{name.ljust(width)}  {value}" for name, value in facts.items()]


def _uptime(seconds: int) -> str:
    """Such as `12s`, `3m 04s` or `1h 02m 03s`."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}h {minutes:02}m {seconds:02}s"
    return f"{minutes}m {seconds:02}s" if minutes else f"{seconds}s"


def _skew(answer: admin_pb2.GetStatusResponse) -> str:
    skewed = answer.version_skew_browsers
    lines = [f"{len(skewed)} connected browser{'s speak' if len(skewed) > 1 else ' speaks'} another protocol version"]
    lines += [
        f"  {browser.instance_id} ({one_line(browser.label) or '-'}): "
        f"extension protocol {browser.client_protocol_version or 'unknown'}, "
        f"daemon protocol {browser.server_protocol_version or 'unknown'} "
        f"(extension {browser.client_version or 'unknown'}, daemon {browser.server_version or 'unknown'})"
        for browser in skewed
    ]
    return "\n".join(lines)
