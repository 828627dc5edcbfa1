"""`/settings`: what belongs to a channel (ledger K11)."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front import channels
from bot.front.answers import answer
from bot.front.asking import Interaction
from bot.front.commands import choices


class Settings(app_commands.Group):
    """The group `/settings`."""

    def __init__(self) -> None:
        super().__init__(name="settings", description=_("How I behave here"))

    @app_commands.command(description=_("See the settings of this channel, or change one; for moderators"))
    @app_commands.describe(coordinates=_("How rows and columns of new games are named"))
    @app_commands.autocomplete(coordinates=choices.coordinates)
    async def channel(self, interaction: Interaction, coordinates: str = "") -> None:
        """Shows or changes the settings of a channel."""
        await answer(interaction, lambda asked: channels.settings(asked, coordinates))


COMMANDS: tuple[app_commands.Group, ...] = (Settings(),)
