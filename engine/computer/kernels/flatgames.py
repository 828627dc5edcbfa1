"""Whole games of players that neither look ahead nor overlook words (levels 5 to 7), without the interpreter.

Here a tile is the number of its kind, in the order in which the slots of a rack are numbered; racks are sorted. Few
rules are repeated: what may be exchanged, when a game ends, and what a play is worth once the pool is empty.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.computer.kernels.assessing import Floats, count_bits, value_endings
from engine.computer.kernels.games import best_kept
from engine.computer.kernels.listing import find_plays
from engine.computer.kernels.luck import Paper, bells, key_of_turn, new_paper, pick_place, take_key
from engine.computer.kernels.replies import Tools, best_of, hand_of
from engine.jit import bundle, kernel
from engine.play.generator.kernels.layout import (
    ACCEPTS,
    ARC,
    EQUITY,
    FIELDS,
    HEIGHT,
    KEY,
    KEY_2,
    LINES,
    NOTHING,
    RACK,
    SCORE,
    SECTIONS,
    SLOTS_USED,
    STRIDE,
    THOUSAND,
    TILE,
    WIDTH,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.lines import below, child, prepare
from engine.play.generator.kernels.plays import comes_before
from engine.play.generator.kernels.racks import FACTS, TILES, sort_rack, value_leaves
from engine.play.generator.kernels.selfplay import lay_prepared

BAG, RETURNED, TURN, SCORELESS, PASSES, CHANGES, CONSIDERED = range(7)
"""Facts of a game: tiles in the bag; tiles that go back into it before the next draw; the number of the turn, from 1;

turns in a row without points, and without a tile used; tiles put into the bag so far; and how many plays a player
considers while tiles are left to draw."""

HELD, POINTS, MOVES, SEED, SEED_2, KEEPS = range(6)
"""Columns of a seat: tiles held, score, moves made, two words of its luck, and whether it values its leave."""

SWING, STUCK = range(2)
"""What counts once the pool is empty: how often the others' tiles count for a seat that goes out, and the cost in

points of not going out, besides the tiles left."""

SCORELESS_TURNS_A_SEAT = 3
ROOM = 1024
"""Plays that the first attempt to list all of them has room for."""

REACHED = 7 * THOUSAND
"""What the 60th-best play is nearly always worth, besides twice the mean leave: in games of level 6, 16 +- 5 points."""

FEW = 8
"""Plays among which the best one is looked for first once the pool is empty."""


@bundle("int64[::1], int64[:,::1], float64[::1], int32[::1], int32[::1], int32[::1], int32[:,::1]")
class Contest(NamedTuple):
    """A game in progress. `noises` holds each seat's misjudgement, as a standard deviation in points.

    The first tiles of `bag` are in it, in the order in which they are drawn; `returned` holds exchanged tiles.
    """

    facts: Longs
    seats: Table
    noises: Floats
    board: Ints
    bag: Ints
    returned: Ints
    racks: Ints


@bundle("int32[::1], int32[::1], int32[::1], float64[::1], int64[::1]")
class Terms(NamedTuple):
    """What stays the same throughout a game: the kinds' codes, and their places in the order of tiles; the graph of

    unwanted words; `ends`, see `SWING`; and the key of the bag's luck.
    """

    codes: Ints
    places: Ints
    unwanted: Ints
    ends: Floats
    luck: Longs


# --- tiles --------------------------------------------------------------------------------------------------------


@kernel("void(Contest, Terms, Paper)")
def _return_tiles(contest: Contest, terms: Terms, paper: Paper) -> None:
    """Puts the returned tiles into the bag, in the order of tiles, each at its own random place."""
    facts, bag, tiles = contest.facts, contest.bag, contest.returned
    for i in range(1, facts[RETURNED]):
        tile, at = tiles[i], i
        while at > 0 and terms.places[tiles[at - 1]] > terms.places[tile]:
            tiles[at] = tiles[at - 1]
            at -= 1
        tiles[at] = tile
    for i in range(facts[RETURNED]):
        facts[CHANGES] += 1
        at = pick_place(terms.luck, facts[BAG] + 1, facts[CHANGES], paper)
        for j in range(facts[BAG], at, -1):
            bag[j] = bag[j - 1]
        bag[at] = tiles[i]
        facts[BAG] += 1
    facts[RETURNED] = 0


@kernel("void(Contest, Terms, int64, int64, Paper)")
def _draw(contest: Contest, terms: Terms, seat: int, count: int, paper: Paper) -> None:
    """Moves the next tiles of the bag to a rack."""
    facts, bag, rack, seats = contest.facts, contest.bag, contest.racks[seat], contest.seats
    if facts[RETURNED] > 0:
        _return_tiles(contest, terms, paper)
    for i in range(count):
        at = seats[seat, HELD]
        while at > 0 and rack[at - 1] > bag[i]:
            rack[at] = rack[at - 1]
            at -= 1
        rack[at] = bag[i]
        seats[seat, HELD] += 1
    facts[BAG] -= count
    for i in range(facts[BAG]):
        bag[i] = bag[i + count]


@kernel("void(Contest, Terms, int64, int64, Paper)")
def fill_rack(contest: Contest, terms: Terms, seat: int, most: int, paper: Paper) -> None:
    """Fills a rack as far as the pool allows."""
    count = min(most - contest.seats[seat, HELD], contest.facts[BAG] + contest.facts[RETURNED])
    if count > 0:
        _draw(contest, terms, seat, count, paper)


@kernel("int64(Contest, int64, int64, int32[::1])", lean=True)
def _take_off(contest: Contest, seat: int, used: int, taken: Ints) -> int:
    """Takes the tiles of the used slots off a rack and writes them; gives their number."""
    rack, held, kept, count = contest.racks[seat], contest.seats[seat, HELD], 0, 0
    for i in range(held):
        if (used >> i) & 1 != 0:
            taken[count] = rack[i]
            count += 1
        else:
            rack[kept] = rack[i]
            kept += 1
    contest.seats[seat, HELD] = kept
    return count


@kernel("void(Contest, Terms, int64, int64, int64, boolean, int64, Paper)")
def _make(
    contest: Contest, terms: Terms, seat: int, used: int, score: int, is_play: bool, most: int, paper: Paper
) -> None:
    """Makes a move of the used slots, which is on the board if it is a play; else an exchange, or a pass of none."""
    facts, seats = contest.facts, contest.seats
    facts[TURN] += 1
    facts[SCORELESS] = 0 if score > 0 else facts[SCORELESS] + 1
    facts[PASSES] = 0 if used != 0 else facts[PASSES] + 1
    seats[seat, MOVES] += 1
    taken = np.empty(most, np.int32)
    count = _take_off(contest, seat, used, taken)
    if is_play:
        seats[seat, POINTS] += score
        fill_rack(contest, terms, seat, most, paper)
    elif count > 0:
        _draw(contest, terms, seat, count, paper)
        for i in range(count):
            contest.returned[i] = taken[i]
        facts[RETURNED] = count


@kernel("boolean(Contest)", lean=True)
def _is_over(contest: Contest) -> bool:
    """Whether someone is out, everyone has passed with an empty pool, or too many turns scored nothing."""
    facts, count = contest.facts, contest.seats.shape[0]
    if facts[SCORELESS] >= SCORELESS_TURNS_A_SEAT * count:
        return True
    out = facts[PASSES] >= count
    for seat in range(count):
        out = out or contest.seats[seat, HELD] == 0
    return bool(out and facts[BAG] + facts[RETURNED] == 0)


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


@kernel("boolean(int32[::1], int32[::1], int32[::1], int32[::1])", lean=True)
def _has_unwanted(variant: Ints, words: Ints, board: Ints, laid: Ints) -> bool:
    """Whether the tiles by which a board differs from the one before make a word of the graph."""
    width, height = variant[WIDTH], variant[HEIGHT]
    if (words[0] >> 8) & ARC == 0:
        return False
    for row in range(height):
        for column in range(width):
            if board[row * width + column] != laid[row * width + column] and (
                _is_unwanted(words, laid, row * width, 1, width, column)
                or _is_unwanted(words, laid, column, width, height, row)
            ):
                return True
    return False


# --- choosing -----------------------------------------------------------------------------------------------------


@kernel("int64(int32[::1], int32[::1], int32[::1], int32[::1], int64[:,::1], int64[:,::1], float64[::1], int32[::1])")
def first_allowed(
    variant: Ints, words: Ints, board: Ints, cells: Ints, slots: Table, plays: Table, values: Floats, laid: Ints
) -> int:
    """The number of the play of the highest value without an unwanted word, -1 for none; puts it on `laid`.

    Of equal values the first play by its record counts. Values of plays with an unwanted word are overwritten.
    """
    while True:
        best = -1
        for i in range(plays.shape[0]):
            if values[i] > -np.inf and (
                best < 0
                or values[i] > values[best]
                or (
                    values[i] == values[best]
                    and comes_before(plays, best, plays[i, EQUITY], plays[i, KEY], plays[i, KEY_2])
                )
            ):
                best = i
        if best < 0:
            return best
        for i in range(len(board)):
            laid[i] = board[i]
        lay_prepared(variant, cells, laid, slots, plays, best)
        if not _has_unwanted(variant, words, board, laid):
            return best
        values[best] = -np.inf


@kernel("void(float64[::1], int64[:,::1], float64, int64[::1], Paper)")
def _misjudge(values: Floats, plays: Table, noise: float, key: Longs, paper: Paper) -> None:
    """Adds a seat's misjudgement to the values of plays."""
    if noise != 0.0:
        drawn = bells(plays, key, paper)
        for i in range(plays.shape[0]):
            values[i] += noise * drawn[i]


@kernel("float64[::1](int64[:,::1])")
def _equities(plays: Table) -> Floats:
    """The equities of plays, in points."""
    values = np.empty(plays.shape[0], np.float64)
    for i in range(plays.shape[0]):
        values[i] = plays[i, EQUITY] / THOUSAND
    return values


@kernel("float64(Contest, Terms, int64)", lean=True)
def _points_of_others(contest: Contest, terms: Terms, seat: int) -> float:
    """The points of the tiles on all racks but one."""
    total = 0
    for other in range(contest.seats.shape[0]):
        if other != seat:
            for i in range(contest.seats[other, HELD]):
                total += terms.codes[contest.racks[other, i]] >> 8
    return float(total)


@kernel("int64[:,::1](Tools, int64[::1], int32[::1], int64[:,::1], int64[::1])")
def _all_plays(tools: Tools, masks: Longs, cells: Ints, slots: Table, worth: Longs) -> Table:
    """All plays on a prepared board, in no order; `worth` is the value of keeping each set of slots."""
    variant, nodes, longs, ints, _ = tools
    everywhere, room = np.empty(0, np.uint8), ROOM
    while True:
        plays = np.empty((room, FIELDS), np.int64)
        count = find_plays(variant, nodes, longs, ints, masks, cells, slots, worth, everywhere, plays)
        if count <= room:
            return plays[:count]
        room = count


@kernel("int64(int64[::1])", lean=True)
def _likely_floor(leaves: Longs) -> int:
    """The equity from which on plays are looked for first; if they are too few, the others are looked for too."""
    total = 0
    for leave in leaves:
        total += leave
    return int(REACHED + 2 * total // len(leaves))


@kernel("boolean(int64, int64, int32[::1], int32[::1])", lean=True)
def _goes_first(one: int, other: int, rack: Ints, places: Ints) -> bool:
    """Whether an exchange comes before another: of fewer tiles, or of the first ones in the order of tiles."""
    if count_bits(one) != count_bits(other):
        return bool(count_bits(one) < count_bits(other))
    first, more = 1 << 30, 0
    for i in range(len(rack)):
        place = places[rack[i]]
        if place < first:
            difference = 0
            for j in range(len(rack)):
                if places[rack[j]] == place:
                    difference += ((one >> j) & 1) - ((other >> j) & 1)
            if difference != 0:
                first, more = place, difference
    return bool(more > 0)


@kernel("int64(int64[::1], int32[::1], int32[::1])")
def best_given(leaves: Longs, rack: Ints, places: Ints) -> int:
    """The slots that are best exchanged; `leaves` is what keeping each set of slots is worth."""
    everything = (1 << len(rack)) - 1
    worth, best = leaves[best_kept(leaves, len(rack))], 0
    for kept in range(everything):
        if leaves[kept] == worth and (best == 0 or _goes_first(everything & ~kept, best, rack, places)):
            best = everything & ~kept
    return best


@kernel("int64[::1](Tools, Contest, Terms, int64, int64[::1], int32[::1], int64[:,::1], int32[::1], Paper)")
def _choose_last(
    tools: Tools,
    contest: Contest,
    terms: Terms,
    seat: int,
    masks: Longs,
    cells: Ints,
    slots: Table,
    laid: Ints,
    paper: Paper,
) -> Longs:
    """The move of a seat once the pool is empty, as `_choose` gives it.

    A seat that misjudges nothing needs the few best plays only, unless the last of these is as good as the one chosen:
    among equals the higher score counts, which is then the equity in their records.
    """
    seats, noise, worth = contest.seats, contest.noises[seat], np.zeros(1 << slots[FACTS, TILES], np.int64)
    if seats[seat, KEEPS] != 0:
        out = terms.ends[SWING] * _points_of_others(contest, terms, seat)
        worth = value_endings(slots, out, terms.ends[STUCK])
    hand, nothing, everywhere = hand_of(tools.variant, slots, worth), np.empty((0, 0), np.int64), np.empty(0, np.uint8)
    key = key_of_turn(seats[seat, SEED], seats[seat, SEED_2], contest.facts[TURN], paper)
    few = noise == 0.0
    while True:
        if few:
            plays = best_of(tools, masks, cells, hand, everywhere, nothing, NOTHING, FEW)
        else:
            plays = _all_plays(tools, masks, cells, slots, worth)
        values = _equities(plays)
        least = values[FEW - 1] if few and len(values) == FEW else -np.inf
        for i in range(plays.shape[0]):
            plays[i, EQUITY] = plays[i, SCORE] * THOUSAND
        _misjudge(values, plays, noise, key, paper)
        best = first_allowed(tools.variant, terms.unwanted, contest.board, cells, slots, plays, values, laid)
        if least == -np.inf or (best >= 0 and values[best] > least):
            break
        few = False
    move = np.zeros(3, np.int64)
    if best >= 0:
        move[0], move[1], move[2] = plays[best, KEY_2] & SLOTS_USED, plays[best, SCORE], 1
    return move


@kernel("int64[::1](Tools, Contest, Terms, int64, int64[::1], int32[::1], int64[:,::1], int32[::1], Paper)")
def _choose(
    tools: Tools,
    contest: Contest,
    terms: Terms,
    seat: int,
    masks: Longs,
    cells: Ints,
    slots: Table,
    laid: Ints,
    paper: Paper,
) -> Longs:
    """The move of a seat while tiles are left to draw: the slots used, the score, and 1 for a play, put on `laid`."""
    variant, facts, seats, noise = tools.variant, contest.facts, contest.seats, contest.noises[seat]
    tiles = slots[FACTS, TILES]
    leaves = value_leaves(slots, tools.leaves)
    hand = hand_of(variant, slots, leaves if seats[seat, KEEPS] != 0 else np.zeros(len(leaves), np.int64))
    key = key_of_turn(seats[seat, SEED], seats[seat, SEED_2], facts[TURN], paper)
    limit, best = facts[CONSIDERED] if noise != 0.0 else 1, -1
    plays, values, nothing, everywhere = (
        hand.subsets[:0],
        np.empty(0, np.float64),
        hand.subsets[:0],
        np.empty(0, np.uint8),
    )
    least = _likely_floor(leaves) if limit > 1 and seats[seat, KEEPS] != 0 else NOTHING
    while True:
        plays = best_of(tools, masks, cells, hand, everywhere, nothing, least, limit)
        if plays.shape[0] < limit and least != NOTHING:
            least = NOTHING
            continue
        values = _equities(plays)
        _misjudge(values, plays, noise, key, paper)
        best = first_allowed(variant, terms.unwanted, contest.board, cells, slots, plays, values, laid)
        if best >= 0 or plays.shape[0] < limit or limit == facts[CONSIDERED]:
            break
        limit = facts[CONSIDERED]
    move = np.zeros(3, np.int64)
    if best >= 0:
        move[0], move[1], move[2] = plays[best, KEY_2] & SLOTS_USED, plays[best, SCORE], 1
    if facts[BAG] + facts[RETURNED] < variant[RACK] or (best >= 0 and seats[seat, KEEPS] == 0):
        return move
    if best < 0 or leaves[best_kept(leaves, tiles)] / THOUSAND > values[best]:
        move[0] = best_given(leaves, contest.racks[seat, :tiles], terms.places)
        move[1], move[2] = 0, 0
    return move


@kernel("void(Tools, Contest, Terms, int64[::1], int32[::1], int32[::1], Paper)")
def _take_turn(
    tools: Tools, contest: Contest, terms: Terms, masks: Longs, cells: Ints, laid: Ints, paper: Paper
) -> None:
    """Finds and makes the move of the seat on turn."""
    facts, variant = contest.facts, tools.variant
    seat = (facts[TURN] - 1) % contest.seats.shape[0]
    rack = np.empty(contest.seats[seat, HELD], np.int32)
    for i in range(len(rack)):
        rack[i] = terms.codes[contest.racks[seat, i]]
    slots = sort_rack(rack)
    prepare(variant, tools.nodes, contest.board, masks, cells)
    if facts[BAG] + facts[RETURNED] == 0:
        move = _choose_last(tools, contest, terms, seat, masks, cells, slots, laid, paper)
    else:
        move = _choose(tools, contest, terms, seat, masks, cells, slots, laid, paper)
    if move[2] != 0:
        for i in range(len(laid)):
            contest.board[i] = laid[i]
    _make(contest, terms, seat, move[0], move[1], move[2] != 0, variant[RACK], paper)


@kernel(
    "boolean(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], int32[::1], int32[::1],"
    " float64[::1], int64, int64[::1], int64[:,::1], float64[::1], int32[::1], int32[::1], int32[::1], int32[:,::1],"
    " int64)"
)
def play_turns(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    leaves: Longs,
    codes: Ints,
    places: Ints,
    unwanted: Ints,
    ends: Floats,
    luck: int,
    facts: Longs,
    seats: Table,
    noises: Floats,
    board: Ints,
    bag: Ints,
    returned: Ints,
    racks: Ints,
    most: int,
) -> bool:
    """Plays up to so many turns, and deals before the first; whether the game is over then.

    See `Tools`, `Terms` (`luck` is the word that the game's number is as a key) and `Contest`.
    """
    tools, paper = Tools(variant, nodes, longs, ints, leaves), new_paper()
    terms = Terms(codes, places, unwanted, ends, take_key(luck, 0, 8))
    contest = Contest(facts, seats, noises, board, bag, returned, racks)
    size = variant[LINES] * variant[STRIDE]
    masks, cells, laid = np.empty(size, np.int64), np.empty(SECTIONS * size, np.int32), board.copy()
    if facts[TURN] == 0:
        facts[TURN] = 1
        for seat in range(seats.shape[0]):
            fill_rack(contest, terms, seat, variant[RACK], paper)
    for _ in range(most):
        if _is_over(contest):
            return True
        _take_turn(tools, contest, terms, masks, cells, laid, paper)
    return _is_over(contest)
