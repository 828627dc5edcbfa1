"""Sharing a result: a line without a word of the answer, in the channel where its person asks for it, once."""

from __future__ import annotations

from enum import Enum

from bot.front.components.message import Button, Tone
from bot.front.interaction.request import Request
from bot.model.errors import BotNotHere, NotMineToWrite, NotYoursToWrite, TooLateToShare
from bot.text.names import bold
from bot.text.texts import Texts
from engine.model.durations import DAY

SHARED_FOR = DAY
"""Milliseconds for which a result can be shared, once the day is over that it is of."""


class Sharing(Enum):
    """What a person can do with a result here: share it, nothing more since it is shared, or nothing at all."""

    OPEN = "open"
    DONE = "done"
    CLOSED = "closed"


async def sharing(request: Request, key: str, over: int) -> Sharing:
    """What a person can do with a result of a day that is over, or will be, at an instant; `key` names the result."""
    if await request.services.posting.lines.is_said(key):
        return Sharing.DONE
    is_open = request.place.guild_id is not None and request.in_server and request.may_post and request.may_write
    return Sharing.OPEN if is_open and not _is_late(request, over) else Sharing.CLOSED


async def share(request: Request, key: str, over: int, line: str) -> None:
    """Post a person's line here, unless they have shared this result.

    Raises `OnlyInServers`, `BotNotHere`, `NotMineToWrite`, `NotYoursToWrite` and `TooLateToShare`.
    """
    server = request.server()
    if not request.in_server:
        raise BotNotHere
    if not request.may_post:
        raise NotMineToWrite
    if not request.may_write:
        raise NotYoursToWrite
    if _is_late(request, over):
        raise TooLateToShare
    told = f"{bold(request.person.name)} · {line}"
    await request.services.posting.lines.say(key, server, request.place.channel_id, told)


def _is_late(request: Request, over: int) -> bool:
    return request.services.clock.now() >= over + SHARED_FOR


def share_button(custom_id: str, texts: Texts) -> Button:
    """The button that shares a result."""
    return Button(custom_id, texts.gettext("Share"), Tone.SUCCESS)
