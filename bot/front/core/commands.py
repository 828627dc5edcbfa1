"""What a command is to discord.py: a slash command, a group of them, or an entry in a menu."""

from __future__ import annotations

from typing import Any

from discord import app_commands

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu
"""Anything that a tree of commands takes."""
