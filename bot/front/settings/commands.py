"""`/settings`: of a person, a channel, a server."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front.core import choices
from bot.front.core.answering import answer
from bot.front.core.message import Message
from bot.front.core.request import Interaction, Request
from bot.front.settings import actions
from bot.front.settings.preferences import Scope


class SettingsCommands(app_commands.Group):
    """The group `/settings`."""

    def __init__(self) -> None:
        super().__init__(name="settings", description=_("How I behave here"))

    @app_commands.command(description=_("Language, notifications, colours and more, for yourself"))
    async def mine(self, interaction: Interaction) -> None:
        """Shows the person's own settings."""
        await answer(interaction, lambda request: actions.panel(request, Scope.MINE))

    @app_commands.command(description=_("See the settings of this channel, or change one"))
    @app_commands.describe(coordinates=_("How rows and columns of new games are named"))
    @app_commands.autocomplete(coordinates=choices.coordinates)
    async def channel(self, interaction: Interaction, coordinates: str = "") -> None:
        """Shows the settings of the channel, after changing its coordinates if some were named."""

        async def work(request: Request) -> Message:
            if not coordinates:
                return await actions.panel(request, Scope.CHANNEL)
            return await actions.change(request, Scope.CHANNEL, "coordinates", coordinates.strip().lower())

        await answer(interaction, work)

    @app_commands.command(description=_("See the settings of this server, or change one"))
    async def server(self, interaction: Interaction) -> None:
        """Shows the settings of the server."""
        await answer(interaction, lambda request: actions.panel(request, Scope.SERVER))


COMMANDS: tuple[app_commands.Group, ...] = (SettingsCommands(),)
