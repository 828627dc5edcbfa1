"""Made-up languages: every English sentence between marks of the language, lengthened as a translation may be.

What the bot shows without marks does not come from the catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message

from bot.front.components.message import MOST_ABOUT
from bot.front.interaction.pressing import MOST_TITLE
from tests.support.catalogues import spoken_from, template, translations, write

TYPED = "typed words"
"""Contexts that begin so name words that people type."""
FILLING = "ǂǂǂǂǂ\u2009"
"""What lengthens sentences; nothing else has these characters, so they can be taken out again."""
LONGER, GERMAN_FILLING = 0.4, "ñschüwößlängerung "
_ACCENTS = str.maketrans("aeiou", "áéíóú")
_LIMITS = {"description": 100, "choice": 100, "menu entry": 32}
_COMMANDS = ("command name", "option name", "description", "choice", "menu entry")


@dataclass(frozen=True, slots=True)
class Tongue:
    """A made-up language that takes the place of a real one, with the marks around its sentences."""

    code: str
    left: str
    right: str

    def say(self, english: str) -> str:
        """A sentence of the language, as long as the longest translation; if it fills a label, marks take its end.

        A title before a colon has marks of its own, since it is shown without the rest as well.
        """
        count = max(0, _longest().get(english, 0) - len(english) - 2)
        english = english[: MOST_ABOUT - 2] if MOST_ABOUT - 2 < len(english) <= MOST_ABOUT else english
        longer = "".join(char for char, _ in zip(cycle(FILLING), range(count)))
        english = _TITLE.sub(f"\\1{self.right}: {self.left}", english)
        return f"{self.left}{english}{longer}{self.right}"

    def translate(self, message: Message) -> str | tuple[str, ...] | None:
        """A message of the catalogue; None for texts of commands and words to type, which have rules of their own."""
        if message.context in _COMMANDS or (message.context or "").startswith(TYPED):
            return None
        if isinstance(message.id, tuple | list):
            return tuple(map(self.say, message.id))
        return self.say(message.id)


@dataclass(frozen=True, slots=True)
class Accented(Tongue):
    """A made-up language for the page: longer by 40 %, and commands are in it too, whose names have accents alone."""

    def say(self, english: str, limit: int | None = None) -> str:
        """A sentence of the language; one that fits into a form's title, or into `limit` characters, still does."""
        limit = limit or (MOST_TITLE if len(english) + 2 <= MOST_TITLE else 10**6)
        count = max(0, min(round(len(english) * LONGER), limit - 2 - len(english)))
        return self.left + english[: limit - 2] + "".join(islice(cycle(GERMAN_FILLING), count)) + self.right

    def name(self, english: str) -> str:
        """The name of a command or an option."""
        longer = "".join(islice(cycle(GERMAN_FILLING.strip()), round(len(english) * LONGER)))
        return (english.translate(_ACCENTS) + longer)[:32]

    def translate(self, message: Message) -> str | tuple[str, ...] | None:
        """A message of the catalogue; None for words to type and names."""
        if message.context in ("command name", "option name"):
            return self.name(message.id)
        if (message.context or "").startswith(("typed word", "names of computer players")):
            return None
        if isinstance(message.id, tuple | list):
            return tuple(self.say(self._quoting(form)) for form in message.id)
        return self.say(self._quoting(message.id), _LIMITS.get(message.context or ""))

    def _quoting(self, sentence: str) -> str:
        """A sentence whose quoted commands, such as `/game board premiums:free`, have the language's names."""
        words = r"(?<=[ /])[a-z0-9_-]+(?=[ :`]|$)"
        return re.sub(
            "`/[a-z][^`]*`", lambda quoted: re.sub(words, lambda word: self.name(word[0]), quoted[0]), sentence
        )


ONE, OTHER = Tongue("sv", "⟦", "⟧"), Tongue("nl", "‹", "›")
AMERICAN, OVERSEAS = Tongue("en_US", "⟦", "⟧"), Tongue("en_PR", "‹", "›")
"""Languages with the numbers, dates and lists of English, which is left once their marks are taken out."""
GERMAN = Accented("de", "⟦", "⟧")
TONGUES = (ONE, OTHER, AMERICAN, OVERSEAS)
_TITLE = re.compile(r"^(\w+): (?=\d|[a-z])")
"""The title of preset rules, such as Rapid, which is what their description begins with."""
_MARKS = re.compile(f"[{FILLING}⟦⟧‹›]")


@cache
def _longest() -> dict[str, int]:
    """How many characters the longest translation of each English text has."""
    found: dict[str, int] = {}
    for message in (one for catalogue in translations() for one in catalogue if one.id and one.string):
        ids, told = ((one,) if isinstance(one, str) else one for one in (message.id, message.string))
        for english in ids:
            found[english] = max(found.get(english, 0), *map(len, told))
    return found


def write_catalogues(folder: Path, tongues: tuple[Tongue, ...] = TONGUES) -> None:
    """Write the catalogues of made-up languages from the template."""
    messages = template()
    for tongue in tongues:
        catalogue = Catalog(locale=tongue.code)
        for message in messages:
            if message.id and (told := tongue.translate(message)) is not None:
                catalogue.add(message.id, told, message.locations, context=message.context)
        write(folder, tongue.code, catalogue)


@pytest.fixture(scope="session")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the catalogues of the made-up languages."""
    folder = tmp_path_factory.mktemp("locale")
    write_catalogues(folder)
    return folder


@pytest.fixture
def made_up_languages(made_up: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The bot speaks English and the made-up languages only."""
    with spoken_from(made_up, monkeypatch):
        yield


@pytest.fixture(scope="session")
def lengthened_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the catalogue of the page's language."""
    folder = tmp_path_factory.mktemp("lengthened")
    write_catalogues(folder, (GERMAN,))
    return folder


@pytest.fixture
def lengthened(lengthened_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The bot and the page speak English and the page's language only."""
    with spoken_from(lengthened_folder, monkeypatch):
        yield


def english(data: Any) -> Any:
    """Texts, or what holds them, without marks."""
    match data:
        case str():
            return _MARKS.sub("", data)
        case dict():
            return {key: english(one) for key, one in data.items()}
        case list():
            return [english(one) for one in data]
        case _:
            return data


def is_cut(text: str) -> bool:
    """Whether a sentence misses its end, and nothing says so."""
    return "…" not in text and any(text.count(one.left) != text.count(one.right) for one in TONGUES)


def outside(text: str, tongue: Tongue) -> str:
    """What stands outside the marks of a language."""
    depth, kept = 0, []
    for char in text:
        depth += char == tongue.left
        if not depth:
            kept.append(char)
        depth -= char == tongue.right
    return "".join(kept)
