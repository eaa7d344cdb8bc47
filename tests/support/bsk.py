"""The real command line, run as an agent runs it: one process per command, in a home of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bsk_client import Session, connect
from bsk_wire.documents import document_of

PROGRAM = Path(sys.executable).with_name("bsk")
COMMAND_TIMEOUT_SECONDS = 90.0


@dataclass(frozen=True)
class Result:
    """What one command left: exit status, the two streams, and how to read them."""

    arguments: tuple[str, ...]
    exit_status: int
    stdout: str
    stderr: str

    @property
    def document(self) -> Any:
        """Stdout as the one JSON document that it has to be."""
        return json.loads(self.stdout)

    @property
    def error(self) -> dict[str, Any]:
        """The error envelope of a command that failed."""
        assert self.exit_status != 0, f"{self} did not fail"
        document = self.document
        assert isinstance(document, dict)
        assert document["exit_code"] == self.exit_status
        return document

    @property
    def reason(self) -> str:
        """Machine reason of a command that failed."""
        return str(self.error["data"]["reason"])

    def ok(self) -> Result:
        """This result, once it is certain that the command succeeded."""
        assert self.exit_status == 0, f"{self}"
        return self


class Bsk:
    """Runs `bsk` in one home. `environment` is added to the process's own."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.home = home
        self.environment = {**os.environ, "BSK_HOME": str(home), **environment}

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[str]:
        """Start a command and leave it running."""
        settings: dict[str, Any] = {
            "env": self.environment,
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "text": True,
        }
        return subprocess.Popen([PROGRAM, *arguments], **(settings | options))

    def finish(self, process: subprocess.Popen[str], *arguments: str) -> Result:
        """Wait for a command that `start` began."""
        try:
            stdout, stderr = process.communicate(timeout=COMMAND_TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return Result(arguments, process.returncode, stdout, stderr)

    def __call__(self, *arguments: str) -> Result:
        """Run a command to its end with human output."""
        return self.finish(self.start(*arguments), *arguments)

    def json(self, *arguments: str) -> Result:
        """Run a command to its end with `--json`."""
        return self(*arguments, "--json")

    def use_free_port(self) -> None:
        """Let this home's daemon listen on a port that the system chooses, whoever starts it."""
        self.home.mkdir(mode=0o700, exist_ok=True)
        (self.home / "config.toml").write_text('[http]\nlisten = "127.0.0.1:0"\n')

    def daemon_pid(self) -> int:
        """Process id in the discovery file."""
        return int(json.loads((self.home / "daemon.json").read_text())["pid"])

    def kill_daemon(self) -> None:
        """End the daemon as a crash would: no clean-up, socket and discovery file left behind."""
        os.kill(self.daemon_pid(), signal.SIGKILL)


class Page:
    """One session, and the short way to write its commands.

    `run` and `do` are processes, as an agent's are. What only prepares a test or looks at its result goes through the
    library, which reaches the same daemon in a tenth of the time.
    """

    def __init__(self, bsk: Bsk, session_id: str) -> None:
        self.bsk = bsk
        self.session_id = session_id

    def run(self, command: str, *arguments: str) -> Result:
        """Run a command of this session with `--json`; `command` may be two words."""
        return self.bsk.json(*command.split(), "--session", self.session_id, *arguments)

    def do(self, command: str, *arguments: str) -> dict[str, Any]:
        """The document of a command that has to succeed."""
        document = self.run(command, *arguments).ok().document
        assert isinstance(document, dict)
        return document

    def open(self, url: str) -> None:
        """Navigate, and be sure that the page has loaded."""
        with self._session() as session:
            assert session.navigate(url).reached == "load"

    def observe(self, *, max_tokens: int | None = None, cursor: str | None = None) -> str:
        """Text of an observation."""
        with self._session() as session:
            return session.observe(max_tokens=max_tokens, cursor=cursor).text

    def ref(self, control: str, text: str | None = None) -> str:
        """Reference in front of a control such as `button "Save"`."""
        observed = self.observe() if text is None else text
        found = re.search(rf"(@e\d+) {re.escape(control)}", observed)
        assert found is not None, f"no {control} in:\n{observed}"
        return found[1]

    def evaluate(self, expression: str, *, tab_id: str | None = None, timeout_seconds: float | None = None) -> Any:
        """Value of an expression in the page."""
        tab = None if tab_id is None else int(tab_id)
        with self._session() as session:
            document = document_of(
                session.evaluate(expression, tab_id=tab, timeout_seconds=timeout_seconds), complete=True
            )
        assert document["ok"], document
        return document.get("value")

    @contextmanager
    def _session(self) -> Iterator[Session]:
        with connect(self.bsk.home, auto_start=False) as connection:
            yield connection.attach(self.session_id)
