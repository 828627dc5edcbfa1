"""The tools of every decision: the outside world, the events so far, and checks that many commands share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import (
    AnswerAwaited,
    DrawFirst,
    GameIsOver,
    GameIsPaused,
    HasLeft,
    NoSuchSeat,
    NotSeated,
    NotStarted,
    NotYourTurn,
    OnlyChallengeOrPass,
    OnlyHost,
    OnlyTilesLeft,
    SeatIsKept,
    SeatKept,
    StaleTurn,
)
from engine.game.events import Event
from engine.game.evolve import evolve
from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Over, Paused
from engine.game.state import GameState, LexiconRef
from engine.model.tiles import Tiles, Word


@dataclass(frozen=True, slots=True)
class Context:
    """The outside world of one decision: time, luck and the lexicon. Its answers are recorded in the events.

    `now` is an instant in milliseconds since 1970; `draw(pool, n)` returns n random tiles of a pool; `judge(words)`
    says of each word whether it is in the game's lexicon; `pick(n)` returns a random number from 0 to n - 1.
    `lexicon` judges a game that starts now; None means the lexicon that it was opened with. `names` are what computer
    players can be called, the first choice first.
    """

    now: int
    draw: Callable[[Tiles, int], Tiles]
    judge: Callable[[tuple[Word, ...]], tuple[bool, ...]]
    pick: Callable[[int], int]
    lexicon: LexiconRef | None = None
    names: tuple[str, ...] = ()


class Decision:
    """The events of one decision so far. Each is applied at once, so that the next is decided on the state after it."""

    def __init__(self, state: GameState) -> None:
        self.before = state
        self.state = state
        self.events: tuple[Event, ...] = ()

    def add(self, event: Event) -> None:
        """Append an event and apply it to the state."""
        self.events += (event,)
        self.state = evolve(self.state, event)


def seat_of(state: GameState, player: str) -> int:
    """The seat of a player. Raises `NotSeated`, `SeatKept` (a computer plays for them) or `HasLeft`."""
    seat = state.seat_of(player)
    if seat is None:
        if (kept := state.seat_kept_for(player)) is not None:
            raise SeatKept(kept)
        raise NotSeated
    if not state.seats[seat].in_play:
        raise HasLeft
    return seat


def check_running(state: GameState) -> None:
    """Raise `NotStarted` in the lobby, `GameIsPaused` in a pause and `GameIsOver` after the end."""
    if isinstance(state.phase, Lobby):
        raise NotStarted
    if isinstance(state.phase, Paused):
        raise GameIsPaused(state.setup.name)
    if isinstance(state.phase, Over):
        raise GameIsOver


def check_turn(state: GameState, turn: int | None) -> None:
    """Raise `StaleTurn` if the player saw another turn."""
    if turn is not None and turn != state.turn:
        raise StaleTurn(turn, state.turn)


def check_host(state: GameState, player: str, moderator: bool) -> None:
    """Raise `OnlyHost` for a player who does not direct the game; see `GameState.directs`."""
    if not state.directs(player, moderator=moderator):
        raise OnlyHost


def check_may_arrange(state: GameState, player: str) -> None:
    """Raise `NotSeated`, or `SeatIsKept` for a player who is awaited; see `GameState.may_arrange`."""
    if not state.may_arrange(player):
        raise SeatIsKept if any(one.id == player for one in state.awaited) else NotSeated


def check_seat(state: GameState, seat: int) -> None:
    """Raise `NoSuchSeat` for a number that no seat has."""
    if not 0 <= seat < len(state.seats):
        raise NoSuchSeat(seat)


def check_drawn(state: GameState, seat: int) -> None:
    """Raise `DrawFirst` if a seat must draw tiles before it can use its rack."""
    if state.seats[seat].due:
        raise DrawFirst(state.seats[seat].due)


def seat_on_turn(state: GameState, player: str, turn: int | None) -> int:
    """The seat of a player, which must be on turn.

    Raises `NotStarted`, `GameIsPaused`, `GameIsOver`, `NotSeated`, `StaleTurn`, `OnlyChallengeOrPass`,
    `AnswerAwaited`, `OnlyTilesLeft` or `NotYourTurn`.
    """
    check_running(state)
    seat = seat_of(state, player)
    check_turn(state, turn)
    if isinstance(state.phase, FinalPass):
        raise OnlyChallengeOrPass
    if isinstance(state.phase, AwaitAnswer):
        raise AnswerAwaited(state.phase.waiting)
    if isinstance(state.phase, AwaitTiles):
        raise OnlyTilesLeft(state.phase.waiting)
    if state.on_turn != seat:
        assert state.on_turn is not None
        raise NotYourTurn(state.on_turn)
    return seat
