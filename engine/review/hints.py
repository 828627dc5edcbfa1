"""Hints for the player on turn: where to look, a playable word, or the best play (ledger N19, C14, M6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import assert_never

from engine.computer.player import analyse, never
from engine.computer.simulating import Run
from engine.computer.tools import ComputerTools, Luck
from engine.game.state import HintKind
from engine.game.views import SeatView
from engine.model.board import Cell, Direction
from engine.model.levels import level
from engine.model.tiles import KnownRack, Tiles, Word
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.play.placement import ScoreSheet, score
from engine.review.candidates import is_same
from engine.review.reviewing import EFFORT, Effort, judge_moment
from engine.review.turns import Act, ExchangedTiles, Moment, PassedTurn, PlacedTiles, ReviewedTurn, among_players
from engine.review.values import MoveFigures, ReviewedMove

AT_SIGHT = 7
"""The level whose choice is looked at first."""
MOST_ADVISED = 4
"""Moves that are looked at before the best one so far is believed to be the best."""


def find_best(
    view: SeatView,
    seen: Mapping[int, Tiles],
    tools: ComputerTools,
    effort: Effort = EFFORT,
    should_stop: Callable[[], bool] = never,
    run: Run = map,
) -> tuple[MoveFigures, ...]:
    """The best moves for the seat on turn, best first; empty if nothing can be played or exchanged.

    `seen` holds tiles on other racks that the seat has seen. A review compares the others with the move that was made,
    so one move after the other is taken for that, until a review calls the same one the best: it would find no mistake
    in it. Raises `ValueError` if the rack is hidden.
    """
    first = analyse(view, tools, AT_SIGHT)[0]
    made: ReviewedMove = first.move if first else None
    found: tuple[MoveFigures, ...] = ()
    for _ in range(MOST_ADVISED):
        judged = judge_moment(as_made(made, view, seen), tools, effort, should_stop, run)
        found = judged.best if judged else ()
        if not found or found[0].proven or should_stop() or _is_the_same(found[0].move, made):
            break
        made = found[0].move
    return found


def as_made(move: ReviewedMove, view: SeatView, seen: Mapping[int, Tiles]) -> Moment:
    """The moment as if the seat made the move."""
    decision = ReviewedTurn(0, view.seat, view.table.seats[view.seat].player, 0, 0)
    return among_players(Moment(decision, view, _act(move, view), seen))


def _act(move: ReviewedMove, view: SeatView) -> Act:
    match move:
        case ScoredPlay(placement=placement):
            return PlacedTiles(placement, score(view.table.board, placement, view.table.variant))
        case ScoredExchange(tiles=tiles, score=points):
            return ExchangedTiles(tiles, points)
        case _:
            return PassedTurn(view.table.variant.pass_points)


def _is_the_same(one: ReviewedMove, other: ReviewedMove) -> bool:
    return one is other if one is None or other is None else is_same(one, other)


HINT_DRAWS = 50
"""Plays drawn in search of one without unwanted words."""
EVERYDAY = 3
"""The level whose words a word hint prefers: a player who asks for one should know it."""
GOOD = 0.2
"""The share of these plays, those with the most points, that come first."""
LEAST_GOOD = 3


@dataclass(frozen=True, slots=True)
class LookAlong:
    """A nudge: a good play is in this row or column."""

    cell: Cell
    direction: Direction


@dataclass(frozen=True, slots=True)
class LookForLength:
    """A nudge: a good play makes a word of this many letters from this many tiles.

    Like `LookAlong`, it says where: the play begins with a tile on this square.
    """

    letters: int
    tiles: int
    cell: Cell
    direction: Direction


@dataclass(frozen=True, slots=True)
class PlayHint:
    """A play, its score sheet, whether it is the best known, and whether that is proven."""

    play: ScoredPlay
    sheet: ScoreSheet
    best: bool
    proven: bool = False

    @property
    def word(self) -> Word:
        """The main word."""
        return self.sheet.words[0].word


@dataclass(frozen=True, slots=True)
class ExchangeHint:
    """Tiles to exchange, which is better than any play."""

    tiles: Tiles


@dataclass(frozen=True, slots=True)
class PassHint:
    """Passing is better than any play or exchange."""


Hint = LookAlong | LookForLength | PlayHint | ExchangeHint | PassHint
Stop = Callable[[], bool]


def hint(
    view: SeatView,
    tools: ComputerTools,
    kind: HintKind,
    number: int = 0,
    should_stop: Stop | None = None,
    run: Run = map,
    seen: Mapping[int, Tiles] | None = None,
) -> Hint | None:
    """A hint for the seat, or None if it has no play; `number` is how many hints it has already had this turn.

    The best move is the one that a review would call best, as far as that is found before `should_stop` says so;
    without it, the best at sight. `seen` holds tiles on other racks that the seat has seen. Hints name only valid
    words, and no unwanted ones. Raises `ValueError` if the rack is hidden.
    """
    if not isinstance(view.rack, KnownRack):
        raise ValueError(f"the rack of seat {view.seat} is hidden")
    if kind is HintKind.RANDOM:
        return _random(view, view.rack.tiles, tools, number)
    found = _best_first(view, tools, should_stop, run, seen or {})
    best = next((one for one in found if isinstance(one, PlayHint)), None)
    if best is None:
        return None
    return found[0] if kind is HintKind.BEST else _nudge(best, number)


def _best_first(
    view: SeatView, tools: ComputerTools, should_stop: Stop | None, run: Run, seen: Mapping[int, Tiles]
) -> list[PlayHint | ExchangeHint | PassHint]:
    """The moves that are considered, best first."""
    if should_stop is None:
        at_sight = [one for one in analyse(view, tools, AT_SIGHT) if one]
        return [_shown(one.move, view, proven=one.proven) for one in at_sight]
    found = find_best(view, seen, tools, should_stop=should_stop, run=run)
    return [_shown(one.move, view, proven=one.proven) for one in found]


def _shown(move: ReviewedMove, view: SeatView, *, proven: bool) -> PlayHint | ExchangeHint | PassHint:
    match move:
        case ScoredPlay():
            return _of(move, view, best=True, proven=proven)
        case ScoredExchange(tiles=tiles):
            return ExchangeHint(tiles)
        case None:
            return PassHint()
    assert_never(move)


def _of(play: ScoredPlay, view: SeatView, *, best: bool, proven: bool = False) -> PlayHint:
    return PlayHint(play, score(view.table.board, play.placement, view.table.variant), best, proven)


def _is_decent(one: PlayHint, tools: ComputerTools) -> bool:
    return tools.allows(word.word for word in one.sheet.words)


def _nudge(best: PlayHint, number: int) -> Hint:
    """First the line, then also the length, so that the second hint always tells something new."""
    placement = best.play.placement
    if number:
        return LookForLength(len(best.word), len(placement.tiles), placement.cell, placement.direction)
    return LookAlong(placement.cell, placement.direction)


def _random(view: SeatView, rack: Tiles, tools: ComputerTools, number: int) -> PlayHint | None:
    """A word: first, in any order, those of common words with the most points; then any word."""
    plays, luck = tools.generator.all(view.table.board, rack), Luck.of_seat(view).of_turn(view)
    if not plays:
        return None
    good = _good(view, rack, tools)
    if number < len(good):
        return sorted(good, key=lambda one: luck.chance("good", str(one.play.placement)))[number]
    for attempt in range(HINT_DRAWS):
        one = _of(plays[luck.pick(len(plays), "word", number, attempt)], view, best=False)
        if _is_decent(one, tools):
            return one
    return next((one for one in _best_first(view, tools, None, map, {}) if isinstance(one, PlayHint)), None)


def _good(view: SeatView, rack: Tiles, tools: ComputerTools) -> list[PlayHint]:
    """The plays of common words, side words included, with the most points; none without a list of common words."""
    skill = level(EVERYDAY)
    most = skill.words or 0
    found = [_of(play, view, best=False) for play in tools.everyday[EVERYDAY - 1].all(view.table.board, rack)]
    common = [
        one
        for one in found
        if _is_decent(one, tools)
        and all(tools.vocabulary.rank(tools.lexicon.key(word.word)) < most for word in one.sheet.words)
    ]
    common.sort(key=lambda one: -one.sheet.total)
    return common[: max(LEAST_GOOD, round(GOOD * len(common)))]
