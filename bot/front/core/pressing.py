"""Buttons and menus that work for ever: what was pressed is read from the custom id alone, after any restart.

Each feature declares what its actions do with `@pressed` and `@opens`; one dynamic item receives them all.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Self

import discord

from bot.front.core.answering import answer, insist
from bot.front.core.buttons import Target, anything
from bot.front.core.errors import UnknownAction
from bot.front.core.message import Message
from bot.front.core.posting import LOST
from bot.front.core.request import Interaction, Request
from bot.text import Texts, texts_for

_log = logging.getLogger(__name__)
_NUMBER = re.compile(r"[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Pressed:
    """A pressed button or a chosen option: what it is about, what was chosen, and the message it is on."""

    target: Target
    values: tuple[str, ...] = ()
    message: discord.Message | None = None

    @property
    def value(self) -> str:
        """The option chosen. Raises `UnknownAction` where none was: this bot makes no menu that can be left empty."""
        if not self.values:
            raise UnknownAction
        return self.values[0]

    def number(self, before: str = "") -> int:
        """The number that the option chosen stands for, after a word. Raises `UnknownAction` where it is none."""
        number = self.value.removeprefix(before)
        if not _NUMBER.fullmatch(number):
            raise UnknownAction
        return int(number)


Handler = Callable[[Request, Pressed], Awaitable[Message | None]]
Opener = Callable[[Texts, Target], discord.ui.Modal]

_handlers: dict[str, tuple[Handler, bool]] = {}
_openers: dict[str, Opener] = {}


def pressed(action: str, *, in_place: bool = False) -> Callable[[Handler], Handler]:
    """Makes a function the answer to an action; `in_place` replaces the private message with the button."""

    def register(handler: Handler) -> Handler:
        _handlers[action] = (handler, in_place)
        return handler

    return register


def opens(action: str) -> Callable[[Opener], Opener]:
    """Makes a function the factory of the modal that an action opens; it knows nothing but the button."""

    def register(opener: Opener) -> Opener:
        _openers[action] = opener
        return opener

    return register


class PressedItem(discord.ui.DynamicItem[discord.ui.Item[Any]], template=anything()):
    """Receives every button and select menu of this bot."""

    def __init__(self, item: discord.ui.Item[Any], target: Target) -> None:
        super().__init__(item)
        self.target = target

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The item that a custom id describes."""
        return cls(item, Target(match["action"], match["game"], int(match["turn"])))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open the action's modal, or do what it asks."""
        if opener := _openers.get(self.target.action):
            await _open(interaction, opener(texts_for(str(interaction.locale)), self.target))
            return
        handler, in_place = _handlers.get(self.target.action, (_unknown, False))
        data: Any = interaction.data or {}
        values = tuple(map(str, data.get("values", ())))
        press = Pressed(self.target, values, interaction.message)
        await answer(
            interaction, lambda request: handler(request, press), in_place=in_place and _is_private(interaction)
        )


def _is_private(interaction: Interaction) -> bool:
    """Whether the button is on a message that nobody else sees; an answer takes the place of no other message."""
    return interaction.guild_id is None or bool(interaction.message and interaction.message.flags.ephemeral)


async def _open(interaction: Interaction, modal: discord.ui.Modal) -> None:
    # A stopped modal is not kept in memory: its submission is found by its custom id, even after a restart.
    modal.stop()
    try:
        await insist(lambda: interaction.response.send_modal(modal))
    except LOST as error:
        _log.warning("A modal could not be opened: %s", type(error).__name__)


async def _unknown(_: Request, __: Pressed) -> Message:
    raise UnknownAction
