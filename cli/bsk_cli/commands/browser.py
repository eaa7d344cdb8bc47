"""`bsk browser`: browsers that have the extension, for people and machines that have none open."""

from __future__ import annotations

from typing import Any

from bsk_cli.context import Context
from bsk_cli.parsing import StrictOption, command
from bsk_client.launched import LaunchedBrowser
from bsk_client.launching import LaunchOptions, launch_browser, stop_browsers, wait_until_gone
from bsk_wire.errors import BskError, Reason

_PROFILE = StrictOption(["--profile"], metavar="DIR", help="Profile directory. [default: one in the home directory]")


@command(
    "launch",
    params=[
        StrictOption(["--headless"], is_flag=True, help="Without a window."),
        _PROFILE,
        StrictOption(["--url"], metavar="URL", help="First page. [default: about:blank]"),
        StrictOption(["--browser-program"], metavar="PATH", help="Browser to start. [default: $BSK_BROWSER_PROGRAM]"),
    ],
)
def launch(context: Context, headless: bool, profile: str | None, url: str | None, browser_program: str | None) -> None:
    """Start a Chromium with the extension and return once that has connected.

    The browser goes on after this command. One that runs with the profile already is answered as it is. Chrome itself
    takes no extension from the command line; Chromium, Chrome for Testing, Brave and Edge do.
    """
    options = LaunchOptions(
        headless=headless,
        profile=None if profile is None else context.invocation.path(profile),
        program=browser_program,
        **({} if url is None else {"url": _address(url)}),
    )
    browser, started = launch_browser(context.calls(), context.invocation.environment, options, context.cancellation)
    document = {**_facts(browser), "already_running": not started}
    verb = "is connected" if started else "was running already"
    context.output.result(
        document, [f"browser {browser.browser_id} {verb} (pid {browser.pid}, profile {browser.profile})"]
    )


@command("stop", params=[_PROFILE])
def stop(context: Context, profile: str | None) -> None:
    """Stop the browsers that `bsk browser launch` started, or only that of a profile. No other browser is touched."""
    place = None if profile is None else context.invocation.path(profile)
    stopped = stop_browsers(context.home, place)
    _let_the_daemon_notice(context, stopped)
    lines = [f"stopped browser {browser.browser_id} (pid {browser.pid})" for browser in stopped]
    context.output.result({"stopped": [_facts(browser) for browser in stopped]}, lines or ["no browser was running"])


def _let_the_daemon_notice(context: Context, stopped: list[LaunchedBrowser]) -> None:
    from bsk_client.calls import Calls
    from bsk_client.endpoint import discover

    if not stopped:
        return
    try:
        with Calls(discover(context.home), context.cancellation) as calls:
            wait_until_gone(calls, stopped)
    except BskError as error:
        # The browsers are gone either way.
        context.output.trace(f"the daemon was not asked: {error.message}")


def _address(url: str) -> str:
    if url.startswith("-"):
        raise BskError(Reason.CLI_USAGE_ERROR, f"{url} is no address")
    return url


def _facts(browser: LaunchedBrowser) -> dict[str, Any]:
    return {
        "pid": browser.pid,
        "profile": browser.profile,
        "browser_id": browser.browser_id,
        "program": browser.program,
        "headless": browser.headless,
    }
