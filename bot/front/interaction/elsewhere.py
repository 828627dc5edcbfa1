"""What people play besides games: where somebody has no game, moves and commands of games are for that."""

from __future__ import annotations

from bot.front.components.message import Message
from bot.front.interaction.playables import other_playable, others
from bot.front.interaction.request import Request
from bot.model.games import GamePhase, GameSummary

_STILL = (GamePhase.LOBBY, GamePhase.PAUSED, GamePhase.OVER)


async def open_elsewhere(request: Request) -> tuple[str, ...]:
    """What waits for moves here and is no game; for the person, in direct messages."""
    return tuple([subject for playable in others(request) for subject in await playable.open(request)])


async def taken_elsewhere(request: Request, move: str) -> Message | None:
    """What became of a move that something else than a game takes; None if it is for a game.

    In a channel, a game in which the person plays comes first; in a direct message, one in which it is their turn.
    """
    if request.game is not None or not others(request) or await _has_game(request):
        return None
    for subject in await open_elsewhere(request):
        return await other_playable(request, subject).take(request, subject, move)
    return None


async def shown_elsewhere(request: Request, command: str, *, seated: bool = False) -> Message | None:
    """What a command of games shows where no game is open; None if nothing else is either.

    Where only those with a seat could use it (`seated`), games of others do not count. An empty command stands for a
    move that was typed for everyone to read.
    """
    if request.game is not None or not others(request):
        return None
    if any(not seated or one.is_played_by(request.person.id) for one in await _open_games(request)):
        return None
    for subject in await open_elsewhere(request):
        return await other_playable(request, subject).shown(request, subject, command)
    return None


async def _open_games(request: Request) -> tuple[GameSummary, ...]:
    if request.place.guild_id is None:
        return await request.known.played_by(request.person.id)
    return await request.known.shown_in(request.place.channel_id)


async def _has_game(request: Request) -> bool:
    open_ = await _open_games(request)
    if request.place.guild_id is None:
        return any(one.on_turn == request.person.id for one in open_)
    return any(one.is_played_by(request.person.id) for one in open_ if one.phase not in _STILL)
