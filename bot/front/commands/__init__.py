"""The slash commands, a module for each topic; `register` adds them all to a tree."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.front.commands import game, guide, looking, menus, moving, ranking


def register(tree: app_commands.CommandTree[Any]) -> None:
    """Adds every command to a tree."""
    tree.add_command(game.Game())
    for command in (*moving.COMMANDS, *looking.COMMANDS, *guide.COMMANDS, *ranking.COMMANDS, *menus.COMMANDS):
        tree.add_command(command)
