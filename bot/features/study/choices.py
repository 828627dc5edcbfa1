"""Values offered for the options of word study."""

from __future__ import annotations

from discord.app_commands import Choice

from bot.features.study.sessions import Study
from bot.features.study.text import deck_title
from bot.front.interaction.choices import matching
from bot.front.interaction.request import Interaction, services_of, texts_of


async def drills(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The lists of word study."""
    texts, decks = await texts_of(interaction), services_of(interaction).of(Study).decks
    return matching(typed, ((deck_title(deck, texts), deck.value) for deck in decks))
