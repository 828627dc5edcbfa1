"""Turns a message as data into Discord's components (Components V2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

import discord
from discord import ButtonStyle, MediaGalleryItem, SelectOption, ui

from bot.front.components.message import (
    Block,
    Button,
    FileAttachment,
    Image,
    Link,
    Menu,
    Message,
    Option,
    RoleMenu,
    Row,
    Rule,
    Text,
    Tone,
)

PASSING = 9001
"""This id marks the component that disappears with the buttons; Discord's own ids count from 1."""

NOW = 9002
"""This id marks a paragraph of the message itself that says what to do now; it also disappears with the buttons."""

_STYLES = {
    Tone.PRIMARY: ButtonStyle.primary,
    Tone.SECONDARY: ButtonStyle.secondary,
    Tone.SUCCESS: ButtonStyle.success,
    Tone.DANGER: ButtonStyle.danger,
}


class ComponentLayout(ui.LayoutView):
    """A layout whose clicks are found by custom id alone, so that discord.py need not remember every message."""

    def is_dispatchable(self) -> bool:
        """Never: `bot.front.interaction.pressing` answers, before and after a restart alike."""
        return False


def layout(message: Message) -> ComponentLayout:
    """The components of a message, all in one container.

    The files of its images must be attached under their names. Raises ValueError if Discord's limit of 40 components is
    exceeded.
    """
    view = ComponentLayout(timeout=None)
    view.add_item(ui.Container(*map(_item, message.blocks), accent_colour=message.accent))
    view.stop()
    return view


def passing_text(content: str) -> ui.TextDisplay[Any]:
    """A paragraph that disappears with the buttons, to be added to a message that has none."""
    return ui.TextDisplay(content, id=PASSING)


def says_now(component: discord.Component) -> bool:
    """Whether a component of a message is a paragraph that says what to do now."""
    return isinstance(component, discord.TextDisplay) and component.id == NOW


def is_passing(component: discord.Component) -> bool:
    """Whether a component of a message is a paragraph that disappears with the buttons."""
    return isinstance(component, discord.TextDisplay) and component.id == PASSING


def _item(block: Block) -> ui.Item[Any]:
    match block:
        case Text(content, now):
            return ui.TextDisplay(content, id=NOW if now else None)
        case Image():
            return ui.MediaGallery(MediaGalleryItem(f"attachment://{block.filename}", description=block.alt))
        case FileAttachment():
            return ui.File(f"attachment://{block.filename}")
        case Row(buttons):
            return ui.ActionRow(*_buttons(buttons))
        case Menu():
            menu: ui.Select[Any] = ui.Select(
                custom_id=block.custom_id,
                placeholder=block.hint,
                options=list(map(_option, block.options)),
                disabled=block.disabled,
                max_values=block.most,
            )
            return ui.ActionRow(menu)
        case RoleMenu():
            roles: ui.RoleSelect[Any] = ui.RoleSelect(
                custom_id=block.custom_id,
                placeholder=block.hint,
                default_values=[discord.SelectDefaultValue.from_role(discord.Object(role)) for role in block.chosen],
            )
            return ui.ActionRow(roles)
        case Rule():
            return ui.Separator()
    assert_never(block)


def _option(one: Option) -> SelectOption:
    return SelectOption(label=one.label, value=one.value, description=one.about or None, default=one.chosen)


def _buttons(buttons: tuple[Button | Link, ...]) -> Iterator[ui.Button[Any]]:
    for one in buttons:
        match one:
            case Button():
                style = _STYLES[one.tone]
                yield ui.Button(style=style, label=one.label, custom_id=one.custom_id, disabled=one.disabled)
            case Link():
                yield ui.Button(style=ButtonStyle.link, label=one.label, url=one.url)
            case _:
                assert_never(one)
