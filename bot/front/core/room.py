"""What a room of the front offers to people."""

from __future__ import annotations

from dataclasses import dataclass

from bot.front.core.commands import AnyCommand, SlashCommand
from bot.front.core.pressing import Binding


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontRoom:
    """A room's commands, its subcommands of `/game`, and what its buttons, menus and forms do."""

    commands: tuple[AnyCommand, ...] = ()
    game: tuple[SlashCommand, ...] = ()
    buttons: tuple[Binding, ...] = ()
