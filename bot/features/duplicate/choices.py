"""Values offered for the options of duplicates."""

from __future__ import annotations

from discord.app_commands import Choice

from bot.features.duplicate.values import DAY, SECOND, USUAL
from bot.front.interaction.choices import matching
from bot.front.interaction.request import Interaction, texts_of
from bot.text.clocks import length_text

MINUTE = 60 * SECOND
OFFERED = (USUAL, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 60 * MINUTE, 720 * MINUTE, DAY)
"""The lengths of rounds on offer, in milliseconds; people can also type any number of seconds."""


async def times(interaction: Interaction, typed: str | int) -> list[Choice[int]]:
    """Lengths of a round, in seconds."""
    texts = await texts_of(interaction)
    offered = ((length_text(one, texts), str(one // SECOND)) for one in OFFERED)
    found = [Choice(name=one.name, value=int(one.value)) for one in matching(str(typed), offered)]
    own = int(typed) if str(typed).isdecimal() and len(str(typed)) < 6 else 0
    return found or ([Choice(name=length_text(own * SECOND, texts), value=own)] if own else [])
