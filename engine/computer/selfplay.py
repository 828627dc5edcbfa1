"""Games between computer players, through the same commands and rules as everyone's games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from engine.computer.compiled import is_covered, play_compiled
from engine.computer.contests import RULES, Contestant, SelfPlayResult, ids_of
from engine.computer.luck import Luck
from engine.computer.player import choose
from engine.computer.tools import ComputerTools
from engine.game import commands as cmd
from engine.game.decide import decide
from engine.game.decision import Context
from engine.game.evolve import evolve
from engine.game.phases import FinalPass, Over, Turn
from engine.game.state import Computer, GameState, LexiconRef, Setup
from engine.game.views import SeatView, seat_view
from engine.model.alphabet import Word
from engine.model.tiles import Tile, Tiles

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
        """Puts in tiles, each at its own random place."""
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
