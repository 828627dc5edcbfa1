"""Posted messages made anew with little changed: what they show is kept, and pictures are not sent again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.front.presenter.layout import Layout, is_passing, passing_text


class Kept:
    """An attachment that stays, as an edit names it."""

    def __init__(self, attachment_id: int, filename: str) -> None:
        self.filename = filename
        self._entry = {"id": attachment_id, "filename": filename}

    def to_dict(self) -> dict[str, Any]:
        """What Discord is told."""
        return self._entry


@dataclass(frozen=True, slots=True)
class Reworked:
    """The components of a message for an edit, and the attachments that they show."""

    view: Layout
    kept: list[Any] = field(default_factory=list)


def without_buttons(message: discord.Message) -> Reworked | None:
    """A message without its rows and its passing paragraphs; None when it has no row."""
    if not _has_rows(message):
        return None
    return _rebuilt(message, lambda children: (c for c in children if not _goes_with_buttons(c)))


def with_note(message: discord.Message, text: str) -> Reworked | None:
    """A message with a passing paragraph in front of its picture, in the place of others; None when it has no row.

    A message without buttons is an old one, which nothing is added to.
    """
    if not _has_rows(message):
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


def _has_rows(message: discord.Message) -> bool:
    return any(isinstance(one, discord.ActionRow) for c in message.components for one in getattr(c, "children", ()))


def _goes_with_buttons(component: discord.Component) -> bool:
    return isinstance(component, discord.ActionRow) or is_passing(component)


def _rebuilt(message: discord.Message, change: Any) -> Reworked:
    kept: list[Kept] = []
    view = Layout(timeout=None)
    for component in message.components:
        if isinstance(component, discord.Container):
            items = [item for child in change(component.children) for item in _again(child, kept)]
            view.add_item(ui.Container(*items, accent_colour=component.accent_colour))
    view.stop()
    return Reworked(view, kept)


def _again(component: Any, kept: list[Kept]) -> list[ui.Item[Any]]:
    match component:
        case ui.Item():
            return [component]
        case discord.TextDisplay():
            return [ui.TextDisplay(component.content, id=component.id if is_passing(component) else None)]
        case discord.SeparatorComponent():
            return [ui.Separator(visible=component.visible, spacing=component.spacing)]
        case discord.MediaGalleryComponent():
            return [ui.MediaGallery(*(_same_picture(item, kept) for item in component.items))]
        case discord.ActionRow():
            buttons = (one for one in component.children if isinstance(one, discord.Button))
            return [ui.ActionRow(*map(ui.Button.from_component, buttons))]
        case _:
            return []


def _same_picture(item: discord.MediaGalleryItem, kept: list[Kept]) -> discord.MediaGalleryItem:
    """A picture of a message as an edit of that message names it: an attachment that stays."""
    if item.media.attachment_id is None:
        return discord.MediaGalleryItem(item.media.url, description=item.description)
    name = urlsplit(item.media.url).path.rpartition("/")[2]
    kept.append(Kept(item.media.attachment_id, name))
    return discord.MediaGalleryItem(f"attachment://{name}", description=item.description)
