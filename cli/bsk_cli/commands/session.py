"""`bsk session start`, `stop` and `list`."""

from __future__ import annotations

import click

from bsk_cli.context import Context
from bsk_cli.paramtypes import Text, Whole
from bsk_cli.parsing import StrictOption, command
from bsk_cli.table import one_line, table
from bsk_client.limits import LARGEST_WINDOW_PIXELS, SMALLEST_WINDOW_PIXELS
from bsk_wire.errors import BskError, Reason

_PIXELS = Whole(SMALLEST_WINDOW_PIXELS, LARGEST_WINDOW_PIXELS)


@command(
    "start",
    params=[
        StrictOption(["--browser"], type=Text(), metavar="ID|LABEL", help="Browser to use. [default: the only one]"),
        StrictOption(["--width"], type=_PIXELS, metavar="PX", help="Outer width of the Agent Window, with --height."),
        StrictOption(["--height"], type=_PIXELS, metavar="PX", help="Outer height of the Agent Window, with --width."),
        StrictOption(["--no-focus"], is_flag=True, help="Do not give the window the focus."),
        StrictOption(["--name"], type=Text(), metavar="TASK", help="What the session is for, in a few words."),
        StrictOption(["--unattended"], is_flag=True, hidden=True),
    ],
)
def start(
    context: Context,
    browser: str | None,
    width: int | None,
    height: int | None,
    no_focus: bool,
    name: str | None,
    unattended: bool,
) -> None:
    """Open an Agent Window and start a session in it. Prints the session's id."""
    from bsk_client import administration
    from bsk_wire.documents import document_of

    context.cancel_with_stdin()
    question = administration.start_session(
        browser=browser, width=width, height=height, focused=False if no_focus else None, name=name
    )
    if unattended:
        context.output.warning("--unattended has no effect any more: the browser's own settings decide")
    answer = context.calls().ask(
        question, when_slow=lambda: context.output.note("waiting for the browser extension ...")
    )
    # Callers count on all four keys; these two are the ones that an old extension leaves unknown.
    unknown = {"agent_window_id": None, "interaction": None}
    context.output.result(unknown | document_of(answer, complete=True), [answer.session_id])


@command(
    "stop",
    params=[
        click.Argument(["session_id"], required=False, type=Text(), metavar="[SESSION_ID]"),
        StrictOption(["--all", "every"], is_flag=True, help="Stop all sessions."),
    ],
)
def stop(context: Context, session_id: str | None, every: bool) -> int | None:
    """Stop a session: what it runs is cancelled, its Agent Window is closed."""
    from bsk_client import administration
    from bsk_wire.documents import document_of

    context.cancel_with_stdin()
    if every == bool(session_id):
        raise BskError(Reason.CLI_USAGE_ERROR, "name one session, or give --all")
    answer = context.calls().ask(administration.stop_sessions(None if every else session_id))
    lines = [f"stopped {stopped}" for stopped in answer.stopped]
    if answer.returned_tab_ids:
        lines.append(f"returned tabs: {', '.join(str(tab) for tab in answer.returned_tab_ids)}")
    if every and not answer.stopped and not answer.failed:
        lines.append("(no active sessions)")
    context.output.result(document_of(answer, complete=True), lines)
    for failure in answer.return_failures:
        context.output.warning(f"tab {failure.tab_id} was not returned: {one_line(failure.message)}")
    for failed in answer.failed:
        context.output.remark(f"error: {failed.session_id} was not stopped: {one_line(failed.message)}")
    if answer.failed:
        first = answer.failed[0]
        return BskError(first.code, first.message).exit_status
    return None


@command("list")
def list_sessions(context: Context) -> None:
    """List the sessions."""
    from bsk_client import administration
    from bsk_wire.documents import document_of

    context.cancel_with_stdin()
    answer = context.calls().ask(administration.sessions())
    rows = [
        [
            session.session_id,
            session.browser_instance_id,
            str(session.agent_window_id) if session.HasField("agent_window_id") else "-",
        ]
        for session in answer.sessions
    ]
    context.output.result(
        [document_of(session, complete=True) for session in answer.sessions],
        table(["SESSION", "BROWSER", "AGENT WINDOW"], rows) if rows else ["(no active sessions)"],
    )
