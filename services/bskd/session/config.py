"""`[session]`: what can be configured of the session service."""

from __future__ import annotations

from dataclasses import dataclass

from bskd.runtime.config import setting


@dataclass(frozen=True)
class SessionSettings:
    """The session service's section."""

    idle_seconds: float = setting(300.0, "A session that nothing used for this long is stopped. 0: never.", minimum=0)
    store: str = setting(
        "sqlite",
        "Where sessions are kept: `sqlite` is the file `state.sqlite` of the home directory, `memory` forgets them "
        "with the process.",
        choices=("sqlite", "memory"),
    )
