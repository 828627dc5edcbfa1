"""Looking at the latest days of a server, and choosing where its digest is posted."""

from __future__ import annotations

from dataclasses import replace

from bot.features.digest.digests import Digests
from bot.features.digest.refusals import NoWordHere
from bot.features.digest.text import nothing_text, off_text, on_text, where_text
from bot.front.components.message import Message, Text, say
from bot.front.interaction.choices import switched
from bot.front.interaction.request import Request
from bot.model.errors import NotOffered
from bot.text.option_titles import named_by
from bot.text.texts import languages


async def digest(request: Request, switch: str = "", language: str = "") -> Message:
    """What has happened in this server lately, or where that is posted once a week.

    Raises `OnlyInServers`, `NoWordHere`, and `NotOffered` for an unknown switch or language.
    """
    server, digests = request.server(), request.services.of(Digests)
    match switched(switch):
        case None:
            return await _latest(request, server)
        case True:
            return await _post_here(request, server, language)
        case False:
            await digests.stop(server)
            return say(off_text(request.texts))


async def _latest(request: Request, server: int) -> Message:
    digests = request.services.of(Digests)
    told = await digests.latest(server, request.texts) or say(nothing_text(request.texts))
    where = Text(where_text(await digests.of(server), request.texts))
    whole = replace(told, blocks=(*told.blocks, where))
    return whole.in_words() if (await request.profile()).text_board else whole


async def _post_here(request: Request, server: int, language: str) -> Message:
    named = named_by("language", language, languages(), request.texts) if language else None
    if named and named not in languages():
        raise NotOffered("language", language, languages())
    if not (request.may_post and request.in_server):
        raise NoWordHere
    digests = request.services.of(Digests)
    await digests.post_in(server, request.place.channel_id, named)
    chosen = await digests.of(server)
    assert chosen
    return say(on_text(chosen, request.texts))
