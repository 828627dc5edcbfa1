"""The worth of a play at a glance: its score, its leave, how near the end is; and which tiles to exchange."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.computer.kernels.contests import STUCK
from engine.computer.tools import Candidate, ComputerTools, Luck
from engine.game.views import SeatView
from engine.model.levels import Level
from engine.model.rules import EndAdjustment
from engine.model.tiles import Tiles, Word
from engine.play.generator.generator import KEY, KEY_2, SCORE, SLOTS_USED, Plays, ScoredPlay
from engine.play.generator.kernels.layout import MAX_TILES
from engine.play.placement import score

WIDTH = 60
"""How many plays are considered, those with the highest equity."""

MOST_AT_END = 3000
"""Plays that are considered with the pool empty and more than `MAX_TILES` tiles on the rack."""

ADJUSTMENT = {EndAdjustment.STANDARD: 2.0, EndAdjustment.AMERICAN: 2.0, EndAdjustment.NONE: 0.0}
"""How many times the others' tiles count in the difference of scores when a player goes out."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Plays and their estimated worth in points; `order` lists their places, best first."""

    plays: Plays
    values: list[float]
    order: list[int]

    def __iter__(self) -> Iterator[tuple[float, ScoredPlay]]:
        return ((self.values[i], self.plays[i]) for i in self.order)


def weigh(view: SeatView, rack: Tiles, tools: ComputerTools, skill: Level, turn: Luck) -> Weighed:
    """The plays that a player considers, with their estimated worth to it."""
    board, ends = view.table.board, view.table.pool == 0
    leaves = tools.leaves if skill.keeps and not ends else None
    if ends and len(rack) <= MAX_TILES:
        plays = tools.generator.all(board, rack)
    else:
        plays = tools.generator.top(board, rack, MOST_AT_END if ends else WIDTH, leaves)
    values = _last_values(plays, view) if ends and skill.keeps else plays.equities.tolist()
    if skill.noise:
        keys = plays.records[:, [KEY, KEY_2]].tolist()
        values = [v + skill.noise * turn.bell("value", *key) for v, key in zip(values, keys, strict=True)]
    return Weighed(plays, values, sorted(range(len(values)), key=lambda i: -values[i]))


def _last_values(plays: Plays, view: SeatView) -> list[float]:
    """The worth of plays once the pool is empty: going out ends the game, and the others' tiles count."""
    records, points = plays.records, np.array([tile.points for tile in plays.slots], np.int64)
    kept = ((1 << len(points)) - 1) & ~(records[:, KEY_2] & SLOTS_USED)
    left = (kept[:, None] >> np.arange(len(points)) & 1) @ points
    out = ADJUSTMENT[view.table.rules.end_adjustment] * view.unseen.points
    values: list[float] = (records[:, SCORE] + np.where(kept == 0, out, -2.0 * left - STUCK)).tolist()
    return values


def words_of(play: ScoredPlay, view: SeatView) -> tuple[Word, ...]:
    """The words that a play makes, the main word first."""
    return tuple(word.word for word in score(view.table.board, play.placement, view.table.variant).words)


def exchanges(view: SeatView, rack: Tiles, tools: ComputerTools, count: int) -> list[Candidate]:
    """The best exchanges that the rules and the pool allow, at most `count` of them."""
    most = most_exchanged(view)
    if not most:
        return []
    return [Candidate(swap, swap.equity) for swap in tools.generator.exchanges(rack, most, tools.leaves)[:count]]


def most_exchanged(view: SeatView) -> int:
    """How many tiles may be exchanged now."""
    pool = view.table.exchangeable
    return pool if pool >= view.table.rules.needed_in_pool(1, view.table.variant.rack_size) else 0
