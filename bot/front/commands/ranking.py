"""`/stats` and `/leaderboard`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front import ranking
from bot.front.answers import answer
from bot.front.asking import Interaction


@app_commands.command(description=_("See somebody's games in figures"))
@app_commands.describe(player=_("Whose; your own if you leave this out"))
async def stats(interaction: Interaction, player: discord.User | None = None) -> None:
    """Shows a person's figures."""
    who = player or interaction.user
    await answer(interaction, lambda asked: ranking.statistics(asked, str(who.id), who.display_name))


@app_commands.command(description=_("See who plays best in this server"))
async def leaderboard(interaction: Interaction) -> None:
    """Shows the ratings of this server."""
    await answer(interaction, ranking.leaderboard)


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (stats, leaderboard)
