"""Which boards and tiles you can play with, and how a server adds its own."""

from __future__ import annotations

import asyncio

import discord

from bot.front.components.message import Message, Text, say
from bot.front.interaction.attachments import fetch
from bot.front.interaction.request import Request
from bot.front.variants.messages import variant_message, variants_message
from bot.model.errors import NoSuchVariant, NotOffered
from bot.model.profiles import Permission
from bot.service.words.library import DEFAULT_LANGUAGE, DEFAULT_VARIANT
from bot.text.option_titles import named_by
from bot.text.variants import variant_loaded, variant_removed
from engine.formats.varianttoml import VariantFile
from engine.limits import CHAT
from engine.model.variant import Variant
from engine.reading import decoded


async def variant_meant(request: Request, name: str = "", language: str = "", *, needs_words: bool = True) -> Variant:
    """The variant with a name, including the server's own, in a language; the defaults if they are empty.

    A variant without tiles for the default language uses its own first language. Unless it needs words, the language
    needs no lexicon. Raises `NotOffered` and `NoDictionary`.
    """
    library, (wanted, own) = request.services.words.library, await _find(request, name or DEFAULT_VARIANT)
    language = await _spoken(request, language, own)
    if own is None:
        if wanted not in library.variants():
            raise NotOffered("variant", name, await names(request))
        return await library.variant(wanted, language or DEFAULT_LANGUAGE, needs_words=needs_words)
    spoken = [one for one in own.languages if not needs_words or one in library.languages()]
    meant = language or (DEFAULT_LANGUAGE if DEFAULT_LANGUAGE in spoken else next(iter(spoken), ""))
    if meant not in spoken:
        raise NotOffered("language", meant or ", ".join(own.languages), tuple(spoken or library.languages()))
    return own.variant(meant)


async def _find(request: Request, typed: str) -> tuple[str, VariantFile | None]:
    """The name of the variant meant by a typed name or title, and the variant if it is the server's own."""
    server, name = request.place.guild_id, typed.strip().lower()
    own = await request.services.files.variants.find(server, name)
    if own or name in request.services.words.library.variants():
        return name, own
    meant = named_by("variant", typed, await names(request), request.texts).lower()
    return meant, await request.services.files.variants.find(server, meant)


async def _spoken(request: Request, language: str, own: VariantFile | None) -> str:
    """The code of the language meant by a typed code or title."""
    if not language:
        return ""
    tongues = await asyncio.to_thread(request.services.words.library.tongues)
    known = dict.fromkeys((*tongues, *(own.languages if own else ())))
    return named_by("language", language, known, request.texts).lower()


async def names(request: Request) -> tuple[str, ...]:
    """The names of all variants that can be played here."""
    return (
        *request.services.words.library.variants(),
        *await request.services.files.variants.names(request.place.guild_id),
    )


async def show_list(request: Request) -> Message:
    """All variants that can be played here."""
    library = request.services.words.library
    shipped = {name: await library.variant(name) for name in library.variants()}
    return variants_message(shipped, await request.services.files.variants.all(request.place.guild_id), request.texts)


async def show(request: Request, name: str) -> Message:
    """Everything about a variant."""
    wanted, own = await _find(request, name)
    if own:
        return variant_message(own.any, own.about, request.texts)
    return variant_message(await variant_meant(request, wanted), "", request.texts)


async def load(request: Request, file: discord.Attachment) -> Message:
    """Check an uploaded file and store its variant for the server; a file with faults is not stored."""
    server = await _server(request)
    async with request.services.files.uploads.turn(request.person.id, server):
        text = await _read(request, file)
        kept = await request.services.files.variants.load(
            server, text, file.filename, request.person.id, request.cause.at
        )
    spoken = not set(request.services.words.library.languages()).isdisjoint(kept.languages)
    told = variant_loaded(kept.name, request.texts, spoken=spoken)
    shown = variant_message(kept.any, kept.about, request.texts)
    return Message((Text(told), *shown.blocks), accent=shown.accent)


async def _read(request: Request, file: discord.Attachment) -> str:
    data, _ = await asyncio.gather(fetch(file, CHAT.variant_characters), request.services.files.variants.get_ready())
    return decoded(data, file.filename)


async def remove(request: Request, name: str) -> Message:
    """Remove a variant from the server; games that use it continue."""
    server, wanted = await _server(request), name.strip().lower()
    if wanted in await asyncio.to_thread(request.services.words.library.variants):
        raise NoSuchVariant(wanted, await request.services.files.variants.names(server))
    await request.services.files.variants.remove(server, wanted)
    return say(variant_removed(wanted, request.texts))


async def _server(request: Request) -> int:
    """The server whose variants the asker may change. Raises `OnlyInServers` and `NotAllowed`."""
    await request.services.permissions.check(request.member, Permission.VARIANTS, request.server())
    return request.server()
