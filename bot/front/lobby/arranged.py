"""Games that the bot opens by itself between given people, each in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from bot.front.lobby.threads import new_thread, own_thread
from bot.front.posting.discord_errors import refusals
from bot.front.posting.mailbox import Mailbox
from bot.model.errors import NoThreadsHere
from bot.model.games import Cause, Place
from bot.service.games import Games
from bot.service.ports import Clock
from bot.store.people import PeopleStore
from engine.game.state import Person, Setup
from engine.model.rules import FirstPlayer

ASKED_AT_ONCE = 8
"""People about whom Discord is asked at the same time."""


class GameOpener:
    """Opens such games. `mailbox` returns the mailbox of the client connected now."""

    def __init__(self, games: Games, mailbox: Callable[[], Mailbox], people: PeopleStore, clock: Clock) -> None:
        self._games = games
        self._mailbox = mailbox
        self._people = people
        self._clock = clock

    async def open(
        self,
        place: Place,
        thread: str,
        setup: Setup,
        request: str,
        first: Person,
        opponent: Person | None,
        levels: tuple[int, ...] = (),
        *,
        free: bool = False,
    ) -> str:
        """Open a game in a thread of a channel, unless an earlier attempt with this request did; returns its id.

        `first` begins. The thread has the channel's settings. `free` as in `Games.open`. Raises `PermanentRefusal`,
        `TransientFailure` and refusals.
        """
        if game := await self._games.changed_by(request):
            return game
        where = await self._thread(place, thread)
        kept = replace(await self._people.channel(place.channel_id), id=where.channel_id)
        await self._people.change_channel(where.channel_id, lambda _: kept)
        rules = replace(setup.rules, first_player=FirstPlayer.HOST, players=2)
        now = self._clock.now()
        opened = await self._games.open(
            where, first, replace(setup, rules=rules), Cause(request, now, now), levels, opponent=opponent, free=free
        )
        return opened.game

    async def gone(self, server: int, people: Iterable[str]) -> frozenset[str]:
        """Those of some people who are not in a server any more. Raises `PermanentRefusal` and `TransientFailure`."""
        gate = asyncio.Semaphore(ASKED_AT_ONCE)

        async def is_gone(person: str) -> bool:
            async with gate:
                with refusals(), suppress(LookupError):  # a server that is unknown now tells nothing
                    return await self._mailbox().member(server, int(person)) is None
                return False

        known = list(people)
        found = await asyncio.gather(*map(is_gone, known))
        return frozenset(person for person, left in zip(known, found, strict=True) if left)

    async def move(self, game: str, place: Place, thread: str, request: str) -> Place:
        """Let a game whose thread is gone go on in a new one, unless an earlier attempt did; returns where.

        Raises as `open`.
        """
        if await self._games.changed_by(request) is None:
            now = self._clock.now()
            await self._games.move(game, await self._thread(place, thread), Cause(request, now, now))
        return (await self._games.summary(game)).place

    async def _thread(self, place: Place, name: str) -> Place:
        """A thread of that name: one that an earlier attempt has left without a game, else a new one."""
        with refusals():
            channel = await self._mailbox().find_text_channel(place.channel_id)
        if channel is None:
            raise NoThreadsHere
        left = own_thread(channel, name)
        if left is None or await self._games.in_channel(left.id) is not None:
            left = await new_thread(channel, name)
        return Place(place.guild_id, left.id, channel.id)
