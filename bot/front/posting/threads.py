"""Threads of games: created, found again, named after the players, and put away a while after the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import discord

from bot.front.components.message import Message
from bot.front.posting.composers import Announcement
from bot.front.posting.discord_errors import FORBIDDEN, LOST, refusals
from bot.front.posting.mailbox import LONGEST_THREAD_NAME, Mailbox
from bot.model.deliveries import SHOWS_GAME, Target, TargetKind
from bot.model.errors import BotError, NoThread, NoThreadNow, NoThreadsHere, TooManyThreads, describe
from bot.model.games import Cause, GamePhase, GameSummary, Place
from bot.model.profiles import ChannelProfile
from bot.service.games import Games
from bot.service.ports import Clock
from bot.service.sending.fanout import ARCHIVE_WAIT
from bot.store.outbox import Outbox
from bot.store.people import PeopleStore
from bot.text.games import thread_name
from bot.text.names import shortened
from engine.errors import EngineError
from engine.game.state import GameState

FULL = frozenset({160006, 160007})
"""Too many active threads, or too many of them in announcement channels."""
OTHER_KIND = 50024
"""The channel's kind has no threads."""
LACKS = frozenset({50001, FORBIDDEN})
HAS_THREAD = 160004
"""The message has a thread already, which has the same id."""
THREAD_SECONDS = 5.0
"""How long the beginning of a game waits for its thread at most."""

BEGUN_WITHOUT: tuple[type[Exception], ...] = (BotError, TimeoutError, *LOST)
"""What keeps a game from going on in a thread, which is no reason not to begin it."""

LOG = logging.getLogger(__name__)


def _refusal(error: Exception) -> BotError:
    """Why Discord refused to create a thread."""
    code = error.code if isinstance(error, discord.HTTPException) else None
    if code in FULL:
        return TooManyThreads()
    if code == OTHER_KIND:
        return NoThreadsHere()
    return NoThread() if code in LACKS else NoThreadNow()


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
    """A new thread for a game; removed again if the game is not opened. Raises as `new_thread`."""
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


async def _thread_below(message: discord.PartialMessage, name: str) -> int | None:
    """A new thread below a message; None if it has one. Raises as `new_thread`."""
    try:
        return (await message.create_thread(name=shortened(name, LONGEST_THREAD_NAME))).id
    except LOST as error:
        if isinstance(error, discord.HTTPException) and error.code == HAS_THREAD:
            return None
        raise _refusal(error) from error


def _may_open(channel: discord.TextChannel) -> bool:
    """Whether the bot may open threads in a channel, and people who may write in it may write in them too."""
    own, all_ = channel.permissions_for(channel.guild.me), channel.permissions_for(channel.guild.default_role)
    is_open = all_.send_messages_in_threads or not all_.send_messages
    return own.create_public_threads and own.send_messages_in_threads and is_open


class GameThreads:
    """The threads in which games go on that began in a channel. `mailbox` returns that of the client connected now."""

    def __init__(
        self,
        games: Callable[[], Games],
        mailbox: Callable[[], Mailbox],
        people: PeopleStore,
        posts: Outbox,
        clock: Clock,
    ) -> None:
        self._games = games
        self._mailbox = mailbox
        self._people = people
        self._posts = posts
        self._clock = clock

    async def home(self, game: str, before: Place, here: Place, state: GameState) -> Place | None:
        """The thread of a game that begins or goes on `here`: the one where it was before, or one below its lobby.

        None if it stays here: in a thread, in direct messages, where the server wants no threads, and where the bot
        cannot open one now.
        """
        if here.guild_id is None or here.parent is not None or not (await self._people.server(here.guild_id)).threads:
            return None
        try:
            async with asyncio.timeout(THREAD_SECONDS):
                return await self._home(game, before, here, state)
        except BEGUN_WITHOUT as error:
            LOG.info("a game begins without a thread: %s", describe(error))
            return None

    async def _home(self, game: str, before: Place, here: Place, state: GameState) -> Place | None:
        channel = await self._mailbox().find_text_channel(here.channel_id)
        if channel is None or channel.guild.me is None:
            return None
        if before.parent == here.channel_id and await self._is_free(before.channel_id, game):
            return before
        if not _may_open(channel):
            return None
        name = thread_name(state.setup.name, (seat.player.name for seat in state.seats))
        thread, looks = await self._open(game, channel, name), await self._people.channel(channel.id)
        if looks != ChannelProfile(channel.id):
            await self._people.change_channel(thread, lambda _: replace(looks, id=thread))
        return Place(channel.guild.id, thread, channel.id)

    async def _is_free(self, thread: int, game: str) -> bool:
        """Whether a thread is still there, and a game may go on in it."""
        found = await self._mailbox().find_thread(thread)
        is_open = found is not None and not found.locked
        return is_open and await self._games().running_in(thread) in (None, game)

    async def _open(self, game: str, channel: discord.TextChannel, name: str) -> int:
        """A thread below the newest message that shows a game in a channel, or one that stands alone.

        An earlier attempt may have created it.
        """
        posts = await self._posts.posts(game, Target(TargetKind.CHANNEL, channel.id))
        shown = next((post.message_id for post in reversed(posts) if post.kind in SHOWS_GAME), None)
        if shown:
            if thread := await _thread_below(channel.get_partial_message(shown), name):
                return thread
            if await self._is_free(shown, game):
                return shown
        left = own_thread(channel, name)
        if left is None or await self._games().in_channel(left.id) is not None:
            left = await new_thread(channel, name)
        return left.id

    async def lost(self, game: str, where: Target) -> None:
        """Let a game whose thread is gone go on in another one, if it has come there from a channel."""
        brief = await self._games().journal.targets(game, brief=True)
        channel = self._mailbox().text_channel(brief[0].id) if brief else None
        if channel is None:
            return
        now, state = self._clock.now(), await self._games().load(game)
        name = thread_name(state.setup.name, (seat.player.name for seat in state.seats))
        try:
            place = Place(channel.guild.id, (await new_thread(channel, name)).id, channel.id)
            await self._games().move(game, place, Cause(f"thread/{where.id}/{game}/lost", now, now), brief)
        except (BotError, EngineError) as error:
            LOG.info("a game has lost its thread: %s", describe(error))

    async def archive(self, told: Announcement) -> Message | None:
        """Put away the thread of a game that rests, if the bot has opened it and no other game has come since."""
        place = told.context.game.summary.place
        latest = await self._games().journal.in_channel(place.channel_id)
        if latest is None or not _has_rested(latest, told.delivery.due):
            return None
        with refusals():
            thread = await self._mailbox().find_thread(place.channel_id)
            if thread and not thread.archived and self._mailbox().is_self(thread.owner_id):
                await thread.edit(archived=True)
        return None


def _has_rested(latest: GameSummary, due: int) -> bool:
    """Whether the latest game of a thread had been at rest for long enough at an instant."""
    return latest.phase in (GamePhase.OVER, GamePhase.PAUSED) and latest.changed + ARCHIVE_WAIT <= due
