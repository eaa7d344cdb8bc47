"""What a command works with."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from bsk_cli.invocation import Invocation
from bsk_cli.output import Output
from bsk_client.cancellation import Cancellation
from bsk_client.endpoint import Endpoint, home_directory
from bsk_client.limits import BROWSER_WAIT_MS, LONGEST_BROWSER_WAIT_MS, STDIN_PIECE_BYTES
from bsk_wire.errors import BskError, Reason

if TYPE_CHECKING:
    from bsk_client.calls import Calls


class Context:
    """The invocation, its output, and the way to the daemon, which is sought when a command first needs it."""

    def __init__(self, invocation: Invocation, output: Output) -> None:
        self.invocation = invocation
        self.output = output
        self._calls: Calls | None = None

    @cached_property
    def home(self) -> Path:
        """Home directory of the daemon. It need not exist."""
        return home_directory(self.invocation.environment, self.invocation.working_directory)

    @property
    def auto_start(self) -> bool:
        """Whether a command may start the daemon. Only the literal `0` forbids it."""
        return self.invocation.environment.get("BSK_AUTO_START") != "0"

    @property
    def cancellation(self) -> Cancellation:
        return self.invocation.cancellation

    def cancel_with_stdin(self) -> None:
        """With `BSK_CANCEL_ON_STDIN_CLOSE=1`, take the end of standard input like Ctrl-C from now on.

        For hosts that cannot send signals. Standard input is not read otherwise.
        """
        if self.invocation.environment.get("BSK_CANCEL_ON_STDIN_CLOSE") == "1":
            Thread(target=self._cancel_at_end, name="stdin", daemon=True).start()

    def _cancel_at_end(self) -> None:
        while self.invocation.stdin.read(STDIN_PIECE_BYTES):
            pass
        self.cancellation.request()

    def endpoint(self) -> Endpoint:
        """The daemon of this home, started when there is none and that is allowed.

        Raises `BskError`: `daemon_unavailable`, `daemon_start_failed`, `configuration_error`, `cancelled`.
        """
        from bsk_client.daemon import ensure_daemon

        return ensure_daemon(
            self.home,
            self.invocation.environment,
            allow_start=self.auto_start,
            cancellation=self.cancellation,
        )

    def calls(self) -> Calls:
        """Calls to that daemon. Opened once, closed at the end of the run."""
        from bsk_client.calls import Calls

        if self._calls is None:
            endpoint = self.endpoint()
            self.output.trace(f"daemon {endpoint.pid} at {endpoint.address}")
            self._calls = Calls(endpoint, self.cancellation)
        return self._calls

    def close(self) -> None:
        if self._calls is not None:
            self._calls.close()
            self._calls = None

    def browser_wait_ms(self, variable: str = "BSK_BROWSER_WAIT_MS") -> int:
        """How long to wait for a first browser, from an environment variable. 0 is a snapshot.

        Raises `BskError(CONFIGURATION_ERROR)` when the variable holds no whole number.
        """
        text = self.invocation.environment.get(variable, "").strip()
        if not text:
            return BROWSER_WAIT_MS
        if not text.isdecimal():
            message = f"{variable} is {text!r}, and has to be a whole number of milliseconds"
            raise BskError(Reason.CONFIGURATION_ERROR, message)
        return min(int(text), LONGEST_BROWSER_WAIT_MS)
