"""`bsk browsers`."""

from __future__ import annotations

from bsk_cli.context import Context
from bsk_cli.parsing import command
from bsk_cli.table import table


@command("browsers")
def browsers(context: Context) -> None:
    """List the connected browsers, waiting a moment when there is none yet."""
    from bsk_client import administration
    from bsk_wire.documents import document_of

    answer = context.calls().ask(administration.browsers(context.browser_wait_ms()))
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
