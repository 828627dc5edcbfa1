"""The chat of a game's players between places: which places take part, and who is heard there."""

from __future__ import annotations

from bot.features.chat import ChatServices
from bot.features.chat.refusals import NotShownHere, UnknownSpeaker
from bot.features.chat.text import (
    ended_text,
    how_to_join,
    joined_text,
    muted_text,
    standing_text,
)
from bot.features.chat.values import ChatLink, Mute, MuteKind
from bot.front.components.message import Message, say
from bot.front.interaction.choices import ON
from bot.front.interaction.dispatch import which_game
from bot.front.interaction.gate import require
from bot.front.interaction.request import Request
from bot.model.deliveries import Target, TargetKind
from bot.service.rights import Right
from bot.text.names import clean


async def switch(request: Request, game: str, on_or_off: str) -> Message:
    """Join or leave a game's chat for this place."""
    return say("\n".join([*await _switch(request, game, on_or_off), await _standing(request, game)]))


async def _switch(request: Request, game: str, on_or_off: str) -> list[str]:
    return [await (_begin if on_or_off == ON else _end)(request, game)]


async def chat(request: Request, switch: str = "", mute: str = "", unmute: str = "") -> Message:
    """Join or leave a game's chat here, mute or unmute someone, and show the state of the chat."""
    game = await which_game(request)
    lines: list[str] = []
    if switch:
        lines += await _switch(request, game, switch)
    for name, muted in ((mute.strip(), True), (unmute.strip(), False)):
        if name:
            lines.append(await _mute(request, game, name, muted=muted))
    return say("\n".join([*lines, await _standing(request, game)]))


async def _begin(request: Request, game: str) -> str:
    """Join the chat from a channel that shows the game, or from the direct messages of one of its players."""
    here = request.place
    target = Target(TargetKind.CHANNEL, here.channel_id)
    if here.guild_id is None:
        await require(request, Right.PLAYER, game)
        await request.services.games.watch(game, target)
    elif target not in await request.services.games.journal.targets(game):
        raise NotShownHere
    others = await request.services.of(ChatServices).chat.accept(
        ChatLink(game, here, request.person.id, request.cause.at)
    )
    return joined_text(others, request.texts)


async def _end(request: Request, game: str) -> str:
    links, now = request.services.of(ChatServices).chat, request.cause.at
    refused = await links.refuse(game, request.place, now)
    ended = not refused and await links.end(game, request.place, now)
    return ended_text(request.texts, refused=refused, ended=ended)


async def _mute(request: Request, game: str, name: str, *, muted: bool) -> str:
    found = next((one for one in await heard(request, game) if one.name == name), None)
    if found is None:
        raise UnknownSpeaker(name)
    await request.services.of(ChatServices).chat.mute(request.place.channel_id, found, muted)
    return muted_text(found.name, request.texts, muted=muted)


async def heard(request: Request, game: str) -> tuple[Mute, ...]:
    """Those whom a place can mute: the other players, the servers that take part, and those already muted."""
    summary = await request.summary(game)
    players = [
        Mute(MuteKind.PERSON, int(seat.player), clean(seat.name))
        for seat in summary.seats
        if seat.person and seat.player.isdecimal() and seat.player != request.person.id
    ]
    links = await request.services.of(ChatServices).chat.links(request.place.channel_id)
    servers = {link.place.guild_id for link in links if link.game == game} - {None, request.place.guild_id}
    named = [
        Mute(MuteKind.SERVER, one, clean(await request.services.posting.server_name(one)))
        for one in sorted(filter(None, servers))
    ]
    return tuple(
        dict.fromkeys([*players, *named, *await request.services.of(ChatServices).chat.mutes(request.place.channel_id)])
    )


async def _standing(request: Request, game: str) -> str:
    """Which places take part, which could, and what prevents them."""
    links = {
        link.place.channel_id
        for link in await request.services.of(ChatServices).chat.links(request.place.channel_id)
        if link.game == game
    }
    places = [one for one in await request.services.games.journal.targets(game) if one.kind is TargetKind.CHANNEL]
    if request.place.channel_id not in links:
        return how_to_join(request.texts)
    waiting = len([one for one in places if one.id not in links])
    muted = [one.name for one in await request.services.of(ChatServices).chat.mutes(request.place.channel_id)]
    return standing_text(len(links) - 1, waiting, muted, request.texts, reads=request.services.posting.reads_chat)
