"""`/game chat`, and the buttons with which a place accepts or declines the chat of a game's players."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.chat import actions, messages
from bot.front.core.answering import answer
from bot.front.core.choices import matching
from bot.front.core.commands import needs
from bot.front.core.dispatch import which_game
from bot.front.core.pressing import answers
from bot.front.core.request import Interaction, request_of
from bot.front.core.room import FrontRoom
from bot.model.errors import BotError
from bot.service.rights import Right


async def _heard(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The players and servers that can be muted or unmuted here."""
    request = request_of(interaction)
    try:
        found = await actions.heard(request, await which_game(request))
    except BotError:
        return []
    return matching(typed, ((one.name, one.name) for one in found))


@needs(Right.ANYONE, options={"switch": Right.PLACE, "mute": Right.PLACE, "unmute": Right.PLACE})
@app_commands.command(description=_("Chat with this game's players in other places"))
@app_commands.describe(
    switch=_("Whether this place takes part in the chat"),
    mute=_("Someone to mute here"),
    unmute=_("Someone to unmute here"),
)
@app_commands.choices(switch=[Choice(name=_("on"), value=actions.ON), Choice(name=_("off"), value=actions.OFF)])
@app_commands.autocomplete(mute=_heard, unmute=_heard)
async def chat(interaction: Interaction, switch: str = "", mute: str = "", unmute: str = "") -> None:
    """Carries the players' chat between places that accept it."""
    await answer(interaction, lambda request: actions.chat(request, switch, mute.strip(), unmute.strip()))


ROOM = FrontRoom(
    game=(chat,),
    buttons=(
        answers(messages.CHAT_ACCEPT, lambda request, game: actions.switch(request, game, actions.ON)),
        answers(messages.CHAT_REFUSE, lambda request, game: actions.switch(request, game, actions.OFF)),
    ),
)
