"""The types of commands in discord.py, and the rights that a command needs, which its row declares (`slash.py`).

`gate` reads them from the command itself; a command that declares none is not answered. The rights of
buttons, menus and forms are in `bot.front.components.buttons`. A table in bot/README.md lists the rights of commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

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
