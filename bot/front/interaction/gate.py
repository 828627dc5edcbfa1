"""The gate: the rights that commands declare, and work that begins only once the person is sure to have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import discord
from discord import app_commands

from bot.front.components.buttons import Rights, read_id
from bot.front.components.message import Message
from bot.front.interaction.dispatch import pass_host, which_game
from bot.front.interaction.playables import shown_elsewhere
from bot.front.interaction.request import Interaction, Request, RequestWork, services_of
from bot.logs import note_game
from bot.model.errors import UnknownAction
from bot.service.rights import OF_A_GAME, Right
from bot.service.saving import pauses
from engine.errors import OnlyHost, OnlyHostDecides

SlashCommand = app_commands.Command[Any, ..., Any]
"""A slash command, alone or in a group."""


@dataclass(frozen=True, slots=True)
class Needs:
    """The rights that a command needs.

    `options` maps an option to the further right that it needs. A key such as `list:server` maps to the only right that
    the command needs with that value. `finds_paused` says that the command is about a paused game, named in its
    option `name`.
    """

    rights: Rights
    options: Mapping[str, Right] = field(default_factory=dict)
    finds_paused: bool = False

    def given(self, options: Mapping[str, object]) -> Rights:
        """The rights that the command needs with these options."""
        return tuple(self._given(options))

    def _given(self, options: Mapping[str, object]) -> Iterator[Right]:
        instead = [self.options[key] for name, value in options.items() if (key := f"{name}:{value}") in self.options]
        yield from instead or self.rights
        yield from (self.options[name] for name in options if name in self.options)


def needs_of(command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | None) -> Needs:
    """What a command needs. Raises `UnknownAction` if it does not declare that."""
    found = command.extras.get(Needs) if command else None
    if not isinstance(found, Needs):
        raise UnknownAction
    return found


@dataclass(frozen=True, slots=True)
class Invocation:
    """What someone used: the rights it needs, and what it is about.

    `about` is the game or draft that a button names. For a command, `name` is its name, `options` are its options and
    `paused` says that it is about a paused game.
    """

    rights: Rights
    about: str = ""
    options: Mapping[str, object] | None = None
    paused: bool = False
    name: str = ""

    @property
    def finds_game(self) -> bool:
        """Whether it is a command about the game of its place."""
        named = self.options is None or self.paused or self.options.get("code")
        return not named and any(right in OF_A_GAME for right in self.rights)


def guarded(interaction: Interaction, work: RequestWork) -> RequestWork:
    """The work, preceded by the check of the rights that the interaction needs."""

    async def checked(request: Request) -> Message | None:
        used = invoked(interaction)
        if used.finds_game and (shown := await shown_elsewhere(request, used.name, seated=used.rights[0] in _SEATED)):
            return shown
        admitted = await admit(request, used)
        # A person who has a right of a game has shown that the game exists.
        if any(right in OF_A_GAME for right in used.rights) and (game := admitted.game or used.about):
            note_game(game)
        return await work(admitted)

    return checked


def invoked(interaction: Interaction) -> Invocation:
    """What an interaction uses. Raises `UnknownAction` if it is not declared."""
    if interaction.type is discord.InteractionType.application_command:
        return _command(interaction)
    data: Any = interaction.data or {}
    requested = read_id(str(data.get("custom_id", "")), services_of(interaction).hooks.buttons)
    if requested is None:
        raise UnknownAction
    return Invocation(requested.rights, requested.payload.about)


def named_game(interaction: Interaction) -> str | None:
    """The game that a button or form names; it may not exist, since some name a draft or nothing."""
    if interaction.type is discord.InteractionType.application_command:
        return None
    try:
        return invoked(interaction).about or None
    except UnknownAction:
        return None


_SEATED = (Right.PLAYER, Right.ON_TURN)
"""Rights of commands that nobody without a seat uses."""


def _command(interaction: Interaction) -> Invocation:
    needs, options = needs_of(interaction.command), dict(iter(interaction.namespace))
    name = interaction.command.qualified_name if interaction.command else ""
    return Invocation(needs.given(options), options=options, paused=needs.finds_paused, name=name)


async def admit(request: Request, used: Invocation) -> Request:
    """The request with the game that it is about, once its person is known to have every right that it needs.

    Raises as `Permissions.require` and `which_game`.
    """
    about = used.about
    if used.options is not None and any(right in OF_A_GAME for right in used.rights):
        about = await _meant(request, used.options, paused=used.paused)
        request = replace(request, game=about)
    for right in used.rights:
        await require(request, right, about)
    return request


async def require(request: Request, right: Right, about: str = "") -> None:
    """Require a right of the person, who may follow a host who is gone. Raises as `Permissions.require`."""
    allow = request.services.permissions.require
    try:
        await allow(request.member, right, about, request.known)
    except (OnlyHost, OnlyHostDecides):
        if not await pass_host(request, about):
            raise
        await allow(request.member, right, about, request.known)


async def _meant(request: Request, options: Mapping[str, object], *, paused: bool) -> str:
    """The game that a command is about: by its code, among the paused ones, else by the place."""
    if request.game is not None:
        return request.game
    if code := str(options.get("code", "")).strip().lower():
        return code
    if paused:
        return (await pauses.find(request.services.games, request.place, str(options.get("name", "")))).game
    return await which_game(request)
