"""The pages for who runs the services: metrics and configuration."""

from __future__ import annotations

import importlib

from bskd.runtime.config import describe_settings
from bskd.runtime.metrics import CallMetrics, CatalogueRegistry
from bskd.targets import SERVICES, sections
from docs.generator.markdown import code, table

ENVIRONMENT = {
    "BSK_HOME": "Home directory of the daemon: its lock, socket, log and state. Default `~/.bsk`.",
    "BSK_AUTO_START": "`0` forbids commands to start the daemon.",
    "BSK_BROWSER_WAIT_MS": "How long `status` and `browsers` wait for a first browser. Default 5000, at most 60000, 0 "
    "does not wait.",
    "BSK_DOCTOR_BROWSER_WAIT_MS": "The same for `doctor`.",
    "BSK_BROWSER_PROGRAM": "Browser that `browser launch` starts when none is named.",
    "BSK_CANCEL_ON_STDIN_CLOSE": "`1` takes the end of standard input for Ctrl-C.",
}


def metrics_page() -> str:
    """Every metric of every service."""
    registry = CatalogueRegistry()
    CallMetrics(registry)
    for service in SERVICES:
        module = importlib.import_module(f"bskd.{service}.metrics")
        getattr(module, f"{service.capitalize()}Metrics")(registry)
    rows = [
        [code(metric.name), metric.kind, ", ".join(map(code, metric.labels)), metric.help]
        for metric in registry.descriptions()
    ]
    return (
        "# Metrics\n\n"
        "Served as `/metrics` by every process. Labels hold words from bounded sets, never an address, a session or a "
        "reference. The usual `process_*` and `python_info` metrics are there as well.\n\n"
        + table(["metric", "kind", "labels", "meaning"], rows)
    )


def configuration_page() -> str:
    """Every key of the configuration file and every environment variable."""
    rows = []
    for setting in describe_settings(sections()):
        choices = f" One of {', '.join(map(code, setting.choices))}." if setting.choices else ""
        default = setting.default if setting.key.startswith("peers.") else code(_written(setting.default))
        rows.append([code(setting.key), setting.type_name, default, setting.doc + choices])
    return (
        "# Configuration\n\n"
        "Nothing has to be configured on one's own machine. `bskd --config FILE` reads TOML; the daemon that `bsk` "
        "starts reads `config.toml` in its home directory when there is one. An unknown key is an error that names it, "
        "and `bskd --verify-config --config FILE` tells without starting anything. Flags of `bskd` win over the file. "
        "A key `section.name` is written as `name` under `[section]`.\n\n"
        + table(["key", "value", "default", "meaning"], rows)
        + "\n## Environment variables\n\n"
        + table(["variable", "meaning"], [[code(name), meaning] for name, meaning in ENVIRONMENT.items()])
    )


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else f"{value}"
