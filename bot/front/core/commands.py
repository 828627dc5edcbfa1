"""What discord.py takes as a command: a slash command, a group of them, or a menu entry."""

from __future__ import annotations

from typing import Any

from discord import app_commands

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu
"""Anything that a tree of commands takes."""
