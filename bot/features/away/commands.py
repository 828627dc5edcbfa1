"""`/away`, and the button with which people come back."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.away import actions, messages
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import edits
from bot.front.interaction.request import Interaction
from bot.service.rights import Right

LONGEST = 365


@needs(Right.ANYONE)
@app_commands.command(description=_("Stop your clocks in games with long turns while you are away"))
@app_commands.describe(
    days=_("For how many days you are away"), starting=_("In how many days this starts; by default, now")
)
async def away(
    interaction: Interaction,
    days: app_commands.Range[int, 1, LONGEST] | None = None,
    starting: app_commands.Range[int, 0, LONGEST] | None = None,
) -> None:
    """Goes away, or says whether the person is away."""
    await answer(interaction, lambda request: actions.away(request, days or 0, starting))


FRONT = Front(commands=(away,), buttons=(edits(messages.BACK, actions.come_back),))
