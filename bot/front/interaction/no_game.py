"""Where a request found no game: the offer to open one, and where the person's own games are."""

from __future__ import annotations

from bot.front.components.buttons import Actions
from bot.front.components.message import Row
from bot.front.interaction.dispatch import game_here, summary_title
from bot.front.interaction.messages import again_row, opening_row
from bot.front.interaction.request import Request
from bot.model.errors import NotOfThatGame, UnknownGame
from bot.model.games import GamePhase
from bot.model.profiles import Permission
from bot.service.rights import Right
from bot.text.lists import game_line, own_list
from engine.errors import GameIsOver

MOST_LINKED = 5
"""How many of a person's games are named; `/game list` has all."""


def lacks_game(error: Exception) -> bool:
    """Whether a request failed because no game is here; a code that leads to none is another failure."""
    return isinstance(error, UnknownGame) and not error.game


def is_over(error: Exception) -> bool:
    """Whether a request failed because its game is over."""
    return isinstance(error, GameIsOver)


async def opening_rows(request: Request) -> tuple[Row, ...]:
    """The buttons that open a game in this place, if it is free and the person may use them."""
    if not await _may_open(request) or not await _is_free(request):
        return ()
    may, place = request.services.permissions.may, request.place.guild_id
    computers = await may(request.member, Permission.COMPUTERS, place, request.known)
    return (opening_row(request.texts, computers=computers),)


async def again_rows(request: Request) -> tuple[Row, ...]:
    """Play again and New game, where the last game of this place is over and the person may use them."""
    here = await game_here(request)
    if here is None or (await request.summary(here)).phase is not GamePhase.OVER or not await _may_open(request):
        return await opening_rows(request)
    again = Actions.REMATCH if await _has_played(request, here) else Actions.REMATCH_OTHERS
    return (again_row(again.id(here), request.texts),)


async def _has_played(request: Request, game: str) -> bool:
    """Whether someone may ask the same players again."""
    try:
        await request.services.permissions.require(request.member, Right.PLAYED, game, request.known)
    except NotOfThatGame:
        return False
    return True


async def _may_open(request: Request) -> bool:
    """Whether the person may open games in this place."""
    may = request.services.permissions.may
    return request.in_server and await may(request.member, Permission.OPEN, request.place.guild_id, request.known)


async def _is_free(request: Request) -> bool:
    """Whether no game is open in this place. A button may be about one that is over while another is running."""
    here = await game_here(request)
    return here is None or (await request.summary(here)).phase in (GamePhase.OVER, GamePhase.PAUSED)


async def own_games(request: Request) -> str:
    """Links to the person's games in this server, or anywhere in a direct message, for that person's eyes only.

    Those that wait for them come first. Empty if they play none.
    """
    person, server = request.person.id, request.place.guild_id
    games = await request.services.games.journal.of_person(person)
    here = sorted((one for one in games if server in (None, one.place.guild_id)), key=lambda one: one.on_turn != person)
    if not here:
        return ""
    lines = [
        game_line(summary_title(one, request), (await request.link(one.game))["board_url"], one, person, request.texts)
        for one in here[:MOST_LINKED]
    ]
    return own_list(lines, request.texts, more=len(here) > MOST_LINKED)
