"""`/manage games`: the games of a server, and what moderators do to each of them and to the people in it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from discord.app_commands import locale_str as _

from bot.front.board.buttons import moderating_row
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import Action
from bot.front.components.message import MOST_ABOUT, MOST_OPTIONS, Button, Link, Menu, Message, Option, Text
from bot.front.components.payloads import Nothing
from bot.front.interaction.dispatch import distinct_titles, summary_title
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Press, returns, with_press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_MANAGE, slash
from bot.model.games import GameSummary
from bot.service.rights import Right
from bot.text import Texts
from bot.text.games import state_in_brief
from bot.text.names import bold, shortened
from bot.text.permissions import moderated_game, moderated_games

CHOOSE: Final = Action("moderate_game", Nothing, Right.MODERATE)
LIST: Final = Action("moderate_games", Nothing, Right.MODERATE)


async def games(request: Request) -> Message:
    """The games of the server that are not over, those of this channel first, to choose one. Raises `OnlyInServers`."""
    found = await request.services.games.journal.of_server(request.server(), MOST_OPTIONS)
    listed = sorted(found, key=lambda one: not _is_here(request, one))
    told, hint = moderated_games(len(listed), request.texts)
    if not listed:
        return Message((Text(told),), accent=BOARD_ACCENT)
    options = tuple(
        Option(shortened(title, MOST_ABOUT), one.game, state_in_brief(one, "", request.texts))
        for title, one in zip(distinct_titles(listed, request), listed, strict=True)
    )
    return Message((Text(told), Menu(CHOOSE.id(), hint, options)), accent=BOARD_ACCENT)


def _is_here(request: Request, one: GameSummary) -> bool:
    here = request.place.parent or request.place.channel_id
    return here in (one.place.channel_id, one.place.parent)


async def game(request: Request, press: Press) -> Message:
    """One of them, with what can be done to it. Raises as `Permissions.require`."""
    chosen = press.value
    await request.services.permissions.require(request.member, Right.DIRECTOR, chosen, request.known)
    one, way = await request.summary(chosen), await request.services.posting.links.home(chosen)
    where = f"<#{one.place.channel_id}>"
    told = moderated_game(
        bold(summary_title(one, request)), state_in_brief(one, "", request.texts), where, request.texts
    )
    row = moderating_row(chosen, request.texts)
    ways = _ways(way["board_url"], request.texts)
    return Message((Text(told), replace(row, buttons=(*row.buttons, *ways))), accent=BOARD_ACCENT)


def _ways(board: str, texts: Texts) -> tuple[Link, Button]:
    return Link(board, texts.gettext("Go to the board")), Button(LIST.id(), texts.gettext("Back"))


FRONT = Front(
    commands=(
        UNDER_MANAGE(
            slash(games, _("End a game of this server, or remove a player from it"), Right.MODERATE, name="games"),
        ),
    ),
    buttons=(with_press(CHOOSE, game), returns(LIST, games)),
)
