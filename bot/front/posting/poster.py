"""What is posted in channels besides games: messages of features, once, and reactions to typed moves and boards."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import TypeVar

import discord

from bot.front.components.layout import Pictures, style_of
from bot.front.components.message import Message, Text
from bot.front.posting.discord_errors import FORBIDDEN, LOST, UNKNOWN_MESSAGE, refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.speech import public_texts
from bot.model.deliveries import DeliveryKind, Post, Target, TargetKind
from bot.render import Style
from bot.service.ports import Clock, PermanentRefusal
from bot.service.tasks import DueLoop, KeyedLocks
from bot.service.uploads import Themes
from bot.store.lines import ChannelLine, LineStore
from bot.store.people import PeopleStore
from bot.text import Texts

NONCE_LETTERS = 25
_Put = TypeVar("_Put")


class Poster:
    """Posts, edits and deletes. `mailbox` returns the mailbox of the client connected now.

    `key` names a message among all of this installation, so that a further attempt finds it.
    """

    def __init__(
        self, mailbox: Callable[[], Mailbox], people: PeopleStore, pictures: Pictures, themes: Themes, installation: str
    ) -> None:
        self._mailbox = mailbox
        self._people = people
        self._pictures = pictures
        self._themes = themes
        self._installation = installation
        self._edits = KeyedLocks()

    async def texts(self, channel: int, server: int | None, language: str | None = None) -> Texts:
        """What everyone in a channel reads; `language` is that of the tiles it is about."""
        looks, chosen = await self._people.channel(channel), await self._people.server(server) if server else None
        return public_texts(language, looks, chosen)

    async def find(self, channel: int, key: str) -> int | None:
        """The message that an earlier attempt has posted."""
        with refusals():
            sent = await self._mailbox().find(_target(channel), self._nonce(key))
        return sent.message_id if sent else None

    async def post(self, channel: int, message: Message, key: str) -> int:
        """Post a message, unless an earlier attempt did; returns its id."""
        if (found := await self.find(channel, key)) is not None:
            return found

        async def put(shown: Message, files: list[discord.File]) -> int:
            return (await self._mailbox().post(_target(channel), shown, files, self._nonce(key))).message_id

        return await self._drawn(channel, message, put)

    async def change(self, channel: int, message: int, shown: Message) -> bool:
        """Have a message show something else; False if it is gone."""

        async def put(told: Message, files: list[discord.File]) -> None:
            await self._mailbox().change(_post(channel, message), told, files)

        try:
            await self._drawn(channel, shown, put)
        except PermanentRefusal as refusal:
            return _is_gone(refusal)
        return True

    async def update(self, channel: int, message: int, shown: Message) -> None:
        """Have a message that still has its buttons show something else."""

        async def put(told: Message, files: list[discord.File]) -> None:
            async with self._edits.hold(str(message)):
                await self._mailbox().update(_post(channel, message), told, files)

        await self._drawn(channel, shown, put)

    async def remove(self, channel: int, message: int) -> None:
        """Delete a message, if it is still there."""
        try:
            with refusals():
                await self._mailbox().remove(_post(channel, message), lambda: True)
        except PermanentRefusal as refusal:
            _is_gone(refusal)

    async def strip(self, channel: int, message: int) -> None:
        """Take the buttons off a message."""
        async with self._edits.hold(str(message)):
            with refusals():
                await self._mailbox().strip(_post(channel, message), lambda: True)

    async def note(self, channel: int, message: int, text: str) -> None:
        """Put a passing paragraph on a message that still has its buttons, which an edit must not bring back."""
        async with self._edits.hold(str(message)):
            with refusals():
                await self._mailbox().note(_post(channel, message), text)

    async def _drawn(
        self, channel: int, message: Message, put: Callable[[Message, list[discord.File]], Awaitable[_Put]]
    ) -> _Put:
        """Put a message where it belongs with its pictures, or in words where these may not be."""
        if not self._mailbox().may_attach(_target(channel)):
            message = message.in_words()
        files = await self._pictures.files(message, await self._style(channel))
        try:
            with refusals():
                return await put(message, files)
        except PermanentRefusal as refusal:
            if refusal.code != FORBIDDEN or not message.images:
                raise
            return await self._drawn(channel, message.in_words(), put)

    async def _style(self, channel: int) -> Style:
        return await style_of(await self._people.channel(channel), self._themes)

    def _nonce(self, key: str) -> str:
        return hashlib.sha256(f"{self._installation}/{key}".encode()).hexdigest()[:NONCE_LETTERS]


def _is_gone(refusal: PermanentRefusal) -> bool:
    """False, for a message that is gone. Raises any other refusal."""
    if refusal.code != UNKNOWN_MESSAGE:
        raise refusal
    return False


def _target(channel: int) -> Target:
    return Target(TargetKind.CHANNEL, channel)


def _post(channel: int, message: int) -> Post:
    return Post(message, channel, "", _target(channel), DeliveryKind.NOTICE, 0)


class ChannelLines(DueLoop[ChannelLine]):
    """Posts lines that wait, each once, whichever process dies; nobody is notified of one."""

    name = "a line"
    tries = 12
    """Half an hour."""

    def __init__(self, store: LineStore, poster: Poster, clock: Clock, owner: str) -> None:
        super().__init__(store, clock, owner)
        self._store = store
        self._poster = poster
        self.is_said = store.is_said

    async def say(self, key: str, server: int, channel: int, text: str) -> bool:
        """Have a line posted soon; False if there is one with this key."""
        new = await self._store.say(ChannelLine(key, server, channel, text, self._clock.now()))
        self.wake()
        return new

    async def go_on(self, one: ChannelLine) -> None:
        """Post a line."""
        await self._poster.post(one.channel, Message((Text(one.text),), silent=True), f"line/{one.key}")
        await self._store.posted(one, self._owner)

    async def refused(self, one: ChannelLine, _: PermanentRefusal) -> None:
        """Forget a line whose channel is gone, or closed to the bot."""
        await self.give_up(one)

    async def give_up(self, one: ChannelLine) -> None:
        """Forget a line; the one who shares a result can do so again."""
        await self._store.drop(one, self._owner)


MOST_REACTIONS = 4
CHANNELS = 20

LOG = logging.getLogger(__name__)


class Reaction(StrEnum):
    """What a reaction says: to a typed move what became of it, to a board what it has."""

    PLAYED = "✅"
    REFUSED = "❓"
    BINGO = "🔥"
    CAUGHT = "😮"
    COMEBACK = "💪"


AnyMessage = discord.Message | discord.PartialMessage


class Reactions:
    """Puts reactions on messages where the bot may."""

    def __init__(self) -> None:
        self._waiting: dict[int, deque[tuple[AnyMessage, Reaction, Reaction | None]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, message: AnyMessage, reaction: Reaction, instead: Reaction | None = None) -> bool:
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
            LOG.info("A reaction was lost: %s", type(error).__name__)
        finally:
            del self._waiting[channel]


def may_react(message: AnyMessage) -> bool:
    """Whether the bot may react to a message in a server; it answers direct messages in words."""
    if message.guild is None or message.guild.me is None:
        return False
    try:
        held = message.channel.permissions_for(message.guild.me)
    except discord.ClientException:  # a thread whose channel is unknown
        return False
    return held.add_reactions and held.read_message_history
