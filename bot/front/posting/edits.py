"""Posted messages as they are to be after an edit: without buttons, or with a passing note. Pictures are kept."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.front.components.layout import ComponentLayout, is_passing, passing_text, says_now
from bot.model.deliveries import Post

POSTS_REMEMBERED = 4_000
"""How many posts are remembered, with 2 KB each; boards that are older than so many others are read first."""


class KeptAttachment:
    """An attachment to keep, in the form that an edit of its message needs."""

    def __init__(self, attachment_id: int, filename: str) -> None:
        self.filename = filename
        self._entry = {"id": attachment_id, "filename": filename}

    def to_dict(self) -> dict[str, Any]:
        """The form that Discord expects."""
        return self._entry


@dataclass(frozen=True, slots=True)
class PostWithoutButtons:
    """A post without its buttons: its components as text, which takes less memory than objects, and its attachments.

    It is given to discord.py in place of a view. Without `components`, the post has no buttons.
    """

    components: str
    kept: tuple[KeptAttachment, ...] = ()

    def to_components(self) -> list[dict[str, Any]]:
        """The components in the form that Discord expects."""
        return list(json.loads(self.components))

    def has_components_v2(self) -> bool:
        """Always: all messages of the bot are made of these."""
        return True

    def is_finished(self) -> bool:
        """Always: nobody can press anything on it."""
        return True


NO_BUTTONS = PostWithoutButtons("")


class KnownPosts:
    """The latest posts that this process has made or edited, each up to the event that it shows.

    A post that shows another event now was edited by another process: it is unknown.
    """

    def __init__(self, most: int = POSTS_REMEMBERED) -> None:
        self._most = most
        self._posts: OrderedDict[int, tuple[int, PostWithoutButtons]] = OrderedDict()

    def learn(self, message_id: int, sequence: int, bare: PostWithoutButtons) -> None:
        """Remember how a post looks that shows a game up to an event."""
        self._posts[message_id] = sequence, bare
        self._posts.move_to_end(message_id)
        while len(self._posts) > self._most:
            self._posts.popitem(last=False)

    def find(self, post: Post) -> PostWithoutButtons | None:
        """How a post looks; None if that is unknown."""
        sequence, bare = self._posts.get(post.message_id, (None, None))
        return bare if sequence == post.sequence else None

    def forget(self, message_id: int) -> None:
        """Forget a post that has changed or is gone."""
        self._posts.pop(message_id, None)


@dataclass(frozen=True, slots=True)
class EditedMessage:
    """The new components of an edited message, and the attachments that they keep."""

    view: ComponentLayout
    kept: list[KeptAttachment] = field(default_factory=list)


def without_buttons(message: discord.Message) -> EditedMessage | None:
    """A message without its rows, its passing paragraphs and what it says to do now; None if it has no row."""
    if not has_rows(message):
        return None
    return _rebuilt(message, lambda children: (c for c in children if not _goes_with_buttons(c)))


def bare(message: discord.Message) -> PostWithoutButtons | None:
    """What a message is without its buttons; None if Discord has not told yet which attachments it shows."""
    reworked = without_buttons(message)
    if reworked is None:
        return NO_BUTTONS
    if len(reworked.kept) < len(_pictures(message)):
        return None
    view: Any = reworked.view  # discord.py does not type the method
    return PostWithoutButtons(json.dumps(view.to_components()), tuple(reworked.kept))


def _pictures(message: discord.Message) -> list[discord.MediaGalleryItem]:
    inside = (one for c in message.components for one in getattr(c, "children", ()))
    return [item for one in inside if isinstance(one, discord.MediaGalleryComponent) for item in one.items]


def with_note(message: discord.Message, text: str) -> EditedMessage | None:
    """A message with a passing paragraph before its picture, replacing others; None if it has no row.

    A message without buttons is old, and nothing is added to it.
    """
    if not has_rows(message):
        return None

    def noted(children: Iterable[discord.Component]) -> Iterator[discord.Component | ui.Item[Any]]:
        note: ui.Item[Any] | None = passing_text(text)
        for child in children:
            if note and isinstance(child, discord.MediaGalleryComponent | discord.ActionRow):
                yield note
                note = None
            if not is_passing(child):
                yield child

    return _rebuilt(message, noted)


def has_rows(message: discord.Message) -> bool:
    """Whether a message has buttons or menus."""
    return any(isinstance(one, discord.ActionRow) for c in message.components for one in getattr(c, "children", ()))


def _goes_with_buttons(component: discord.Component) -> bool:
    return isinstance(component, discord.ActionRow) or is_passing(component) or says_now(component)


def _rebuilt(message: discord.Message, change: Any) -> EditedMessage:
    kept: list[KeptAttachment] = []
    view = ComponentLayout(timeout=None)
    for component in message.components:
        if isinstance(component, discord.Container):
            items = [item for child in change(component.children) for item in _again(child, kept)]
            view.add_item(ui.Container(*items, accent_colour=component.accent_colour))
    view.stop()
    return EditedMessage(view, kept)


def _again(component: Any, kept: list[KeptAttachment]) -> list[ui.Item[Any]]:
    match component:
        case ui.Item():
            return [component]
        case discord.TextDisplay():
            return [
                ui.TextDisplay(
                    component.content, id=component.id if is_passing(component) or says_now(component) else None
                )
            ]
        case discord.SeparatorComponent():
            return [ui.Separator(visible=component.visible, spacing=component.spacing)]
        case discord.MediaGalleryComponent():
            return [ui.MediaGallery(*(_same_picture(item, kept) for item in component.items))]
        case discord.ActionRow():
            buttons = (one for one in component.children if isinstance(one, discord.Button))
            return [ui.ActionRow(*map(ui.Button.from_component, buttons))]
        case _:
            return []


def _same_picture(item: discord.MediaGalleryItem, kept: list[KeptAttachment]) -> discord.MediaGalleryItem:
    """A message's picture, as an edit of that message names it, so that its attachment is kept."""
    if item.media.attachment_id is None:
        return discord.MediaGalleryItem(item.media.url, description=item.description)
    name = urlsplit(item.media.url).path.rpartition("/")[2]
    kept.append(KeptAttachment(item.media.attachment_id, name))
    return discord.MediaGalleryItem(f"attachment://{name}", description=item.description)
