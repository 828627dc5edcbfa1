"""The themes of pictures: listed, shown, and those that a server brings: loaded, exported and deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import discord

from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import declare
from bot.front.components.message import Block, Button, Enclosed, Image, Menu, Message, Option, Row, Text, Tone, say
from bot.front.components.payloads import Nothing, OfTheme
from bot.front.interaction.attachments import fetch
from bot.front.interaction.request import Request
from bot.front.settings.messages import SAMPLE_FILE, sample_scene
from bot.model.errors import OnlyInServers
from bot.model.themefile import BUNDLED, MOST_CHARACTERS, ThemeFile, bundled
from bot.render import Seat, Square, Style
from bot.service.rights import Right, moderates
from bot.text import Texts, escape
from bot.text.option_titles import named_by
from bot.text.settings import theme_about, theme_title
from engine.reading import decoded

SHOW_THEME: Final = declare("theme_show", Nothing, Right.ANYONE)
LIST_THEMES: Final = declare("theme_list", Nothing, Right.ANYONE)
EXPORT_THEME: Final = declare("theme_export", OfTheme, Right.ANYONE)
DELETE_THEME: Final = declare("theme_delete", OfTheme, Right.MODERATOR)

_MORE = {
    1: Square("3L", letter_factor=3),
    3: Square("4L", letter_factor=4),
    5: Square("4W", word_factor=4),
    13: Square("+5", points=5),
    15: Square(is_start=True),
    17: Square("3W", word_factor=3),
    19: Square("5L", letter_factor=5),
    20: Square("5W", word_factor=5),
}


async def show_list(request: Request) -> Message:
    """All themes that can be chosen here, with a menu that shows one."""
    own = await request.services.themes.all(request.place.guild_id)
    return _list_message((*map(bundled, BUNDLED), *own), request.texts)


async def show(request: Request, name: str) -> Message:
    """A theme as a picture. Raises `NoSuchTheme`."""
    server = request.place.guild_id
    offered = (*BUNDLED, *await request.services.themes.names(server))
    file, _ = await request.services.themes.find(server, named_by("theme", name, offered, request.texts).lower())
    return _theme_message(file, request)


async def load(request: Request, file: discord.Attachment) -> Message:
    """Check an uploaded file and store its theme for the server; a file with faults is not stored."""
    server = _server(request)
    async with request.services.uploads.turn(request.person.id, server):
        text = await _read(request, file)
        kept = await request.services.themes.load(server, text, file.filename, request.person.id, request.cause.at)
    shown = _theme_message(kept, request)
    told = request.texts.gettext(
        "The theme {name} is loaded. Choose it in `/settings mine` or `/settings channel`.",
        name=f"**{escape(kept.name)}**",
    )
    return replace(shown, blocks=(*say(told).blocks, *shown.blocks))


async def export(request: Request, theme: str) -> Message:
    """The file of a theme, to keep or to change. Raises `NoSuchTheme`."""
    _, text = await request.services.themes.find(request.place.guild_id, theme)
    told = request.texts.gettext("The theme {name} as a file:", name=f"**{escape(theme)}**")
    return Message((*say(told).blocks, _enclosed(theme, text)))


async def delete(request: Request, theme: str) -> Message:
    """Delete a theme of the server, and hand out its file once more. Raises `NoSuchTheme`."""
    server = _server(request)
    _, text = await request.services.themes.find(server, theme)
    await request.services.themes.remove(server, theme)
    told = request.texts.gettext(
        "I have deleted the theme {name}. Pictures that used it have the classic colours again. Here is its file, in "
        "case you want it back.",
        name=f"**{escape(theme)}**",
    )
    return Message((*say(told).blocks, _enclosed(theme, text)))


def _server(request: Request) -> int:
    if request.place.guild_id is None:
        raise OnlyInServers
    return request.place.guild_id


async def _read(request: Request, file: discord.Attachment) -> str:
    # A character has up to four bytes; the reader counts characters.
    data, _ = await asyncio.gather(fetch(file, 4 * MOST_CHARACTERS), request.services.themes.get_ready())
    return decoded(data, file.filename)


def _enclosed(name: str, text: str) -> Enclosed:
    return Enclosed(f"{name}.toml", text.encode("utf-8", "surrogatepass"))


def _list_message(files: Iterable[ThemeFile], texts: Texts) -> Message:
    found = tuple(files)
    lines = [f"- {_line(file, texts)}" for file in found]
    heading = texts.gettext("Colours for pictures. Choose them in `/settings mine` or `/settings channel`:")
    options = tuple(Option(theme_title(file.name, texts), file.name, _about(file, texts)) for file in found)
    menu = Menu(SHOW_THEME.id(), texts.gettext("Show a theme"), options)
    return Message((Text("\n".join([heading, *lines])), menu), accent=BOARD_ACCENT)


def _line(file: ThemeFile, texts: Texts) -> str:
    name = f"**{escape(theme_title(file.name, texts))}**"
    about = _about(file, texts)
    return texts.titled(name, escape(about)) if about else name


def _about(file: ThemeFile, texts: Texts) -> str:
    return theme_about(file.name, file.about, texts)


def _theme_message(file: ThemeFile, request: Request) -> Message:
    """A theme's picture, and what can be done with it."""
    texts, title = request.texts, theme_title(file.name, request.texts)
    seats = (Seat("Ada", "42", is_turn=True), Seat("Bruno", "37"))
    scene = replace(sample_scene(more=_MORE), status=texts.gettext("{name}, it is your turn.", name="Ada"), seats=seats)
    alt = texts.gettext("Part of a board in the colours of {name}.", name=title)
    buttons = [Button(EXPORT_THEME.id(file.name), texts.gettext("Export"))]
    if file.name not in BUNDLED and moderates(request.member, request.place.guild_id):
        buttons.append(Button(DELETE_THEME.id(file.name), texts.gettext("Delete"), Tone.DANGER))
    buttons.append(Button(LIST_THEMES.id(), texts.gettext("All themes")))
    about = _about(file, texts)
    heading = "\n".join((f"### {escape(title)}", *([escape(about)] if about else [])))
    blocks: tuple[Block, ...] = (Text(heading), Image(scene, SAMPLE_FILE, alt, style=Style(file.theme), is_told=True))
    return Message((*blocks, Row(tuple(buttons))), accent=BOARD_ACCENT)
