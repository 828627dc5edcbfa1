"""The commands, a module for each topic; `register` adds them all to a tree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from discord import app_commands

from bot.front.commands import (
    dictionary,
    drawing,
    game,
    guide,
    helping,
    looking,
    menus,
    moving,
    ranking,
    settings,
    tiles,
    variant,
)

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu

_TOPICS: tuple[Iterable[AnyCommand], ...] = (
    game.COMMANDS,
    moving.COMMANDS,
    helping.COMMANDS,
    drawing.COMMANDS,
    looking.COMMANDS,
    dictionary.COMMANDS,
    guide.COMMANDS,
    ranking.COMMANDS,
    menus.COMMANDS,
    tiles.COMMANDS,
    variant.COMMANDS,
    settings.COMMANDS,
)


def register(tree: app_commands.CommandTree[Any]) -> None:
    """Adds every command to a tree."""
    for topic in _TOPICS:
        for command in topic:
            tree.add_command(command)
