"""The first page of the help tells what a newcomer needs for the first move (ledger D6)."""

from __future__ import annotations

import re

import pytest

from bot import features
from bot.text import texts_for
from bot.text.examples import examples_in
from engine.loading import load_variant
from engine.model.coordinates import STANDARD, Orientation
from engine.model.levels import STRONGEST
from tests.support.sentences import said

TOPICS = features.topics()

TURNED = Orientation(digits_for_columns=True)


@pytest.mark.parametrize(
    ("language", "orientation", "told"),
    [
        ("en", STANDARD, "`8H HELLO` starts in row 8, column H, and runs across; `H8 HELLO` runs down"),
        ("de", STANDARD, "`8H HALLO` starts in row 8, column H, and runs across; `H8 HALLO` runs down"),
        ("en", TURNED, "`H8 HELLO` starts in row H, column 8, and runs across; `8H HELLO` runs down"),
    ],
)
def test_D6_the_first_page_says_how_to_type_a_move(language: str, orientation: Orientation, told: str) -> None:
    """With the coordinates of the game, and a word of its language."""
    page = TOPICS.text("overview", texts_for("en"), load_variant("standard", language), orientation=orientation)
    assert told in page
    assert len(page) < 1200


@pytest.mark.parametrize("topic", ["moves", "blanks", "listening", "study"])
def test_D6_all_examples_are_words_of_the_games_language(topic: str) -> None:
    """None is left in the language of the help."""
    words = examples_in("de")
    page = TOPICS.text(topic, texts_for("en"), load_variant("standard", "de"))
    quoted = re.findall(r"[A-Z][A-Z.?]{2,}[a-z]?", " ".join(re.findall(r"`([^`]*)`", page)))
    assert quoted and set(quoted) <= {words.greeting, words.base, "HA..O", "HALLo", "HALL?O"}


def test_D6_the_first_page_says_what_the_number_of_a_computer_player_is() -> None:
    """The command shows only a number."""
    page = TOPICS.text("overview", texts_for("en"), load_variant("standard", "en"))
    assert said("help.open_game", lowest=1, highest=STRONGEST) in page
