"""How many lines the buttons of reviews and analysis boards take up on a phone: at most two, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.analysis.messages import analysis_message
from bot.features.analysis.values import AnalysisBoard, Step
from bot.features.review.messages import Reader, overview_message, turn_review_message
from bot.features.review.reviews import Readers
from bot.front.components.message import Message, Row
from bot.text import languages, texts_for
from engine.game.state import LexiconRef
from engine.model.rules import Rules
from engine.review.turns import moments
from tests.support.puzzles import finished
from tests.support.reviews import graded

WIDTH, EDGE, GAP, LETTER = 340, 24, 7, 7.5
"""Pixels of a message on a phone of 390, around a label, between buttons, and of an average letter."""
EMPTY = "/".join(["15"] * 15)


def lines_of(message: Message) -> int:
    """The lines that the buttons take up."""
    return sum(map(_lines, (block for block in message.blocks if isinstance(block, Row))))


def _lines(row: Row) -> int:
    lines, left = 1, 0.0
    for button in row.buttons:
        width = EDGE + LETTER * len(button.label)
        if left and left + GAP + width > WIDTH:
            lines, left = lines + 1, 0.0
        left += width + (GAP if left else 0)
    return lines


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("rack", ["", "AEINRST"])
def test_X7_an_analysis_board_has_two_lines_of_buttons(language: str, rack: str) -> None:
    """In the middle of its positions, where it can step both ways."""
    setup = replace(moments(finished())[0].view.table.setup, rules=Rules())
    step = Step(f"{EMPTY} {rack}/ 0/0 0")
    lexicon = LexiconRef("english", "")
    board = AnalysisBoard("a" * 12, "1", setup.variant.name, "en", lexicon, "", "", (), (step,) * 3, 1)
    assert lines_of(analysis_message(board, setup, texts_for(language))) == 2


@pytest.mark.parametrize("language", languages())
def test_X6_a_review_has_two_lines_of_buttons(language: str) -> None:
    """The overview of a player who can open it to everyone, and a turn in the middle."""
    events = finished()
    table = moments(events)[0].view.table
    turns = tuple(graded(events, number) for number in (1, 2, 3))
    for agreed in (frozenset[str](), frozenset({"1"})):
        reader = Reader("1", Readers(frozenset({"1", "2"}), agreed), can_share=True)
        assert lines_of(overview_message("g", table, turns, texts_for(language), reader)) <= 2
    assert lines_of(turn_review_message("g", table, turns, 2, texts_for(language), reader)) == 2
