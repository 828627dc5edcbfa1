"""The summary of a game, kept beside its journal for lists and look-ups."""

from __future__ import annotations

from typing import assert_never

from bot.model.games import GamePhase, GameSummary, Place, SummarySeat
from engine.game.clock import time_matters
from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Over, Paused, Phase, Turn
from engine.game.state import GameState, Person, Player, Seat


def summarise(game: str, place: Place, state: GameState, changed: int) -> GameSummary:
    """The summary of a state; `changed` is the instant of the latest event."""
    on_turn = state.on_turn
    return GameSummary(
        game,
        place,
        state.setup.name,
        state.host,
        _phase(state.phase),
        state.turn,
        None if on_turn is None else _who_acts(state.seats[on_turn].player),
        state.sequence,
        state.opened,
        changed,
        tuple(_seat(seat) for seat in state.seats),
        _is_timed(state),
        state.is_demonstration,
    )


def _who_acts(player: Player) -> str:
    return player.member if isinstance(player, Person) else player.id


def _seat(seat: Seat) -> SummarySeat:
    return SummarySeat(seat.player.id, seat.player.name, seat.is_human, seat.score, seat.in_play)


def _is_timed(state: GameState) -> bool:
    if isinstance(state.phase, Lobby):
        return state.phase.asked is not None
    return isinstance(state.phase, FinalPass | AwaitAnswer) or (isinstance(state.phase, Turn) and time_matters(state))


def _phase(phase: Phase) -> GamePhase:
    match phase:
        case Lobby():
            return GamePhase.LOBBY
        case Turn():
            return GamePhase.TURN
        case AwaitAnswer():
            return GamePhase.ANSWER
        case FinalPass():
            return GamePhase.FINAL_PASS
        case Paused():
            return GamePhase.PAUSED
        case AwaitTiles():
            return GamePhase.AWAIT_TILES
        case Over():
            return GamePhase.OVER
        case _:
            assert_never(phase)
