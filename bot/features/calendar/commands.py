"""`/calendar`."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.calendar import actions
from bot.front.interaction import choices
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs, only_in_servers
from bot.front.interaction.hooks import Front
from bot.front.interaction.request import Interaction
from bot.service.rights import Right


@needs(Right.ANYONE, options={"switch": Right.MODERATOR})
@app_commands.command(description=_("See what is coming up in this server"))
@app_commands.describe(switch=_("Whether I show it as events of this server"))
@app_commands.choices(switch=choices.SWITCH)
@only_in_servers
async def calendar(interaction: Interaction, switch: str = "") -> None:
    """Shows the calendar, or switches its events."""
    permitted = interaction.app_permissions.create_events
    await answer(interaction, lambda request: actions.calendar(request, switch, permitted=permitted))


FRONT = Front(commands=(calendar,))
