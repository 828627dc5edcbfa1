"""The messages of puzzles: each thing is said once, and nothing is cut off on a phone."""

from __future__ import annotations

from dataclasses import replace

from bot.features.puzzles.collection import KeyedPuzzle
from bot.features.puzzles.messages import answer_message, puzzle_message, solvers_message
from bot.features.puzzles.puzzles import DailyResult, SolverStanding, TriedPuzzle
from bot.features.puzzles.text import result_lines, tags_text
from bot.features.puzzles.values import PUZZLE_TRIES, Attempt
from bot.render import BoardScene
from bot.text import texts_for
from engine.loading import load_variant
from engine.loading.puzzles import load_puzzle_lines
from engine.puzzles import text
from engine.puzzles.values import Puzzle, Tag
from tests.support.puzzles import wrong
from tests.support.sentences import said

ENGLISH = texts_for("en")


def a_puzzle() -> Puzzle:
    """One of the program's, with other moves that are known."""
    return text.read(load_puzzle_lines("en")[0], load_variant)


def tried(*moves: str, finished: int | None = None) -> TriedPuzzle:
    """Somebody's tries at it."""
    return TriedPuzzle(KeyedPuzzle("key", a_puzzle()), Attempt("ada", "key", "en", 0, moves, finished=finished))


def test_X8_what_to_do_is_said_once_and_nobody_in_particular_plays() -> None:
    """The text above the picture says it; "You" and "Opponent" have no sign of a person or a computer."""
    message = puzzle_message(tried(), ENGLISH)
    assert message.text.count(said("puzzles.find_best_move")) == 1
    scene = message.images[0].scene
    assert isinstance(scene, BoardScene)
    assert scene.status == ""
    assert {seat.is_computer for seat in scene.seats} == {None}


def test_X8_the_next_best_move_is_told_once() -> None:
    """Whoever tried it reads what it costs there."""
    second = wrong(tried())[0]
    assert said("puzzles.next_best_is") in answer_message(tried(finished=1), 1000, 0, (), ENGLISH).text
    told = answer_message(tried(second, finished=1), 1000, 0, (), ENGLISH).text
    assert said("puzzles.next_best_is") not in told
    assert told.count("percentage points lower") == 1


def test_X8_a_kind_of_bingo_is_not_called_a_bingo_too() -> None:
    """Without a special kind it is."""
    puzzle = replace(a_puzzle(), tags=frozenset({Tag.BINGO, Tag.ONLY_BINGO}))
    assert tags_text(puzzle, ENGLISH) == "Tags: the only bingo"
    assert tags_text(replace(puzzle, tags=frozenset({Tag.BINGO})), ENGLISH) == "Tags: bingo"


def test_X8_tags_and_rating_have_lines_of_their_own() -> None:
    """Read one below the other, they are not taken for one list."""
    lines = answer_message(tried(finished=1), 900, 0, (), ENGLISH).text.split("\n")
    assert tags_text(a_puzzle(), ENGLISH) in lines
    assert said("puzzles.your_puzzle_rating", rating="900") in lines


def test_X8_the_grids_of_all_people_are_equally_wide() -> None:
    """However soon they solved it."""
    results = [DailyResult("Ada", 1, True), DailyResult("Bruno", 3, True), DailyResult("Chloe", 2, False)]
    _heading, *lines = result_lines(results, ENGLISH)
    assert {len(line.split()[0]) for line in lines} == {PUZZLE_TRIES}


def test_X8_solvers_are_told_in_lines_that_wrap() -> None:
    """A table in a code block would be cut off on a phone."""
    told = solvers_message([SolverStanding("ada", "Ada", 1250, 4, 2, 3)], ENGLISH).text
    assert "```" not in told
    assert "1. **Ada**: solved 4, current streak 2, longest streak 3, rating 1250" in told
