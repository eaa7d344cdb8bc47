"""What goes to stdout and what goes to stderr.

Stdout carries the answer: lines for people, or with `--json` exactly one JSON document whatever the outcome. All else
goes to stderr.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from bsk_cli.invocation import Invocation
from bsk_cli.table import one_line, table
from bsk_wire.errors import BskError, Reason

# Control characters that a terminal would act on.
_CONTROLS = dict.fromkeys([*range(9), *range(11, 32), *range(127, 160)], "\N{REPLACEMENT CHARACTER}")


class Output:
    """Writer for one run. `json`, `quiet` and `verbosity` follow the global flags as they are met."""

    def __init__(self, invocation: Invocation) -> None:
        self.json = False
        self.quiet = False
        self.verbosity = 0
        self._stdout = invocation.stdout
        self._stderr = invocation.stderr
        self._terminal = invocation.terminal
        self._answered = False
        # Nothing can be written to stdout any more.
        self._lost = False

    def result(self, document: Any, lines: Iterable[str]) -> None:
        """Answer with the document under `--json`, else with the lines."""
        if self.json:
            self.document(document)
        else:
            self.lines(*lines)

    def document(self, document: Any) -> None:
        """Answer with a JSON document. Once for each run."""
        text = json.dumps(document, indent=2, ensure_ascii=False)
        self._answered = True
        self._write(text + "\n")

    def lines(self, *lines: str) -> None:
        """Lines of the answer for people."""
        for line in lines:
            self._write(self._shown(line, self._terminal.stdout) + "\n")

    def note(self, text: str) -> None:
        """Something worth knowing, for people only."""
        if not self.json and not self.quiet:
            self._tell(text)

    def remark(self, text: str) -> None:
        """Something that belongs to the answer but not into it, for people only."""
        if not self.json:
            self._tell(text)

    def warning(self, text: str) -> None:
        """Something that went less well than asked, for people only."""
        self.remark(f"warning: {text}")

    def trace(self, text: str) -> None:
        """What the program is doing, with `-v`."""
        if self.verbosity:
            self._tell(f"debug: {text}")

    def help(self, text: str) -> None:
        """Help that nobody asked for."""
        self._tell(text)

    def failure(self, error: BskError) -> None:
        """Report a failed run. Under `--json` the envelope is the answer, unless there has been one already."""
        if self.json and not self._answered and not self._lost:
            self.document(error.envelope())
        else:
            self._tell(f"error: {error.message}")
            for line in _explanation(error):
                self._tell(line)
            if error.hint:
                self._tell(f"hint: {error.hint}")
        if error.call_id:
            self.trace(f"call {error.call_id}")

    def fault(self, error: BaseException) -> None:
        """Report a fault of ours; its traceback appears with `-vv` only."""
        self.failure(BskError(Reason.INTERNAL, f"{type(error).__name__}: {one_line(str(error))}"))
        if self.verbosity > 1:
            import traceback

            self._tell("".join(traceback.format_exception(error)).rstrip("\n"))

    def flush(self) -> None:
        """Hand everything over. Raises `BskError(LOCAL_FILE_ERROR)` when that cannot be done."""
        if not self._lost:
            with self._writing():
                self._stdout.flush()

    def _write(self, text: str) -> None:
        with self._writing():
            self._stdout.write(text)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            self._lost = True
            raise BskError(Reason.LOCAL_FILE_ERROR, f"cannot write the output: {error.strerror}", hint="") from error

    def _tell(self, text: str) -> None:
        self._stderr.write(self._shown(text, self._terminal.stderr) + "\n")
        self._stderr.flush()

    def _shown(self, text: str, terminal: bool) -> str:
        """On a terminal, text of a page must not be able to move the cursor or recolour what stands there."""
        return text.translate(_CONTROLS) if terminal else text


def _explanation(error: BskError) -> list[str]:
    """Further lines for people, where the facts of an error deserve more than its message."""
    browsers = error.data.get("browsers")
    if error.reason == Reason.MULTIPLE_BROWSERS_ONLINE and isinstance(browsers, list):
        rows = [
            [
                str(browser.get("instance_id", "")),
                str(browser.get("browser_name", "")),
                str(browser.get("label") or "-"),
                str(browser.get("session_count", 0)),
            ]
            for browser in browsers
        ]
        return [
            "connected browsers:",
            *("  " + line for line in table(["INSTANCE", "BROWSER", "LABEL", "SESSIONS"], rows)),
        ]
    if error.reason == Reason.BROWSER_LABEL_AMBIGUOUS:
        return [f"  • {one_line(str(name))}" for name in error.data.get("instance_ids", [])]
    if error.reason == Reason.CLI_PARSE_ERROR:
        # The text for people begins with the message and ends with the hint, which stand around this already.
        return str(error.data.get("details", "")).splitlines()[1:-1]
    return []
