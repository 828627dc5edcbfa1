"""Who asks, and whether it is the moment: the checks that commands share, and a chain of events being put together."""

from __future__ import annotations

from engine.errors import (
    AnswerAwaited,
    DrawFirst,
    GameIsOver,
    GameIsPaused,
    HasLeft,
    NotSeated,
    NotStarted,
    NotYourTurn,
    OnlyChallengeOrPass,
    OnlyTilesLeft,
    SeatKept,
    StaleTurn,
)
from engine.game.events import Event
from engine.game.evolve import evolve
from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Over, Paused
from engine.game.state import GameState


def seat_of(state: GameState, player: str) -> int:
    """The seat of who asks. Raises `NotSeated`, `SeatKept` (a computer plays for who asks) or `HasLeft`."""
    seat = state.seat_of(player)
    if seat is None:
        if (kept := state.seat_kept_for(player)) is not None:
            raise SeatKept(kept)
        raise NotSeated
    if not state.seats[seat].in_play:
        raise HasLeft
    return seat


def check_running(state: GameState) -> None:
    """Raises `NotStarted` in the lobby, `GameIsPaused` in a pause and `GameIsOver` after the end."""
    if isinstance(state.phase, Lobby):
        raise NotStarted
    if isinstance(state.phase, Paused):
        raise GameIsPaused(state.setup.name)
    if isinstance(state.phase, Over):
        raise GameIsOver


def check_turn(state: GameState, turn: int | None) -> None:
    """Raises `StaleTurn` when the asker saw another turn."""
    if turn is not None and turn != state.turn:
        raise StaleTurn(turn, state.turn)


def seat_on_turn(state: GameState, player: str, turn: int | None) -> int:
    """The seat of who asks, which must be on turn.

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


def check_drawn(state: GameState, seat: int) -> None:
    """Raises `DrawFirst` when a seat has tiles to pick before it can use its rack."""
    if state.seats[seat].due:
        raise DrawFirst(state.seats[seat].due)


class Chain:
    """Events in the making: each one is applied at once, so that the next is decided on what it left."""

    def __init__(self, state: GameState) -> None:
        self.before = state
        self.state = state
        self.events: tuple[Event, ...] = ()

    def add(self, event: Event) -> None:
        """Appends an event and moves on to the state behind it."""
        self.events += (event,)
        self.state = evolve(self.state, event)
