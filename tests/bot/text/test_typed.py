"""Words that people type as part of a move: from the catalogues, in the person's language, the game's and English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from bot.front.play.reading import Typed, TypedKind, read_typed
from bot.text import texts_for
from bot.text.typed import WORDINGS, TypedMeaning, every_typed_word, typed_word, typed_words
from tests.support.catalogues import spoken_from, write

WORDS = {
    "es": {
        TypedMeaning.ACROSS: "horizontal, h",
        TypedMeaning.DOWN: "vertical, a",
        TypedMeaning.PASS: "paso",
        TypedMeaning.EXCHANGE: "cambio, canje",
    },
    "de": {
        TypedMeaning.ACROSS: "waagerecht",
        TypedMeaning.DOWN: "runter",
        TypedMeaning.ALL: "alle, alles",
        TypedMeaning.EXCHANGE: "tausche",
    },
    "fr": {TypedMeaning.ACROSS: "à-plat", TypedMeaning.ALL: "tout"},
}


@pytest.fixture(autouse=True)
def _spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Catalogues in which only typed words are translated."""
    for code, words in WORDS.items():
        catalogue = Catalog(locale=code)
        for said, text in words.items():
            context, message = texts_of(said)
            catalogue.add(message, text, context=context)
        write(tmp_path, code, catalogue)
    with spoken_from(tmp_path, monkeypatch):
        yield


def texts_of(said: TypedMeaning) -> tuple[str, str]:
    """The context and the English words of a meaning."""
    return WORDINGS[said]


@pytest.mark.parametrize(
    ("own", "game", "move", "read"),
    [
        ("es", "de", "8H horizontal CASA", "8H across CASA"),
        ("es", "de", "8H Runter HAUS", "8H down HAUS"),
        ("es", "de", "HAUS 8H waagerecht", "HAUS 8H across"),
        ("es", "de", "8H down HAUS", "8H down HAUS"),
        ("de", "de", "8H horizontal CASA", "8H horizontal CASA"),
        ("fr", "fr", "8H A\u0300-plat TOUT", "8H across TOUT"),
        ("es", "en", "8H a CASA", "8H down CASA"),
        ("en", "es", "8H a CASA", "8H across CASA"),
        ("en", "en", "8H a CASA", "8H across CASA"),
        ("es", "de", "8H vertical", "8H vertical"),
        ("es", "de", "8H horizontal vertical", "8H across vertical"),
        ("es", "de", "vertical 8H horizontal", "vertical 8H across"),
        ("en", "en", "8G CATS 12", "8G CATS"),
        ("en", "en", "/play move:8G CATS +12", "8G CATS"),
        ("es", "de", "8H Runter HAUS 12", "8H down HAUS"),
        ("en", "en", "8H down 12", "8H down 12"),
        ("en", "en", "8H 12", "8H 12"),
    ],
)
def test_N11_a_direction_counts_in_three_languages_and_never_steals_a_word(
    own: str, game: str, move: str, read: str
) -> None:
    """The person's language comes before the game's, and both before English; a word beside a square is the word.

    Points behind a move are those that results tell, and no part of it.
    """
    assert typed_words(texts_for(own), game).in_english(move) == read


@pytest.mark.parametrize(
    ("content", "meant"),
    [
        ("Paso", Typed(TypedKind.PASS)),
        ("tausche a b", Typed(TypedKind.EXCHANGE, "a b")),
        ("CAMBIO alles", Typed(TypedKind.EXCHANGE, "alles")),
        ("canje 8H", Typed(TypedKind.PLAY, "canje 8H")),
        ("exchange 8H", Typed(TypedKind.PLAY, "exchange 8H")),
        ("8Н exchange", Typed(TypedKind.PLAY, "8Н exchange")),
        ("8H paso", Typed(TypedKind.PLAY, "8H paso")),
        ("8H PASO 12", Typed(TypedKind.PLAY, "8H PASO")),
        ("tout va bien", None),
        ("paso doble", None),
    ],
)
def test_N11_messages_in_every_language_have_the_form_of_a_move(content: str, meant: Typed | None) -> None:
    """A message that names a square is a play, even of a word that means something else."""
    assert read_typed(content) == meant


def test_N11_a_word_counts_only_in_the_languages_of_the_person_and_the_game() -> None:
    """What means something in another language is chat."""
    typed = read_typed("paso")
    assert typed
    assert typed.is_in(typed_words(texts_for("es"), "de"))
    assert typed.is_in(typed_words(texts_for("de"), "es"))
    assert not typed.is_in(typed_words(texts_for("de"), "fr"))
    assert every_typed_word().means("ALLES", TypedMeaning.ALL)


def test_N11_help_names_the_first_word_of_the_language() -> None:
    """English where a language has none."""
    assert typed_word(TypedMeaning.ACROSS, texts_for("es-419")) == "horizontal"
    assert typed_word(TypedMeaning.PASS, texts_for("fr")) == "pass"
