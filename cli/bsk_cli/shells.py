"""Completion scripts for shells, with every command and flag in them, so that completing starts no process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import click

from bsk_cli.commandtree import CommandGroup, summaries


@dataclass
class Words:
    """What may follow some command words: each next word with its meaning, and the choices of flags."""

    next: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)


def completions(group: CommandGroup) -> dict[str, Words]:
    """What may follow, by command words; the empty text stands for the program itself."""
    found: dict[str, Words] = {}
    _collect(group, "", click.Context(group, info_name="bsk"), found)
    return found


def _collect(item: click.Command, path: str, context: click.Context, found: dict[str, Words]) -> None:
    words = found[path] = Words()
    if isinstance(item, click.Group):
        meanings = summaries(path)
        for name in item.list_commands(context):
            inner = item.get_command(context, name)
            if inner is not None and not inner.hidden:
                words.next[name] = meanings.get(name, "")
                _collect(inner, f"{path} {name}".strip(), click.Context(inner, context, name), found)
    for parameter in item.get_params(context):
        if isinstance(parameter, click.Argument) and isinstance(parameter.type, click.Choice):
            words.next |= dict.fromkeys(map(str, parameter.type.choices), "")
        if not isinstance(parameter, click.Option) or parameter.hidden:
            continue
        for flag in [*parameter.opts, *parameter.secondary_opts]:
            if flag.startswith("--"):
                words.next[flag] = " ".join((parameter.help or "").split())
                if isinstance(parameter.type, click.Choice):
                    words.choices[flag] = [str(choice) for choice in parameter.type.choices]


def bash(known: Mapping[str, Words]) -> Iterator[str]:
    """Lines of a script for bash."""
    yield '# Completion of bsk for bash: eval "$(bsk completion bash)"'
    yield "_bsk_next() {"
    yield '  case "$1" in'
    for path, words in known.items():
        yield f"    {_quoted(path)}) echo {_quoted(' '.join(words.next))} ;;"
    yield "  esac"
    yield "}"
    yield "_bsk_choices() {"
    yield '  case "$1" in'
    for path, words in known.items():
        for flag, choices in words.choices.items():
            yield f"    {_quoted(f'{path} {flag}')}) echo {_quoted(' '.join(choices))} ;;"
    yield "  esac"
    yield "}"
    yield BASH_TAIL


def zsh(known: Mapping[str, Words]) -> Iterator[str]:
    """Lines of a script for zsh."""
    yield "#compdef bsk"
    yield '# Completion of bsk for zsh: eval "$(bsk completion zsh)"'
    yield "_bsk_next() {"
    yield '  case "$1" in'
    for path, words in known.items():
        items = " ".join(_quoted(f"{word}:{meaning}") for word, meaning in words.next.items())
        yield f"    {_quoted(path)}) reply=({items}) ;;"
    yield "    *) reply=() ;;"
    yield "  esac"
    yield "}"
    yield "_bsk_choices() {"
    yield '  case "$1" in'
    for path, words in known.items():
        for flag, choices in words.choices.items():
            yield f"    {_quoted(f'{path} {flag}')}) reply=({' '.join(map(_quoted, choices))}) ;;"
    yield "    *) reply=() ;;"
    yield "  esac"
    yield "}"
    yield ZSH_TAIL


def fish(known: Mapping[str, Words]) -> Iterator[str]:
    """Lines of a script for fish."""
    yield "# Completion of bsk for fish: bsk completion fish | source"
    yield FISH_HEAD
    for path in known:
        if path:
            yield f"set -ga __bsk_paths {_quoted(path)}"
    for path, words in known.items():
        at = f"-n {_quoted(f'test (__bsk_at) = {_quoted(path)}')}"
        for word, meaning in words.next.items():
            described = f"-d {_quoted(meaning)}" if meaning else ""
            if word in words.choices:
                yield f"complete -c bsk {at} -l {word[2:]} -xa {_quoted(' '.join(words.choices[word]))} {described}"
            elif word.startswith("--"):
                yield f"complete -c bsk {at} -l {word[2:]} {described}"
            else:
                yield f"complete -c bsk -f {at} -a {word} {described}"


SHELLS: dict[str, Callable[[Mapping[str, Words]], Iterator[str]]] = {"bash": bash, "fish": fish, "zsh": zsh}


def _quoted(text: str) -> str:
    """For all three shells: in single quotes, and those within written apart."""
    return "'" + text.replace("'", "'\\''") + "'"


BASH_TAIL = r"""_bsk() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" at="" word found
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    found=" $(_bsk_next "$at") "
    [[ "$word" != -* && "$found" == *" $word "* ]] && at="${at:+$at }$word"
  done
  found="$(_bsk_choices "$at $previous")"
  [[ -z "$found" ]] && found="$(_bsk_next "$at")"
  COMPREPLY=($(compgen -W "$found" -- "$current"))
}
complete -o default -F _bsk bsk"""

ZSH_TAIL = r"""_bsk() {
  local at="" word
  local -a reply
  for word in "${(@)words[2,CURRENT-1]}"; do
    _bsk_next "$at"
    [[ "$word" != -* ]] && (( ${reply[(I)${word}:*]} )) && at="${at:+$at }$word"
  done
  _bsk_choices "$at ${words[CURRENT-1]}"
  if (( $#reply )); then
    compadd -a reply
    return
  fi
  _bsk_next "$at"
  _describe 'bsk' reply || _files
}
if [[ "$funcstack[1]" == _bsk ]]; then _bsk "$@"; else compdef _bsk bsk; fi"""

FISH_HEAD = r"""set -g __bsk_paths
function __bsk_at
    set -l path
    for word in (commandline -opc)[2..-1]
        set -l longer (string join ' ' -- $path $word)
        if contains -- "$longer" $__bsk_paths
            set path $longer
        end
    end
    echo "$path"
end"""
