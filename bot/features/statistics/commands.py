"""`/stats` and `/leaderboard`, whose pages can be turned."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.statistics import actions, messages
from bot.front.interaction import choices
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import edits, with_press
from bot.front.interaction.request import Interaction, name_of
from bot.service.rights import Right
from engine.model.tempo import Tempo


@needs(Right.ANYONE)
@app_commands.command(description=_("See someone's statistics"))
@app_commands.describe(
    player=_("Whose; by default, your own"), versus=_("Someone whose games with that person you want to see")
)
async def stats(
    interaction: Interaction, player: discord.User | None = None, versus: discord.User | None = None
) -> None:
    """Shows a person's figures, or how two people have done against each other."""
    who = player or interaction.user
    one = str(who.id), name_of(who)
    if versus is None or versus.id == who.id:
        await answer(interaction, lambda request: actions.statistics(request, *one))
        return
    other = str(versus.id), name_of(versus)
    await answer(interaction, lambda request: actions.versus(request, one, other))


@needs(Right.ANYONE)
@app_commands.command(description=_("See who plays best in this server"))
@app_commands.describe(language=_("The language of the games"), tempo=_("How fast the games are"))
@app_commands.choices(
    tempo=[
        Choice(name=_("blitz"), value=Tempo.BLITZ.value),
        Choice(name=_("rapid"), value=Tempo.RAPID.value),
        Choice(name=_("slow"), value=Tempo.CORRESPONDENCE.value),
        Choice(name=_("duplicate"), value=Tempo.DUPLICATE.value),
    ]
)
@app_commands.autocomplete(language=choices.tongues)
async def leaderboard(interaction: Interaction, language: str = "", tempo: str = "") -> None:
    """Shows the ratings of this server."""
    await answer(interaction, lambda request: actions.find_leaderboard(request, language, tempo))


@needs(Right.ANYONE)
@app_commands.context_menu(name=_("Game statistics"))
async def figures(interaction: Interaction, person: discord.User) -> None:
    """Shows a person's statistics."""
    await answer(interaction, lambda request: actions.statistics(request, str(person.id), name_of(person)))


FRONT = Front(
    commands=(stats, leaderboard, figures),
    buttons=(edits(messages.LEADERS, actions.leaderboard), with_press(messages.LADDERS, actions.chosen)),
)
