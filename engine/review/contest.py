"""Comparing the moves of a turn by simulation; the move that was made is never dropped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np

from engine.computer.preendgame import list_deals, try_all
from engine.computer.simulating import ENOUGH, TIE, Run, Simulation, simulate
from engine.computer.tools import Candidate, ComputerTools, Luck, ignore
from engine.game.views import SeatView
from engine.model.tiles import Tiles
from engine.play.generator.encoding import encode_rack
from engine.play.generator.generator import ScoredPlay
from engine.play.generator.kernels.layout import Ints
from engine.review.candidates import Field
from engine.review.values import DECIDED_STEPS, WIN_STEPS, GameStage, grade, is_decided

FEWEST = 200
"""Deals before which no grade is sure."""

SURE = 2.6
"""How many standard errors a grade must hold on either side to be sure: about 99 % confidence."""

LIKELY = 2.0
"""How many standard errors a loss must be from nothing to count as one: about 95 % confidence."""

TO_THE_END = 100
"""More turns than any game takes that begins with few tiles in the pool."""

CONTENDERS = 4
"""How many of the best moves are compared with the move made, once all have been looked at."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What the move made loses against the best other one, with standard errors; negative if it is better.

    `best` is the place of the other move and its chance to win is `chance`, or that of the move made if that is higher.
    """

    best: int
    win: float
    points: float
    win_error: float
    points_error: float
    chance: float


@dataclass(slots=True, eq=False)
class MoveComparison(Simulation):
    """A simulation that compares the move at place `played` with the others; only `valid` ones may be the best.

    `shown` holds tiles that other seats are known to have. It ends after `most` deals, or if `until_sure` as soon as
    the grade is sure.
    """

    played: int = 0
    valid: tuple[bool, ...] = ()
    shown: Mapping[int, Tiles] = field(default_factory=dict)
    most: int = ENOUGH
    until_sure: bool = False

    @classmethod
    def between(
        cls, found: Field, view: SeatView, rack: Tiles, tools: ComputerTools, shown: Mapping[int, Tiles]
    ) -> Self:
        """The contest of a field's moves."""
        contest = cls.of(view, rack, tools, list(found.moves), found.records)
        contest.played, contest.valid, contest.shown = found.played, found.valid, possible(shown, view)
        return contest

    @property
    def turns(self) -> int:
        """With few tiles in the pool, games are played to their end."""
        if GameStage.of_pool(self.view.table.pool) is GameStage.OPEN:
            return super(MoveComparison, self).turns
        return TO_THE_END

    @property
    def held(self) -> Ints:
        """The codes of unseen tiles that the only opponent is known to hold."""
        return self._codes(1 - self.view.seat)

    def _codes(self, seat: int) -> Ints:
        return encode_rack(self.shown.get(seat, Tiles()), self.tools.generator.variant.alphabet)

    def deal(self, random: int, count: int) -> Ints:
        """Random deals in which every seat holds what it is known to hold."""
        from engine.computer.kernels.simulation import deal_tiles

        if not any(self.shown.values()):
            return Simulation.deal(self, random, count)
        table = self.view.table
        known = Tiles.of(tile for tiles in self.shown.values() for tile in tiles)
        free = encode_rack(self.view.unseen - known, self.tools.generator.variant.alphabet)
        dealt = deal_tiles(np.array([random], np.int64), free, count)
        parts, at = [dealt[:, : table.pool]], table.pool
        for seat, summary in enumerate(table.seats):
            if seat != self.view.seat:
                held = self._codes(seat)
                end = at + summary.tiles - len(held)
                parts += [dealt[:, at:end], np.tile(held, (count, 1))]
                at = end
        return np.ascontiguousarray(np.concatenate(parts, axis=1), np.int32)

    def drop(self) -> None:
        """Drop moves that are clearly worse than the best, but never the move made."""
        Simulation.drop(self)
        self.active[self.played] = 1

    def finalists(self, count: int) -> list[Candidate]:
        """The best candidates and the move made."""
        best, made = self.ranked(), self.candidates[self.played].move
        return [one for place, one in enumerate(best) if place < count or one.move is made]

    @property
    def is_decided(self) -> bool:
        """Whether only the move made is left, enough deals have been tried, or the grade is sure."""
        alone = self.active.sum() <= 1 and self.deals >= FEWEST
        return bool(alone or self.deals >= self.most or (self.until_sure and self.is_sure))

    @property
    def is_sure(self) -> bool:
        """Whether further deals would hardly change the grade of the move made."""
        if self.deals < FEWEST:
            return False
        if (loss := self.loss) is None:
            return True
        if is_decided(loss.chance):
            lost, doubt, steps = loss.points, SURE * loss.points_error, DECIDED_STEPS
        else:
            lost, doubt, steps = loss.win, SURE * loss.win_error, WIN_STEPS
        return grade(lost - doubt, steps) is grade(lost + doubt, steps)

    @property
    def order(self) -> list[int]:
        """The places of the moves that may be called best, best first; no dropped move comes first."""
        merits = [self._mean(i, 0) + TIE * self._mean(i, 1) for i in range(len(self.moves))]
        worth = [self.candidates[i].value if np.isnan(merit) else merit for i, merit in enumerate(merits)]
        valid = sorted((i for i in range(len(self.moves)) if self.valid[i]), key=lambda i: -worth[i])
        valid = [i for i in valid if not (self.deals and np.isnan(merits[i]))]
        first = next((i for i in valid if self.active[i]), None)
        return valid if first is None else [first, *(i for i in valid if i != first)]

    def _mean(self, place: int, column: int) -> float:
        rows = self.learnt[: self.deals, place, column]
        there = ~np.isnan(rows)
        return float(np.average(rows[there], weights=self.weights[: self.deals][there])) if there.any() else np.nan

    @property
    def loss(self) -> Loss | None:
        """What the move made loses; None if nothing else is left to compare it with."""
        others = [place for place in self.order if place != self.played]
        if not others or not self.deals:
            return None
        best = next((place for place in others if self.active[place]), others[0])
        behind = self.learnt[: self.deals, best] - self.learnt[: self.deals, self.played]
        rows = ~np.isnan(behind[:, 0])
        shares = self.weights[: self.deals][rows] / self.weights[: self.deals][rows].sum()
        means = (shares[:, None] * behind[rows]).sum(axis=0)
        spread = (shares[:, None] * (behind[rows] - means) ** 2).sum(axis=0)
        errors = np.sqrt(spread * (shares**2).sum())
        chance = max(self._mean(best, 0), self._mean(self.played, 0))
        return Loss(best, float(means[0]), float(means[1]), float(errors[0]), float(errors[1]), chance)


def possible(shown: Mapping[int, Tiles], view: SeatView) -> dict[int, Tiles]:
    """The tiles that other seats are known to have, without any that cannot be there."""
    kept: dict[int, Tiles] = {}
    rest = view.unseen
    for seat, tiles in shown.items():
        if seat != view.seat and len(tiles) <= view.table.seats[seat].tiles and rest.covers(tiles):
            kept[seat], rest = tiles, rest - tiles
    return kept


def compare(
    found: Field,
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    shown: Mapping[int, Tiles],
    first: int,
    deals: int,
    should_stop: Callable[[], bool],
    run: Run,
) -> MoveComparison:
    """The moves after random deals: all of them first, then the best against the move made, with deals of their own.

    The second deals make up for the luck that let a move come first in the first ones.
    """
    opening = MoveComparison.between(found, view, rack, tools, shown)
    opening.most = first
    simulate(opening, found.luck.at_turn(1), should_stop, ignore, run)
    if opening.is_sure or should_stop():
        return opening
    contest = MoveComparison.between(narrowed(found, opening), view, rack, tools, shown)
    contest.most, contest.until_sure = deals, True
    simulate(contest, found.luck.at_turn(2), should_stop, ignore, run)
    return contest if contest.deals else opening


def narrowed(found: Field, contest: MoveComparison) -> Field:
    """The field with only the best moves and the move made."""
    kept = sorted({*contest.order[:CONTENDERS], found.played})
    rows = np.cumsum([isinstance(one.move, ScoredPlay) for one in found.moves]) - 1
    plays = [int(rows[place]) for place in kept if isinstance(found.moves[place].move, ScoredPlay)]
    return replace(
        found,
        moves=tuple(found.moves[place] for place in kept),
        records=found.records[plays],
        played=kept.index(found.played),
        valid=tuple(found.valid[place] for place in kept),
    )


def enumerate_pools(
    found: Field,
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    shown: Mapping[int, Tiles],
    should_stop: Callable[[], bool],
    run: Run,
) -> tuple[MoveComparison, bool]:
    """The moves after every possible content of the pool, and whether all of them could be tried."""
    contest = MoveComparison.between(found, view, rack, tools, shown)
    try_all(contest, found.luck, should_stop, ignore, run)
    return contest, contest.deals == len(list_deals(contest.unseen, view.table.pool, Luck(b""), contest.held)[0])
