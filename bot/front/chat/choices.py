"""Whom a player can name in `/game chat`, suggested while typing."""

from __future__ import annotations

from discord.app_commands import Choice

from bot.front.chat import actions as chat
from bot.front.core.choices import matching
from bot.front.core.dispatch import which_game
from bot.front.core.errors import FrontError
from bot.front.core.request import Interaction, request_of
from bot.model.errors import ServiceError


async def heard(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The players and servers whose chat is carried here, or could be again."""
    request = request_of(interaction)
    try:
        found = await chat.heard(request, await which_game(request))
    except (FrontError, ServiceError):
        return []
    return matching(typed, ((one.name, one.name) for one in found))
