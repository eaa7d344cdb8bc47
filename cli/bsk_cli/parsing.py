"""Command lines read strictly: click with the rules that callers of `bsk` rely on.

Beyond click: the global flags are accepted everywhere; a value that starts with a dash has to be written with `=`,
unless its option says otherwise; an option is given once unless it accumulates; help and errors are returned to the
caller as values, nothing is printed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import click

from bsk_cli.context import Context
from bsk_wire.errors import BskError, Reason

Callback = TypeVar("Callback", bound=Callable[..., "int | None"])

# Flags that belong behind the command words; before them they get a hint of their own.
COMMAND_FLAGS = ("--session", "--tab-id")


class HelpRequest(Exception):  # noqa: N818
    """Help text instead of a run. `words` names a group that was given no command; without it, help was asked for."""

    def __init__(self, text: str, *, words: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.words = words


class StrictOption(click.Option):
    """An option; `allow_leading_dash` lets its value start with a dash."""

    def __init__(self, *args: Any, allow_leading_dash: bool = False, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.allow_leading_dash = allow_leading_dash


def command(
    name: str,
    *,
    params: Sequence[click.Parameter] = (),
    help: str | None = None,  # noqa: A002
) -> Callable[[Callback], StrictCommand]:
    """Make a command of a function. It gets the `Context` and its parameters, and answers its exit status or None."""

    def decorate(callback: Callback) -> StrictCommand:
        return StrictCommand(
            name, callback=click.pass_obj(callback), params=list(params), help=help or callback.__doc__
        )

    return decorate


class StrictCommand(click.Command):
    """A command with the global flags and the strict rules."""

    def __init__(self, name: str, **attributes: Any) -> None:
        super().__init__(name, add_help_option=False, **attributes)
        self.params.extend(global_options())

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        check_values(ctx, self.params, args)
        return super().parse_args(ctx, args)


def global_options() -> list[click.Option]:
    """The flags that every command and every group takes. They are read first, so that errors of others obey them."""
    shared: dict[str, Any] = {"expose_value": False, "is_eager": True}
    return [
        click.Option(["--json"], is_flag=True, callback=_set_json, help="Print one JSON document.", **shared),
        click.Option(["--quiet"], is_flag=True, callback=_set_quiet, help="No notes on stderr.", **shared),
        click.Option(
            ["-v", "--verbose"],
            count=True,
            callback=_set_verbosity,
            help="Tell what happens; twice for more.",
            **shared,
        ),
        click.Option(["-h", "--help"], is_flag=True, callback=_show_help, help="Show this help.", **shared),
    ]


def check_values(ctx: click.Context, params: Sequence[click.Parameter], args: Sequence[str]) -> None:
    """Refuse option values that start with a dash, and options given twice. Raises `click.UsageError`."""
    options = {name: option for option in params if isinstance(option, click.Option) for name in option.opts}
    given: set[str] = set()
    rest = iter(args)
    for word in rest:
        if word == "--":
            return
        name, assigned, _ = word.partition("=")
        option = options.get(name)
        if option is None or option.is_flag or option.count:
            continue
        if option.name in given and not option.multiple:
            raise click.UsageError(f"'{name}' is given more than once", ctx)
        given.add(option.name or name)
        if assigned:
            continue
        value = next(rest, None)
        if value is None or _may_be_value(value, option):
            continue
        raise click.UsageError(f"'{name}' needs a value; one that starts with a dash is written {name}={value}", ctx)


def _may_be_value(value: str, option: click.Option) -> bool:
    return not value.startswith("-") or value == "-" or getattr(option, "allow_leading_dash", False)


def words_of(ctx: click.Context) -> str:
    """The command words of a context, such as `tab create`."""
    names = []
    while ctx.parent is not None:
        names.append(ctx.info_name or "")
        ctx = ctx.parent
    return " ".join(reversed(names))


def parse_error(error: click.UsageError, ctx: click.Context) -> BskError:
    """A usage error of click as an error of ours, with the whole text for people in `data.details`."""
    ctx = error.ctx or ctx
    message = _message_of(error)
    hint = _hint_of(error, ctx)
    usage = ctx.get_usage().strip()
    details = "\n".join([f"error: {message}", usage, f"hint: {hint}"])
    return BskError(Reason.CLI_PARSE_ERROR, message, hint=hint, details=details)


def _message_of(error: click.UsageError) -> str:
    if _is_misplaced(error):
        return f"'{error.option_name}' stands before the command"  # type: ignore[attr-defined]
    text = " ".join(error.format_message().split()).rstrip(".")
    return text[:1].lower() + text[1:]


def _hint_of(error: click.UsageError, ctx: click.Context) -> str:
    program = f"bsk {words_of(ctx)}".strip()
    if _is_misplaced(error):
        flag = error.option_name  # type: ignore[attr-defined]
        return f"write {flag} behind the command: `{program} <command> {flag} <id>`"
    return f"see `{program} --help`"


def _is_misplaced(error: click.UsageError) -> bool:
    """Whether a flag of the commands stands before the command words."""
    in_group = error.ctx is not None and isinstance(error.ctx.command, click.Group)
    return in_group and isinstance(error, click.NoSuchOption) and error.option_name in COMMAND_FLAGS


def _show_help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        raise HelpRequest(ctx.get_help())


def _set_json(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    context = ctx.find_object(Context)
    if context is not None and value:
        context.output.json = True


def _set_quiet(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    context = ctx.find_object(Context)
    if context is not None and value:
        context.output.quiet = True


def _set_verbosity(ctx: click.Context, _param: click.Parameter, value: int) -> None:
    context = ctx.find_object(Context)
    if context is not None:
        context.output.verbosity += value


def asks_for_json(arguments: Sequence[str]) -> bool:
    """Whether `--json` stands among the arguments, found also where parsing stopped before it."""
    return "--json" in _before_separator(arguments)


def _before_separator(arguments: Sequence[str]) -> Iterator[str]:
    for word in arguments:
        if word == "--":
            return
        yield word
