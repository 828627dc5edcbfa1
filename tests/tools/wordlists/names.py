"""Which words of a list are names of countries or abbreviations of months and days, by CLDR (PyPI `babel`).

Some are words of their own too, such as a guinea. `LIST.kept.txt` names those that someone has looked at and kept; a
list with any other is not written, so that the names in a new source are found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files

from babel import Locale

from engine.errors import BadData, UnknownLetter
from engine.loading.bundled import load_language
from engine.model.tiles import Alphabet
from engine.sentences import Internal

GENITIVE = {"de": "s", "nl": "s", "sv": "s"}
"""What the genitive of a country's name ends in, where it is one word with the name."""


def check(name: str, code: str, words: Iterable[str]) -> None:
    """Raise `BadData` if a list has words that only CLDR's names and abbreviations account for."""
    if found := sorted(suspects(code, words) - kept(name, code)):
        raise BadData(name, Internal("has names; strike or keep them: {words}", words=" ".join(found)))


def suspects(code: str, words: Iterable[str]) -> frozenset[str]:
    """The words that are names or abbreviations in CLDR, as the tiles spell them."""
    return frozenset(_spelt(_named(code), load_language(code).alphabet)) & frozenset(words)


def kept(name: str, code: str) -> frozenset[str]:
    """The words of a list that have been looked at and kept, as the tiles spell them."""
    text = files("tests.tools.wordlists").joinpath(f"{name}.kept.txt").read_text(encoding="utf-8")
    upper = load_language(code).alphabet.upper
    return frozenset(upper(word) for line in text.splitlines() for word in line.partition("#")[0].split())


def _named(code: str) -> Iterator[str]:
    """Territories with their genitives, and what CLDR abbreviates with a full stop."""
    locale = Locale(code)
    for name in locale.territories.values():
        yield name
        yield name + GENITIVE.get(code, "")
    for names in (*locale.months["format"].values(), *locale.days["format"].values()):
        yield from (text.removesuffix(".") for text in names.values() if text.endswith("."))


def _spelt(names: Iterable[str], alphabet: Alphabet) -> Iterator[str]:
    for name in names:
        if name.isalpha():
            try:
                yield alphabet.spell(alphabet.split(name))
            except UnknownLetter:
                continue
