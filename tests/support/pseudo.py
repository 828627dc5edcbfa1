"""Made-up languages: every English sentence between marks of the language, lengthened as a translation may be.

What the bot shows without marks does not come from the catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.text import languages, texts
from engine.loading import resource_folder

LONGER = 0.4
"""How much longer a sentence of a made-up language is than the English one."""
TYPED = "typed words"
"""Contexts that begin so name words that people type."""
_FILLING = "ñå йщ üß œç žł"
_COMMANDS = ("command name", "option name", "description", "choice", "menu entry")


@dataclass(frozen=True, slots=True)
class Tongue:
    """A made-up language that takes the place of a real one, with the marks around its sentences."""

    code: str
    left: str
    right: str

    def say(self, english: str) -> str:
        """A sentence of the language."""
        longer = "".join(char for char, _ in zip(cycle(_FILLING), range(round(len(_bare(english)) * LONGER))))
        return f"{self.left}{english}{longer}{self.right}"

    def translate(self, message: Message) -> str | tuple[str, ...] | None:
        """A message of the catalogue; None for texts of commands and words to type, which have rules of their own."""
        if message.context in _COMMANDS or (message.context or "").startswith(TYPED):
            return None
        if isinstance(message.id, tuple | list):
            return tuple(map(self.say, message.id))
        return self.say(message.id)


ONE, OTHER = Tongue("sv", "⟦", "⟧"), Tongue("nl", "‹", "›")
TONGUES = (ONE, OTHER)


def _bare(text: str) -> str:
    return re.sub(r"\{\w+\}", "", text)


def write_catalogues(folder: Path, tongues: tuple[Tongue, ...] = TONGUES) -> None:
    """Write the catalogues of made-up languages from the template."""
    with (resource_folder("data") / "locale" / "tilewright.pot").open("rb") as file:
        template = read_po(file)
    for tongue in tongues:
        catalogue = Catalog(locale=tongue.code)
        for message in template:
            if message.id and (told := tongue.translate(message)) is not None:
                catalogue.add(message.id, told, context=message.context)
        place = folder / tongue.code / "LC_MESSAGES" / f"{texts.DOMAIN}.po"
        place.parent.mkdir(parents=True)
        with place.open("wb") as file:
            write_po(file, catalogue)


@pytest.fixture(scope="session")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the catalogues of the made-up languages."""
    folder = tmp_path_factory.mktemp("locale")
    write_catalogues(folder)
    return folder


@pytest.fixture
def made_up_languages(made_up: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The bot speaks English and the made-up languages only."""
    monkeypatch.setattr(texts, "_folder", lambda folder: folder or made_up)
    languages.cache_clear()
    yield
    languages.cache_clear()


def outside(text: str, tongue: Tongue) -> str:
    """What stands outside the marks of a language."""
    depth, kept = 0, []
    for char in text:
        depth += char == tongue.left
        if not depth:
            kept.append(char)
        depth -= char == tongue.right
    return "".join(kept)
