"""Sentences that quote commands, such as `/board premiums:free`, and options, such as `variant:`.

A translation must quote the same commands and options by the names that they have in its own language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.catalogues.commands import Body, as_told, locales_of

_CHAT, _SUBCOMMAND, _GROUP = 1, 1, 2
_CODE = re.compile(r"`([^`]+)`")
_BARE = re.compile(r"""(?:^|(?<=[\s(«„“"']))/([^\W\d_][^\n]*)""")
_LONE_OPTION = re.compile(r"([^\s:/{}]+):(\s.*)?")


class UnknownCommand(ValueError):
    """A sentence quotes a command, an option or a choice that does not exist."""


@dataclass(frozen=True, slots=True)
class Named:
    """A command, subcommand or option: its English name, what it contains, and the values that it offers."""

    name: str
    is_option: bool
    inner: Mapping[str, Named]
    values: frozenset[str]

    def options(self) -> Iterator[tuple[str, Named]]:
        """All options, also those of subcommands."""
        for name, one in self.inner.items():
            yield from ((name, one),) if one.is_option else one.options()


Tree = Mapping[str, Named]
"""The slash commands by the names that they have in one language."""
Quoted = tuple[str, ...]
"""A quoted command or option, by its names in English."""


def tree_of(bodies: list[Body], language: str) -> Tree:
    """The commands as a language names them; what it does not name has its English name."""
    known = [one for one in locales_of(bodies) if one.split("-")[0] == language.split("_", maxsplit=1)[0]]
    return dict(_named(body, (known or ["en"])[0], is_option=False) for body in bodies if body["type"] == _CHAT)


def _named(body: Body, locale: str, *, is_option: bool) -> tuple[str, Named]:
    options, choices = body.get("options", ()), body.get("choices", ())
    inner = (_named(one, locale, is_option=one["type"] not in (_SUBCOMMAND, _GROUP)) for one in options)
    values = frozenset(as_told(one, locale)["name"] for one in choices)
    return as_told(body, locale)["name"], Named(body["name"], is_option, dict(inner), values)


def quoted(text: str, tree: Tree) -> Counter[Quoted]:
    """The commands and options that a sentence quotes. Raises `UnknownCommand`."""
    spans = [one for span in _CODE.findall(text) for one in _in_code(span, tree)]
    bare = [one for span in _BARE.findall(_CODE.sub("`", text)) for one in _in_words(span, tree)]
    return Counter(spans + bare)


def _in_code(span: str, tree: Tree) -> list[Quoted]:
    if span.startswith("/"):
        found, rest = _read(span[1:].split(), tree)
        if rest:
            raise UnknownCommand(f"`{span}`: {rest[0]} is neither a subcommand nor an option")
        return found
    options = {name: one.name for command in tree.values() for name, one in command.options()}
    if span in options:
        return [(f"{options[span]}:",)]
    lone = _LONE_OPTION.fullmatch(span)
    return [(f"{_lone_option(lone[1], (lone[2] or '').strip(), tree)}:",)] if lone else []


def _lone_option(name: str, value: str, tree: Tree) -> str:
    """The English name of an option that a sentence quotes without its command."""
    meant = [one for command in tree.values() for known, one in command.options() if known == name]
    if not meant:
        raise UnknownCommand(f"no command has the option {name}")
    if not any(_is_offered(value, one) for one in meant):
        raise UnknownCommand(f"no command offers {value} for {name}")
    return meant[0].name


def _in_words(span: str, tree: Tree) -> list[Quoted]:
    """What a sentence quotes without backquotes: as many of the words as belong to a command."""
    words = [word.rstrip(".,:;!?)»“”\"'") for word in span.split()]
    return [] if "/" in words[0] else _read(words, tree)[0]


def _read(words: list[str], tree: Tree) -> tuple[list[Quoted], list[str]]:
    """The command and the options at the start of some words, and the words after them."""
    if words[0] not in tree:
        raise UnknownCommand(f"there is no command /{words[0]}")
    now, path, rest = tree[words[0]], [tree[words[0]].name], words[1:]
    while rest and rest[0] in now.inner and not now.inner[rest[0]].is_option:
        now = now.inner[rest.pop(0)]
        path.append(now.name)
    found: list[Quoted] = [tuple(path)]
    while rest and (":" in rest[0] or rest[0] in now.inner):
        found.append((*path, f"{_option(rest, now)}:"))
    return found, rest


def _option(words: list[str], command: Named) -> str:
    """The English name of the option at the start of some words, which it takes away together with the value."""
    name, _, value = words.pop(0).partition(":")
    if name not in command.inner:
        raise UnknownCommand(f"/{command.name} has no option {name}")
    one = command.inner[name]
    while words and ":" not in words[0] and value not in one.values:
        value = f"{value} {words.pop(0)}".strip()
    if not _is_offered(value, one):
        raise UnknownCommand(f"/{command.name} {name}: offers {', '.join(sorted(one.values))}, not {value}")
    return one.name


def _is_offered(value: str, option: Named) -> bool:
    """Whether Discord shows a choice to someone who types this; a placeholder may be anything."""
    is_open = not option.values or value in ("", "…") or "{" in value
    return is_open or any(name.casefold().startswith(value.casefold()) for name in option.values)
