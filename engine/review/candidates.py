"""The moves that are compared in one turn, and the exact endgame that compares them when the pool is empty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from engine.computer.endgame import Search, Solved
from engine.computer.player import considered
from engine.computer.simulating import Run, slot_set
from engine.computer.tools import Candidate, ComputerTools, Luck
from engine.computer.weighing import weigh, words_of
from engine.game.views import SeatView
from engine.model.board import Board, Direction
from engine.model.levels import LEVELS
from engine.model.tiles import Tiles
from engine.play.generator.encoding import sort_slots
from engine.play.generator.generator import TILES_IN_KEY, ScoredExchange, ScoredPlay, leave_values
from engine.play.generator.kernels.layout import FIELDS, MAX_TILES, Table
from engine.play.placement import Placement
from engine.review.turns import ExchangedTiles, Moment, PassedTurn, PlacedTiles
from engine.review.values import ReviewedMove

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


def shown_move(move: ScoredPlay | ScoredExchange) -> ReviewedMove:
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


MOST_PLAYS = 1000
"""The most plays that are searched, those worth most at a glance; hardly any position has more."""

OTHERS, LITTLE = 3, 12
"""The most moves besides the best and the one made whose leads are searched, and the share of the work for each."""


@dataclass(frozen=True, slots=True)
class SolvedMove:
    """A move and the lead at the end of the game after it; `exact` says that this is proven."""

    move: ScoredPlay | ScoredExchange
    lead: int
    exact: bool


@dataclass(frozen=True, slots=True)
class EndgameMoves:
    """The moves whose leads are known, best first, and the move made.

    `exact` says that the best lead of all moves is proven too. The move made is among `best` only if it is valid.
    """

    best: tuple[SolvedMove, ...]
    played: SolvedMove
    exact: bool


def at_most(times: int, should_stop: Callable[[], bool]) -> Callable[[], bool]:
    """Says stop after so many answers, or when the other does."""
    answers = count()
    return lambda: next(answers) >= times or should_stop()


def search_ending(
    found: Field,
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    slices: int,
    should_stop: Callable[[], bool],
    run: Run = map,
) -> EndgameMoves:
    """What the moves with an empty pool lead to, with at most `slices` of work each for the best and the one made.

    `run` may search for both at the same time.
    """
    plays, records, whole = _plays(found, view, rack, tools)
    made = found.moves[found.played].move
    nothing = next((one.move for one in found.moves if isinstance(one.move, ScoredExchange)), None)
    moves: list[ScoredPlay | ScoredExchange] = [*plays, nothing or ScoredExchange(Tiles(), 0, 0.0, rack)]

    def work(which: int) -> Solved:
        search = _only(made, view, rack, tools) if which else Search.of(view, rack, tools, records, whole=whole)
        return search.solve(1 if which else len(moves), at_most(slices, should_stop))

    solved, alone = run(work, range(2))
    own = _ended(made, alone, view, rack, tools)
    played = next((place for place, move in enumerate(moves) if is_same(move, made)), len(moves))
    ended = {played: own}
    if solved.lead is not None and not (solved.first == played and own.exact):
        ended[solved.first] = SolvedMove(moves[solved.first], solved.lead, solved.exact)
    others = _others(solved, ended)

    def look(place: int) -> SolvedMove:
        return _after(moves[place], view, rack, tools, at_most(slices // LITTLE, should_stop))

    ended |= dict(zip(others, run(look, others), strict=True))
    ended = {place: _bounded(one, solved) for place, one in ended.items()}
    best = [ended[place] for place in ended if place < len(moves)]
    return EndgameMoves(tuple(sorted(best, key=lambda one: -one.lead)), ended[played], solved.exact)


def _bounded(one: SolvedMove, solved: Solved) -> SolvedMove:
    """A move with its lead; an estimate may not exceed the best lead, for which all moves were compared."""
    if one.exact or solved.lead is None:
        return one
    return replace(one, lead=min(one.lead, solved.lead))


def _others(solved: Solved, ended: dict[int, SolvedMove]) -> list[int]:
    return [place for place in solved.order if place not in ended][:OTHERS]


def _plays(found: Field, view: SeatView, rack: Tiles, tools: ComputerTools) -> tuple[list[ScoredPlay], Table, bool]:
    """The plays that may be called best, most promising first, their records, and whether there are no others."""
    weighed = weigh(view, rack, tools, STRONGEST, found.luck)
    places = [i for i in weighed.order[:MOST_PLAYS] if is_valid(weighed.plays[i], view, tools)]
    return [weighed.plays[i] for i in places], weighed.plays.records[places], len(weighed.plays) == len(places)


def _after(
    move: ScoredPlay | ScoredExchange,
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    should_stop: Callable[[], bool],
) -> SolvedMove:
    """What one move leads to; looks at least one move ahead, even when it should stop."""
    return _ended(move, _only(move, view, rack, tools).solve(1, should_stop), view, rack, tools)


def _ended(
    move: ScoredPlay | ScoredExchange, solved: Solved, view: SeatView, rack: Tiles, tools: ComputerTools
) -> SolvedMove:
    """What one move leads to by a search of it alone; looks one move ahead if that had to stop before."""
    if solved.lead is None:
        solved = _only(move, view, rack, tools).solve(1, at_most(1, lambda: False))
    assert solved.lead is not None
    return SolvedMove(move, solved.lead, solved.exact)


def _only(move: ScoredPlay | ScoredExchange, view: SeatView, rack: Tiles, tools: ComputerTools) -> Search:
    """The search of a position in which the seat on turn makes one given move."""
    rows = [record_of(move, rack, tools)] if isinstance(move, ScoredPlay) else []
    records = np.array(rows, np.int64).reshape(-1, FIELDS)
    return Search.of(view, rack, tools, records, whole=False, passing=not rows)
