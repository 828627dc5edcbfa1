"""Self-play on arrays, for players that neither look ahead nor overlook words (levels 5 to 7).

The moves and scores are the same as through commands, events and views, which would take most of the time of such a
game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.computer.contests import RULES, Contestant, Outcome, ids_of
from engine.computer.kernels import flatgames as kernels
from engine.computer.levels import level
from engine.computer.luck import Luck
from engine.computer.tools import Tools
from engine.computer.weighing import ADJUSTMENT, STUCK, WIDTH
from engine.play.generator.encoding import encode_rack
from engine.play.generator.generator import sort_slots
from engine.play.generator.kernels import layout
from engine.play.generator.kernels.layout import Ints, Longs
from engine.words.graph.build import build_graph
from engine.words.wordlist import WordList

ENDS = np.array([ADJUSTMENT[RULES.end_adjustment], STUCK])
TO_THE_END = 1 << 30
"""More turns than any game has."""


def is_flat(tools: Tools, players: tuple[Contestant, ...]) -> bool:
    """Whether games of these players can be played here; racks must not be too large, and only plays may score."""
    variant, skills = tools.generator.variant, [level(player.level) for player in players]
    return (
        variant.rack_size <= layout.MAX_TILES
        and not (any(variant.exchange_points) or variant.pass_points)
        and all(skill.sees is None and not skill.plans for skill in skills)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Start:
    """What games of a variant and lexicon begin with: the kinds of tile, as `kernels.Terms` wants them; all tiles in

    order, by their kinds; and the graph of unwanted words.
    """

    codes: Ints
    places: Ints
    tiles: Ints
    unwanted: Ints

    @staticmethod
    @lru_cache(maxsize=2)
    def of(tools: Tools) -> _Start:
        """The same for all games with these tools."""
        variant = tools.generator.variant
        tiles = variant.tile_set.tiles
        kinds = list(dict.fromkeys(sort_slots(tiles, variant)))
        return _Start(
            encode_rack(kinds, variant.alphabet),
            np.array([variant.tile_set.kinds.index(kind) for kind in kinds], np.int32),
            np.array([kinds.index(tile) for tile in tiles], np.int32),
            build_graph(WordList.of(sorted(tools.unwanted))).nodes,
        )


def play_flat(tools: Tools, players: tuple[Contestant, ...], number: int, clock: Callable[[], float]) -> Outcome:
    """Plays one game; see `selfplay.play_game`.

    Players of different levels are timed turn by turn; among equals, the time is shared out by their moves.
    """
    start, variant, count = _Start.of(tools), tools.generator.variant, len(players)
    skills = [level(player.level) for player in players]
    seats, facts = _seats(number, [skill.keeps for skill in skills]), np.zeros(kernels.CONSIDERED + 1, np.int64)
    facts[kernels.RETURNED], facts[kernels.CONSIDERED] = len(start.tiles), WIDTH
    racks = np.zeros((count, variant.rack_size), np.int32)
    arguments = (
        *tools.generator.arrays,
        tools.leaves.entries,
        start.codes,
        start.places,
        start.unwanted,
        ENDS,
        int.from_bytes(number.to_bytes(8), "little", signed=True),
        facts,
        seats,
        np.array([skill.noise for skill in skills]),
        np.zeros(len(variant.layout.squares), np.int32),
        np.zeros(len(start.tiles), np.int32),
        start.tiles.copy(),
        racks,
    )
    seconds, over = [0.0] * count, False
    at_once = TO_THE_END if len(set(players)) == 1 else 1
    while not over:
        mover, began = max(int(facts[kernels.TURN]) - 1, 0) % count, clock()
        over = kernels.play_turns(*arguments, at_once)
        seconds[mover] += clock() - began
    moves = seats[:, kernels.MOVES].tolist()
    if at_once > 1:
        seconds = [sum(seconds) * one / max(sum(moves), 1) for one in moves]
    pool = int(facts[kernels.BAG] + facts[kernels.RETURNED])
    return _outcome(seats, start.codes[racks] >> 8, pool, moves, seconds)


def _seats(number: int, keeps: list[bool]) -> Longs:
    """The seats of a new game."""
    ids = ids_of(len(keeps))
    seats = np.zeros((len(keeps), kernels.KEEPS + 1), np.int64)
    for seat, keep in enumerate(keeps):
        seats[seat, kernels.SEED :][:2] = np.frombuffer(Luck.of_player(number, ids[0], seat, ids).seed, "<i8")
        seats[seat, kernels.KEEPS] = keep
    return seats


def _outcome(seats: Longs, points: Ints, pool: int, moves: list[int], seconds: list[float]) -> Outcome:
    """The outcome, by the rules of `engine.game.decisions.endings`; `points` are those of the tiles on racks."""
    held, scores = seats[:, kernels.HELD].tolist(), seats[:, kernels.POINTS].tolist()
    left = [int(row[:tiles].sum()) for row, tiles in zip(points, held, strict=True)]
    gained = [0 if tiles or pool else sum(left) for tiles in held]
    ranks = [(score - lost + more, score) for score, lost, more in zip(scores, left, gained, strict=True)]
    return Outcome(
        tuple(score for score, _ in ranks),
        tuple(moves),
        tuple(seconds),
        tuple(number for number, rank in enumerate(ranks) if rank == max(ranks)),
    )
