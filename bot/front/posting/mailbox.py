"""Sends, finds, edits and deletes messages. An edit that removes buttons does not send the pictures again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from typing import cast

import discord

from bot.front.components.layout import ComponentLayout, layout
from bot.front.components.message import Message
from bot.front.posting.discord_errors import (
    CANNOT_REPLY,
    INVALID_FORM,
    LOST,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    OtherShards,
    is_final,
)
from bot.front.posting.edits import (
    NO_BUTTONS,
    EditedMessage,
    KeptAttachment,
    KnownPosts,
    PostWithoutButtons,
    bare,
    has_rows,
    with_note,
    without_buttons,
)
from bot.model.deliveries import Post, SentMessage, Target, TargetKind
from bot.text.names import shortened

LATEST_MESSAGES = 50
"""How many of a channel's latest messages are searched for one of the bot's own."""

DELETIONS_REMEMBERED = 200
"""How many of its latest deletions the bot recognises as its own when Discord reports them."""

ARCHIVED = 50083
"""Discord's code for a thread that is put away."""
LONGEST_THREAD_NAME = 100
RENAME_SECONDS = 5.0
"""How long a message waits at most until its thread has its new name: Discord allows few renamings."""

IDS = 20_000
"""Of how many people the channel of direct messages is remembered, and of how many channels the server: discord.py
remembers 128 people, asks for each other one before each message, and looks for a channel in all servers."""

_InServer = discord.abc.GuildChannel | discord.Thread


def mentioning(message: Message) -> discord.AllowedMentions:
    """Whom a message may notify: the people it mentions, and nobody else."""
    people = [discord.Object(int(person)) for person in message.mentions]
    return discord.AllowedMentions(everyone=False, roles=False, users=people or False, replied_user=False)


async def reply(message: discord.Message, answer: Message, nonce: str) -> discord.Message:
    """Answer a message in public: as a reply if that is permitted and it is still there, else below it.

    Raises what discord.py raises.
    """
    shown, allowed = layout(answer), mentioning(answer)
    try:
        return await message.reply(view=shown, mention_author=False, nonce=nonce, allowed_mentions=allowed)
    except discord.HTTPException as error:
        if error.code not in (CANNOT_REPLY, INVALID_FORM, UNKNOWN_MESSAGE):
            raise
        return await message.channel.send(view=layout(answer), nonce=nonce, allowed_mentions=allowed)


async def _takes_part(thread: discord.Thread, person: int) -> bool:
    try:
        await thread.fetch_member(person)
    except discord.NotFound:
        return False
    return True


class _Latest(OrderedDict[int, int]):
    """What belongs to ids, for those that were kept last."""

    def keep(self, key: int, number: int) -> None:
        self[key] = number
        self.move_to_end(key)
        while len(self) > IDS:
            self.popitem(last=False)


class Mailbox:
    """The channels and direct-message channels of one client, those that only other processes hear of included."""

    def __init__(self, client: discord.Client, elsewhere: OtherShards) -> None:
        self._client = client
        self._elsewhere = elsewhere
        self._removed: deque[int] = deque(maxlen=DELETIONS_REMEMBERED)
        self._known = KnownPosts()
        self._direct, self._newest, self._servers = _Latest(), _Latest(), _Latest()

    @property
    def reads_chat(self) -> bool:
        """Whether plain messages can be read."""
        return self._client.intents.message_content

    def has_removed(self, message_id: int) -> bool:
        """Whether the bot itself has recently deleted a message."""
        return message_id in self._removed

    def heard(self, channel: int, newest: int) -> None:
        """Note what has happened last in a channel of direct messages: a message or an interaction, by its id."""
        self._newest.keep(channel, max(newest, self._newest.get(channel, 0)))

    def is_in_view(self, post: Post) -> bool:
        """Whether a post in direct messages is known to be the latest there, so that its reader has it in view."""
        return self._newest.get(post.channel_id) == post.message_id

    async def channel(self, target: Target) -> discord.abc.Messageable:
        """Where a target's messages go."""
        direct = target.kind is TargetKind.PERSON
        return self._client.get_partial_messageable(await self.direct_channel(target.id) if direct else target.id)

    def text_channel(self, channel: int) -> discord.TextChannel | None:
        """A channel of a server that can have threads; None for any other, and if it is unknown here."""
        known = self._known_channel(channel)
        return known if isinstance(known, discord.TextChannel) else None

    async def find_text_channel(self, channel: int) -> discord.TextChannel | None:
        """The same, asked of Discord if it is unknown here. Raises what discord.py raises."""
        if self._known_channel(channel) is not None:
            return self.text_channel(channel)
        found = await self._client.fetch_channel(channel)
        return found if isinstance(found, discord.TextChannel) else None

    async def find_thread(self, thread: int) -> discord.Thread | None:
        """A thread, asked of Discord if it is archived; None if it is gone. Raises what discord.py raises."""
        try:
            found = self._known_channel(thread) or await self._client.fetch_channel(thread)
        except discord.NotFound:
            return None
        return found if isinstance(found, discord.Thread) else None

    async def server_name(self, server: int | None) -> str:
        """A server's name; empty if it is unknown or there is none."""
        known = await self._server(server)
        return known.name if known else ""

    async def find_server(self, server: int) -> discord.Guild:
        """A server, asked of Discord if it is unknown here. Raises what discord.py raises."""
        return self._client.get_guild(server) or await self._client.fetch_guild(server, with_counts=False)

    def is_self(self, person: int | None) -> bool:
        """Whether that is the id of the bot."""
        return self._client.user is not None and self._client.user.id == person

    async def direct_channel(self, person: int) -> int:
        """The id of a person's channel of direct messages."""
        channel = self._direct.get(person) or (await self._client.create_dm(discord.Object(person))).id
        self._direct.keep(person, channel)
        return channel

    async def server_of(self, channel: int) -> int | None:
        """The server of a channel or thread; None if it is unknown, and for direct messages."""
        known = self._known_channel(channel)
        if known is not None:
            return known.guild.id if isinstance(known, _InServer) else None
        with suppress(LookupError):
            return await self._elsewhere.server_of(channel)
        return None

    async def is_private(self, channel: int) -> bool:
        """Whether a channel belongs to no server, so that one person alone decides what happens there."""
        return await self.server_of(channel) is None

    async def _server(self, server: int | None) -> discord.Guild | None:
        if server is None:
            return None
        return self._client.get_guild(server) or await self._elsewhere.server(server)

    def _known_channel(self, channel: int) -> _InServer | discord.abc.PrivateChannel | None:
        """A channel or thread that this client knows."""
        server = self._client.get_guild(self._servers.get(channel, 0))
        known = (server and server.get_channel_or_thread(channel)) or self._client.get_channel(channel)
        if isinstance(known, _InServer):
            self._servers.keep(channel, known.guild.id)
        return known

    def may_attach(self, target: Target) -> bool:
        """Whether messages to a target may have attachments; True if that is unknown."""
        known = self._known_channel(target.id) if target.kind is TargetKind.CHANNEL else None
        if not isinstance(known, _InServer) or known.guild.me is None:
            return True
        try:
            return known.permissions_for(known.guild.me).attach_files
        except discord.ClientException:  # a thread whose channel is unknown
            return True

    def in_server(self, sent: SentMessage) -> discord.PartialMessage | None:
        """A message in a channel or thread of a server; None if that is unknown here."""
        known = self._known_channel(sent.channel_id)
        if isinstance(known, discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread):
            return known.get_partial_message(sent.message_id)
        return None

    async def is_there(self, post: Post) -> bool:
        """Whether a post still exists; True if Discord cannot tell now."""
        try:
            await self._message(post).fetch()
        except discord.NotFound:
            return False
        except LOST:
            return True
        return True

    async def member(self, server: int, person: int) -> discord.Member | None:
        """A member of a server; None if the person is not in it.

        Raises `LookupError` if the server is unknown, and what discord.py raises.
        """
        known = await self._server(server)
        if known is None:
            raise LookupError(server)
        try:
            return await known.fetch_member(person)
        except discord.NotFound as error:
            if error.code not in (UNKNOWN_MEMBER, UNKNOWN_USER):
                raise
            return None

    async def sees(self, server: int, channel: int, person: int) -> bool:
        """Whether a person may read a server's channel or thread. Raises as `member`."""
        member = await self.member(server, person)
        if member is None:
            return False
        place = member.guild.get_channel_or_thread(channel) or await member.guild.fetch_channel(channel)
        held = place.permissions_for(member)
        if not held.read_messages or not isinstance(place, discord.Thread):
            return held.read_messages
        return not place.is_private() or held.manage_threads or await _takes_part(place, person)

    async def post(
        self, target: Target, message: Message, files: list[discord.File], nonce: str, upto: int | None = None
    ) -> SentMessage:
        """Send a message; repeating a nonce returns the first message again.

        `upto` is the event up to which it shows a game, if it has buttons that will be removed.
        """
        channel = await self.channel(target)
        sent = await channel.send(
            view=layout(message),
            files=files,
            nonce=nonce,
            allowed_mentions=mentioning(message),
            silent=message.silent,
        )
        self._learn(sent, upto)
        if target.kind is TargetKind.PERSON:
            self.heard(sent.channel.id, sent.id)
        return SentMessage(sent.channel.id, sent.id)

    async def change(
        self, post: Post, message: Message, files: list[discord.File], upto: int | None = None
    ) -> SentMessage:
        """Edit a post to show another message; nobody is notified. `upto` is as for `post`."""
        self._known.forget(post.message_id)

        async def edit() -> discord.Message:
            nobody = discord.AllowedMentions.none()
            return await self._message(post).edit(view=layout(message), attachments=files, allowed_mentions=nobody)

        try:
            edited = await edit()
        except discord.HTTPException as error:
            if error.code != ARCHIVED or (thread := await self.find_thread(post.channel_id)) is None:
                raise
            await thread.edit(archived=False)  # a message that is posted does that by itself
            edited = await edit()
        self._learn(edited, upto)
        return SentMessage(post.channel_id, post.message_id)

    async def rename_thread(self, thread: int, before: str, name: str) -> None:
        """Give a thread that the bot has created another name, if it still has the name `before`."""
        known = self._known_channel(thread)
        if not isinstance(known, discord.Thread) or self._client.user is None:
            return
        before, name = shortened(before, LONGEST_THREAD_NAME), shortened(name, LONGEST_THREAD_NAME)
        if known.owner_id == self._client.user.id and known.name == before != name:
            with suppress(*LOST, TimeoutError):
                async with asyncio.timeout(RENAME_SECONDS):
                    await known.edit(name=name)

    async def find(self, target: Target, nonce: str) -> SentMessage | None:
        """The bot's own message with this nonce among a target's latest; None if there is none."""
        channel = await self.channel(target)
        async for message in channel.history(limit=LATEST_MESSAGES):
            if str(message.nonce) == nonce and self.is_self(message.author.id):
                return SentMessage(message.channel.id, message.id)
        return None

    async def remove(self, post: Post, may_write: Callable[[], bool]) -> bool:
        """Delete a post, once; False if `may_write` does not allow it."""
        if self.has_removed(post.message_id):
            return True
        if not may_write():
            return False
        self._removed.append(post.message_id)  # before Discord tells of it
        try:
            await self._message(post).delete()
        except BaseException:
            self._removed.remove(post.message_id)
            raise
        return True

    async def strip(self, post: Post, may_write: Callable[[], bool]) -> bool:
        """Remove the buttons of a post; its texts and picture stay. False if `may_write` does not allow it.

        `may_write` is asked only if there are buttons.
        """
        known = self._known.find(post)
        if known is None:
            return await self._rework(post, without_buttons, may_write)
        return known is NO_BUTTONS or await self._make_bare(post, known, may_write)

    async def _make_bare(self, post: Post, known: PostWithoutButtons, may_write: Callable[[], bool]) -> bool:
        """Give a post the look that it has without buttons, unless Discord says that it is another post by now."""
        if not may_write():
            return False
        try:
            await self._edit(post, known, known.kept)
        except discord.HTTPException as error:
            if error.status != HTTPStatus.BAD_REQUEST or is_final(error):
                raise
            self._known.forget(post.message_id)
            return await self._rework(post, without_buttons, may_write)
        self._known.forget(post.message_id)
        return True

    async def note(self, post: Post, text: str) -> None:
        """Put a passing paragraph on a post that has buttons, replacing an earlier one."""
        await self._rework(post, lambda message: with_note(message, text))

    async def update(self, post: Post, message: Message, files: list[discord.File]) -> None:
        """Edit a post to show another message if it still has buttons, which an edit must not bring back."""
        if has_rows(await self._message(post).fetch()):
            await self.change(post, message, files)

    async def _rework(
        self,
        post: Post,
        change: Callable[[discord.Message], EditedMessage | None],
        may_write: Callable[[], bool] = lambda: True,
    ) -> bool:
        changed = change(await self._message(post).fetch())
        if changed is None:
            return True
        if not may_write():
            return False
        await self._edit(post, changed.view, changed.kept)
        return True

    async def _edit(
        self, post: Post, view: ComponentLayout | PostWithoutButtons, kept: Iterable[KeptAttachment]
    ) -> None:
        components, attachments = cast("ComponentLayout", view), cast("list[discord.Attachment]", list(kept))
        await self._message(post).edit(
            view=components, attachments=attachments, allowed_mentions=discord.AllowedMentions.none()
        )

    def _learn(self, message: discord.Message, upto: int | None) -> None:
        """Remember how a message that shows a game looks without its buttons."""
        if upto is not None and (known := bare(message)):
            self._known.learn(message.id, upto, known)

    def _message(self, post: Post) -> discord.PartialMessage:
        return self._client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
