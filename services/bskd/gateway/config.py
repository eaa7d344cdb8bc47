"""Configuration of the gateway."""

from __future__ import annotations

from dataclasses import dataclass

from bskd.runtime.config import setting


@dataclass(frozen=True)
class GatewaySettings:
    """`[gateway]`."""

    advertise: str = setting(
        "", "gRPC address at which other services reach this gateway. Empty: the address that it listens on."
    )
