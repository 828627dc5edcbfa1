"""What a room of the front offers to people, and to the other rooms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

import discord

from bot.front.components.message import Button, Message
from bot.front.interaction.playables import Composable
from bot.front.interaction.pressing import Binding, Press, Registry
from bot.front.interaction.request import Request, Services
from bot.front.interaction.slash import AnyRow
from bot.service.rights import Right
from bot.text import Texts
from bot.text.help import Topics
from bot.text.refusals.facts import Wordings
from engine.game.state import Setup
from engine.game.views import SeatView

Hears = Callable[[discord.Message, Services], Awaitable[bool]]
"""Does something about a message that somebody typed; False if it is about something else."""

Arrives = Callable[[discord.Guild, Services], Awaitable[None]]
"""Does something about a server that the bot is in, perhaps since a moment ago."""

AtEnd = Callable[[str, Texts], Button]
"""Makes a button for the end of a game, from its id."""
AtTurn = Callable[[str, int, Texts], Button]
"""Makes a button for a turn of a finished game that is looked back at, from the game's id and the turn's number."""
Pastime = Callable[[Texts, bool], Button]
"""Makes a button for something that anyone can do, for those who ask what there is, in direct messages or elsewhere."""


@dataclass(frozen=True, slots=True)
class Joinable:
    """Something in a place that people join and leave, with the custom ids of the buttons that do so.

    `is_open` says whether the person could join now, `takes_part` whether they could leave. The title is without
    markdown.
    """

    title: str
    join: str
    leave: str
    is_open: bool
    takes_part: bool


FindsJoinables = Callable[[Request], Awaitable[Sequence[Joinable]]]
"""Finds what can be joined or left where a request was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingPage:
    """Something that a server or a person sets on a page of its own, among all their settings.

    `state` says in a few words how it is set, such as where it posts; empty if it is off. Either moderators `switch` it
    on in the place of the request, or off, or a `page` has what changes it, for people with the right that it `needs`.
    What is switched on holds for that channel, or for the whole server if it is `everywhere`, and what is posted there
    again and again mostly `keeps_hour`. `tells` is what moderators have to know before they switch it on, and
    `asks_off` what would be lost by switching it off now, as a question; empty for nothing.
    """

    name: str
    title: Callable[[Texts], str]
    about: Callable[[Texts], str]
    state: Callable[[Request], Awaitable[str]]
    needs: Right = Right.ANYONE
    page: Callable[[Request], Awaitable[Message]] | None = None
    switch: Callable[[Request, Press, bool], Awaitable[Message]] | None = None
    everywhere: bool = False
    keeps_hour: bool = False
    tells: Callable[[Texts], str] | None = None
    asks_off: Callable[[Request], Awaitable[str]] | None = None


AtPreview = Callable[[str, SeatView, Texts], Button | None]
"""Makes a button for a move that is tried, from the draft's id; None if there is nothing to offer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """A room's commands, and what its buttons, menus and forms do.

    `at_rack` has notes for below a rack that its player asks for, in the game with an id; an empty one says nothing.
    `hears` are told of messages until one of them has answered, and `arrives` of servers that the bot finds itself in:
    at each start, and when it comes into one. `offers` are buttons for those who ask what there is to do.
    `playables` are what moves are composed for, by the kind of subject; where a person has no game, moves and commands
    are for what an `OtherPlayable` has open. `plays_here` tells with which board and tiles something else than a game
    is played where a request was made. `around` are buttons for what goes on in a server, below its lists of games
    and of people. `joinables` find what `/join` and `/leave` are about. `server_pages` and `own_pages` are settings of
    servers and of people.
    """

    commands: tuple[AnyRow, ...] = ()
    buttons: tuple[Binding, ...] = ()
    at_end: tuple[AtEnd, ...] = ()
    hears: tuple[Hears, ...] = ()
    arrives: tuple[Arrives, ...] = ()
    offers: tuple[Pastime, ...] = ()
    at_turn: tuple[AtTurn, ...] = ()
    at_preview: tuple[AtPreview, ...] = ()
    at_rack: tuple[Callable[[Request, str], Awaitable[str]], ...] = ()
    playables: Mapping[str, Composable] = field(default_factory=dict)
    around: tuple[Callable[[Texts], Button], ...] = ()
    joinables: tuple[FindsJoinables, ...] = ()
    server_pages: tuple[SettingPage, ...] = ()
    own_pages: tuple[SettingPage, ...] = ()
    plays_here: tuple[Callable[[Request], Awaitable[Setup | None]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontHooks:
    """What all rooms and features of one bot add to the answers and messages of each other, for all that ask.

    `front` is what the rooms offer together, and `buttons` has its bindings by the names of their actions. `commands`
    are the names of all commands, with their English descriptions. `topics` are those of `/help`, `wordings` the words
    for refusals of features.
    """

    front: Front = Front()
    buttons: Registry = field(default_factory=dict)
    commands: Sequence[tuple[str, str]] = ()
    topics: Topics = field(default_factory=Topics)
    wordings: Wordings = field(default_factory=dict)
