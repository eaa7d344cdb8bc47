"""Configuration: TOML files, frozen dataclasses, and unknown keys as errors."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, cast, get_type_hints

from bsk_wire.errors import BskError, Reason


def setting(
    default: Any, doc: str, *, minimum: float | None = None, maximum: float | None = None, choices: tuple[str, ...] = ()
) -> Any:
    """A field of a section: its default, what it means, and the inclusive bounds or the words it accepts."""
    return dataclasses.field(
        default=default, metadata={"doc": doc, "minimum": minimum, "maximum": maximum, "choices": choices}
    )


@dataclass(frozen=True)
class ListenSettings:
    """`[listen]`: where gRPC is served."""

    grpc: str = setting(
        "", "gRPC address: `unix:/path` or `host:port`. Empty: a socket under `run/` of the home directory."
    )
    discovery: bool = setting(
        False,
        "Take the lock of the home directory and write `daemon.json`, so that `bsk` finds this process. "
        "Always so for the target `all`.",
    )


@dataclass(frozen=True)
class HttpSettings:
    """`[http]`: probes, metrics and, in a gateway, the WebSocket."""

    listen: str = setting(
        "", "Address as `host:port`. Empty: 127.0.0.1 with port 52800 for a gateway and a free port for others."
    )
    max_message_bytes: int = setting(
        64 * 1024 * 1024, "Largest WebSocket message that is taken from a browser. Bytes.", minimum=64 * 1024
    )


@dataclass(frozen=True)
class LogSettings:
    """`[log]`: what is logged, and how."""

    format: str = setting("human", "Form of the lines on stderr.", choices=("human", "json"))
    level: str = setting("info", "Least level that is logged.", choices=("debug", "info", "warning", "error"))


@dataclass(frozen=True)
class ProcessSettings:
    """`[process]`: how the process ends."""

    idle_exit_seconds: float = setting(
        600.0, "The target `all` ends after this long without calls, sessions and browsers. 0: never.", minimum=0
    )
    drain_seconds: float = setting(2.0, "How long running calls may take to finish after SIGTERM.", minimum=0)


@dataclass(frozen=True)
class Configuration:
    """Everything that can be configured."""

    listen: ListenSettings = dataclasses.field(default_factory=ListenSettings)
    http: HttpSettings = dataclasses.field(default_factory=HttpSettings)
    log: LogSettings = dataclasses.field(default_factory=LogSettings)
    process: ProcessSettings = dataclasses.field(default_factory=ProcessSettings)
    # gRPC addresses of services that run in other processes.
    peers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # The services' own sections, by service name.
    services: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    RUNTIME_SECTIONS: ClassVar[Mapping[str, type]] = {
        "listen": ListenSettings,
        "http": HttpSettings,
        "log": LogSettings,
        "process": ProcessSettings,
    }


@dataclass(frozen=True)
class SettingDescription:
    """One key of the configuration, for the reference page."""

    key: str
    type_name: str
    default: Any
    doc: str
    choices: tuple[str, ...] = ()


Overrides = Mapping[str, Any]

_TYPE_NAMES: Mapping[Any, str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    tuple[str, ...]: "a list of texts",
}


def load_configuration(
    path: Path | None, service_sections: Mapping[str, type], overrides: Overrides | None = None
) -> Configuration:
    """Read `path`, or take the defaults when it is None, and lay `overrides` (dotted keys) over it.

    `service_sections` gives each service's dataclass. Raises `configuration_error` that names the key and the file when
    the file cannot be read, is not TOML, holds an unknown key or a value that does not fit.
    """
    where = str(path) if path is not None else "the command line"
    document = _read(path) if path is not None else {}
    for key, value in (overrides or {}).items():
        section, _, name = key.partition(".")
        document.setdefault(section, {})[name] = value
    sections = {**Configuration.RUNTIME_SECTIONS, **service_sections}
    unknown = sorted(set(document) - set(sections) - {"peers"})
    if unknown:
        raise _refusal(f"unknown section [{unknown[0]}] in {where}, known are {_listed([*sections, 'peers'])}")
    parsed = {name: _section(name, kind, document.get(name, {}), where) for name, kind in sections.items()}
    return Configuration(
        **{name: parsed[name] for name in Configuration.RUNTIME_SECTIONS},
        peers=_peers(document.get("peers", {}), service_sections, where),
        services={name: parsed[name] for name in service_sections},
    )


def describe_settings(service_sections: Mapping[str, type]) -> Iterator[SettingDescription]:
    """Every key there is, section by section."""
    for section, kind in {**Configuration.RUNTIME_SECTIONS, **service_sections}.items():
        hints = get_type_hints(kind)
        for field in dataclasses.fields(cast(Any, kind)):
            yield SettingDescription(
                f"{section}.{field.name}",
                _type_name(hints[field.name]),
                field.default,
                field.metadata["doc"],
                field.metadata["choices"],
            )
    for service in service_sections:
        doc = f"gRPC address of the {service} service where it runs in another process."
        default = f"the socket `run/{service}.sock` of the home directory"
        yield SettingDescription(f"peers.{service}", "text", default, doc)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text())
    except OSError as error:
        raise _refusal(f"cannot read {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _refusal(f"{path} is not TOML: {error}") from error


def _section(section: str, kind: type, table: Any, where: str) -> Any:
    if not isinstance(table, dict):
        raise _refusal(f"{section} in {where} has to be a section, write [{section}]")
    fields = {field.name: field for field in dataclasses.fields(cast(Any, kind))}
    hints = get_type_hints(kind)
    for name in table:
        if name not in fields:
            raise _refusal(f"unknown key {section}.{name} in {where}, known are {_listed(fields)}")
    return kind(**{name: _value(f"{section}.{name}", fields[name], hints[name], table[name], where) for name in table})


def _value(key: str, field: dataclasses.Field[Any], kind: Any, value: Any, where: str) -> Any:
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if kind == tuple[str, ...] and isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = tuple(value)
    elif type(value) is not kind:
        raise _refusal(f"{key} in {where} has to be {_type_name(kind)}")
    choices, minimum, maximum = (field.metadata.get(name) for name in ("choices", "minimum", "maximum"))
    if choices and value not in choices:
        raise _refusal(f"{key} in {where} has to be one of {_listed(choices)}")
    if minimum is not None and value < minimum:
        raise _refusal(f"{key} in {where} has to be at least {minimum:g}")
    if maximum is not None and value > maximum:
        raise _refusal(f"{key} in {where} has to be at most {maximum:g}")
    return value


def _peers(table: Any, service_sections: Mapping[str, type], where: str) -> dict[str, str]:
    if not isinstance(table, dict):
        raise _refusal(f"peers in {where} has to be a section, write [peers]")
    for name, address in table.items():
        if name not in service_sections:
            raise _refusal(f"unknown key peers.{name} in {where}, known are {_listed(service_sections)}")
        if not isinstance(address, str) or not address:
            raise _refusal(f"peers.{name} in {where} has to be an address such as unix:/path or host:port")
    return dict(table)


def _type_name(kind: Any) -> str:
    return _TYPE_NAMES[kind]


def _listed(names: Any) -> str:
    return ", ".join(names)


def _refusal(message: str) -> BskError:
    return BskError(Reason.CONFIGURATION_ERROR, message)
