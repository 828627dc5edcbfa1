"""`/help`, and the menu of its topics."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front.help import actions, messages
from bot.front.interaction import choices
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import with_press
from bot.front.interaction.request import Interaction
from bot.service.rights import Right


@needs(Right.ANYONE)
@app_commands.command(name="help", description=_("How to play, and what I can do"))
@app_commands.describe(topic=_("What you want to know about"))
@app_commands.autocomplete(topic=choices.topics)
async def help_(interaction: Interaction, topic: str = "") -> None:
    """Shows help."""
    await answer(interaction, lambda request: actions.guide(request, topic))


FRONT = Front(
    commands=(help_,),
    buttons=(with_press(messages.TOPIC, actions.chosen),),
)
