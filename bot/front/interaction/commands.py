"""The types of commands in discord.py, and the rights that a command needs, which its row declares (`slash.py`).

`gate` reads them from the command itself; a command that declares none is not answered. The rights of
buttons, menus and forms are in `bot.front.components.buttons`. A table in bot/README.md lists the rights of commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from discord import app_commands

from bot.front.components.custom_ids import Rights
from bot.model.errors import UnknownAction
from bot.service.rights import Right

SlashCommand = app_commands.Command[Any, ..., Any]
"""A slash command, alone or in a group."""
AnyCommand = SlashCommand | app_commands.Group | app_commands.ContextMenu
"""Anything that a tree of commands takes."""

only_in_servers = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
"""Keeps a command or a group from being offered elsewhere; `guild_only` yields to what the tree allows."""

C = TypeVar("C", bound=SlashCommand | app_commands.ContextMenu)


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


def needs(*rights: Right, options: Mapping[str, Right] | None = None, finds_paused: bool = False) -> Callable[[C], C]:
    """Declare what a command needs. Put this above its `app_commands.command`."""

    def declare(command: C) -> C:
        command.extras[Needs] = Needs(rights, options or {}, finds_paused)
        return command

    return declare


def needs_of(command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | None) -> Needs:
    """What a command needs. Raises `UnknownAction` if it does not declare that."""
    found = command.extras.get(Needs) if command else None
    if not isinstance(found, Needs):
        raise UnknownAction
    return found
