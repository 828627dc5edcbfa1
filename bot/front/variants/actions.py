"""Which boards and tiles there are to play with, and how a server adds its own (ledger N20)."""

from __future__ import annotations

import asyncio

import discord

from bot.front.core.errors import FileNotText, FileRefused, NotOffered, OnlyInServers
from bot.front.core.library import DEFAULT_LANGUAGE, DEFAULT_VARIANT
from bot.front.core.message import Message, say
from bot.front.core.receiving import fetch
from bot.front.core.request import Asked
from bot.front.variants.messages import variant_message, variants_message
from bot.service.errors import NoSuchVariant
from bot.service.rights import Permission
from bot.text import escape
from engine.errors import BadFile
from engine.formats.varianttoml import VariantFile
from engine.limits import CHAT
from engine.model.variant import Variant


async def choose(asked: Asked, name: str = "", language: str = "") -> Variant:
    """The variant of a name, the server's own ones included, in a language; the defaults where they are empty.

    A variant that has no tiles for the default language is taken in its own first one. Raises `NotOffered`.
    """
    library, wanted = asked.desk.library, name.strip().lower() or DEFAULT_VARIANT
    own = await asked.desk.variants.find(asked.place.guild_id, wanted)
    if own is None:
        if wanted not in library.variants():
            raise NotOffered("variant", name, await names(asked))
        return await library.variant(wanted, language.strip().lower() or DEFAULT_LANGUAGE)
    spoken = [one for one in own.languages if one in library.languages()]
    meant = language.strip().lower() or (DEFAULT_LANGUAGE if DEFAULT_LANGUAGE in spoken else next(iter(spoken), ""))
    if meant not in spoken:
        raise NotOffered("language", meant or ", ".join(own.languages), tuple(spoken or library.languages()))
    return own.variant(meant)


async def names(asked: Asked) -> tuple[str, ...]:
    """The names of all variants that can be played here."""
    return (*asked.desk.library.variants(), *await asked.desk.variants.names(asked.place.guild_id))


async def show_list(asked: Asked) -> Message:
    """All variants that can be played here."""
    library = asked.desk.library
    shipped = {name: await library.variant(name) for name in library.variants()}
    return variants_message(shipped, await asked.desk.variants.all(asked.place.guild_id), asked.texts)


async def show(asked: Asked, name: str) -> Message:
    """Everything about a variant."""
    wanted = name.strip().lower()
    own = await asked.desk.variants.find(asked.place.guild_id, wanted)
    if own:
        return variant_message(own.any, own.about, asked.texts)
    return variant_message(await choose(asked, wanted), "", asked.texts)


async def load(asked: Asked, file: discord.Attachment) -> Message:
    """Check a file that somebody sent and keep its variant for the server; nothing is kept of one with faults."""
    server = await _server(asked)
    try:
        async with asked.desk.uploads.turn(asked.person.id, server):
            text = await _read(asked, file)
            kept = await asked.desk.variants.load(server, text, file.filename, asked.person.id, asked.cause.at)
    except BadFile as error:
        raise FileRefused(error) from error
    facts = {"name": f"**{escape(kept.name)}**", "command": f"`/game new variant:{kept.name}`"}
    told = asked.texts.gettext("The variant {name} is here. Play it with {command}.", **facts)
    shown = variant_message(kept.any, kept.about, asked.texts)
    return Message((*say(told + _unspoken(asked, kept)).blocks, *shown.blocks), accent=shown.accent)


def _unspoken(asked: Asked, kept: VariantFile) -> str:
    """A warning where there is no dictionary for any language of a variant."""
    if set(kept.languages) & set(asked.desk.library.languages()):
        return ""
    return " " + asked.texts.gettext("I have no dictionary for its language, so it cannot be played yet.")


async def _read(asked: Asked, file: discord.Attachment) -> str:
    data, _ = await asyncio.gather(fetch(file, CHAT.variant_characters), asked.desk.variants.get_ready())
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileNotText(file.filename) from error


async def remove(asked: Asked, name: str) -> Message:
    """Forget a variant of the server; games that run with it go on."""
    server, wanted = await _server(asked), name.strip().lower()
    if wanted in await asyncio.to_thread(asked.desk.library.variants):
        raise NoSuchVariant(wanted, await asked.desk.variants.names(server))
    await asked.desk.variants.remove(server, wanted)
    shown = f"**{escape(wanted)}**"
    return say(asked.texts.gettext("The variant {name} is gone. Games that are played with it go on.", name=shown))


async def _server(asked: Asked) -> int:
    """The server whose variants the asker may change. Raises `OnlyInServers` and `NotAllowed`."""
    if asked.place.guild_id is None:
        raise OnlyInServers
    await asked.desk.permissions.check(asked.member, Permission.VARIANTS, asked.place.guild_id)
    return asked.place.guild_id
