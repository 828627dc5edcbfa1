"""Threads that the bot creates for games, and why it cannot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import discord

from bot.front.interaction.request import Interaction
from bot.front.posting.discord_errors import FORBIDDEN, LOST
from bot.front.posting.mailbox import LONGEST_THREAD_NAME
from bot.model.errors import (
    BotError,
    GamesNeedMyThreads,
    GamesNeedThreads,
    GamesNeedYourThreads,
    NoThread,
    NoThreadNow,
    NoThreadsHere,
    ThreadNotYours,
    TooManyThreads,
)
from bot.model.games import Place
from bot.text.names import shortened

FULL = frozenset({160006, 160007})
"""Too many active threads, or too many of them in announcement channels."""
OTHER_KIND = 50024
"""The channel's kind has no threads."""
LACKS = frozenset({50001, FORBIDDEN})


def _refusal(error: Exception) -> BotError:
    """Why Discord refused to create a thread."""
    code = error.code if isinstance(error, discord.HTTPException) else None
    if code in FULL:
        return TooManyThreads()
    if code == OTHER_KIND:
        return NoThreadsHere()
    return NoThread() if code in LACKS else NoThreadNow()


def check_thread(interaction: Interaction) -> None:
    """Raises `NoThreadsHere`, `ThreadNotYours` and `NoThread` if no thread can be created for the asker."""
    if not isinstance(interaction.channel, discord.TextChannel):
        raise NoThreadsHere
    if not interaction.permissions.create_public_threads:
        raise ThreadNotYours
    own = interaction.app_permissions
    if not (own.create_public_threads and own.send_messages_in_threads):
        raise NoThread


def check_threads(interaction: Interaction) -> None:
    """The same where every game is opened in a thread. Raises `GamesNeedThreads` and its kind."""
    try:
        check_thread(interaction)
    except NoThreadsHere:
        raise GamesNeedThreads from None
    except ThreadNotYours:
        raise GamesNeedYourThreads from None
    except NoThread:
        raise GamesNeedMyThreads from None


@asynccontextmanager
async def thread_in(interaction: Interaction, name: str) -> AsyncIterator[Place]:
    """A new thread of the channel for a game; removed again if the game is not opened.

    Raises as `check_thread`, and `TooManyThreads` and `NoThreadNow` if Discord refuses.
    """
    check_thread(interaction)
    assert isinstance(interaction.channel, discord.TextChannel)
    async with thread_of(interaction.channel, name) as place:
        yield place


async def new_thread(channel: discord.TextChannel, name: str) -> discord.Thread:
    """A new thread, which stays. Raises `NoThread`, `TooManyThreads` and `NoThreadNow`."""
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    try:
        return await channel.create_thread(name=shortened(name, LONGEST_THREAD_NAME), type=kind)
    except LOST as error:
        raise _refusal(error) from error


def own_thread(channel: discord.TextChannel, name: str) -> discord.Thread | None:
    """An open thread of that name that the bot has created; None if there is none."""
    name, me = shortened(name, LONGEST_THREAD_NAME), channel.guild.me
    own = (thread for thread in channel.threads if me is not None and thread.owner_id == me.id)
    return next((thread for thread in own if thread.name == name), None)


@asynccontextmanager
async def thread_of(channel: discord.TextChannel, name: str) -> AsyncIterator[Place]:
    """A new thread for a game, whoever may create one; else as `thread_in`."""
    thread = await new_thread(channel, name)
    try:
        yield Place(channel.guild.id, thread.id, channel.id)
    except BaseException:
        await _put_away(thread)
        raise


async def _put_away(thread: discord.Thread) -> None:
    """Delete an unused thread; archive it if the bot may not delete it."""
    with suppress(*LOST):
        try:
            await thread.delete()
        except discord.Forbidden:
            await thread.edit(archived=True)
