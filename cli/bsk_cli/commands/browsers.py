"""`bsk browsers`."""

from __future__ import annotations

from bsk_cli.context import Context
from bsk_cli.parsing import command
from bsk_cli.table import table


@command("browsers")
def browsers(context: Context) -> None:
    """List the connected browsers, waiting a moment when there is none yet."""
    from bsk.session.v1 import session_pb2
    from bsk_client.limits import READ_SECONDS
    from bsk_wire.documents import document_of

    wait_ms = context.browser_wait_ms()
    answer = context.calls().admin(
        "ListBrowsers",
        session_pb2.ListBrowsersRequest(wait_for_browser_ms=wait_ms),
        session_pb2.ListBrowsersResponse,
        deadline_seconds=READ_SECONDS + wait_ms / 1000,
    )
    rows = [
        [
            browser.instance_id,
            f"{browser.browser_name} {browser.browser_version}".strip(),
            browser.extension_version,
            browser.label or "-",
            f"{browser.session_count}{' (unresponsive)' if browser.unresponsive else ''}",
        ]
        for browser in answer.browsers
    ]
    context.output.result(
        [document_of(browser, complete=True) for browser in answer.browsers],
        table(["INSTANCE", "BROWSER", "EXT", "LABEL", "SESSIONS"], rows) if rows else ["(no browsers connected)"],
    )
