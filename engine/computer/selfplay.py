"""Games between computer players: their rules, how they end, and playing them.

They are played through the same commands and rules as everyone's games, or in compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Generic, TypeVar

import numpy as np

from engine.computer.kernels import contests as kernels
from engine.computer.kernels import games, replies
from engine.computer.player import choose
from engine.computer.tools import ComputerTools, Luck
from engine.game import commands as cmd
from engine.game.decide import decide
from engine.game.decision import Context
from engine.game.evolve import evolve
from engine.game.phases import FinalPass, Over, Turn
from engine.game.state import Computer, GameState, LexiconRef, Setup
from engine.game.views import SeatView, seat_view
from engine.model.levels import SearchPart, level
from engine.model.rules import ExchangeRule, FirstPlayer, Rules
from engine.model.tiles import Tile, Tiles, Word
from engine.play.generator.encoding import encode_rack
from engine.play.generator.kernels import layout
from engine.play.generator.kernels.layout import Ints
from engine.words.graph.kwg import build_graph
from engine.words.lexicon import WordList

RULES = Rules(first_player=FirstPlayer.HOST, exchange_min_pool=ExchangeRule.RACK, undo=False)
"""The default rules, except that the host goes first, exchanges need a full rack in the pool, and undo is off."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a given level, perhaps without some ways of looking ahead."""

    level: int
    without: frozenset[SearchPart] = frozenset()

    def __str__(self) -> str:
        return "-".join([str(self.level), *sorted(part.value for part in self.without)])


@dataclass(frozen=True, slots=True)
class SelfPlayResult:
    """How a game ended: scores, moves made and seconds of thought by seat, and the winning seats, several in a tie."""

    scores: tuple[int, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    winners: tuple[int, ...]


def ids_of(seats: int) -> tuple[str, ...]:
    """The ids of the players, the host first."""
    return tuple(f"computer-{n}" for n in range(1, seats + 1))


def turned(outcome: SelfPlayResult, shift: int) -> SelfPlayResult:
    """The outcome with every seat moved on by `shift` places, the last seats wrapping round to the front."""
    count = len(outcome.scores)
    back = [(seat - shift) % count for seat in range(count)]
    return SelfPlayResult(
        tuple(outcome.scores[seat] for seat in back),
        tuple(outcome.moves[seat] for seat in back),
        tuple(outcome.seconds[seat] for seat in back),
        tuple(sorted((seat + shift) % count for seat in outcome.winners)),
    )


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


T = TypeVar("T")


@dataclass(slots=True)
class Bag(Generic[T]):
    """Tiles in an order that a number decides: games with the same number deal the same tiles in the same order.

    The number also decides where exchanged tiles go back in.
    """

    luck: Luck
    order: list[T] = field(default_factory=list)
    changes: int = 0

    def put(self, tiles: Iterable[T]) -> None:
        """Put in tiles, each at its own random place."""
        for tile in tiles:
            self.changes += 1
            self.order.insert(self.luck.pick(len(self.order) + 1, "place", self.changes), tile)

    def take(self, count: int) -> list[T]:
        """The next tiles."""
        drawn, self.order = self.order[:count], self.order[count:]
        return drawn


def draw_from(bag: Bag[Tile], pool: Tiles, count: int) -> Tiles:
    """The next tiles of a pool, which consists of the tiles left in the bag and those exchanged."""
    bag.put(pool - Tiles.of(bag.order))
    return Tiles.of(bag.take(count))


def play_game(
    tools: ComputerTools, players: tuple[Contestant, ...], number: int, clock: Callable[[], float], limit: float = 0.5
) -> SelfPlayResult:
    """Plays one game. `number` decides all luck; `clock` gives seconds, and a move may take up to `limit` of them."""
    if is_covered(tools, players):
        return play_compiled(tools, players, number, clock)
    return play_by_rules(tools, players, number, clock, limit)


def play_by_rules(
    tools: ComputerTools, players: tuple[Contestant, ...], number: int, clock: Callable[[], float], limit: float = 0.5
) -> SelfPlayResult:
    """Plays one game through commands and events, with players of any level; see `play_game`."""
    context = context_of(tools, number)
    state = begin(tools, tuple(player.level for player in players), context)
    moves, seconds = [0] * len(players), [0.0] * len(players)
    while isinstance(state.phase, Turn | FinalPass):
        seat = state.phase.seat if isinstance(state.phase, Turn) else state.phase.waiting[0]
        view, started = seat_view(state, seat), clock()
        command = choose(view, tools, _alarm(clock, started + limit), without=players[seat].without)
        seconds[seat] += clock() - started
        moves[seat] += 1
        state = after(state, command, context)
    winners = state.phase.winners if isinstance(state.phase, Over) else ()
    return SelfPlayResult(tuple(seat.score for seat in state.seats), tuple(moves), tuple(seconds), winners)


def positions(tools: ComputerTools, levels: tuple[int, ...], number: int) -> Iterator[SeatView]:
    """The views of the seats on turn, one after the other, in a game that `number` decides.

    The players have levels that do not plan, so that nothing depends on the time they take.
    """
    context = context_of(tools, number)
    state = begin(tools, levels, context)
    while isinstance(state.phase, Turn | FinalPass):
        seat = state.phase.seat if isinstance(state.phase, Turn) else state.phase.waiting[0]
        view = seat_view(state, seat)
        if isinstance(state.phase, Turn):
            yield view
        state = after(state, choose(view, tools), context)


def context_of(tools: ComputerTools, number: int) -> Context:
    """What a game draws from: everything depends on `number` alone."""
    bag = Bag[Tile](Luck(number.to_bytes(8)))
    luck = Luck(b"pick" + number.to_bytes(8))

    def judge(words: tuple[Word, ...]) -> tuple[bool, ...]:
        return tuple(map(tools.lexicon.contains, words))

    return Context(number, partial(draw_from, bag), judge, lambda count: luck.pick(count))


def _alarm(clock: Callable[[], float], instant: float) -> Callable[[], bool]:
    return lambda: clock() > instant


def begin(tools: ComputerTools, levels: tuple[int, ...], context: Context) -> GameState:
    """A started game with one computer player for each of the given levels."""
    ids = ids_of(len(levels))
    players = [Computer(one, f"Robot{n}", level) for n, (one, level) in enumerate(zip(ids, levels, strict=True), 1)]
    setup = Setup(tools.generator.variant, RULES, LexiconRef(tools.lexicon.name, tools.lexicon.id))
    state = after(None, cmd.Open(players[0], setup), context)
    for player in players[1:]:
        state = after(state, cmd.Join(player), context)
    return after(state, cmd.Start(players[0].id), context)


def after(state: GameState | None, command: cmd.Command, context: Context) -> GameState:
    """The state after a command; None if there is no game yet. Raises `EngineError` if the rules refuse it."""
    for event in decide(state, command, context):
        state = evolve(state, event)
    assert state is not None
    return state
