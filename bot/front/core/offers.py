"""The offer to open a game where a request found none."""

from __future__ import annotations

from bot.front.core.buttons import Actions
from bot.front.core.errors import Refused
from bot.front.core.message import Button, Row, Tone
from bot.front.core.request import Request
from bot.model.errors import UnknownGame
from bot.model.profiles import Permission
from bot.text import Texts
from engine.errors import GameIsOver


def lacks_game(error: Exception) -> bool:
    """Whether a request failed because no game is running here; a code that leads to none is another failure."""
    if isinstance(error, Refused):
        return isinstance(error.error, GameIsOver)
    return isinstance(error, UnknownGame) and not error.game


def opening_row(texts: Texts, *, computers: bool = True) -> Row:
    """Play the computer, if computer players are allowed, and Start a game."""
    alone = Button(Actions.PLAY_COMPUTER.id(), texts.gettext("Play the computer"), Tone.PRIMARY)
    return Row((*((alone,) if computers else ()), Button(Actions.OPEN.id(), texts.gettext("Start a game"))))


async def opening_rows(request: Request) -> tuple[Row, ...]:
    """The buttons that open a game in this place, if the person may use them."""
    may, place = request.services.permissions.may, request.place.guild_id
    if not request.in_server or not await may(request.member, Permission.OPEN, place, request.known):
        return ()
    computers = await may(request.member, Permission.COMPUTERS, place, request.known)
    return (opening_row(request.texts, computers=computers),)
