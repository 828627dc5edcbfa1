"""Playing a game on after a candidate's move, turn by turn, until it ends or the position is assessed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.computer.kernels.assessing import (
    EXCHANGE,
    PLIES,
    POOL,
    SEAT,
    SEATS,
    Floats,
    assess,
    count_bits,
    or_exchange,
    settle,
    take_tiles,
    value_rack,
)
from engine.computer.kernels.replies import Hand, Tools, best_of, hand_of
from engine.jit import bundle, kernel
from engine.play.generator.kernels.layout import (
    EQUITY,
    HEIGHT,
    KEY,
    KEY_2,
    LINES,
    NOTHING,
    RACK,
    SCORE,
    SECTIONS,
    STRIDE,
    THOUSAND,
    WIDTH,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.lines import prepare
from engine.play.generator.kernels.racks import FACTS, TILES, sort_rack
from engine.play.generator.kernels.selfplay import lay_prepared

LEFT, TURN, IDLE, PLY = range(4)
"""The clock of a game: tiles in the pool, the seat on turn, turns in a row without a play, the number of the turn.

The candidate's move is turn 0.
"""

LAST_TURNS = 24
"""Turns beyond `PLIES` after which a game with an empty pool is treated as over."""


@bundle(
    "int64[::1], int32[::1], int32[::1], int32[:,::1], int64[::1], float64[::1], float64[::1], int64[::1], int32[::1]"
)
class Playout(NamedTuple):
    """All that changes as a game is played on, and working arrays for its board (`masks`, `cells`).

    `kept` is the value in points of the tiles that each seat kept after its last move.
    """

    clock: Longs
    board: Ints
    pool: Ints
    racks: Ints
    sizes: Longs
    scores: Floats
    kept: Floats
    masks: Longs
    cells: Ints


@kernel("Playout(int32[::1], int64[::1], int64)")
def new_game(variant: Ints, facts: Longs, most: int) -> Playout:
    """The arrays for playing on from a position, with racks of at most `most` tiles."""
    seats, size = facts[SEATS], variant[LINES] * variant[STRIDE]
    return Playout(
        np.zeros(4, np.int64),
        np.zeros(variant[WIDTH] * variant[HEIGHT], np.int32),
        np.zeros(facts[POOL], np.int32),
        np.zeros((seats, most), np.int32),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.float64),
        np.zeros(seats, np.float64),
        np.empty(size, np.int64),
        np.empty(SECTIONS * size, np.int32),
    )


@kernel("void(Playout, int64[::1], int32[::1], int32[::1], int32[:,::1], int64[::1], float64[::1])", lean=True)
def set_up(game: Playout, facts: Longs, board: Ints, tiles: Ints, racks: Ints, sizes: Longs, scores: Floats) -> None:
    """Copy a position into a game. The seat that `facts` names is on turn; the first of `tiles` are the pool."""
    clock = game.clock
    clock[LEFT], clock[TURN], clock[IDLE], clock[PLY] = facts[POOL], facts[SEAT], 0, 0
    # item by item: numba treats assigning a whole array as making one, which a lean kernel cannot do
    for i in range(len(board)):
        game.board[i] = board[i]
    for i in range(facts[POOL]):
        game.pool[i] = tiles[i]
    for seat in range(facts[SEATS]):
        game.sizes[seat], game.scores[seat], game.kept[seat] = sizes[seat], scores[seat], 0.0
        for i in range(racks.shape[1]):
            game.racks[seat, i] = racks[seat, i]


@kernel("void(int32[::1], Playout, int64[:,::1], int64[::1])", lean=True)
def use_tiles(variant: Ints, game: Playout, slots: Table, move: Longs) -> None:
    """Take a move's tiles off the rack of the seat on turn, draw replacements and add the score."""
    clock = game.clock
    turn, held = clock[TURN], game.sizes[clock[TURN]]
    holds = take_tiles(slots, move[KEY], move[KEY_2], game.pool, clock[LEFT], game.racks[turn], variant[RACK])
    if move[KEY] != EXCHANGE:
        clock[LEFT] -= holds - (held - count_bits(move[KEY_2] & 4095))
    game.sizes[turn] = holds
    game.scores[turn] += move[SCORE]


@kernel("void(int32[::1], Playout, int64[:,::1], int64[::1], int64[::1])", lean=True)
def make_candidate(variant: Ints, game: Playout, slots: Table, values: Longs, move: Longs) -> None:
    """Make a candidate's move, already on the board; `values` is the value of keeping each set of slots."""
    clock = game.clock
    turn = clock[TURN]
    clock[IDLE] = 1 if move[KEY] == EXCHANGE else 0
    game.kept[turn] = values[((1 << game.sizes[turn]) - 1) & ~(move[KEY_2] & 4095)] / THOUSAND
    use_tiles(variant, game, slots, move)


@kernel("boolean(int64[::1], int64[::1])", lean=True)
def is_last(facts: Longs, clock: Longs) -> bool:
    """Whether the position is assessed after this turn rather than played on."""
    return bool(clock[PLY] >= facts[PLIES] and clock[LEFT] > 0)


@kernel("boolean(int64[::1], int64[::1], int64)", lean=True)
def is_over(facts: Longs, clock: Longs, out: int) -> bool:
    """Whether the game is over; `out` is the seat that went out, -1 if none did."""
    if out >= 0 or clock[IDLE] >= 2 * facts[SEATS]:
        return True
    return bool(clock[LEFT] == 0 and (clock[IDLE] >= facts[SEATS] or clock[PLY] >= facts[PLIES] + LAST_TURNS))


@kernel("boolean(int64[::1], int64[::1], int64[:,::1])", lean=True)
def is_laid(facts: Longs, clock: Longs, found: Table) -> bool:
    """Whether a move's tiles must be placed on the board because another turn follows.

    After the last turn to be simulated, another follows only if the draw empties the pool: the game is then played to
    its end.
    """
    if found.shape[0] == 0 or found[0, KEY] == EXCHANGE:
        return False
    return bool(clock[PLY] < facts[PLIES] or clock[LEFT] <= count_bits(found[0, KEY_2] & 4095))


@kernel("void(int32[::1], Playout, int64[:,::1], int64[:,::1])", lean=True)
def make_move(variant: Ints, game: Playout, slots: Table, found: Table) -> None:
    """Make the move found for the seat on turn, already on the board, or pass if there is none."""
    clock = game.clock
    clock[IDLE] += 1
    if found.shape[0] > 0:
        move = found[0]
        if move[KEY] != EXCHANGE:
            clock[IDLE] = 0
        game.kept[clock[TURN]] = (move[EQUITY] - move[SCORE] * THOUSAND) / THOUSAND
        use_tiles(variant, game, slots, move)


@kernel("Hand(Tools, int64[::1], int64[::1], int32[:,::1], int64[::1])")
def hand_on_turn(tools: Tools, facts: Longs, clock: Longs, racks: Ints, sizes: Longs) -> Hand:
    """The rack of the seat on turn, prepared for searches."""
    turn = clock[TURN]
    slots = sort_rack(racks[turn, : sizes[turn]])
    return hand_of(tools.variant, slots, value_rack(facts, tools.leaves, racks, sizes, slots, turn, clock[LEFT]))


@kernel("int64[:,::1](Tools, int32[::1], int64[::1], int32[::1], Hand, int64)")
def find_move(tools: Tools, board: Ints, masks: Longs, cells: Ints, hand: Hand, exchanged: int) -> Table:
    """The best move of a hand on a board, empty if there is none; prepares the board first.

    `exchanged` is the number of tiles that may be exchanged, 0 if an exchange is not allowed.
    """
    prepare(tools.variant, tools.nodes, board, masks, cells)
    nothing, everywhere = hand.subsets[:0], np.empty(0, np.uint8)
    plays = best_of(tools, masks, cells, hand, everywhere, nothing, NOTHING, 1)
    return or_exchange(plays, hand.slots, hand.values, exchanged)


@kernel("Tuple((float64, int64))(Tools, int64[::1], Playout, int32[::1], int64[:,::1], Hand, boolean, Hand)")
def play_on(
    tools: Tools, facts: Longs, game: Playout, cells: Ints, reply: Table, theirs: Hand, foreseen: bool, mine: Hand
) -> tuple[float, int]:
    """Plays on after a candidate's move; returns the lead, and the number of tiles still unplayed, 0 after the end.

    `cells` describe the board after that move. `reply` is the next seat's move, found for the hand `theirs`; if that
    hand is empty, the move is still to be found. If `foreseen`, `mine` is the first seat's hand on its next turn.
    """
    clock, board, sizes = game.clock, game.board, game.sizes
    while True:
        mover = clock[TURN]
        out = mover if sizes[mover] == 0 else -1
        clock[TURN] = (mover + 1) % facts[SEATS]
        if is_over(facts, clock, out):
            return settle(facts, game.racks, sizes, game.scores, out), 0
        if is_last(facts, clock):
            return assess(facts, game.scores, game.kept, clock[TURN]), int(clock[LEFT] + sizes.sum())
        clock[PLY] += 1
        if clock[PLY] == 1 and theirs.slots[FACTS, TILES] > 0:
            slots, found, prepared = theirs.slots, reply, cells
        else:
            known = foreseen and clock[PLY] == facts[SEATS]
            hand = mine if known else hand_on_turn(tools, facts, clock, game.racks, sizes)
            exchanged = sizes[clock[TURN]] if clock[LEFT] >= tools.variant[RACK] else 0
            slots, prepared = hand.slots, game.cells
            found = find_move(tools, board, game.masks, prepared, hand, exchanged)
        if is_laid(facts, clock, found):
            lay_prepared(tools.variant, prepared, board, slots, found, 0)
        make_move(tools.variant, game, slots, found)
