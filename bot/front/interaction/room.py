"""What a room of the front offers to people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import discord

from bot.front.components.message import Button, Message
from bot.front.interaction.commands import AnyCommand, SlashCommand
from bot.front.interaction.desks import Desk
from bot.front.interaction.pressing import Binding
from bot.front.interaction.request import Request
from bot.front.interaction.services import Services
from bot.text import Texts
from engine.game.views import SeatView

Hears = Callable[[discord.Message, Services], Awaitable[bool]]
"""Does something about a message that somebody typed; False if it is about something else."""

TakesMove = Callable[[Request, str], Awaitable[Message | None]]
"""Takes a move of someone who has no game to play it in; None if it is not meant for this either."""
TAKE_MOVES: list[TakesMove] = []
"""Who else takes moves, in the order in which they are asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontRoom:
    """A room's commands, its subcommands of `/game`, and what its buttons, menus and forms do.

    `at_end` makes buttons for the end of a game, from its id; `at_turn` for a turn of a finished game that is looked
    back at, from the game's id and the turn's number; `at_preview` for a move that is tried, from the draft's id,
    unless there is nothing to offer. `at_rack` has notes for below a rack that its player asks for, in the game with
    an id; an empty one says nothing. `hears` are told of messages until one of them has answered.
    `takes_moves` gets moves from `/play` and from direct messages where the person has no game to play them in.
    `desks` are those where moves are composed, by the kind of their subjects.
    """

    commands: tuple[AnyCommand, ...] = ()
    game: tuple[SlashCommand, ...] = ()
    buttons: tuple[Binding, ...] = ()
    at_end: tuple[Callable[[str, Texts], Button], ...] = ()
    hears: tuple[Hears, ...] = ()
    at_turn: tuple[Callable[[str, int, Texts], Button], ...] = ()
    at_preview: tuple[Callable[[str, SeatView, Texts], Button | None], ...] = ()
    at_rack: tuple[Callable[[Request, str], Awaitable[str]], ...] = ()
    takes_moves: tuple[TakesMove, ...] = ()
    desks: Mapping[str, Desk] = field(default_factory=dict)
