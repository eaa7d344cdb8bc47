from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from bsk_wire.errors import BskError
from bskd.runtime.config import Configuration, describe_settings, load_configuration, setting
from bskd.targets import sections


@dataclasses.dataclass(frozen=True)
class OvenSettings:
    degrees: int = setting(180, "How hot.", minimum=50, maximum=300)
    names: tuple[str, ...] = setting((), "Whose.")
    fan: bool = setting(False, "Whether the fan turns.")
    minutes: float = setting(10.0, "How long.")
    mode: str = setting("top", "Where the heat is.", choices=("top", "bottom"))


SECTIONS: dict[str, type] = {"oven": OvenSettings}


def load(tmp_path: Path, text: str, **overrides: object) -> Configuration:
    path = tmp_path / "bskd.toml"
    path.write_text(text)
    return load_configuration(path, SECTIONS, {key.replace("__", "."): value for key, value in overrides.items()})


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(BskError) as refused:
        load(tmp_path, text)
    assert refused.value.reason == "configuration_error"
    return refused.value.message


def test_configuration_is_the_defaults_without_a_file() -> None:
    configuration = load_configuration(None, SECTIONS)
    assert configuration.services["oven"] == OvenSettings()
    assert configuration.log.format == "human"


def test_configuration_takes_what_the_file_says(tmp_path: Path) -> None:
    text = '[oven]\ndegrees = 200\nnames = ["a"]\nfan = true\nminutes = 5\nmode = "bottom"\n[log]\nformat = "json"\n'
    configuration = load(tmp_path, text)
    assert configuration.services["oven"] == OvenSettings(200, ("a",), True, 5.0, "bottom")
    assert configuration.log.format == "json"


def test_override_wins_over_the_file(tmp_path: Path) -> None:
    configuration = load(tmp_path, "[oven]\ndegrees = 200\n", oven__degrees=250)
    assert configuration.services["oven"].degrees == 250


def test_peers_are_addresses_of_known_services(tmp_path: Path) -> None:
    assert load(tmp_path, '[peers]\noven = "127.0.0.1:9"\n').peers == {"oven": "127.0.0.1:9"}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[stove]\n", "unknown section [stove]"),
        ("[oven]\ndegree = 1\n", "unknown key oven.degree"),
        ("[log]\ncolour = 'red'\n", "unknown key log.colour"),
        ("[peers]\nstove = 'x'\n", "unknown key peers.stove"),
        ("[peers]\noven = 7\n", "peers.oven"),
        ("peers = 1\n", "write [peers]"),
        ("oven = 1\n", "write [oven]"),
        ("[oven]\ndegrees = 'hot'\n", "oven.degrees"),
        ("[oven]\ndegrees = true\n", "a whole number"),
        ("[oven]\ndegrees = 1.5\n", "a whole number"),
        ("[oven]\nfan = 1\n", "true or false"),
        ("[oven]\nnames = [1]\n", "a list of texts"),
        ("[oven]\nminutes = '5'\n", "a number"),
        ("[oven]\ndegrees = 49\n", "at least 50"),
        ("[oven]\ndegrees = 301\n", "at most 300"),
        ("[oven]\nmode = 'left'\n", "one of top, bottom"),
        ("[oven\n", "not TOML"),
    ],
)
def test_configuration_refuses_what_does_not_fit_and_names_it(tmp_path: Path, text: str, named: str) -> None:
    message = refusal(tmp_path, text)
    assert named in message
    assert str(tmp_path / "bskd.toml") in message


def test_configuration_refuses_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BskError, match="cannot read"):
        load_configuration(tmp_path / "none.toml", SECTIONS)


def test_every_key_of_every_service_is_described() -> None:
    described = list(describe_settings(sections()))
    assert all(description.doc for description in described)
    keys = [description.key for description in described]
    assert len(set(keys)) == len(keys)
    assert {"listen.grpc", "http.listen", "peers.session", "session.idle_seconds", "gateway.advertise"} <= set(keys)
