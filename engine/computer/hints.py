"""Hints for the player on turn: where to look, a playable word, or the best play (ledger N19, C14, M6)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.computer.analysing import analyse
from engine.computer.candidates import Candidate
from engine.computer.luck import Luck
from engine.computer.simulating import Run
from engine.computer.tools import Tools
from engine.game.state import HintKind
from engine.game.views import SeatView
from engine.model.alphabet import Word
from engine.model.coordinates import Cell, Direction
from engine.model.levels import STRONGEST
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.plays import Play
from engine.play.scoring import ScoreSheet, score

AT_SIGHT = 7
"""The level whose judgement counts where there is no time to look ahead."""
SLICES = 30
"""How long the best move is looked for, in the answers of `should_stop`, so that it is found again: a second or two."""
TRIES = 50
"""Plays drawn in search of one without unwanted words."""


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

    play: Play
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


Hint = LookAlong | LookForLength | PlayHint | ExchangeHint
Stop = Callable[[], bool]


def hint(
    view: SeatView, tools: Tools, kind: HintKind, number: int = 0, should_stop: Stop | None = None, run: Run = map
) -> Hint | None:
    """A hint for the seat, or None if it has no play; `number` is how many hints it has already had this turn.

    The best move is the one that an analysis finds by looking ahead, until `should_stop` says so or for `SLICES` of its
    answers; without it, the best at sight. The same hint is found again if `run` does one thing after the other. Hints
    name only valid words, and no unwanted ones. Raises `ValueError` if the rack is hidden.
    """
    if not isinstance(view.rack, KnownRack):
        raise ValueError(f"the rack of seat {view.seat} is hidden")
    if kind is HintKind.RANDOM:
        return _random(view, view.rack.tiles, tools, number)
    found = list(_best_first(view, tools, should_stop, run))
    if kind is HintKind.BEST:
        return found[0] if any(isinstance(one, PlayHint) for one in found) else None
    best = next((one for one in found if isinstance(one, PlayHint)), None)
    return _nudge(best, number) if best else None


def _best_first(view: SeatView, tools: Tools, should_stop: Stop | None, run: Run) -> Iterator[PlayHint | ExchangeHint]:
    """The moves that an analysis considers, best first."""
    if should_stop is None or len(view.table.seats) < 2:  # alone, there is nobody to look ahead against
        found = analyse(view, tools, AT_SIGHT)
    else:
        found = analyse(view, tools, STRONGEST, _within(SLICES, should_stop), run)
    for one in _settled([one for one in found if one]):
        if isinstance(one.move, Play):
            yield _of(one.move, view, best=True, proven=one.proven)
        else:
            yield ExchangeHint(one.move.tiles)


def _settled(found: list[Candidate]) -> list[Candidate]:
    """The moves with the best at sight first, of those that so few deals cannot tell from the best."""
    first = next(iter(found), None)
    if first is None or first.chance is None or not first.deals:
        return found
    # The moves meet the same deals, so their difference is surer than each of them.
    error = math.sqrt(first.chance * (1 - first.chance) / first.deals) / 2
    alike = (one for one in found if one.deals and one.chance is not None and first.chance - one.chance <= error)
    best = max(alike, key=lambda one: one.value)
    return [best, *(one for one in found if one is not best)]


def _within(answers: int, should_stop: Stop) -> Stop:
    """Says to stop after so many answers, or sooner."""
    left = iter(range(answers))
    return lambda: next(left, None) is None or should_stop()


def _of(play: Play, view: SeatView, *, best: bool, proven: bool = False) -> PlayHint:
    return PlayHint(play, score(view.table.board, play.placement, view.table.variant), best, proven)


def _is_decent(one: PlayHint, tools: Tools) -> bool:
    return tools.allows(word.word for word in one.sheet.words)


def _nudge(best: PlayHint, number: int) -> Hint:
    """First the line, then also the length, so that the second hint always tells something new."""
    placement = best.play.placement
    if number:
        return LookForLength(len(best.word), len(placement.tiles), placement.cell, placement.direction)
    return LookAlong(placement.cell, placement.direction)


def _random(view: SeatView, rack: Tiles, tools: Tools, number: int) -> PlayHint | None:
    plays, luck = tools.generator.all(view.table.board, rack), Luck.of_seat(view).of_turn(view)
    if not plays:
        return None
    for attempt in range(TRIES):
        one = _of(plays[luck.pick(len(plays), "word", number, attempt)], view, best=False)
        if _is_decent(one, tools):
            return one
    return next((one for one in _best_first(view, tools, None, map) if isinstance(one, PlayHint)), None)
