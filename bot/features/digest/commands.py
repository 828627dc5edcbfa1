"""`/digest`."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.digest import actions
from bot.features.digest.choices import spoken
from bot.front.interaction import choices
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs, only_in_servers
from bot.front.interaction.hooks import Front
from bot.front.interaction.request import Interaction
from bot.service.rights import Right


@needs(Right.ANYONE, options={"switch": Right.MODERATOR})
@app_commands.command(description=_("See what has happened in this server lately"))
@app_commands.describe(
    switch=_("Whether I post it in this channel once a week"),
    language=_("The language of the digest; without it, the channel's"),
)
@app_commands.choices(switch=choices.SWITCH)
@app_commands.autocomplete(language=spoken)
@only_in_servers
async def digest(interaction: Interaction, switch: str = "", language: str = "") -> None:
    """Shows the latest days, or chooses where they are posted."""
    await answer(interaction, lambda request: actions.digest(request, switch, language))


FRONT = Front(commands=(digest,))
