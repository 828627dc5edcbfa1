"""A made-up language for looking at the page: each English sentence with accents, in brackets, and longer by 40 %.

It takes German's place. A text that is seen without brackets does not come from the catalogues, and one that breaks a
button or a menu leaves no room for German or Russian.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from tests.support.catalogues import spoken_from, template, write

LANGUAGE = "de"
OPEN, CLOSE = "⟦", "⟧"
LONGER = 0.4
_ACCENTS = str.maketrans("aeiou", "áéíóú")
_FILLING = "ñschüwößlängerung "
_LIMITS = {"description": 100, "choice": 100, "menu entry": 32}
_DATA = ("typed word", "names of computer players")
"""Contexts of what is no sentence."""
_SHORT = 45
"""The least of Discord's limits for a message that is no command: the title of a form."""


def say(english: str, limit: int | None = None) -> str:
    """A sentence of the language; one that fits into a form's title, or into `limit` characters, still does."""
    limit = limit or (_SHORT if len(english) + 2 <= _SHORT else 10**6)
    count = max(0, min(round(len(english) * LONGER), limit - 2 - len(english)))
    return OPEN + english[: limit - 2] + "".join(islice(cycle(_FILLING), count)) + CLOSE


def name(english: str) -> str:
    """The name of a command or an option, which can have no brackets: with accents alone."""
    longer = "".join(islice(cycle(_FILLING.strip()), round(len(english) * LONGER)))
    return (english.translate(_ACCENTS) + longer)[:32]


def _quoting(sentence: str) -> str:
    """A sentence whose quoted commands, such as `/board premiums:free`, have the language's names."""
    return re.sub(r"(?<=`/)[a-z][^`]*(?=`)", lambda found: " ".join(map(_named, found[0].split(" "))), sentence)


def _named(word: str) -> str:
    key, colon, value = word.partition(":")
    return (name(key) if re.fullmatch(r"[a-z0-9_-]+", key) else key) + colon + value


def _translated(message: Message) -> str | tuple[str, ...] | None:
    if message.context in ("command name", "option name"):
        return name(message.id)
    if (message.context or "").startswith(_DATA):
        return None
    if isinstance(message.id, tuple | list):
        return tuple(say(_quoting(form)) for form in message.id)
    return say(_quoting(message.id), _LIMITS.get(message.context or ""))


def write_catalogue(folder: Path) -> None:
    """Write the language's catalogue from the template."""
    catalogue = Catalog(locale=LANGUAGE)
    for message in template():
        if message.id and (told := _translated(message)) is not None:
            catalogue.add(message.id, told, message.locations, context=message.context)
    write(folder, LANGUAGE, catalogue)


@pytest.fixture(scope="session")
def lengthened_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the language's catalogue."""
    folder = tmp_path_factory.mktemp("lengthened")
    write_catalogue(folder)
    return folder


@pytest.fixture
def lengthened(lengthened_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The bot and the page speak English and the made-up language only."""
    with spoken_from(lengthened_folder, monkeypatch):
        yield


def outside(text: str) -> str:
    """The letters that stand outside brackets."""
    depth, kept = 0, []
    for char in text:
        depth += char == OPEN
        if not depth:
            kept.append(char)
        depth -= char == CLOSE
    return re.sub(r"[\W\d_]+", " ", "".join(kept)).strip()
