"""`[router]`: what can be configured of the router."""

from __future__ import annotations

from dataclasses import dataclass

from bskd.runtime.config import setting


@dataclass(frozen=True)
class RouterSettings:
    """The router's section."""

    audit: bool = setting(True, "Write one log line for each call: who did what to which session, never with what.")
