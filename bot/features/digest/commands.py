"""`/manage digest`: looking at the latest days of a server, and choosing where its digest is posted."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.digest.digests import Digests
from bot.features.digest.text import (
    NoWordHere,
    about_text,
    latest_label,
    nothing_text,
    off_text,
    on_text,
    setting_title,
    where_text,
)
from bot.front.components.buttons import Action
from bot.front.components.message import Button, Message, Text, say
from bot.front.components.payloads import Nothing
from bot.front.interaction.choices import OFF, ON, SWITCH, matching, switched
from bot.front.interaction.hooks import Front, SettingPage
from bot.front.interaction.pressing import Press, answers
from bot.front.interaction.request import Interaction, Request, texts_of
from bot.front.interaction.slash import UNDER_MANAGE, CommandOption, slash
from bot.front.settings.actions import switch_of
from bot.front.sharing import share_card, share_rows
from bot.model.errors import NotOffered
from bot.service.rights import Right
from bot.text import Texts
from bot.text.settings import named_by, offered_title
from bot.text.texts import languages

LATEST: Final = Action("digest", Nothing, Right.ANYONE)
SHARE: Final = Action("digest_share", Nothing, Right.ANYONE)


def latest_button(texts: Texts) -> Button:
    """The latest days, below lists of what goes on."""
    return Button(LATEST.id(), latest_label(texts))


async def digest(request: Request, switch: str = "", language: str = "") -> Message:
    """Have what has happened in this server posted here once a week, or no more; or see where it is, to switch it.

    Raises `OnlyInServers`, `NoWordHere`, and `NotOffered` for an unknown switch or language.
    """
    server, digests = request.server(), request.services.of(Digests)
    match switched(switch):
        case None:
            return await switch_of(request, "digest")
        case True:
            return await _post_here(request, server, language)
        case False:
            await digests.stop(server)
            return say(off_text(request.texts))


async def _channel(request: Request) -> str:
    found = await request.services.of(Digests).of(request.server())
    return f"<#{found.channel}>" if found else ""


async def _turn(request: Request, pressed: Press, on: bool) -> Message:  # noqa: ARG001 - settings are alike
    return await digest(request, ON if on else OFF)


async def latest(request: Request) -> Message:
    """What has happened in this server lately, and where that is posted. Raises `OnlyInServers`."""
    server, digests = request.server(), request.services.of(Digests)
    found = await digests.latest(server, request.texts)
    told, shares = found or say(nothing_text(request.texts)), share_rows(request, SHARE.id()) if found else ()
    where = Text(where_text(await digests.of(server), request.texts))
    whole = replace(told, blocks=(*told.blocks, where, *shares))
    return whole.in_words() if (await request.profile()).text_board else whole


async def share(request: Request) -> Message | None:
    """Post what has happened in this server lately here. Raises as `share_card`."""

    async def make(aloud: Request) -> Message:
        return await aloud.services.of(Digests).latest(aloud.server(), aloud.texts) or say(nothing_text(aloud.texts))

    return await share_card(request, "week", make)


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
    _("Post a digest of this server once a week"),
    Right.MODERATOR,
    options={
        "switch": CommandOption(_("Whether I post it in this channel once a week"), choices=SWITCH),
        "language": CommandOption(_("The language of the digest; by default, the channel's"), spoken),
    },
)

FRONT = Front(
    commands=(UNDER_MANAGE(_DIGEST),),
    buttons=(answers(LATEST, latest), answers(SHARE, share)),
    around=(latest_button,),
    server_pages=(
        SettingPage(
            name="digest", title=setting_title, about=about_text, state=_channel, switch=_turn, keeps_hour=True
        ),
    ),
)
