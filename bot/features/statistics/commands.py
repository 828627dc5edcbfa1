"""`/stats` and `/leaderboard`, whose pages can be turned."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.statistics import actions, messages
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs
from bot.front.interaction.pressing import edits
from bot.front.interaction.request import Interaction, name_of
from bot.front.interaction.room import FrontRoom
from bot.service.rights import Right


@needs(Right.ANYONE)
@app_commands.command(description=_("See someone's statistics"))
@app_commands.describe(player=_("Whose; by default, your own"))
async def stats(interaction: Interaction, player: discord.User | None = None) -> None:
    """Shows a person's figures."""
    who = player or interaction.user
    await answer(interaction, lambda request: actions.statistics(request, str(who.id), name_of(who)))


@needs(Right.ANYONE)
@app_commands.command(description=_("See who plays best in this server"))
async def leaderboard(interaction: Interaction) -> None:
    """Shows the ratings of this server."""
    await answer(interaction, actions.leaderboard)


@needs(Right.ANYONE)
@app_commands.context_menu(name=_("Game statistics"))
async def figures(interaction: Interaction, person: discord.User) -> None:
    """Shows a person's statistics."""
    await answer(interaction, lambda request: actions.statistics(request, str(person.id), name_of(person)))


FRONT = FrontRoom(
    commands=(stats, leaderboard, figures),
    buttons=(edits(messages.LEADERS, actions.leaderboard),),
)
