"""Looking at one's milestones, and switching them on and off for oneself or a server."""

from __future__ import annotations

from bot.features.milestones import messages, text
from bot.features.milestones.milestones import Milestones
from bot.features.milestones.store import MilestoneStore
from bot.features.milestones.values import MilestoneKind
from bot.front.components.message import Message
from bot.front.interaction.request import Request


def _store(request: Request) -> MilestoneStore:
    return request.services.of(Milestones).store


async def mine(request: Request) -> Message:
    """The person's milestones, and which ones are told."""
    person, server = request.person.id, request.place.guild_id
    found = () if server is None else await _store(request).of_person(server, person)
    off = {kind for _, kind in await _store(request).switched_off((person,))}
    won = await request.services.standing.results.honours.of_person(server, person)
    told = text.own_text(found, request.texts, in_server=server is not None, won=won)
    return messages.panel(told, messages.MINE, off, request.texts)


async def switch_mine(request: Request, kind: MilestoneKind, on: bool) -> Message:
    """Switch a kind on or off for oneself."""
    await _store(request).switch(request.person.id, kind, on=on)
    return await mine(request)


async def server(request: Request) -> Message:
    """Which milestones are told in this server. Raises `OnlyInServers`."""
    off = {kind for _, kind in await _store(request).switched_off((str(request.server()),))}
    return messages.panel(text.server_text(request.texts), messages.SERVER, off, request.texts)


async def switch_server(request: Request, kind: MilestoneKind, on: bool) -> Message:
    """Switch a kind on or off for this server. Raises `OnlyInServers`."""
    await _store(request).switch(str(request.server()), kind, on=on)
    return await server(request)
