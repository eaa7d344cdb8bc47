"""Kinds of values on the command line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import click

from bsk_wire.errors import BskError, Reason

LARGEST_UINT32 = 2**32 - 1
LARGEST_INT32 = 2**31 - 1

_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m)?", re.ASCII)
_MS_OF_UNIT = {None: 1, "ms": 1, "s": 1000, "m": 60_000}
# Other names of keys that are held down.
_KEY_NAMES = {
    "cmd": "meta",
    "command": "meta",
    "control": "ctrl",
    "opt": "alt",
    "option": "alt",
    "super": "meta",
}


class Text(click.ParamType[str]):
    """Any text, as long as it is text."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            value.encode()
        except UnicodeEncodeError:
            self.fail("it is not valid UTF-8", param, ctx)
        return str(value)


class Whole(click.ParamType[int]):
    """A whole number within inclusive bounds."""

    name = "number"

    def __init__(self, minimum: int, maximum: int) -> None:
        self.minimum = minimum
        self.maximum = maximum

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        if not re.fullmatch(r"[+-]?\d{1,20}", value, re.ASCII):
            self.fail(f"{value!r} is not a whole number", param, ctx)
        number = int(value)
        if not self.minimum <= number <= self.maximum:
            self.fail(f"{number} is not in the range {self.minimum} to {self.maximum}", param, ctx)
        return number


class Number(click.ParamType[float]):
    """A finite number."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        if not re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?", value, re.ASCII | re.IGNORECASE):
            self.fail(f"{value!r} is not a number", param, ctx)
        return float(value)


class Duration(click.ParamType[int]):
    """A time, in milliseconds: a number with `ms` (the default unit), `s` or `m`."""

    name = "duration"

    def __init__(self, *, minimum_ms: int, maximum_ms: int = LARGEST_UINT32) -> None:
        self.minimum_ms = minimum_ms
        self.maximum_ms = maximum_ms

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = _DURATION.fullmatch(value)
        if match is None:
            self.fail(f"{value!r} is not a duration such as 500ms, 30s or 2m", param, ctx)
        duration_ms = round(float(match[1]) * _MS_OF_UNIT[match[2]])
        if duration_ms < self.minimum_ms:
            self.fail(f"{value!r} is too short, it has to be at least {self.minimum_ms}ms", param, ctx)
        if duration_ms > self.maximum_ms:
            self.fail(f"{value!r} is too long, it may be at most {self.maximum_ms}ms", param, ctx)
        return duration_ms


class Words(click.ParamType[list[str]]):
    """A comma list of words from a choice, as a list without repetitions. Wrong words are a usage error."""

    name = "words"

    def __init__(self, choices: Sequence[str]) -> None:
        self.choices = choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        if isinstance(value, list):
            return value
        found: list[str] = []
        for written in value.split(","):
            word = written.strip().lower()
            word = _KEY_NAMES.get(word, word)
            if self.choices and word not in self.choices:
                flag = param.opts[0] if param is not None else "the list"
                message = f"{written.strip()!r} is not one of {', '.join(self.choices)} for {flag}"
                raise BskError(Reason.CLI_USAGE_ERROR, message)
            if word not in found:
                found.append(word)
        return found
