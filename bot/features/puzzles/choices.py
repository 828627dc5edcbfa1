"""Values offered for the options of puzzles."""

from __future__ import annotations

from discord.app_commands import Choice

from bot.features.puzzles import PuzzleServices
from bot.front.interaction.choices import matching
from bot.front.interaction.request import Interaction, services_of, texts_of
from bot.text.option_titles import offered_title


async def languages(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The languages that have puzzles."""
    texts, codes = await texts_of(interaction), services_of(interaction).of(PuzzleServices).puzzles.languages()
    return matching(typed, ((offered_title("language", code, texts), code) for code in codes))
