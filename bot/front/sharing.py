"""Sharing: a result as a line without a word of the answer, once, or a card of what others may see as well."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from enum import Enum

from bot.front.components.message import Button, Message, Row, Text, Tone, say
from bot.front.interaction.request import Request
from bot.limits import Limit
from bot.model.errors import BotNotHere, NotMineToWrite, NotYoursToWrite, TooLateToShare
from bot.service.ports import PermanentRefusal
from bot.text.names import bold
from bot.text.receipts import shared_again, shared_by
from bot.text.texts import Texts
from engine.model.durations import DAY

SHARED_FOR = DAY
"""Milliseconds for which a result can be shared, once the day is over that it is of."""
SHARED_AGAIN = 600_000
"""Milliseconds after which the same page or card can be shared in the same channel again."""


class Sharing(Enum):
    """What a person can do with a result here: share it, nothing more since it is shared, or nothing at all."""

    OPEN = "open"
    DONE = "done"
    CLOSED = "closed"


async def sharing(request: Request, key: str, over: int) -> Sharing:
    """What a person can do with a result of a day that is over, or will be, at an instant; `key` names the result."""
    if await request.services.posting.lines.is_said(key):
        return Sharing.DONE
    return Sharing.OPEN if can_share_here(request) and not _is_late(request, over) else Sharing.CLOSED


def can_share_here(request: Request) -> bool:
    """Whether the person can have the bot post something where they are."""
    return request.place.guild_id is not None and request.in_server and request.may_post and request.may_write


async def share(request: Request, key: str, over: int, line: str) -> None:
    """Post a person's line here, unless they have shared this result.

    Raises `OnlyInServers`, `BotNotHere`, `NotMineToWrite`, `NotYoursToWrite` and `TooLateToShare`.
    """
    server = check_here(request)
    if _is_late(request, over):
        raise TooLateToShare
    told = f"{bold(request.person.name)} · {line}"
    await request.services.posting.lines.say(key, server, request.place.channel_id, told)


async def share_card(
    request: Request, key: str, make: Callable[[Request], Awaitable[Message]], about: Collection[str] = ()
) -> Message | None:
    """Post a card here as everyone may see it, naming who shares it unless they are one of those it is `about`.

    `key` names the card, and `make` makes it in the language of the channel. The card itself is the answer, so None is
    returned, or that the same card was shared here a moment ago.

    Raises `OnlyInServers`, `BotNotHere`, `NotMineToWrite`, `NotYoursToWrite` and `TooOften`.
    """
    server = check_here(request)
    services, channel = request.services, request.place.channel_id
    await services.fair_use.spend(Limit.PICTURES, request.person.id, server)
    key = f"card/{channel}/{key}/{services.clock.now() // SHARED_AGAIN}"
    card = (await make(replace(request, texts=await request.aloud()))).without_buttons()
    try:
        if await services.posting.poster.find(channel, key) is not None:
            return say(shared_again(request.texts))
        await services.posting.poster.post(channel, await _signed(request, card, about), key)
    except PermanentRefusal as refusal:
        raise NotMineToWrite from refusal
    return None


async def _signed(request: Request, card: Message, about: Collection[str]) -> Message:
    if request.person.id in about:
        return replace(card, silent=True)
    told = shared_by(request.person.name, await request.aloud())
    return replace(card, blocks=(*card.blocks, Text(f"-# {told}")), silent=True)


def check_here(request: Request) -> int:
    """The server in which the person can have the bot post something where they are.

    Raises `OnlyInServers`, `BotNotHere`, `NotMineToWrite` and `NotYoursToWrite`.
    """
    server = request.server()
    if not request.in_server:
        raise BotNotHere
    if not request.may_post:
        raise NotMineToWrite
    if not request.may_write:
        raise NotYoursToWrite
    return server


def _is_late(request: Request, over: int) -> bool:
    return request.services.clock.now() >= over + SHARED_FOR


def share_button(custom_id: str, texts: Texts) -> Button:
    """The button that shares what it is below."""
    return Button(custom_id, texts.gettext("Share"), Tone.SUCCESS)


def share_rows(request: Request, custom_id: str) -> tuple[Row, ...]:
    """The button that shares a card, where its reader can."""
    return (Row((share_button(custom_id, request.texts),)),) if can_share_here(request) else ()
