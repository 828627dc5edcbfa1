"""Shared by all refusals: the facts that they may use, and how to show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from bot.text.names import SeatNames, bold, clean, escape, shortened
from bot.text.rules import rule_title
from bot.text.settings import language_text
from bot.text.status import example, example_word, start_text
from bot.text.texts import Texts
from bot.text.typed import TypedMeaning, typed_word
from engine.model.board import StartCondition

MOST_QUOTED = 60
"""The most characters of user input that an answer quotes."""


@dataclass(frozen=True, slots=True)
class RefusalContext:
    """The language of the answer, and the game in question, if any."""

    texts: Texts
    cast: SeatNames | None

    def name(self, seat: int) -> str:
        """The name of a seat; its number without a game."""
        if self.cast and 0 <= seat < len(self.cast.names):
            return self.cast.name(seat)
        return self.texts.gettext("player {number}", number=seat + 1)

    def square(self, row: int, column: int) -> str:
        """A square in the game's naming."""
        if self.cast:
            return self.cast.square(row, column)
        return self.texts.gettext("row {row}, column {column}", row=row + 1, column=column + 1)

    def tile(self, notation: str) -> str:
        """A tile as just its letter, if the game has only one tile with that letter."""
        letter, points, _ = notation.partition("(")
        tiles = self.cast.setup.variant.tile_set if self.cast and points else None
        return letter if tiles and len(tiles.of_letter(letter)) == 1 else notation

    def start(self, row: int | None, column: int | None) -> str:
        """What the first word must touch."""
        if self.cast:
            return start_text(StartCondition(column, row), self.cast, self.texts)
        return self.texts.gettext("the start")

    def example(self) -> str:
        """A move as a player might type it."""
        return example(self.cast, self.texts) if self.cast else "8H " + example_word(self.texts)


Wording = Callable[[Any, RefusalContext], str]
"""Puts a refusal into words for the person who asked."""
Wordings = Mapping[type[Exception], Wording]


Fact = Callable[[Any, RefusalContext], object]
"""What a sentence needs from a refusal."""


def says(sentence: str, **facts: Fact) -> Wording:
    """The wording of a refusal: always the same sentence, which is extracted for translation, with its facts."""
    return lambda error, asked: asked.texts.gettext(sentence, **_made(facts, error, asked))


def counts(one: str, several: str, count: Fact, **facts: Fact) -> Wording:
    """The wording of a refusal with a number, which decides between the sentences; both are extracted."""
    return lambda error, asked: asked.texts.ngettext(
        one, several, cast("int", count(error, asked)), **_made(facts, error, asked)
    )


def _made(facts: Mapping[str, Fact], error: Any, asked: RefusalContext) -> dict[str, object]:
    return {name: made(error, asked) for name, made in facts.items()}


def fact(name: str) -> Fact:
    """A fact as it is: only for whole numbers, as text needs `quote`."""
    return lambda error, _: getattr(error, name)


def number(name: str) -> Fact:
    """A whole number in the language's format."""
    return lambda error, asked: asked.texts.number(getattr(error, name))


def quote(name: str) -> Fact:
    """User input, shortened and neutralised; a question mark for none."""
    return lambda error, _: quoted(getattr(error, name) or "?")


def named(name: str) -> Fact:
    """A name that someone chose, neutralised."""
    return lambda error, _: bold(getattr(error, name))


def language(name: str) -> Fact:
    """What a language is called, by its code."""
    return lambda error, asked: language_text(getattr(error, name), asked.texts)


def seat(name: str) -> Fact:
    """The name of a seat."""
    return lambda error, asked: asked.name(getattr(error, name))


def seats(name: str) -> Fact:
    """The names of several seats."""
    return lambda error, asked: asked.texts.join(map(asked.name, getattr(error, name)))


def square(error: Any, asked: RefusalContext) -> str:
    """The square at the refusal's row and column."""
    return asked.square(error.row, error.column)


def rule(name: str) -> Fact:
    """The title of a rule."""
    return lambda error, asked: bold(rule_title(getattr(error, name), asked.texts))


def typed(said: TypedMeaning) -> Fact:
    """A word that people type, in their language."""
    return lambda _, asked: escape(typed_word(said, asked.texts))


def quoted(text: str, most: int = MOST_QUOTED) -> str:
    """User input, shortened and neutralised."""
    return escape(shortened(text, most))


def character_text(character: str, texts: Texts) -> str:
    """A character that is wrong, so that people can find it: also one that shows nothing."""
    if character == " ":
        return texts.gettext("a space")
    if character == "\t":
        return texts.gettext("a tab")
    return f"**{escape(character)}**" if clean(character) else f"U+{ord(character):04X}"
