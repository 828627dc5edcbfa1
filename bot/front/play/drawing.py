"""Tiles drawn by hand."""

from __future__ import annotations

from discord import app_commands

from bot.front.components.message import Message
from bot.front.interaction.dispatch import submit
from bot.front.interaction.request import Request
from bot.front.look import actions as look
from engine.game import commands as cmd

Count = app_commands.Range[int, 1, 60]


async def draw(request: Request, game: str, count: Count | None = None) -> Message:
    """Show the face-down tiles to pick, or pick that many of them."""
    if count is None:
        return await look.rack(request, game)
    return await pick(request, game, count)


async def pick(request: Request, game: str, count: int | None, seat: int | None = None) -> Message:
    """Pick that many tiles, or all that are due if None, and show the rack with those still to pick."""
    await submit(request, game, cmd.Draw(request.person.id, count, seat))
    return await look.rack(request, game, seat=seat)
