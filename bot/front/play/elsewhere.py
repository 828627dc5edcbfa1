"""Moves that no game takes: those of people who do not play here, while something else asks for moves."""

from __future__ import annotations

from bot.front.components.message import Message
from bot.front.interaction.request import Request
from bot.front.interaction.room import TAKE_MOVES
from bot.model.games import GamePhase, GameSummary

_STILL = (GamePhase.LOBBY, GamePhase.PAUSED, GamePhase.OVER)


async def taken_elsewhere(request: Request, move: str) -> Message | None:
    """What became of a move that somebody other than a game takes; None if it is for a game.

    In a channel, a game in which the person plays comes first; in a direct message, one in which it is their turn.
    """
    if not TAKE_MOVES or await _has_game(request):
        return None
    for takes in TAKE_MOVES:
        if message := await takes(request, move):
            return message
    return None


async def _has_game(request: Request) -> bool:
    if request.place.guild_id is None:
        own = await request.services.games.journal.of_person(request.person.id)
        return any(one.on_turn == request.person.id for one in own)
    shown = await request.known.shown_in(request.place.channel_id)
    return any(_plays(request, one) for one in shown if one.phase not in _STILL)


def _plays(request: Request, game: GameSummary) -> bool:
    return any(seat.player == request.person.id and seat.in_play for seat in game.seats)
