"""The words of the help's examples: real words of the tiles' language, in pictures that need no other alphabet."""

from __future__ import annotations

import pytest

from bot.front.components.message import Image
from bot.front.help.messages import lesson_images
from bot.render import LessonScene
from bot.text import texts_for
from bot.text.examples import examples_for, examples_in
from bot.text.help import help_text
from bot.text.variants import setup_for
from engine.loading import list_languages, list_lexicons, load_language, load_variant, shipped_words
from tests.support.later import at_gate
from tests.support.sentences import said

ENGLISH = texts_for("en")
LEXICONS = {info.language: info.name for info in list_lexicons()}


def headings(image: Image) -> list[str]:
    """What the notes of a picture are about."""
    assert isinstance(image.scene, LessonScene)
    return [heading for heading, _ in image.scene.notes]


LANGUAGES = [code for code in list_languages() if load_language(code).examples]
QUICK = ("en", "fr", "nl", "ru")
"""Languages with lists that are soon unpacked; those of others change no more often."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_D6_examples_fit_the_pictures_and_the_tiles(code: str) -> None:
    """They cross, hook, touch and fill a rack, and a full set has the tiles for each."""
    words, variant = examples_in(code), load_variant("standard", code)
    assert examples_for(variant) is words
    assert words.greeting[0] == words.crossing[0]
    assert len(words.base) == 4 and len(words.upper) == 4
    assert [len(word) for word in words.bingos] == [5, 6, 7, 8]
    for word in words.words:
        assert all(len(variant.tile_set.of_letter(letter)) >= 1 for letter in word), word
        assert variant.alphabet.split(word) == tuple(word), "no two letters share a tile"


@pytest.mark.parametrize("code", [*QUICK, *at_gate(one for one in LANGUAGES if one in LEXICONS and one not in QUICK)])
def test_D6_examples_are_words_of_the_dictionary(code: str) -> None:
    """The base, what the hook makes of it, and the small words between the parallel ones count too."""
    words = b"\n" + shipped_words(LEXICONS[code])
    assert [one for one in examples_in(code).words if f"\n{one}\n".encode() not in words] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_D6_every_language_has_all_the_pictures(code: str) -> None:
    """With the words of that language."""
    setup, words = setup_for(load_variant("standard", code)), examples_in(code)
    coordinates, hooks = lesson_images("moves", setup, ENGLISH)
    assert headings(coordinates) == [f"8H {words.greeting}", f"H8 {words.crossing}"]
    assert headings(hooks) == [words.hook, words.hooked]
    told = [image.alt for image in lesson_images("scoring", setup, ENGLISH)]
    assert all(word in told[1] for word in (words.lower, *words.pairs))
    assert words.bingo(7) in told[2]
    assert len(lesson_images("blanks", setup, ENGLISH)) == len(lesson_images("composing", setup, ENGLISH)) == 1


def test_D6_the_help_tells_which_words_a_dictionary_has() -> None:
    """The Russian dictionary has nouns only, and German nouns count although they have a capital."""
    told = {code: help_text("words", ENGLISH, load_variant("standard", code)) for code in ("en", "de", "ru")}
    assert said("help.every_kind_word_counts") in told["en"] and said("help.every_kind_word_counts") in told["de"]
    assert "Only nouns" in told["ru"] and said("help.every_kind_word_counts") not in told["ru"]
    assert said("help.names_other_words") in told["en"] and said("help.names_other_words") not in told["de"]
    assert "Other nouns count" in told["de"]
