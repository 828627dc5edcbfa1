"""What everyone is told about a lobby, and who is asked to come to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from bot.front.components.message import Message
from bot.front.lobby.messages import invitation_message, lobby_message
from bot.front.posting.composers import Announcement, Composer
from bot.front.posting.discord_errors import refusals
from bot.front.posting.game_links import GameLinks
from bot.front.posting.mailbox import Mailbox
from bot.model.deliveries import DeliveryKind
from bot.model.profiles import Notify
from bot.service.games import Games
from bot.service.words.dictionaries import Dictionaries
from engine.game.views import table_view


def lobby_composers(
    games: Games, dictionaries: Dictionaries, mailbox: Callable[[], Mailbox], links: GameLinks
) -> Mapping[DeliveryKind, Composer]:
    """The composers of this room. `mailbox` returns the mailbox of the client that is connected now."""
    return {
        DeliveryKind.LOBBY: Composer(partial(_lobby, dictionaries), lambda _: True),
        DeliveryKind.INVITE: Composer(partial(_invitation, games, mailbox, links)),
    }


async def _lobby(dictionaries: Dictionaries, told: Announcement) -> Message:
    view, server = told.view, told.context.game.summary.place.guild_id
    changers = await dictionaries.changers(view.setup.lexicon.name, server, view.host)
    return await told.calling(lobby_message(told.game, view, told.texts, changers))


async def _invitation(
    games: Games, mailbox: Callable[[], Mailbox], links: GameLinks, told: Announcement
) -> Message | None:
    """An invitation for someone who is still awaited and would not see the lobby in its channel."""
    summary, person = told.context.game.summary, told.delivery.target.id
    state = await games.load(told.game, summary)
    if not any(one.id == str(person) for one in state.awaited):
        return None
    place = summary.place
    if told.context.people[str(person)].notify != Notify.DIRECT:
        with refusals(), suppress(LookupError):
            if place.guild_id is not None and await mailbox().member(place.guild_id, person):
                return None
    link = (await links.to(told.game, str(person), told.context.game))["board_url"]
    server = await mailbox().server_name(place.guild_id)
    return invitation_message(told.game, table_view(state), told.texts, link, server)
