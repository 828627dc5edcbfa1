"""All commands: `register` adds those of every feature to a tree, `described` tells what Discord is told of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.front import game_commands
from bot.front.core.commands import AnyCommand
from bot.front.help import commands as help_commands
from bot.front.hints import commands as hints_commands
from bot.front.look import commands as look_commands
from bot.front.play import commands as play_commands
from bot.front.settings import commands as settings_commands
from bot.front.statistics import commands as statistics_commands
from bot.front.variants import commands as variants_commands
from bot.front.words import commands as words_commands

_ROOMS: tuple[Iterable[AnyCommand], ...] = (
    game_commands.COMMANDS,
    play_commands.COMMANDS,
    hints_commands.COMMANDS,
    look_commands.COMMANDS,
    words_commands.COMMANDS,
    help_commands.COMMANDS,
    statistics_commands.COMMANDS,
    variants_commands.COMMANDS,
    settings_commands.COMMANDS,
)


def register(tree: app_commands.CommandTree[Any]) -> None:
    """Adds every command to a tree."""
    for room in _ROOMS:
        for command in room:
            tree.add_command(command)


async def described(translator: app_commands.Translator) -> list[dict[str, Any]]:
    """Every command as Discord is told of it, in a translator's languages."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    register(tree)
    return [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
