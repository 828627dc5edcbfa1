"""The themes of pictures: listed, shown, and those that a server brings: loaded, exported and deleted."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord

from bot.front.components.message import FileAttachment, Message, Text
from bot.front.interaction.attachments import fetch
from bot.front.interaction.request import Request
from bot.front.settings.theme_messages import list_message, theme_message
from bot.limits import Limit
from bot.model.themefile import BUNDLED, MOST_CHARACTERS, ThemeFile, bundled
from bot.service.rights import moderates
from bot.text.option_titles import named_by
from bot.text.settings import theme_handed, theme_loaded
from engine.reading import decoded


async def themes(request: Request, name: str = "", file: discord.Attachment | None = None) -> Message:
    """All themes, one of them, or a new one for the server from a file."""
    if file is not None:
        return await load(request, file)
    return await (show(request, name) if name else show_list(request))


async def show_list(request: Request) -> Message:
    """All themes that can be chosen here, with a menu that shows one."""
    own = await request.services.files.themes.all(request.place.guild_id)
    return list_message((*map(bundled, BUNDLED), *own), request.texts)


async def show(request: Request, name: str) -> Message:
    """A theme as a picture. Raises `NoSuchTheme`."""
    server = request.place.guild_id
    offered = (*BUNDLED, *await request.services.files.themes.names(server))
    file, _ = await request.services.files.themes.find(server, named_by("theme", name, offered, request.texts).lower())
    return _shown(file, request)


async def load(request: Request, file: discord.Attachment) -> Message:
    """Check an uploaded file and store its theme for the server; a file with faults is not stored."""
    server = request.server()
    await request.services.fair_use.spend(Limit.IMPORTS, request.person.id, server)
    async with request.services.files.uploads.turn(request.person.id, server):
        text = await _read(request, file)
        kept = await request.services.files.themes.load(
            server, text, file.filename, request.person.id, request.cause.at
        )
    shown = _shown(kept, request)
    return replace(shown, blocks=(Text(theme_loaded(kept.name, request.texts)), *shown.blocks))


def _shown(file: ThemeFile, request: Request) -> Message:
    return theme_message(file, request.texts, may_delete=moderates(request.member, request.place.guild_id))


async def export(request: Request, theme: str) -> Message:
    """The file of a theme, to keep or to change. Raises `NoSuchTheme`."""
    _, text = await request.services.files.themes.find(request.place.guild_id, theme)
    return Message((Text(theme_handed(theme, request.texts, deleted=False)), _enclosed(theme, text)))


async def delete(request: Request, theme: str) -> Message:
    """Delete a theme of the server, and hand out its file once more. Raises `NoSuchTheme`."""
    server = request.server()
    _, text = await request.services.files.themes.find(server, theme)
    await request.services.files.themes.remove(server, theme)
    return Message((Text(theme_handed(theme, request.texts, deleted=True)), _enclosed(theme, text)))


async def _read(request: Request, file: discord.Attachment) -> str:
    # A character has up to four bytes; the reader counts characters.
    data, _ = await asyncio.gather(fetch(file, 4 * MOST_CHARACTERS), request.services.files.themes.get_ready())
    return decoded(data, file.filename)


def _enclosed(name: str, text: str) -> FileAttachment:
    return FileAttachment(f"{name}.toml", text.encode("utf-8", "surrogatepass"))
