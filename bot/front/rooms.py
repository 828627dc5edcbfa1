"""All rooms: their commands, for a tree and as Discord is told of them, and what every button, menu and form does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.front import game_commands
from bot.front.chat import buttons as chat
from bot.front.core.commands import AnyCommand
from bot.front.core.pressing import registry
from bot.front.help import commands as help_
from bot.front.hints import commands as hints
from bot.front.lobby import buttons as lobby
from bot.front.look import commands as look
from bot.front.pause import buttons as pause
from bot.front.play import commands as play
from bot.front.seats import buttons as seats
from bot.front.settings import commands as settings
from bot.front.statistics import commands as statistics
from bot.front.variants import commands as variants
from bot.front.words import commands as words

_COMMANDS: tuple[Iterable[AnyCommand], ...] = (
    game_commands.COMMANDS,
    play.COMMANDS,
    hints.COMMANDS,
    look.COMMANDS,
    words.COMMANDS,
    help_.COMMANDS,
    statistics.COMMANDS,
    variants.COMMANDS,
    settings.COMMANDS,
)

_BUTTONS = (chat, help_, hints, lobby, look, pause, play, seats, settings, statistics, words)
REGISTRY = registry(*(room.BUTTONS for room in _BUTTONS))
"""What each action does."""


def register(tree: app_commands.CommandTree[Any]) -> None:
    """Adds every command to a tree."""
    for room in _COMMANDS:
        for command in room:
            tree.add_command(command)


async def described(translator: app_commands.Translator) -> list[dict[str, Any]]:
    """Every command as Discord is told of it, in a translator's languages."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    register(tree)
    return [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
