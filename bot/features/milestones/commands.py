"""Milestones: looking at one's own, and switching them on and off for oneself or a server."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from bot.features.milestones import text
from bot.features.milestones.milestones import Milestones
from bot.features.milestones.store import MilestoneKind, MilestoneStore
from bot.features.milestones.text import switch_text
from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import Action
from bot.front.components.message import Button, Message, Text, Tone
from bot.front.components.payloads import Nothing, Payload
from bot.front.interaction.hooks import Front, SettingPage
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.request import Request
from bot.service.rights import Right
from bot.text import Texts


@dataclass(frozen=True, slots=True)
class OfKind(Payload):
    """A kind of milestones, to be switched on or off."""

    kind: MilestoneKind
    on: bool


OWN: Final = Action("milestones", Nothing, Right.ANYONE)
MINE: Final = Action("milestones_mine", OfKind, Right.ANYONE)
SERVER: Final = Action("milestones_here", OfKind, Right.MODERATOR)


def panel(
    told: str, switch: Action[[MilestoneKind, bool], OfKind], off: Collection[MilestoneKind], texts: Texts
) -> Message:
    """What is said, and a button for each kind."""
    buttons = [
        Button(
            switch.id(kind, kind in off),
            switch_text(kind, off, texts),
            Tone.SECONDARY if kind in off else Tone.SUCCESS,
        )
        for kind in MilestoneKind
    ]
    return Message((Text(told), *rows(buttons)), accent=BOARD_ACCENT)


def _store(request: Request) -> MilestoneStore:
    return request.services.of(Milestones).store


async def mine(request: Request) -> Message:
    """The person's milestones, and which ones are told."""
    person, server = request.person.id, request.place.guild_id
    found = () if server is None else await _store(request).of_person(server, person)
    off = {kind for _, kind in await _store(request).switched_off((person,))}
    won = await request.services.standing.results.honours.of_person(server, person)
    told = text.own_text(found, request.texts, in_server=server is not None, won=won)
    return panel(told, MINE, off, request.texts)


async def switch_mine(request: Request, kind: MilestoneKind, on: bool) -> Message:
    """Switch a kind on or off for oneself."""
    await _store(request).switch(request.person.id, kind, on=on)
    return await mine(request)


async def server(request: Request) -> Message:
    """Which milestones are told in this server. Raises `OnlyInServers`."""
    off = {kind for _, kind in await _store(request).switched_off((str(request.server()),))}
    return panel(text.server_text(request.texts), SERVER, off, request.texts)


async def switch_server(request: Request, kind: MilestoneKind, on: bool) -> Message:
    """Switch a kind on or off for this server. Raises `OnlyInServers`."""
    await _store(request).switch(str(request.server()), kind, on=on)
    return await server(request)


async def _announced_here(request: Request) -> str:
    return await _announced(request, str(request.server()))


async def _announced_of_mine(request: Request) -> str:
    return await _announced(request, request.person.id)


async def _announced(request: Request, whose: str) -> str:
    off = {kind for _, kind in await _store(request).switched_off((whose,))}
    return text.announced_text(off, request.texts)


def own_button(texts: Texts) -> Button:
    """One's milestones, below statistics."""
    return Button(OWN.id(), text.title_text(texts))


_HERE = SettingPage(
    name="milestones",
    title=text.title_text,
    about=text.about_text,
    state=_announced_here,
    needs=Right.MODERATOR,
    page=server,
)
_MINE = replace(_HERE, about=text.about_own_text, state=_announced_of_mine, needs=Right.ANYONE, page=mine)

FRONT = Front(
    buttons=(answers(OWN, mine), edits(MINE, switch_mine), edits(SERVER, switch_server)),
    around=(own_button,),
    server_pages=(_HERE,),
    own_pages=(_MINE,),
)
