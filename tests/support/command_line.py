"""The command line run in this process, as a function of an invocation."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bsk_cli.invocation import Invocation, Terminal
from bsk_cli.main import run
from bsk_client.cancellation import Cancellation

Run = Callable[..., "Outcome"]


@dataclass(frozen=True)
class Outcome:
    """What one run left."""

    status: int
    stdout: str
    stderr: str

    @property
    def document(self) -> Any:
        """Stdout as the one JSON document that it has to be."""
        return json.loads(self.stdout)


def run_command(
    *arguments: str,
    home: Path,
    environment: Mapping[str, str] | None = None,
    cancellation: Cancellation | None = None,
    terminal: Terminal | None = None,
    stderr: io.StringIO | None = None,
) -> Outcome:
    """Run one command in `home`, which is also its working directory. No daemon is ever started."""
    stdout, stderr = io.StringIO(), stderr or io.StringIO()
    status = run(
        Invocation(
            arguments=arguments,
            environment={"BSK_HOME": str(home), "BSK_AUTO_START": "0", "TMPDIR": str(home), **(environment or {})},
            working_directory=home,
            stdin=io.BytesIO(),
            stdout=stdout,
            stderr=stderr,
            terminal=terminal or Terminal(),
            cancellation=cancellation or Cancellation(),
        )
    )
    return Outcome(status, stdout.getvalue(), stderr.getvalue())
