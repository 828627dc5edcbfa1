"""Values offered for the options of digests."""

from __future__ import annotations

from discord.app_commands import Choice

from bot.front.interaction.choices import matching
from bot.front.interaction.request import Interaction, texts_of
from bot.text.option_titles import offered_title
from bot.text.texts import languages


async def spoken(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The languages that the bot speaks."""
    texts = await texts_of(interaction)
    return matching(typed, ((offered_title("language", code, texts), code) for code in languages()))
