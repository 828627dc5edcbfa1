"""Self-play in compiled code, for players that neither look ahead nor overlook words (levels 5 to 7).

Commands, events and views would take most of the time of such a game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.computer.contests import Contestant, SelfPlayResult
from engine.computer.kernels import contests as kernels
from engine.computer.kernels import games, replies
from engine.computer.tools import ComputerTools
from engine.model.levels import level
from engine.play.generator.encoding import encode_rack
from engine.play.generator.kernels import layout
from engine.play.generator.kernels.layout import Ints
from engine.words.graph.build import build_graph
from engine.words.wordlist import WordList


def is_covered(tools: ComputerTools, players: tuple[Contestant, ...]) -> bool:
    """Whether games of these players can be played here; racks must not be too large, and only plays may score."""
    variant, skills = tools.generator.variant, [level(player.level) for player in players]
    return (
        variant.rack_size <= layout.MAX_TILES
        and not (any(variant.exchange_points) or variant.pass_points)
        and all(skill.sees is None and not skill.plans for skill in skills)
    )


@dataclass(frozen=True, slots=True, eq=False)
class CompiledGame:
    """A game in progress, as arrays."""

    tools: replies.Tools
    game: games.GameArrays
    minds: kernels.Minds

    @staticmethod
    def begin(tools: ComputerTools, players: tuple[Contestant, ...], number: int) -> CompiledGame:
        """A game before its racks are dealt. `number` decides the tiles, and how players misjudge their plays."""
        variant, skills = tools.generator.variant, [level(player.level) for player in players]
        pool = encode_rack(variant.tile_set.tiles, variant.alphabet)
        tiles, luck = np.random.SeedSequence(number).generate_state(2, np.uint64).astype(np.int64)
        return CompiledGame(
            replies.Tools(*tools.generator.arrays, tools.leaves.entries),
            games.GameArrays(
                np.array([len(pool), 0, 0, 0]),
                np.zeros((len(players), games.MOVES + 1), np.int64),
                np.zeros(len(variant.layout.squares), np.int32),
                pool,
                np.zeros((len(players), variant.rack_size), np.int32),
                np.array([tiles]),
            ),
            kernels.Minds(
                np.array([(skill.noise, skill.keeps) for skill in skills], np.float64),
                _unwanted(tools),
                np.array([luck]),
            ),
        )

    def play(self, turns: int) -> bool:
        """Deals, if that is still to be done, and plays up to so many turns; whether the game is over then."""
        return kernels.play_turns(self.tools, self.game, self.minds, turns)

    def outcome(self, seconds: tuple[float, ...]) -> SelfPlayResult:
        """How the game ended, by the rules of `engine.game.decisions.endings`."""
        held, scores, moves = self.game.seats.T.tolist()
        left = [int((row[:tiles] >> 8).sum()) for row, tiles in zip(self.game.racks, held, strict=True)]
        out = int(self.game.facts[games.LEFT]) == 0
        gained = [sum(left) if out and not tiles else 0 for tiles in held]
        ranks = [(score - lost + more, score) for score, lost, more in zip(scores, left, gained, strict=True)]
        return SelfPlayResult(
            tuple(score for score, _ in ranks),
            tuple(moves),
            seconds,
            tuple(number for number, rank in enumerate(ranks) if rank == max(ranks)),
        )


@lru_cache(maxsize=2)
def _unwanted(tools: ComputerTools) -> Ints:
    """The graph of unwanted words."""
    return build_graph(WordList.of(sorted(tools.unwanted))).nodes


def play_compiled(
    tools: ComputerTools, players: tuple[Contestant, ...], number: int, clock: Callable[[], float]
) -> SelfPlayResult:
    """Plays one game; see `selfplay.play_game`."""
    game, seconds, over = CompiledGame.begin(tools, players, number), [0.0] * len(players), False
    while not over:
        mover, began = int(game.game.facts[games.SEAT]), clock()
        over = game.play(1)
        seconds[mover] += clock() - began
    return game.outcome(tuple(seconds))
