"""Who may learn which words exist: nobody who plays a game in which that is secret before a play."""

from __future__ import annotations

from bot.front.core.dispatch import summary_title
from bot.front.core.errors import LooksClosed, NoDefinitions, StudyClosed
from bot.front.core.request import Request
from bot.model.games import GamePhase, GameSummary
from bot.service.definitions import has_definitions
from engine.game.phases import Over
from engine.game.state import GameState


async def refuse_players(request: Request) -> None:
    """Raises `LooksClosed` for a player in any running game in which words are secret before a play.

    Everything that reveals which words exist begins with this check.
    """
    _refuse(await running_games(request))


async def refuse_study(request: Request) -> None:
    """Like `refuse_players`, for word study: raises `StudyClosed`, which names the games."""
    games = await _running(request)
    try:
        _refuse([state for _, state in games])
    except LooksClosed as error:
        secret = tuple(summary_title(one, request) for one, state in games if state.rules.words_are_secret)
        raise StudyClosed(error.challenged, secret) from error


async def refuse_meanings(request: Request, state: GameState) -> None:
    """Raises `LooksClosed` where the meaning of a played word could decide a challenge, and `NoDefinitions`.

    While words of the game can be challenged, watchers learn nothing here either, as they could tell the players.
    """
    if not isinstance(state.phase, Over):
        _refuse([state])
    await refuse_players(request)
    if not has_definitions(state.variant.language):
        raise NoDefinitions


async def may_read_meanings(request: Request, state: GameState) -> bool:
    """Whether a person may read what the words played in a game mean."""
    try:
        await refuse_meanings(request, state)
    except (LooksClosed, NoDefinitions):
        return False
    return True


def _refuse(games: list[GameState]) -> None:
    secret = [state.rules for state in games if state.rules.words_are_secret]
    if secret:
        raise LooksClosed(any(rules.phonies_stand for rules in secret))


async def running_games(request: Request) -> list[GameState]:
    """The games that a person plays now, apart from those that have not started."""
    return [state for _, state in await _running(request)]


async def _running(request: Request) -> list[tuple[GameSummary, GameState]]:
    games = await request.services.games.of_person(request.person.id)
    return [(one, await request.state(one.game)) for one in games if one.phase is not GamePhase.LOBBY]
