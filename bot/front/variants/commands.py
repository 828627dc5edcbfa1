"""`/variant` with its subcommands: boards and tile sets, and those that a server adds."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front.interaction import choices
from bot.front.interaction.answering import answer, counted
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.request import Interaction
from bot.front.variants import actions
from bot.limits import Limit
from bot.service.rights import Right


class VariantCommands(app_commands.Group):
    """The group `/variant`."""

    def __init__(self) -> None:
        super().__init__(name="variant", description=_("Boards and tiles to play with"))

    @needs(Right.ANYONE)
    @app_commands.command(name="list", description=_("See all boards and tile sets"))
    async def list_all(self, interaction: Interaction) -> None:
        """Lists the variants."""
        await answer(interaction, actions.show_list)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See the board and tiles of a variant"))
    @app_commands.describe(name=_("The variant"))
    @app_commands.autocomplete(name=choices.variants)
    async def show(self, interaction: Interaction, name: str) -> None:
        """Shows a variant."""
        await answer(interaction, lambda request: actions.show(request, name))

    @needs(Right.VARIANTS)
    @app_commands.command(description=_("Add a variant to this server"))
    @app_commands.describe(file=_("A TOML file that describes it"))
    async def load(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Loads a variant."""
        await answer(interaction, counted(Limit.IMPORTS, lambda request: actions.load(request, file)))

    @needs(Right.VARIANTS)
    @app_commands.command(description=_("Remove a variant of this server"))
    @app_commands.describe(name=_("The variant"))
    @app_commands.autocomplete(name=choices.own_variants)
    async def remove(self, interaction: Interaction, name: str) -> None:
        """Removes a variant."""
        await answer(interaction, lambda request: actions.remove(request, name))


FRONT = Front(
    commands=(VariantCommands(),),
)
