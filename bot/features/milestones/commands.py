"""`/milestones`, and the buttons of its panels."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.milestones import actions, messages
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import edits
from bot.front.interaction.request import Interaction
from bot.service.rights import Right


class MilestoneCommands(app_commands.Group):
    """The group `/milestones`."""

    def __init__(self) -> None:
        super().__init__(name="milestones", description=_("What people have reached in their games"))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See your milestones, and choose which ones I announce"))
    async def mine(self, interaction: Interaction) -> None:
        """Shows the person's milestones."""
        await answer(interaction, actions.mine)

    @needs(Right.MODERATOR)
    @app_commands.command(description=_("Choose which milestones I announce in this server"))
    async def server(self, interaction: Interaction) -> None:
        """Shows which milestones are told here."""
        await answer(interaction, actions.server)


FRONT = Front(
    commands=(MilestoneCommands(),),
    buttons=(edits(messages.MINE, actions.switch_mine), edits(messages.SERVER, actions.switch_server)),
)
