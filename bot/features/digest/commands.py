"""`/digest`: looking at the latest days of a server, and choosing where its digest is posted."""

from __future__ import annotations

from dataclasses import replace

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.digest.digests import Digests
from bot.features.digest.text import NoWordHere, nothing_text, off_text, on_text, where_text
from bot.front.components.message import Message, Text, say
from bot.front.interaction.choices import SWITCH, matching, switched
from bot.front.interaction.gate import only_in_servers
from bot.front.interaction.hooks import Front
from bot.front.interaction.request import Interaction, Request, texts_of
from bot.front.interaction.slash import CommandOption, slash
from bot.model.errors import NotOffered
from bot.service.rights import Right
from bot.text.settings import named_by, offered_title
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


async def spoken(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The languages that the bot speaks."""
    texts = await texts_of(interaction)
    return matching(typed, ((offered_title("language", code, texts), code) for code in languages()))


_DIGEST = slash(
    digest,
    _("See what has happened in this server lately"),
    Right.ANYONE,
    options={
        "switch": CommandOption(
            _("Whether I post it in this channel once a week"), choices=SWITCH, needs=Right.MODERATOR
        ),
        "language": CommandOption(_("The language of the digest; without it, the channel's"), spoken),
    },
)

FRONT = Front(commands=(only_in_servers(_DIGEST),))
