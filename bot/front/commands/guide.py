"""`/help`."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front import looking
from bot.front.answers import answer
from bot.front.asking import Asked, Interaction
from bot.front.commands import choices


@app_commands.command(name="help", description=_("How to play, and what I can do"))
@app_commands.describe(topic=_("What you want to know about"))
@app_commands.autocomplete(topic=choices.topics)
async def help_(interaction: Interaction, topic: str = "") -> None:
    """Shows help."""
    await answer(interaction, lambda asked: looking.guide(asked, topic, described(interaction, asked)))


def described(interaction: Interaction, asked: Asked) -> list[tuple[str, str]]:
    """Every command with its description in the person's language."""
    found = interaction.client.tree.walk_commands()
    named = [one for one in found if not isinstance(one, app_commands.Group)]
    return [(one.qualified_name, asked.texts.gettext(one.description)) for one in named]


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (help_,)
