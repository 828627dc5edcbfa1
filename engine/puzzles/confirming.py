"""Whether a simulation confirms the answer of a puzzle: the best few moves are played on against the same racks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from engine.computer.luck import Luck
from engine.computer.simulating import TIE, Simulation
from engine.computer.tools import ComputerTools
from engine.model.tiles import Tiles
from engine.play.generator.plays import ScoredExchange, ScoredPlay
from engine.puzzles.finding import PuzzleCandidate
from engine.puzzles.values import Gap, SimulatedMove

CHANCE, LEAD = 0.03, 10.0
"""How far the answer must be ahead, in chance to win or in points of lead."""

ALIKE_CHANCE, ALIKE_LEAD = 0.004, 1.0
"""Moves that are closer to the best than both are answers too."""

ANSWERS, OTHERS = 3, 4
"""The most moves that may be right, and the most wrong ones that a puzzle tells about."""

RIVALS = 8
"""The most moves that are simulated, those with the highest equity: hardly any other is ever second best."""

ROUNDS = (40, 160, 400)
"""Deals after which moves are looked at; after the last, the answer is confirmed or not."""

HOPE = 2.5
"""Standard errors within which an early gap may still grow: below that, the position is given up."""

CONFIRMED_BEYOND = 1.64
"""Standard errors by which the gap must exceed zero at the end, besides its size: 95 % confidence."""

WEAKEST = 1e-4
"""The least standard error assumed."""


@dataclass(frozen=True, slots=True)
class ConfirmedPuzzle:
    """The answers and the best other moves, best first, with the gap between them."""

    answers: tuple[SimulatedMove, ...]
    others: tuple[SimulatedMove, ...]
    gap: Gap
    deals: int


def confirm(
    found: PuzzleCandidate, tools: ComputerTools, luck: Luck, should_stop: Callable[[], bool]
) -> ConfirmedPuzzle | None:
    """The simulated moves if the best is far enough ahead; None if it is not, or if time is up before that is sure."""
    candidates = found.candidates[:RIVALS]
    plays = sum(isinstance(one.move, ScoredPlay) for one in candidates)
    simulation = Simulation.of(found.view, found.rack, tools, candidates, found.records[:plays])
    for until in ROUNDS:
        for random in _draws(luck, simulation):
            if simulation.deals >= until:
                break
            if should_stop():
                return None
            _play(simulation, random, until)
        standing = _Standing.of(simulation)
        if not standing.may_hold:
            return None
        _drop(simulation, standing)
    return _result(simulation, standing) if standing.holds else None


def _draws(luck: Luck, simulation: Simulation) -> Iterator[int]:
    return (luck.pick(1 << 52, "deals", simulation.deals, number) for number in count())


def _play(simulation: Simulation, random: int, until: int) -> None:
    from engine.computer.kernels.simulation import deal_tiles

    deals = min(simulation.batch, until - simulation.deals)
    dealt = deal_tiles(np.array([random], np.int64), simulation.unseen, deals)
    simulation.learn(simulation.play(dealt, simulation.active))


@dataclass(frozen=True, slots=True, eq=False)
class _Standing:
    """Where the moves under simulation stand: their places, best first, and how many of these are answers.

    `gap` and `error` are the mean and the standard error, in chance and lead, of how far the last answer is ahead of
    the best other move, deal by deal.
    """

    order: NDArray[np.int64]
    answers: int
    gap: NDArray[np.float64]
    error: NDArray[np.float64]

    @staticmethod
    def of(simulation: Simulation) -> _Standing:
        active = np.flatnonzero(simulation.active)
        learnt = simulation.learnt[: simulation.deals, active]
        means = learnt.mean(axis=0)
        order = np.argsort(-(means[:, 0] + TIE * means[:, 1]), kind="stable")
        behind = means[order[0]] - means[order]
        alike = (np.abs(behind[:, 0]) <= ALIKE_CHANCE) & (np.abs(behind[:, 1]) <= ALIKE_LEAD)
        answers = int(np.argmin(alike)) if not alike.all() else len(order)
        if answers == len(order):
            return _Standing(active[order], answers, np.zeros(2), np.ones(2))
        ahead = learnt[:, order[answers - 1]] - learnt[:, order[answers]]
        error = np.maximum(ahead.std(axis=0) / np.sqrt(len(ahead)), WEAKEST)
        return _Standing(active[order], answers, ahead.mean(axis=0), error)

    @property
    def may_hold(self) -> bool:
        """Whether the gap could still prove to be large enough."""
        highest = self.gap + HOPE * self.error
        return bool(highest[0] >= CHANCE or highest[1] >= LEAD)

    @property
    def holds(self) -> bool:
        """Whether the gap is large enough, surely above zero in both respects, and the answers are few."""
        enough = self.gap[0] >= CHANCE or self.gap[1] >= LEAD
        sure = (self.gap - CONFIRMED_BEYOND * self.error > 0).all()
        return bool(enough and sure and self.answers <= ANSWERS)


def _drop(simulation: Simulation, standing: _Standing) -> None:
    """Goes on with the moves that may be answers and the best others only, so that all have the same deals."""
    simulation.active[standing.order[standing.answers + OTHERS :]] = 0


def _result(simulation: Simulation, standing: _Standing) -> ConfirmedPuzzle | None:
    moves = [_move(simulation, int(i)) for i in standing.order[: standing.answers + OTHERS]]
    answers, others = tuple(moves[: standing.answers]), tuple(moves[standing.answers :])
    if any(one.placement is None for one in answers):
        return None
    gap = Gap(round(float(standing.gap[0]), 4), round(float(standing.gap[1]), 1))
    return ConfirmedPuzzle(answers, others, gap, simulation.deals)


def _move(simulation: Simulation, place: int) -> SimulatedMove:
    move = simulation.candidates[place].move
    chance, lead = simulation.learnt[: simulation.deals, place].mean(axis=0)
    figures = (move.score, round(float(chance), 4), round(float(lead), 1))
    match move:
        case ScoredPlay():
            return SimulatedMove(move.placement, Tiles(), *figures)
        case ScoredExchange():
            return SimulatedMove(None, move.tiles, *figures)
