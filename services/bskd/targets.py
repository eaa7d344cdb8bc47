"""Which services run in which process. The only place that knows them all."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

from bskd.runtime.host import HostPlan
from bskd.runtime.module import Module

# Port that a published extension dials.
DEFAULT_GATEWAY_PORT = 52800

SERVICES = ("session", "gateway", "router")


@dataclass(frozen=True)
class Target:
    """One value of `--target`."""

    name: str
    services: tuple[str, ...]

    def plan(self, *, discovery: bool, host_managed: bool) -> HostPlan:
        """What a process of this target is. Imports its services and no others."""
        return HostPlan(
            target=self.name,
            modules=tuple(_module_class(service) for service in self.services),
            socket_name="daemon" if self.name == "all" else self.name,
            discovery=discovery or self.name == "all",
            http_port=DEFAULT_GATEWAY_PORT if "gateway" in self.services else 0,
            host_managed=host_managed,
        )


TARGETS: Mapping[str, Target] = {
    "all": Target("all", SERVICES),
    **{service: Target(service, (service,)) for service in SERVICES},
}


def sections() -> dict[str, type]:
    """The configuration section of every service, by name. Every file may hold every section."""
    return {service: _named(service, "config", "Settings") for service in SERVICES}


def _module_class(service: str) -> type[Module]:
    return _named(service, "module", "Module")


def _named(service: str, module: str, suffix: str) -> type:
    imported = importlib.import_module(f"bskd.{service}.{module}")
    kind = getattr(imported, f"{service.capitalize()}{suffix}")
    assert isinstance(kind, type)
    return kind
