"""The text form of puzzles: one JSON object a line.

    {"v": 1, "b": "standard:en", "l": "english", "p": "CGP", "a": [["8D TISANE", 74, 0.612, 31.5]], "o": [...],
     "t": ["bingo"], "g": [0.081, 14.2], "d": 63, "n": 700}

`a` holds the answers and `o` the best other moves, each with its score, chance to win and lead; an exchange is written
`-AEI`. `g` is the gap, `d` the difficulty in per cent, `n` the number of deals.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

from engine.errors import BadData, MalformedText, RuleViolation, UnknownLetter
from engine.formats import cgp
from engine.formats.jsontext import read_object
from engine.formats.tiletext import read_rack, write_move, write_rack
from engine.limits import LONGEST_PUZZLE
from engine.model.coordinates import STANDARD
from engine.model.tiles import KnownRack, Tiles
from engine.model.variant import Variant
from engine.play.notation import read_move
from engine.play.placement import Placement, resolve
from engine.play.scoring import score
from engine.puzzles.values import Gap, Puzzle, SimulatedMove, Tag
from engine.sentences import Internal, Sentence

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


def _move(facts: Any, position: cgp.Position, variant: Variant) -> SimulatedMove:
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
