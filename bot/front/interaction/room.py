"""What a room of the front offers to people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import discord

from bot.front.components.message import Button
from bot.front.interaction.commands import AnyCommand, SlashCommand
from bot.front.interaction.playables import Playable
from bot.front.interaction.pressing import Binding
from bot.front.interaction.request import Request
from bot.front.interaction.services import Services
from bot.text import Texts
from engine.game.state import Setup
from engine.game.views import SeatView

Hears = Callable[[discord.Message, Services], Awaitable[bool]]
"""Does something about a message that somebody typed; False if it is about something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontRoom:
    """A room's commands, its subcommands of `/game`, and what its buttons, menus and forms do.

    `at_end` makes buttons for the end of a game, from its id; `at_turn` for a turn of a finished game that is looked
    back at, from the game's id and the turn's number; `at_preview` for a move that is tried, from the draft's id,
    unless there is nothing to offer. `at_rack` has notes for below a rack that its player asks for, in the game with
    an id; an empty one says nothing. `hears` are told of messages until one of them has answered.
    `playables` are what moves are composed for, by the kind of subject; where a person has no game, moves and commands
    are for what an `OtherPlayable` has open. `plays_here` tells with which board and tiles something else than a game
    is played where a request was made.
    """

    commands: tuple[AnyCommand, ...] = ()
    game: tuple[SlashCommand, ...] = ()
    buttons: tuple[Binding, ...] = ()
    at_end: tuple[Callable[[str, Texts], Button], ...] = ()
    hears: tuple[Hears, ...] = ()
    at_turn: tuple[Callable[[str, int, Texts], Button], ...] = ()
    at_preview: tuple[Callable[[str, SeatView, Texts], Button | None], ...] = ()
    at_rack: tuple[Callable[[Request, str], Awaitable[str]], ...] = ()
    playables: Mapping[str, Playable] = field(default_factory=dict)
    plays_here: tuple[Callable[[Request], Awaitable[Setup | None]], ...] = ()
