"""What a puzzle is, and its text form: one JSON object a line."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine.errors import BadData, MalformedText, RuleViolation, UnknownLetter
from engine.formats import cgp
from engine.formats.cgp import CgpPosition
from engine.formats.gamejson import read_object
from engine.formats.tiletext import read_rack, write_rack
from engine.limits import LONGEST_PUZZLE
from engine.model.board import STANDARD, Board
from engine.model.tiles import KnownRack, Tiles
from engine.model.variant import Variant
from engine.play.notation import read_move
from engine.play.placement import Placement, resolve, score, write_move
from engine.sentences import Internal, Sentence


class Tag(Enum):
    """What is special about a puzzle's answer.

    `EQUITY` and `POINTS`: it leads in equity, or in points. `ONLY_BINGO`: no other bingo is possible. `BLANK_BINGO`: a
    blank helps. `LONG_BINGO`: its word has nine letters or more. `POWER_TILE`: it plays one of the dearest tiles.
    `COMMON_WORDS`: all its words are common. `NON_BINGO`: it is no bingo.
    """

    EQUITY = "equity"
    POINTS = "points"
    BINGO = "bingo"
    ONLY_BINGO = "only_bingo"
    BLANK_BINGO = "blank_bingo"
    LONG_BINGO = "long_bingo"
    NON_BINGO = "non_bingo"
    POWER_TILE = "power_tile"
    COMMON_WORDS = "common_words"


@dataclass(frozen=True, slots=True)
class SimulatedMove:
    """A simulated move: its score, the chance to win (0 to 1) and the average lead in points after it.

    `placement` is None for an exchange of `exchanged`.
    """

    placement: Placement | None
    exchanged: Tiles
    score: int
    chance: float
    lead: float


@dataclass(frozen=True, slots=True)
class Gap:
    """How far the answer is ahead of the best other move: in chance to win (0 to 1) and in points of lead."""

    chance: float
    lead: float


OPEN = (0.1, 0.9)
"""The least and the highest chance to win with the answer in a game that is still to be won."""
CLOSE = 120
"""The most points between the scores of such a game."""


def is_close(scores: Sequence[int]) -> bool:
    """Whether the highest and the lowest score are not too far apart."""
    return max(scores) - min(scores) <= CLOSE


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to solve, for the player to move.

    `answers` holds one move or several of equal value, `others` the best wrong ones, best first. `difficulty` is the
    share of casual players, in per cent, who would overlook the answer. `deals` is how many times each move was
    simulated.
    """

    variant: Variant
    lexicon: str
    position: CgpPosition
    answers: tuple[SimulatedMove, ...]
    others: tuple[SimulatedMove, ...]
    tags: frozenset[Tag]
    gap: Gap
    difficulty: int
    deals: int

    @property
    def rack(self) -> Tiles:
        """The tiles of the player to move."""
        return self.position.racks[0]

    @property
    def board(self) -> Board:
        """The board before the move."""
        return self.position.board

    @property
    def is_open(self) -> bool:
        """Whether the game can still be won and lost, so that the answer matters."""
        least, most = OPEN
        return least <= self.answers[0].chance <= most and is_close(self.position.scores)

    def is_answer(self, placement: Placement) -> bool:
        """Whether a move is right: the same tiles on the same squares as an answer."""
        squares = frozenset(placement.tiles)
        return any(one.placement and frozenset(one.placement.tiles) == squares for one in self.answers)

    def known(self, placement: Placement) -> SimulatedMove | None:
        """What the simulation found about a move, if it was among the best few."""
        squares = frozenset(placement.tiles)
        moves = (*self.answers, *self.others)
        return next((one for one in moves if one.placement and frozenset(one.placement.tiles) == squares), None)


VERSION = 1
WHERE = "puzzle"
MOST_MOVES = 20
"""Moves that a puzzle may name of each kind."""
_KEYS = frozenset("vblpaotgdn")

FindVariant = Callable[[str, str], Variant]
"""The variant with a name in a language. Raises `BadData`."""


def write(puzzle: Puzzle) -> str:
    """The line of a puzzle, without its end; `read` reads it back."""
    variant = puzzle.variant
    facts = {
        "v": VERSION,
        "b": f"{variant.name}:{variant.language}",
        "l": puzzle.lexicon,
        "p": cgp.write(puzzle.position, variant),
        "a": [_written(one, puzzle) for one in puzzle.answers],
        "o": [_written(one, puzzle) for one in puzzle.others],
        "t": sorted(tag.value for tag in puzzle.tags),
        "g": [puzzle.gap.chance, puzzle.gap.lead],
        "d": puzzle.difficulty,
        "n": puzzle.deals,
    }
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def move_text(puzzle: Puzzle, placement: Placement) -> str:
    """A play as a puzzle's line writes it; the same play always has the same text."""
    return write_move(puzzle.board, placement, puzzle.variant)


def difficulty(line: str) -> int:
    """The difficulty of the puzzle in a line, without reading the rest. Raises `BadData` and `TooLarge`."""
    return _whole(read_object(line, WHERE, LONGEST_PUZZLE).get("d"), 0, 100)


def _written(move: SimulatedMove, puzzle: Puzzle) -> list[object]:
    if move.placement is None:
        text = "-" + write_rack(move.exchanged, puzzle.variant)
    else:
        text = write_move(puzzle.board, move.placement, puzzle.variant)
    return [text, move.score, move.chance, move.lead]


def read(line: str, find_variant: FindVariant) -> Puzzle:
    """The puzzle in a line. Raises `BadData` if it is none, or one of its moves is impossible, and `TooLarge`."""
    facts = read_object(line, WHERE, LONGEST_PUZZLE)
    _require(facts.keys() == _KEYS and facts["v"] == VERSION, Internal("has other keys than a puzzle of this version"))
    board, colon, language = _text(facts["b"], "b").partition(":")
    _require(bool(colon), Internal("does not say its board and language"))
    variant = find_variant(board, language)
    position = cgp.read(_text(facts["p"], "p"), variant)
    _require(len(position.racks[0]) > 0, Internal("has an empty rack"))
    answers, others = (tuple(_move(one, position, variant) for one in _list(facts[key], key)) for key in "ao")
    _require(bool(answers) and all(one.placement for one in answers), Internal("has no answer"))
    gap, tags = _list(facts["g"], "g"), _list(facts["t"], "t")
    _require(len(gap) == 2, Internal("has no gap of two numbers"))
    return Puzzle(
        variant,
        _text(facts["l"], "l"),
        position,
        answers,
        others,
        frozenset(map(_tag, tags)),
        Gap(_real(gap[0]), _real(gap[1])),
        _whole(facts["d"], 0, 100),
        _whole(facts["n"], 0, 10**9),
    )


def _move(facts: Any, position: cgp.CgpPosition, variant: Variant) -> SimulatedMove:
    _require(isinstance(facts, list) and len(facts) == 4, Internal("has a move without its four facts"))
    text, figures = _text(facts[0], "move"), (_real(facts[2]), _real(facts[3]))
    rack = position.racks[0]
    try:
        if text.startswith("-"):
            tiles = read_rack(text[1:], variant)
            _require(rack.covers(tiles), Internal("exchanges tiles that are not on the rack"))
            return SimulatedMove(None, tiles, _whole(facts[1], -(10**6), 10**6), *figures)
        placement = resolve(read_move(text, variant, STANDARD), position.board, KnownRack(rack), variant)
    except (MalformedText, UnknownLetter, RuleViolation):
        raise BadData(WHERE, Internal("has the move {text}, which is impossible", text=repr(text[:40]))) from None
    points = score(position.board, placement, variant).total
    _require(points == facts[1], Internal("has the move {text} with a wrong score", text=repr(text[:40])))
    return SimulatedMove(placement, Tiles(), points, *figures)


def _tag(name: Any) -> Tag:
    try:
        return Tag(name)
    except ValueError:
        raise BadData(WHERE, Internal("has the unknown tag {name}", name=repr(str(name)[:20]))) from None


def _require(holds: bool, wrong: Sentence) -> None:
    if not holds:
        raise BadData(WHERE, wrong)


def _text(value: Any, name: str) -> str:
    _require(isinstance(value, str), Internal("has no text as {name}", name=name))
    return str(value)


def _list(value: Any, name: str) -> list[Any]:
    _require(isinstance(value, list) and len(value) <= MOST_MOVES, Internal("has no short list as {name}", name=name))
    return list(value)


def _real(value: Any) -> float:
    _require(
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value),
        Internal("lacks a number"),
    )
    return float(value)


def _whole(value: Any, least: int, most: int) -> int:
    whole = isinstance(value, int) and not isinstance(value, bool)
    _require(whole and least <= value <= most, Internal("has a number out of its range"))
    return int(value)
