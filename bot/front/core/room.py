"""What a room of the front offers to people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.front.core.commands import AnyCommand, SlashCommand
from bot.front.core.message import Button
from bot.front.core.pressing import Binding
from bot.text import Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontRoom:
    """A room's commands, its subcommands of `/game`, and what its buttons, menus and forms do.

    `at_end` makes buttons for the end of a game, from its id; `at_turn` for a turn of a finished game that is looked
    back at, from the game's id and the turn's number.
    """

    commands: tuple[AnyCommand, ...] = ()
    game: tuple[SlashCommand, ...] = ()
    buttons: tuple[Binding, ...] = ()
    at_end: tuple[Callable[[str, Texts], Button], ...] = ()
    at_turn: tuple[Callable[[str, int, Texts], Button], ...] = ()
