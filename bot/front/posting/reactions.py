"""Reactions to moves that people type: one after the other in each channel, and dropped rather than late.

Nothing waits for a reaction: the move is played before it is asked for, and Discord counts reactions apart from
messages.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from enum import StrEnum

import discord

from bot.front.posting.discord_errors import LOST

MOST_REACTIONS = 4
CHANNELS = 20

_log = logging.getLogger(__name__)


class Reaction(StrEnum):
    """What a reaction to a typed move says."""

    PLAYED = "✅"
    REFUSED = "❓"


class Reactions:
    """Puts reactions on messages where the bot may."""

    def __init__(self) -> None:
        self._waiting: dict[int, deque[tuple[discord.Message, Reaction, Reaction | None]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, message: discord.Message, reaction: Reaction, instead: Reaction | None = None) -> bool:
        """React to a message soon, `instead` of another reaction; False if the bot may not, or if too many wait."""
        if not may_react(message):
            return False
        channel = message.channel.id
        waiting = self._waiting.get(channel)
        if waiting is not None and len(waiting) < MOST_REACTIONS:
            waiting.append((message, reaction, instead))
        elif waiting is None and len(self._waiting) < CHANNELS:
            self._waiting[channel] = deque([(message, reaction, instead)])
            task = asyncio.create_task(self._react_in(channel))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            return False
        return True

    def close(self) -> None:
        """Drop what waits."""
        for task in self._tasks:
            task.cancel()

    async def _react_in(self, channel: int) -> None:
        waiting = self._waiting[channel]
        try:
            while waiting:
                message, reaction, instead = waiting[0]
                await message.add_reaction(reaction.value)
                waiting.popleft()
                if instead and message.guild and message.guild.me:
                    await message.remove_reaction(instead.value, message.guild.me)
        except LOST as error:
            _log.info("A reaction was lost: %s", type(error).__name__)
        finally:
            del self._waiting[channel]


def may_react(message: discord.Message) -> bool:
    """Whether the bot may react to a message in a server; it answers direct messages in words."""
    if message.guild is None or message.guild.me is None:
        return False
    try:
        held = message.channel.permissions_for(message.guild.me)
    except discord.ClientException:  # a thread whose channel is unknown
        return False
    return held.add_reactions and held.read_message_history
