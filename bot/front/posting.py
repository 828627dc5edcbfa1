"""Sending, editing and finding messages on Discord, and what its refusals mean for whoever wanted them sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import discord
from discord import ui

from bot.front.presenter.layout import Layout, layout
from bot.front.presenter.message import Message
from bot.service.ports import PermanentRefusal, Post, Sent, Target, TargetKind, TransientFailure

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
CANNOT_DM = 50007
PERMANENT = frozenset({50001, CANNOT_DM, 50013, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, 50083, 30046})
"""Refusals that trying again does not change (Discord's API reference, "JSON error codes")."""

LATEST = 50
"""How many of a channel's latest messages are looked through for one of ours."""


@contextmanager
def refusals() -> Iterator[None]:
    """Turns what Discord and the network raise into `PermanentRefusal` and `TransientFailure`."""
    try:
        yield
    except discord.RateLimited as error:
        raise TransientFailure(round(error.retry_after * 1000)) from error
    except discord.HTTPException as error:
        if error.code in PERMANENT:
            raise PermanentRefusal(error.code) from error
        if error.status == 429 or error.status >= 500 or error.code == 40003:
            raise TransientFailure from error
        raise
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise TransientFailure from error


def mentioning(message: Message) -> discord.AllowedMentions:
    """Whom a message may notify: the people it means to, and nobody else."""
    people = [discord.Object(int(person)) for person in message.mentions]
    return discord.AllowedMentions(everyone=False, roles=False, users=people or False, replied_user=False)


class Mailbox:
    """The channels and direct-message channels of one client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def channel(self, target: Target) -> discord.abc.Messageable:
        """Where a target's messages go."""
        if target.kind is TargetKind.CHANNEL:
            return self._client.get_partial_messageable(target.id)
        return await self._client.create_dm(discord.Object(target.id))

    async def post(self, target: Target, message: Message, files: list[discord.File], nonce: str) -> Sent:
        """Send a message; a nonce that was sent before gives the first message again."""
        channel = await self.channel(target)
        sent = await channel.send(view=layout(message), files=files, nonce=nonce, allowed_mentions=mentioning(message))
        return Sent(sent.channel.id, sent.id)

    async def change(self, post: Post, message: Message, files: list[discord.File]) -> Sent:
        """Show another message in place of a post; nobody is notified."""
        await self._message(post).edit(
            view=layout(message), attachments=files, allowed_mentions=discord.AllowedMentions.none()
        )
        return Sent(post.channel_id, post.message_id)

    async def find(self, target: Target, nonce: str) -> Sent | None:
        """The own message with a nonce among the latest of a target."""
        channel = await self.channel(target)
        async for message in channel.history(limit=LATEST):
            if str(message.nonce) == nonce and self._client.user and message.author.id == self._client.user.id:
                return Sent(message.channel.id, message.id)
        return None

    async def remove(self, post: Post) -> None:
        """Delete a post."""
        await self._message(post).delete()

    async def strip(self, post: Post) -> None:
        """Take the buttons off a post; its texts and its picture stay."""
        message = await self._message(post).fetch()
        view, kept = _without_buttons(message)
        if view is not None:
            await self._message(post).edit(view=view, attachments=kept, allowed_mentions=discord.AllowedMentions.none())

    def _message(self, post: Post) -> discord.PartialMessage:
        return self._client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)


class _Kept:
    """An attachment that stays, as an edit names it."""

    def __init__(self, attachment_id: int, filename: str) -> None:
        self.filename = filename
        self._entry = {"id": attachment_id, "filename": filename}

    def to_dict(self) -> dict[str, Any]:
        return self._entry


def _without_buttons(message: discord.Message) -> tuple[Layout | None, list[Any]]:
    """The components of a message but for its rows, and the files that they show; None when it has no row."""
    kept: list[_Kept] = []
    view = Layout(timeout=None)
    for component in message.components:
        if isinstance(component, discord.Container):
            items = [item for child in component.children for item in _item_without_buttons(child, kept)]
            view.add_item(ui.Container(*items, accent_colour=component.accent_colour))
    view.stop()
    had_rows = any(isinstance(one, discord.ActionRow) for c in message.components for one in getattr(c, "children", ()))
    return (view if had_rows else None), kept


def _item_without_buttons(component: Any, kept: list[_Kept]) -> list[ui.Item[Any]]:
    match component:
        case discord.TextDisplay():
            return [ui.TextDisplay(component.content)]
        case discord.SeparatorComponent():
            return [ui.Separator(visible=component.visible, spacing=component.spacing)]
        case discord.MediaGalleryComponent():
            return [ui.MediaGallery(*(_same_picture(item, kept) for item in component.items))]
        case _:
            return []


def _same_picture(item: discord.MediaGalleryItem, kept: list[_Kept]) -> discord.MediaGalleryItem:
    """A picture of a message as an edit of that message names it: an attachment that stays."""
    if item.media.attachment_id is None:
        return discord.MediaGalleryItem(item.media.url, description=item.description)
    name = urlsplit(item.media.url).path.rpartition("/")[2]
    kept.append(_Kept(item.media.attachment_id, name))
    return discord.MediaGalleryItem(f"attachment://{name}", description=item.description)
