"""Values offered for the options of the chat."""

from __future__ import annotations

from discord.app_commands import Choice

from bot.features.chat import actions
from bot.front.interaction.choices import matching
from bot.front.interaction.dispatch import which_game
from bot.front.interaction.request import Interaction, request_of
from bot.model.errors import BotError


async def heard(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The players and servers that can be muted or unmuted here."""
    request = request_of(interaction)
    try:
        found = await actions.heard(request, await which_game(request))
    except BotError:
        return []
    return matching(typed, ((one.name, one.name) for one in found))
