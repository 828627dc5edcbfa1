"""Puzzles: how positions are found, confirmed, written and read, and that no running game gives one."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import pytest

from engine.computer.player import never
from engine.computer.selfplay import RULES, positions
from engine.computer.tools import ComputerTools
from engine.errors import BadData
from engine.formats import cgp
from engine.game.phases import Over
from engine.game.views import SeatView
from engine.loading import load_variant
from engine.loading.bundled import load_puzzle_lines, puzzle_languages
from engine.puzzles import making, values
from engine.puzzles.making import CHANCE, CONFIRMED_LEAD, GameRuns, from_turn, from_view, to_solve
from engine.puzzles.values import Puzzle, Tag
from tests.support import engines
from tests.support.games import STANDARD

CLEAR = "15/3R11/3EW10/3XI10/4NU9/5DAG7/5AZO7/5LOO7/7L7/7I1FA4/4COVELETS3/7SI6/8T6/7MUDIRIEH/3KRUBI7 AGGJOQT/ 246/245 0"
"""A position in which one play leads by a distance."""


def tools() -> ComputerTools:
    """Tools that know no coarse words, one of which is on the board of `CLEAR`."""
    return replace(engines.tools(), coarse=frozenset())


def view(position: str) -> SeatView:
    return cgp.view_of(cgp.read(position, STANDARD), STANDARD, RULES, tools().lexicon)


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    made = from_view(view(CLEAR), tools())
    assert made
    return made


def test_X8_a_position_with_one_clear_move_becomes_a_puzzle(puzzle: Puzzle) -> None:
    assert puzzle.gap.chance >= CHANCE or puzzle.gap.lead >= CONFIRMED_LEAD
    best = puzzle.answers[0]
    assert all(best.chance > other.chance for other in puzzle.others)
    assert best.placement
    assert puzzle.is_answer(best.placement)
    other = puzzle.others[0].placement
    assert other
    assert not puzzle.is_answer(other)
    assert puzzle.known(other) == puzzle.others[0]
    assert {Tag.NON_BINGO, Tag.POWER_TILE} <= puzzle.tags


def test_the_same_position_gives_the_same_puzzle(puzzle: Puzzle) -> None:
    assert from_view(view(CLEAR), tools()) == puzzle


def test_no_time_gives_no_puzzle() -> None:
    assert from_view(view(CLEAR), tools(), lambda: True) is None


def test_a_position_without_a_clear_move_gives_none() -> None:
    assert making.promising(view(CLEAR.replace("AGGJOQT", "EEIOTUA")), tools()) is None


def with_scores(own: int, other: int) -> SeatView:
    """The clear position with other scores."""
    return view(CLEAR.replace("246/245", f"{own}/{other}"))


def test_X8_a_position_with_scores_far_apart_gives_none() -> None:
    """Whoever leads by so much need not find the best move."""
    assert making.promising(with_scores(246, 126), tools())
    for scores in ((246, 125), (125, 246)):
        assert making.promising(with_scores(*scores), tools()) is None


def test_X8_a_game_that_is_as_good_as_won_or_lost_gives_none(puzzle: Puzzle) -> None:
    """Though its move stands out, and the scores are close enough to look."""
    assert puzzle.is_open
    for scores in ((300, 180), (150, 270)):
        assert making.promising(with_scores(*scores), tools())
        assert from_view(with_scores(*scores), tools()) is None


@pytest.mark.parametrize("language", puzzle_languages())
def test_X8_shipped_puzzles_are_of_games_that_can_be_won_and_lost(language: str) -> None:
    """At least nine in ten of each shelf: the answer wins 10 to 90 per cent, and the scores are within 120 points."""
    found = [json.loads(line) for line in load_puzzle_lines(language)]
    scores = [[int(score) for score in one["p"].split()[2].split("/")] for one in found]
    chances = [one["a"][0][2] for one in found]
    is_open = [0.1 <= c <= 0.9 and max(s) - min(s) <= 120 for c, s in zip(chances, scores, strict=True)]
    assert sum(is_open) >= 0.9 * len(found) >= 20


def test_a_position_near_the_end_gives_none() -> None:
    seen = view(CLEAR)
    late = replace(seen, table=replace(seen.table, pool=6))
    assert making.promising(late, tools()) is None
    assert making.promising(replace(seen, table=replace(seen.table, pool=7)), tools())


def test_a_puzzle_is_written_and_read_back(puzzle: Puzzle) -> None:
    line = values.write(puzzle)
    assert "\n" not in line
    assert values.read(line, load_variant) == puzzle


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2},
        {"x": 1},
        {"b": "standard"},
        {"b": "nowhere:en"},
        {"p": "15/15 ABC 0/0 0"},
        {"a": []},
        {"a": [["1A JAGG", 60, 0.6, 20.1]]},
        {"a": [["1A JOGGING", 59, 0.6, 20.1]]},
        {"a": [["1A", 59, 0.6, 20.1]]},
        {"a": [["-AG", 0, 0.6, 20.1]]},
        {"o": [["-ZZ", 0, 0.5, 2.0]]},
        {"o": "none"},
        {"t": ["dull"]},
        {"g": [0.1]},
        {"g": [True, 1.0]},
        {"d": 101},
        {"n": 1.5},
        {"l": None},
    ],
)
def test_a_wrong_line_is_refused(puzzle: Puzzle, change: dict[str, object]) -> None:
    facts = json.loads(values.write(puzzle)) | change
    with pytest.raises(BadData):
        values.read(json.dumps(facts), load_variant)


@pytest.mark.parametrize("line", ["", "[]", "{", '{"v":1}', "null"])
def test_text_that_is_no_puzzle_is_refused(line: str) -> None:
    with pytest.raises(BadData):
        values.read(line, load_variant)


def test_X8_a_game_that_is_not_over_gives_no_puzzle() -> None:
    """However far it has come: one event before its end it is refused, before anything is looked at."""
    from tests.support.finished import finished

    events = finished()
    for count in (*range(1, len(events), 7), len(events) - 1):
        with pytest.raises(GameRuns):
            to_solve(events[:count])
    for view in itertools.islice(to_solve(events), 3):
        made = from_turn(view, tools(), never)
        assert made is None or made.lexicon == tools().lexicon.name


def test_positions_depend_on_the_number_alone() -> None:
    first, again = (list(positions(tools(), (5, 6), 3)) for _ in range(2))
    assert first == again
    assert not any(isinstance(one.table.phase, Over) for one in first)


@pytest.mark.parametrize(
    "language", [pytest.param(one, marks=[pytest.mark.soak] if one != "en" else []) for one in puzzle_languages()]
)
def test_X8_every_shipped_puzzle_is_sound(language: str) -> None:
    """Each can be read, its moves are possible with the scores told, and its answer is far enough ahead."""
    lines = load_puzzle_lines(language)
    assert len(lines) == len(set(lines)) >= 20
    for line in lines:
        one = values.read(line, load_variant)
        assert one.variant.language == language
        assert one.gap.chance >= CHANCE or one.gap.lead >= CONFIRMED_LEAD
        assert one.answers[-1].chance >= one.others[0].chance
        assert values.write(one) == line


def test_a_language_without_puzzles_has_no_lines() -> None:
    assert load_puzzle_lines("xx") == ()
    assert load_puzzle_lines("../variants/standard") == ()


def test_a_board_with_a_coarse_word_gives_no_puzzle() -> None:
    """Whoever played it: nothing is set that a family minds."""
    assert from_view(view(CLEAR), engines.tools()) is None
