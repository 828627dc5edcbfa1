"""Turns of players that neither look ahead nor overlook words (levels 5 to 7), without the interpreter."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.computer.kernels.assessing import Floats, rack_points, value_endings
from engine.computer.kernels.games import (
    HELD,
    LEFT,
    SEAT,
    GameArrays,
    bell,
    best_kept,
    deal_racks,
    is_over,
    make_exchange,
    make_play,
)
from engine.computer.kernels.replies import Tools, best_of, hand_of
from engine.jit import bundle, kernel
from engine.play.generator.kernels.layout import (
    ACCEPTS,
    ARC,
    EQUITY,
    HEIGHT,
    KEY_2,
    LINES,
    NOTHING,
    RACK,
    SECTIONS,
    STRIDE,
    THOUSAND,
    TILE,
    WIDTH,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.lines import below, child, prepare
from engine.play.generator.kernels.racks import FACTS, TILES, sort_rack, value_leaves
from engine.play.generator.kernels.search import all_plays
from engine.play.generator.kernels.selfplay import lay_prepared

NOISE, KEEPS = range(2)
"""Columns of a player: the standard deviation of its misjudgement in points, and whether it values its leave."""

SWING = 2.0
"""How many times the others' tiles count in the difference of scores when a seat goes out."""

STUCK = 10.0
"""The cost in points of not going out once the pool is empty, besides the tiles left."""

CONSIDERED = 60
"""Plays that a player who misjudges them considers while there are tiles to draw, those with the highest equity."""


@bundle("float64[:,::1], int32[::1], int64[::1]")
class Minds(NamedTuple):
    """What the players think by: a row for each, the graph of unwanted words, and random numbers to misjudge by."""

    players: Floats
    unwanted: Ints
    random: Longs


# --- unwanted words ---------------------------------------------------------------------------------------------------


@kernel("boolean(int32[::1], int32[::1], int64, int64, int64, int64)", lean=True)
def _is_unwanted(words: Ints, board: Ints, first: int, step: int, length: int, at: int) -> bool:
    """Whether the run of tiles around a place of a line, which begins at `first`, is a word of the graph."""
    start = at
    while start > 0 and board[first + (start - 1) * step] != 0:
        start -= 1
    node, arcs = 0, (words[0] >> 8) & ARC
    while start < length and board[first + start * step] != 0:
        node = child(words, arcs, board[first + start * step] & TILE)
        if node == 0:
            return False
        arcs = below(words, node)
        start += 1
    return bool(words[node] & ACCEPTS != 0)


@kernel("boolean(int32[::1], int32[::1], int32[::1], int32[::1], int64[:,::1], int64[:,::1], int64)")
def makes_unwanted(variant: Ints, words: Ints, board: Ints, cells: Ints, slots: Table, plays: Table, at: int) -> bool:
    """Whether a play makes a word of the graph on a board that `cells` describe."""
    width, height, laid = variant[WIDTH], variant[HEIGHT], board.copy()
    if (words[0] >> 8) & ARC == 0:
        return False
    lay_prepared(variant, cells, laid, slots, plays, at)
    for place in range(len(board)):
        row, column = place // width, place % width
        if board[place] != laid[place] and (
            _is_unwanted(words, laid, row * width, 1, width, column)
            or _is_unwanted(words, laid, column, width, height, row)
        ):
            return True
    return False


# --- choosing ---------------------------------------------------------------------------------------------------------


@kernel("int64[::1](GameArrays, Minds, int64[:,::1], int64[::1])")
def _worth(game: GameArrays, minds: Minds, slots: Table, leaves: Longs) -> Longs:
    """The value to the seat on turn of keeping each set of its slots; `leaves` are those while tiles are left."""
    seat, others = game.facts[SEAT], 0
    if minds.players[seat, KEEPS] == 0.0:
        return np.zeros(len(leaves), np.int64)
    if game.facts[LEFT] > 0:
        return leaves
    for other in range(game.seats.shape[0]):
        if other != seat:
            others += rack_points(game.racks[other], game.seats[other, HELD])
    return value_endings(slots, SWING * others, STUCK)


@kernel("int64[:,::1](Tools, GameArrays, int64[::1])")
def _last_plays(tools: Tools, game: GameArrays, worth: Longs) -> Table:
    """All plays by score, with the worth of the rest in their equities."""
    seat, everything = game.facts[SEAT], len(worth) - 1
    rack = game.racks[seat, : game.seats[seat, HELD]].copy()
    plays = all_plays(tools.variant, tools.nodes, tools.longs, tools.ints, np.empty(0, np.int64), game.board, rack)
    for i in range(plays.shape[0]):
        plays[i, EQUITY] += worth[everything & ~plays[i, KEY_2]]
    return plays


@kernel("int64[:,::1](Tools, GameArrays, boolean, int64[::1], int32[::1], int64[:,::1], int64[::1], int64)")
def _plays(
    tools: Tools, game: GameArrays, noisy: bool, masks: Longs, cells: Ints, slots: Table, worth: Longs, limit: int
) -> Table:
    """The plays by equity, at most `limit`; all of them once the pool is empty, for a player who misjudges them.

    Of equal plays, the one with the higher score then comes first: `worth` holds whole points.
    """
    last = game.facts[LEFT] == 0
    if last and noisy:
        return _last_plays(tools, game, worth)
    hand = hand_of(tools.variant, slots, worth - worth // THOUSAND if last else worth)
    return best_of(tools, masks, cells, hand, np.empty(0, np.uint8), np.empty((0, 0), np.int64), NOTHING, limit)


@kernel("Tuple((int64, float64))(int32[::1], GameArrays, Minds, int32[::1], int64[:,::1], int64[:,::1])")
def _preferred(
    variant: Ints, game: GameArrays, minds: Minds, cells: Ints, slots: Table, plays: Table
) -> tuple[int, float]:
    """The place of the play without an unwanted word that seems best, -1 if there is none, and what it seems worth."""
    values, noise = plays[:, EQUITY] / THOUSAND, minds.players[game.facts[SEAT], NOISE]
    if noise != 0.0:
        for i in range(len(values)):
            values[i] += noise * bell(minds.random)
    while True:
        best = -1
        for i in range(len(values)):
            if values[i] > (values[best] if best >= 0 else -np.inf):
                best = i
        if best < 0 or not makes_unwanted(variant, minds.unwanted, game.board, cells, slots, plays, best):
            return best, values[best] if best >= 0 else -np.inf
        values[best] = -np.inf


@kernel("void(Tools, GameArrays, Minds, int64[::1], int32[::1])")
def take_turn(tools: Tools, game: GameArrays, minds: Minds, masks: Longs, cells: Ints) -> None:
    """Find and make the move of the seat on turn; `masks` and `cells` are working arrays for its board."""
    variant, seat = tools.variant, game.facts[SEAT]
    slots = sort_rack(game.racks[seat, : game.seats[seat, HELD]])
    leaves = value_leaves(slots, tools.leaves)
    worth = _worth(game, minds, slots, leaves)
    prepare(variant, tools.nodes, game.board, masks, cells)
    noisy = minds.players[seat, NOISE] != 0.0
    limit = CONSIDERED if noisy else 1
    while True:
        plays = _plays(tools, game, noisy, masks, cells, slots, worth, limit)
        best, value = _preferred(variant, game, minds, cells, slots, plays)
        if best >= 0 or plays.shape[0] < limit:
            break
        limit *= CONSIDERED
    kept = best_kept(leaves, slots[FACTS, TILES])
    swaps = best < 0 or (minds.players[seat, KEEPS] != 0.0 and leaves[kept] / THOUSAND > value)
    if swaps and game.facts[LEFT] >= variant[RACK]:
        make_exchange(game, slots, (len(leaves) - 1) & ~kept)
    elif best >= 0:
        make_play(variant, game, cells, slots, plays, best)
    else:
        make_exchange(game, slots, 0)


@kernel("boolean(Tools, GameArrays, Minds, int64)")
def play_turns(tools: Tools, game: GameArrays, minds: Minds, most: int) -> bool:
    """Plays up to so many turns, and deals before the first; whether the game is over then."""
    variant, size = tools.variant, tools.variant[LINES] * tools.variant[STRIDE]
    masks, cells = np.empty(size, np.int64), np.empty(SECTIONS * size, np.int32)
    if game.facts[LEFT] == len(game.pool):
        deal_racks(variant, game)
    for _ in range(most):
        if is_over(game):
            break
        take_turn(tools, game, minds, masks, cells)
    return is_over(game)
