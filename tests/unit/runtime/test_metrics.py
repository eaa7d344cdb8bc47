from __future__ import annotations

import re
import tempfile
from pathlib import Path

from bskd.runtime.clock import SystemClock
from bskd.runtime.config import load_configuration
from bskd.runtime.metrics import CallMetrics, CatalogueRegistry, MetricDescription, reason_label
from bskd.runtime.module import Addresses, ModuleContext
from bskd.runtime.peers import Peers
from bskd.targets import TARGETS, sections


def catalogue() -> list[MetricDescription]:
    registry = CatalogueRegistry()
    CallMetrics(registry)
    configuration = load_configuration(None, sections())
    plan = TARGETS["all"].plan(discovery=False, host_managed=False)
    with tempfile.TemporaryDirectory() as directory:
        home = Path(directory)
        peers = Peers(home, (), {})
        context = ModuleContext(home, configuration, peers, registry, SystemClock(), "0", Addresses())
        for kind in plan.modules:
            kind(context, configuration.services[kind.name])
    return list(registry.descriptions())


def test_every_metric_is_named_by_its_service_and_explained() -> None:
    for metric in catalogue():
        assert re.fullmatch(r"bsk_(runtime|session|gateway|router)_[a-z_]+", metric.name), metric
        assert len(metric.help) > 10, metric


def test_no_metric_has_a_label_without_bounds() -> None:
    for metric in catalogue():
        assert not {"session", "session_id", "url", "ref", "call_id", "browser_instance_id"} & set(metric.labels), (
            metric
        )


def test_catalogue_names_counters_as_they_are_served() -> None:
    names = {metric.name for metric in catalogue()}
    assert {"bsk_runtime_call_seconds", "bsk_runtime_call_errors_total", "bsk_gateway_connections_count"} <= names


def test_reason_label_counts_unknown_reasons_together() -> None:
    assert reason_label("ref_not_found") == "ref_not_found"
    assert reason_label("made_up_by_a_peer") == "other"
