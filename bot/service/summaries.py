"""What is stored beside a game's journal: a summary for lists, and at the end the result for statistics."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from bot.model.games import GamePhase, GameResult, GameSummary, Place, PlayerResult, SummarySeat
from engine.game.clock import time_matters
from engine.game.events import Event
from engine.game.history import history
from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Over, Paused, Phase, Turn
from engine.game.results import SeatResult, results
from engine.game.state import Computer, GameState, Person, Player, Seat
from engine.model.tempo import tempo_of


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
    owner = seat.owner.member if seat.owner and not seat.barred else None
    return SummarySeat(seat.player.id, seat.player.name, seat.is_human, seat.score, seat.in_play, owner)


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


def result_of(game: str, place: Place, state: GameState, events: Iterable[Event]) -> GameResult | None:
    """The result of a game; None while it is running, or if it was broken off."""
    if not isinstance(state.phase, Over):
        return None
    found = results(state, history(events))
    if not found:
        return None
    players = tuple(_player_result(state.seats[one.seat].player, one) for one in found)
    language, tempo = state.variant.language, tempo_of(state.rules)
    return GameResult(game, place.guild_id, state.phase.at, _is_rated(state), players, language, tempo)


def _player_result(player: Player, result: SeatResult) -> PlayerResult:
    best = result.best
    return PlayerResult(
        player.id,
        player.name,
        player.level if isinstance(player, Computer) else None,
        result.place,
        result.score,
        result.bingos,
        best.points if best else 0,
        "".join(best.lines[0].word) if best else "",
    )


def _is_rated(state: GameState) -> bool:
    people = [seat.player for seat in state.seats if isinstance(seat.player, Person)]
    return len(people) > 1 and not state.meddled and not any(person.is_guest for person in people)
