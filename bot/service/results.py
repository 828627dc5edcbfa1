"""What is kept of a finished game for statistics."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.games import GameResult, Place, PlayerResult
from engine.game.events import Event
from engine.game.history import history
from engine.game.phases import Over
from engine.game.results import SeatResult, results
from engine.game.state import Computer, GameState, Person, Player


def result_of(game: str, place: Place, state: GameState, events: Iterable[Event]) -> GameResult | None:
    """The result of a game; None while it runs, and if it was broken off."""
    if not isinstance(state.phase, Over):
        return None
    found = results(state, history(events))
    if not found:
        return None
    players = tuple(_player_result(state.seats[one.seat].player, one) for one in found)
    return GameResult(game, place.guild_id, state.phase.at, _is_rated(state), players)


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
    return len(people) > 1 and not any(person.is_guest for person in people)
