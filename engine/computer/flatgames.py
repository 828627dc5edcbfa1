"""Self-play on arrays, for players that neither look ahead nor overlook words (levels 5 to 7).

The moves and scores are the same as through commands, events and views, which would take most of the time of such a
game. Few rules are repeated here: what may be exchanged, when a game ends, and how the tiles left are scored.

Here a tile is the number of its kind, in the order in which kernels number the slots of a rack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.computer.kernels import turns
from engine.computer.kernels.replies import Tools as Arrays
from engine.computer.levels import Level, level
from engine.computer.luck import Luck
from engine.computer.selfplay import RULES, Bag, Contestant, Outcome, ids_of
from engine.computer.tools import Tools
from engine.computer.weighing import ADJUSTMENT, WIDTH, last_values
from engine.play.generator.encoding import encode_rack
from engine.play.generator.generator import NO_VALUES, sort_slots
from engine.play.generator.kernels import layout, racks, search, selfplay
from engine.play.generator.kernels.layout import EQUITY, KEY_2, SCORE, THOUSAND, Ints, Longs, Table
from engine.words.store import Key

SCORELESS_TURNS_A_SEAT = 3
NO_SEED = np.zeros(2, np.int64)


def is_flat(tools: Tools, players: tuple[Contestant, ...]) -> bool:
    """Whether games of these players can be played here; racks must not be too large, and only plays may score."""
    variant, skills = tools.generator.variant, [level(player.level) for player in players]
    return (
        variant.rack_size <= layout.MAX_TILES
        and not (any(variant.exchange_points) or variant.pass_points)
        and all(skill.sees is None and not skill.plans for skill in skills)
    )


@dataclass(frozen=True, slots=True)
class Move:
    """A move: the rack slots that it uses, as bits, and for a play its score and the board after it.

    Without a board the move is an exchange of those tiles, or a pass if there are none.
    """

    used: int = 0
    score: int = 0
    board: Ints | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Kinds:
    """The kinds of tile: their codes, their points, and their places in the order of tiles."""

    codes: Ints
    points: list[int]
    places: list[int]

    @staticmethod
    @lru_cache(maxsize=2)
    def of(tools: Tools) -> tuple[_Kinds, tuple[int, ...]]:
        """The kinds of tile in a variant, and all its tiles in order."""
        variant = tools.generator.variant
        tiles = variant.tile_set.tiles
        kinds = list(dict.fromkeys(sort_slots(tiles, variant)))
        places = [variant.tile_set.kinds.index(kind) for kind in kinds]
        codes = encode_rack(kinds, variant.alphabet)
        return _Kinds(codes, [kind.points for kind in kinds], places), tuple(kinds.index(tile) for tile in tiles)


@dataclass(slots=True)
class _Seat:
    """A seat; its rack is sorted."""

    skill: Level
    luck: Luck
    rack: list[int] = field(default_factory=list)
    score: int = 0
    moves: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class _Game:
    """A game in progress. `returned` holds exchanged tiles, which go back into the bag at the next draw."""

    tools: Tools
    arrays: Arrays
    kinds: _Kinds
    seats: list[_Seat]
    bag: Bag[int]
    board: Ints
    returned: list[int]
    turn: int = 1
    scoreless: int = 0
    passes: int = 0

    @property
    def pool(self) -> int:
        return len(self.bag.order) + len(self.returned)

    @property
    def mover(self) -> int:
        return (self.turn - 1) % len(self.seats)

    def points(self, seat: _Seat) -> list[int]:
        """The points of the tiles on a rack."""
        return [self.kinds.points[tile] for tile in seat.rack]

    def draw(self, count: int) -> list[int]:
        """The next tiles. Exchanged tiles go into the bag only now, after the players who exchanged them have drawn."""
        if self.returned:
            self.bag.put(sorted(self.returned, key=self.kinds.places.__getitem__))
            self.returned = []
        return self.bag.take(count)

    def fill(self, seat: _Seat) -> None:
        """Fills a rack as far as the pool allows."""
        size = self.tools.generator.variant.rack_size
        if count := min(size - len(seat.rack), self.pool):
            seat.rack = sorted(seat.rack + self.draw(count))

    def make(self, move: Move) -> None:
        """Makes a move for the seat on turn."""
        seat = self.seats[self.mover]
        kept = [tile for i, tile in enumerate(seat.rack) if not move.used >> i & 1]
        self.turn += 1
        self.scoreless = 0 if move.score > 0 else self.scoreless + 1
        self.passes = 0 if move.used else self.passes + 1
        if move.board is not None:
            self.board = move.board
            seat.score += move.score
            seat.rack = kept
            self.fill(seat)
        elif move.used:
            given = [tile for i, tile in enumerate(seat.rack) if move.used >> i & 1]
            seat.rack = sorted(kept + self.draw(len(given)))
            self.returned = given

    def is_over(self) -> bool:
        """Whether the game has ended: someone is out, everyone has passed, or too many turns scored nothing."""
        count = len(self.seats)
        if self.scoreless >= SCORELESS_TURNS_A_SEAT * count:
            return True
        return self.pool == 0 and (self.passes >= count or any(not seat.rack for seat in self.seats))


def play_flat(tools: Tools, players: tuple[Contestant, ...], number: int, clock: Callable[[], float]) -> Outcome:
    """Plays one game; see `selfplay.play_game`."""
    game = _begin(tools, players, number)
    while not game.is_over():
        seat, started = game.seats[game.mover], clock()
        move = _choose(game, seat)
        seat.seconds += clock() - started
        seat.moves += 1
        game.make(move)
    return _outcome(game)


def _begin(tools: Tools, players: tuple[Contestant, ...], number: int) -> _Game:
    """A new game with the racks dealt."""
    ids, arrays = ids_of(len(players)), Arrays(*tools.generator.arrays, tools.leaves.entries)
    seats = [
        _Seat(level(player.level), Luck.of_player(number, ids[0], seat, ids)) for seat, player in enumerate(players)
    ]
    kinds, tiles = _Kinds.of(tools)
    board = np.zeros(len(tools.generator.variant.layout.squares), np.int32)
    game = _Game(tools, arrays, kinds, seats, Bag[int](Luck(number.to_bytes(8))), board, list(tiles))
    for seat in seats:
        game.fill(seat)
    return game


def _outcome(game: _Game) -> Outcome:
    """The outcome, by the rules of `engine.game.decisions.endings`."""
    seats, left = game.seats, [sum(game.points(seat)) for seat in game.seats]
    gained = [0 if seat.rack or game.pool else sum(left) for seat in seats]
    ranks = [(seat.score - lost + more, seat.score) for seat, lost, more in zip(seats, left, gained, strict=True)]
    return Outcome(
        tuple(score for score, _ in ranks),
        tuple(seat.moves for seat in seats),
        tuple(seat.seconds for seat in seats),
        tuple(number for number, rank in enumerate(ranks) if rank == max(ranks)),
    )


def _choose(game: _Game, seat: _Seat) -> Move:
    """The move that `player.choose` would make."""
    rack = game.kinds.codes[seat.rack]
    return _last(game, seat, rack) if game.pool == 0 else _best(game, seat, rack)


def _best(game: _Game, seat: _Seat, rack: Ints) -> Move:
    """The best play or exchange while tiles are left to draw."""
    skill, board = seat.skill, game.board.copy()
    limit, seed = (WIDTH, _seed(game, seat)) if skill.noise else (1, NO_SEED)
    found = turns.find_turn(game.arrays, game.board, rack, skill.keeps, limit, skill.noise, seed, board)
    equity, key, key_2, score, missing = found[turns.PLAY].tolist()
    best, value = None if missing else Move(key_2 & layout.SLOTS_USED, score, board), equity / THOUSAND
    if best and not game.tools.unwanted.isdisjoint(_words(game.board, board, game)):
        best, value = _wanted(game, seat, rack)
    elif best and skill.noise:
        value += skill.noise * seat.luck.at_turn(game.turn).bell("value", key, key_2)
    if game.pool < game.tools.generator.variant.rack_size or (best and not skill.keeps):
        return best or Move()
    worth = int(found[turns.EXCHANGE, turns.WORTH]) / THOUSAND
    if best and worth <= value:
        return best
    return Move(_given(game, seat, rack, found[turns.EXCHANGE]))


def _given(game: _Game, seat: _Seat, rack: Ints, found: Longs) -> int:
    """The slots that are best exchanged; ties go to fewer tiles, then to the first in the order of tiles."""
    everything = (1 << len(rack)) - 1
    if found[turns.ALIKE] == 1:
        return everything & ~int(found[turns.KEPT])
    kept = racks.value_leaves(racks.sort_rack(rack), game.tools.leaves.entries)[:everything]
    sets = [everything & ~int(one) for one in np.flatnonzero(kept == kept.max())]
    places = [game.kinds.places[tile] for tile in seat.rack]

    def rank(one: int) -> tuple[int, list[int]]:
        return one.bit_count(), sorted(place for i, place in enumerate(places) if one >> i & 1)

    return min(sets, key=rank)


def _last(game: _Game, seat: _Seat, rack: Ints) -> Move:
    """The best play when the pool is empty."""
    return _first_allowed(game, seat, rack, NO_VALUES, 0)[0] or Move()


def _wanted(game: _Game, seat: _Seat, rack: Ints) -> tuple[Move | None, float]:
    """The best play without an unwanted word while tiles are left to draw."""
    slots = racks.sort_rack(rack)
    leaves = racks.value_leaves(slots, game.tools.leaves.entries) if seat.skill.keeps else NO_VALUES
    return _first_allowed(game, seat, rack, leaves, WIDTH)


def _first_allowed(game: _Game, seat: _Seat, rack: Ints, leaves: Longs, limit: int) -> tuple[Move | None, float]:
    """The best of `limit` plays (0 means all) that makes no unwanted word, with its estimated worth in points."""
    arrays, slots = game.tools.generator.arrays, racks.sort_rack(rack)
    records = search.best_plays(*arrays, leaves, game.board, rack, limit)
    values = _values(game, seat, records)
    for i in _falling(values):
        board = game.board.copy()
        selfplay.lay_play(*arrays[:2], board, slots, records, i)
        if game.tools.unwanted.isdisjoint(_words(game.board, board, game)):
            return Move(int(records[i, KEY_2]) & layout.SLOTS_USED, int(records[i, SCORE]), board), float(values[i])
    return None, 0.0


def _values(game: _Game, seat: _Seat, records: Table) -> NDArray[np.float64]:
    """The estimated worth of plays to a seat, in points."""
    skill = seat.skill
    values = records[:, EQUITY] / THOUSAND
    if skill.keeps and game.pool == 0:
        others = sum(sum(game.points(one)) for one in game.seats if one is not seat)
        values = last_values(records, game.points(seat), ADJUSTMENT[RULES.end_adjustment] * others)
    if skill.noise:
        values = values + skill.noise * turns.bells(records, _seed(game, seat))
    return values


def _seed(game: _Game, seat: _Seat) -> Longs:
    """The seed of a turn's luck, as two numbers."""
    return np.frombuffer(seat.luck.at_turn(game.turn).seed, "<i8").astype(np.int64)


def _falling(values: NDArray[np.float64]) -> Iterator[int]:
    """Places by falling value, ties in their own order; places after the first are sorted only on demand."""
    if len(values):
        yield int(values.argmax())
        yield from np.argsort(-values, kind="stable")[1:].tolist()


def _words(before: Ints, board: Ints, game: _Game) -> Iterator[Key]:
    """The words that a play makes."""
    width = game.tools.generator.variant.layout.width
    letters = (board & layout.TILE).astype(np.uint8).tobytes()
    cells = [divmod(at, width) for at in np.flatnonzero(before != board).tolist()]
    # the main word once, in whichever direction it runs
    for row, column in dict(cells).items():
        yield _run(letters[row * width : (row + 1) * width], column)
    for column, row in {column: row for row, column in cells}.items():
        yield _run(letters[column::width], row)


def _run(line: bytes, at: int) -> Key:
    """The unbroken run of letters around a place in a line."""
    end = line.find(0, at)
    return line[line.rfind(0, 0, at) + 1 : end if end >= 0 else len(line)]
