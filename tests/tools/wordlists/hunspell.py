"""Every word that a dictionary for Hunspell accepts: its stems with their affixes, without free compounds.

The format is described in hunspell(5). One difference: `expand` takes no part of the word's case into account.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import BadData
from engine.sentences import Internal

Flags = frozenset[str]
NONE: Flags = frozenset()

_SPECIAL = ("NEEDAFFIX", "PSEUDOROOT", "FORBIDDENWORD", "ONLYINCOMPOUND", "CIRCUMFIX")
_ESCAPED_SLASH = re.compile(r"(?<!\\)/")
_MORPHOLOGY = re.compile(r"[\t ]+(?=[a-z]{2}:)|\t")


@dataclass(frozen=True, slots=True)
class Affix:
    """One entry of a prefix or suffix: it takes `strip` from a word and puts `add` there.

    `crosses` says whether it goes with an affix at the other end. `more` are the flags that the new word has.
    """

    is_prefix: bool
    flag: str
    crosses: bool
    strip: str
    add: str
    more: Flags
    condition: re.Pattern[str] | None

    def apply(self, word: str, may_empty: bool) -> str | None:
        """The word with this affix; None if it does not fit."""
        at_end = word.startswith(self.strip) if self.is_prefix else word.endswith(self.strip)
        if not at_end or (len(word) == len(self.strip) and not may_empty):
            return None
        if self.condition and not self.condition.search(word):
            return None
        size = len(self.strip)
        return self.add + word[size:] if self.is_prefix else word[: len(word) - size] + self.add


@dataclass(frozen=True, slots=True)
class Entry:
    """A stem of a dictionary, its flags and what its line tells of it, such as `po:nom`."""

    stem: str
    flags: Flags
    about: str


@dataclass(slots=True)
class Rules:
    """The affixes of a dictionary by flag, and the flags that have a meaning of their own."""

    encoding: str = "iso8859-1"
    flag_type: str = ""
    may_empty: bool = False
    aliases: list[Flags] = field(default_factory=list)
    special: dict[str, str] = field(default_factory=dict)
    prefixes: dict[str, list[Affix]] = field(default_factory=lambda: defaultdict(list))
    suffixes: dict[str, list[Affix]] = field(default_factory=lambda: defaultdict(list))

    def flags(self, text: str) -> Flags:
        """The flags in a text after the slash."""
        if self.aliases and text.isdigit():
            return self.aliases[int(text) - 1]
        match self.flag_type:
            case "long":
                return frozenset(text[place : place + 2] for place in range(0, len(text), 2))
            case "num":
                return frozenset(part.strip() for part in text.split(","))
            case "UTF-8":
                return frozenset(text)
        # Without a type, every byte is a flag.
        return frozenset(text.encode(self.encoding).decode("latin-1"))

    def has(self, flags: Flags, name: str) -> bool:
        """Whether flags contain the one with a special meaning."""
        return self.special.get(name) in flags

    def stands(self, flags: Flags) -> bool:
        """Whether a stem, or what an affix makes, is a word as it is."""
        return not any(self.has(flags, name) for name in ("NEEDAFFIX", "ONLYINCOMPOUND", "CIRCUMFIX"))


Wanted = Callable[[str, str, str], bool]
"""Whether an affix is used, by its flag, what it takes away and what it adds."""


def read_rules(path: Path, wanted: Wanted = lambda _flag, _taken, _added: True) -> Rules:
    """The rules of an `.aff` file, of its affixes those that are `wanted`.

    Raises `BadData` for a file that breaks the format.
    """
    rules = Rules()
    lines = _lines(path)
    for number, line in enumerate(lines, 1):
        try:
            _read_rule(rules, line.split(), wanted)
        except (IndexError, ValueError, re.error) as error:
            raise BadData(path.name, Internal("is not a rule: {error}", error=error), line=number) from error
    return rules


def _lines(path: Path) -> list[str]:
    """The lines of a file in the encoding that it names."""
    if not path.is_file():
        raise BadData(str(path), Internal("is not there"))
    data = path.read_bytes()
    named = re.search(rb"^SET[ \t]+(\S+)", data, re.MULTILINE)
    return data.decode(named[1].decode("ascii") if named else "iso8859-1").removeprefix("\ufeff").splitlines()


def _read_rule(rules: Rules, fields: list[str], wanted: Wanted) -> None:
    match fields:
        case ["SET", encoding, *_]:
            rules.encoding = encoding
        case ["FLAG", kind, *_]:
            rules.flag_type = kind
        case ["FULLSTRIP", *_]:
            rules.may_empty = True
        case ["COMPLEXPREFIXES", *_]:
            raise ValueError("two prefixes are not supported")
        case ["AF", text, *rest] if rest or not text.isdigit() or rules.aliases:
            aliases, rules.aliases = rules.aliases, []
            rules.aliases = [*aliases, rules.flags(text)]
        case [name, text, *_] if name in _SPECIAL:
            rules.special["NEEDAFFIX" if name == "PSEUDOROOT" else name] = min(
                rules.flags(text), key=_first(rules, text)
            )
        case ["PFX" | "SFX" as kind, flag, "Y" | "N" as crosses, count, *_] if count.isdigit():
            rules.special[f"{kind} {flag}"] = crosses
        case ["PFX" | "SFX" as kind, flag, strip, text, *rest]:
            _read_affix(rules, kind, flag, strip, text, rest[0] if rest else ".", wanted)


def _first(rules: Rules, text: str) -> Callable[[str], int]:
    """The place of a flag in a text: of several bytes, the first is the flag."""
    plain = text if rules.flag_type else text.encode(rules.encoding).decode("latin-1")
    return plain.index


def _read_affix(rules: Rules, kind: str, name: str, strip: str, text: str, condition: str, wanted: Wanted) -> None:
    flag = min(rules.flags(name), key=_first(rules, name))
    added, *more = _ESCAPED_SLASH.split(text, maxsplit=1)
    added = "" if added == "0" else added.replace("\\/", "/")
    taken = "" if strip == "0" else strip
    if not wanted(flag, taken, added):
        return
    is_prefix = kind == "PFX"
    entry = Affix(
        is_prefix,
        flag,
        rules.special.get(f"{kind} {name}") == "Y",
        taken,
        added,
        rules.flags(more[0]) if more else NONE,
        _condition(condition, is_prefix),
    )
    (rules.prefixes if is_prefix else rules.suffixes)[flag].append(entry)


def _condition(text: str, is_prefix: bool) -> re.Pattern[str] | None:
    if text == ".":
        return None
    parts = re.findall(r"\[\^?[^\]]*\]|.", text)
    pattern = "".join(map(_condition_part, parts))
    return re.compile(f"^{pattern}" if is_prefix else f"{pattern}$")


def _condition_part(part: str) -> str:
    if part == ".":
        return "."
    if not part.startswith("["):
        return re.escape(part)
    is_not = part.startswith("[^")
    return f"[{'^' if is_not else ''}{re.escape(part[2 if is_not else 1 : -1])}]"


def read_entries(path: Path, rules: Rules) -> Iterator[Entry]:
    """The stems of a `.dic` file, the first line of which only tells their number. Raises `BadData`."""
    if not path.is_file():
        raise BadData(str(path), Internal("is not there"))
    text = path.read_bytes().decode(rules.encoding).removeprefix("\ufeff")
    for line in text.split("\n")[1:]:
        facts, *about = _MORPHOLOGY.split(line.rstrip("\r"), maxsplit=1)
        stem, *flags = _ESCAPED_SLASH.split(facts.rstrip(), maxsplit=1)
        if stem:
            known = rules.flags(flags[0]) if flags else NONE
            yield Entry(stem.replace("\\/", "/"), known, about[0] if about else "")


def words(entries: Iterable[Entry], rules: Rules) -> frozenset[str]:
    """All words that the stems give, without those that the dictionary forbids."""
    found: set[str] = set()
    forbidden: set[str] = set()
    for entry in entries:
        if rules.has(entry.flags, "FORBIDDENWORD"):
            forbidden.add(entry.stem)
        else:
            found.update(expand(entry, rules))
    return frozenset(found - forbidden)


def expand(entry: Entry, rules: Rules) -> Iterator[str]:
    """The words that a stem gives, some of them more than once."""
    flags = entry.flags
    if rules.has(flags, "ONLYINCOMPOUND"):
        return
    if rules.stands(flags):
        yield entry.stem
    yield from _suffixed(entry.stem, flags, rules)
    yield from _prefixed(entry.stem, flags, rules)


def _suffixed(stem: str, flags: Flags, rules: Rules) -> Iterator[str]:
    """The words with one or two suffixes, and with the prefixes that a suffix brings or crosses."""
    before = list(_affixes(flags, rules.prefixes))
    for suffix, word in _fitting(stem, flags, rules.suffixes, rules):
        if rules.stands(suffix.more):
            yield word
        mine = [*before, *_affixes(suffix.more, rules.prefixes)]
        yield from _crossed(word, suffix, mine, rules)
        for second, longer in _fitting(word, suffix.more, rules.suffixes, rules):
            if rules.stands(second.more):
                yield longer
            yield from _crossed(longer, second, [*mine, *_affixes(second.more, rules.prefixes)], rules)


def _crossed(word: str, suffix: Affix, prefixes: list[Affix], rules: Rules) -> Iterator[str]:
    """A word that ends in a suffix, with each of the prefixes. Either may need the other."""
    if not suffix.crosses or rules.has(suffix.more, "ONLYINCOMPOUND"):
        return
    for prefix in prefixes:
        around = rules.has(suffix.more, "CIRCUMFIX") == rules.has(prefix.more, "CIRCUMFIX")
        if prefix.crosses and around and not rules.has(prefix.more, "ONLYINCOMPOUND"):
            whole = prefix.apply(word, rules.may_empty)
            if whole is not None:
                yield whole


def _prefixed(stem: str, flags: Flags, rules: Rules) -> Iterator[str]:
    """The words with a prefix, alone and with the suffixes that it brings."""
    for prefix, word in _fitting(stem, flags, rules.prefixes, rules):
        if rules.stands(prefix.more):
            yield word
        for suffix, longer in _fitting(stem, prefix.more, rules.suffixes, rules):
            yield from _crossed(longer, suffix, [prefix], rules)


def _affixes(flags: Flags, known: Mapping[str, list[Affix]]) -> Iterator[Affix]:
    for flag in flags:
        if flag in known:
            yield from known[flag]


def _fitting(word: str, flags: Flags, known: Mapping[str, list[Affix]], rules: Rules) -> Iterator[tuple[Affix, str]]:
    """The affixes of the flags that fit a word, each with the word that it makes."""
    for affix in _affixes(flags, known):
        made = affix.apply(word, rules.may_empty)
        if made is not None:
            yield affix, made
