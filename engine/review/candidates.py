"""The moves that are compared in one turn: the most promising ones and, always, the one that was made."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.computer.candidates import Candidate
from engine.computer.luck import Luck
from engine.computer.planning import considered
from engine.computer.simulating import slot_set
from engine.computer.tools import ComputerTools
from engine.computer.weighing import weigh, words_of
from engine.game.views import SeatView
from engine.model.board import Board
from engine.model.coordinates import Direction
from engine.model.levels import LEVELS
from engine.model.tiles import Tiles
from engine.play.generator.generator import leave_values, sort_slots
from engine.play.generator.kernels.layout import FIELDS, MAX_TILES, Table
from engine.play.generator.plays import TILES_IN_KEY, ScoredExchange, ScoredPlay
from engine.play.placement import Placement
from engine.review.turns import ExchangedTiles, Moment, PassedTurn, PlacedTiles
from engine.review.values import Move

STRONGEST = LEVELS[-1]
"""The moves to compare are those that the strongest computer player considers."""


@dataclass(frozen=True, slots=True)
class Field:
    """Moves to compare, and at place `played` the one whose worth the turn had; a pass exchanges no tiles.

    `records` holds those of the plays, in order. `valid` says for each move whether a review may call it the best: all
    its words are in the lexicon and none of them is unwanted. `luck` decides the deals.
    """

    moves: tuple[Candidate, ...]
    records: Table
    played: int
    valid: tuple[bool, ...]
    luck: Luck


def line_up(moment: Moment, rack: Tiles, tools: ComputerTools) -> Field:
    """The moves to compare in a turn with a known rack."""
    view = moment.view
    luck = Luck(b"review").at_turn(view.table.turn)
    weighed = weigh(view, rack, tools, STRONGEST, luck)
    order, records = considered(weighed, view, rack, tools)
    moves: list[Candidate] = list(order)
    valid, rows = [True] * len(order), records.tolist()
    played = _join(made_move(moment, rack, tools), moves, valid, rows, view, rack, tools)
    if view.table.pool <= view.table.variant.rack_size:
        _join(_pass(view, rack, tools), moves, valid, rows, view, rack, tools)
    return Field(tuple(moves), np.array(rows, np.int64).reshape(-1, FIELDS), played, tuple(valid), luck)


def _join(
    move: ScoredPlay | ScoredExchange,
    moves: list[Candidate],
    valid: list[bool],
    rows: list[list[int]],
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
) -> int:
    """The place of a move, which is added unless it is there already."""
    place = next((i for i, one in enumerate(moves) if is_same(one.move, move)), len(moves))
    if place == len(moves):
        moves.append(Candidate(move, move.equity))
        valid.append(not isinstance(move, ScoredPlay) or is_valid(move, view, tools))
        rows += [record_of(move, rack, tools)] if isinstance(move, ScoredPlay) else []
    return place


def made_move(moment: Moment, rack: Tiles, tools: ComputerTools) -> ScoredPlay | ScoredExchange:
    """The move whose worth the turn had: a play that was withdrawn was worth as much as a pass."""
    match moment.act:
        case PlacedTiles(placement=placement, sheet=sheet) if not moment.withdrawn:
            return play_of(placement, sheet.total, rack, tools)
        case ExchangedTiles(tiles=tiles, points=points):
            return ScoredExchange(tiles, points, points + _worth(rack - tiles, tools), rack - tiles)
        case PassedTurn(points=points):
            return ScoredExchange(Tiles(), points, points + _worth(rack, tools), rack)
        case _:
            return _pass(moment.view, rack, tools, 0)


def play_of(placement: Placement, points: int, rack: Tiles, tools: ComputerTools) -> ScoredPlay:
    """A placement as the generator finds it."""
    leave = rack - placement.used
    return ScoredPlay(placement, points, points + _worth(leave, tools), leave)


def _pass(view: SeatView, rack: Tiles, tools: ComputerTools, points: int | None = None) -> ScoredExchange:
    awarded = view.table.variant.pass_points if points is None else points
    return ScoredExchange(Tiles(), awarded, awarded + _worth(rack, tools), rack)


def _worth(leave: Tiles, tools: ComputerTools) -> float:
    """The value of a leave in points, 0 if it has too many tiles to be looked up."""
    values = leave_values(tools.generator.position(Board.empty(tools.generator.variant.layout), leave), tools.leaves)
    return int(values[(1 << len(leave)) - 1]) / 1000 if len(values) else 0.0


def is_same(one: ScoredPlay | ScoredExchange, other: ScoredPlay | ScoredExchange) -> bool:
    """Whether two moves leave the same board and rack; a single tile can be played across or down."""
    if isinstance(one, ScoredPlay) and isinstance(other, ScoredPlay):
        return dict(one.placement.tiles) == dict(other.placement.tiles)
    return isinstance(one, ScoredExchange) and isinstance(other, ScoredExchange) and one.tiles == other.tiles


def is_valid(play: ScoredPlay, view: SeatView, tools: ComputerTools) -> bool:
    """Whether a review may recommend a play."""
    words = words_of(play, view)
    return tools.allows(words) and all(map(tools.lexicon.contains, words))


def shown_move(move: ScoredPlay | ScoredExchange) -> Move:
    """The move as reviews name it: an exchange of nothing is a pass."""
    return None if isinstance(move, ScoredExchange) and not move.tiles else move


def fits(view: SeatView, rack: Tiles, moment: Moment) -> bool:
    """Whether the compiled searches can take racks and the play of this size."""
    placed = len(moment.act.placement.tiles) if isinstance(moment.act, PlacedTiles) else 0
    largest = max(view.table.variant.rack_size, len(rack), *(seat.tiles for seat in view.table.seats))
    return largest <= MAX_TILES and placed <= MAX_TILES


def record_of(play: ScoredPlay, rack: Tiles, tools: ComputerTools) -> list[int]:
    """The record of any play, valid or not; `kernels.layout` explains it."""
    variant = tools.generator.variant
    place = play.placement
    codes = [2 * variant.alphabet.index(placed.letter) + placed.is_blank for _, placed in place.tiles]
    key = ((place.direction is Direction.DOWN) << 12 | place.cell.row << 6 | place.cell.column) << 49
    for i, code in enumerate(codes[:TILES_IN_KEY]):
        key |= code << 42 - 7 * i
    key_2 = slot_set(place.used, sort_slots(rack, variant))
    for i, code in enumerate(codes[TILES_IN_KEY:]):
        key_2 |= code << 48 - 7 * i
    return [round(play.equity * 1000), key, key_2, play.score]
