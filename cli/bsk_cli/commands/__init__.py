"""The commands that are written by hand, one module for each group of words, imported when one is asked for.

A command is an attribute of its module, made with `bsk_cli.parsing.command`. Every tool of `bsk.tools.v1` without an
entry here gets its command from the descriptor.
"""

from __future__ import annotations

# Command words: module, attribute, summary.
COMMANDS: dict[str, tuple[str, str, str]] = {
    "browsers": ("bsk_cli.commands.browsers", "browsers", "List the connected browsers."),
    "get-html": ("bsk_cli.commands.gethtml", "get_html", "Read the HTML of the page or of one element."),
    "help": ("bsk_cli.commands.help", "show_help", "Show the help of a command."),
    "navigate": ("bsk_cli.commands.navigate", "navigate", "Open an address, or go back or forward."),
    "screenshot": ("bsk_cli.commands.screenshot", "screenshot", "Take a picture of the viewport or of one element."),
    "session list": ("bsk_cli.commands.session", "list_sessions", "List the sessions."),
    "session start": ("bsk_cli.commands.session", "start", "Open an Agent Window and start a session in it."),
    "session stop": ("bsk_cli.commands.session", "stop", "Stop a session and close its Agent Window."),
    "status": ("bsk_cli.commands.status", "status", "Show the daemon, its browsers and its sessions."),
    # Daemon and machine.
    "browser launch": ("bsk_cli.commands.browser", "launch", "Start a browser that has the extension."),
    "browser stop": ("bsk_cli.commands.browser", "stop", "Stop the browsers that were started this way."),
    "completion": ("bsk_cli.commands.completion", "completion", "Print the completion script of a shell."),
    "daemon restart": ("bsk_cli.commands.daemon", "restart", "Stop the daemon and start it again."),
    "daemon start": ("bsk_cli.commands.daemon", "start", "Start the daemon."),
    "daemon status": ("bsk_cli.commands.daemon", "status", "Show whether the daemon runs."),
    "daemon stop": ("bsk_cli.commands.daemon", "stop", "Stop the daemon."),
    "doctor": ("bsk_cli.commands.doctor", "doctor", "Check every part between here and the browser."),
    "extension path": ("bsk_cli.commands.extension", "path", "Print the directory of the unpacked extension."),
    "logs": ("bsk_cli.commands.logs", "logs", "Print the end of the daemon's log."),
}

GROUPS: dict[str, str] = {
    "browser": "Start and stop browsers that have the extension.",
    "daemon": "Start, stop and look at the daemon.",
    "extension": "The browser extension.",
    "session": "Start, stop and list sessions.",
    "tab": "The tabs of a session.",
    "window": "The Agent Window of a session.",
}
