"""Values offered for the options of challenges."""

from __future__ import annotations

from discord.app_commands import Choice

from bot.features.seeks import actions
from bot.front.interaction.choices import matching
from bot.front.interaction.request import Interaction, request_of
from bot.model.errors import BotError
from bot.text.names import clean


async def foreigners(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """For moderators, those whose challenges from other servers are listed in this one."""
    request = request_of(interaction)
    try:
        found = await actions.foreigners(request) if request.manages else {}
    except BotError:
        return []
    return matching(typed, ((clean(name), person) for person, name in found.items()))
