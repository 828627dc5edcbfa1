"""Keeps one message in each channel that lists its open challenges."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.seeks.messages import called_message, list_message
from bot.features.seeks.store import SeekStore
from bot.features.seeks.values import Listing, Seek
from bot.front.components.message import Message
from bot.front.posting.poster import Poster
from bot.service.dueloop import DueLoop
from bot.service.ports import Clock, PermanentRefusal


class SeekLists(DueLoop[Listing]):
    """Sees to the lists that have changed, or in which a challenge expires."""

    name = "the lists of challenges"
    tries = 6

    def __init__(self, store: SeekStore, poster: Poster, clock: Clock, owner: str) -> None:
        super().__init__(store, clock, owner)
        self._store = store
        self._poster = poster

    async def go_on(self, one: Listing) -> None:
        """Show a channel's challenges, or take the message away if there are none."""
        now, message = self._clock.now(), one.message
        seeks = await self._store.open_in(one.channel, now)
        if not seeks:
            if message is not None:
                await self._poster.remove(one.channel, message)
            message = None
        elif message is None or one.anew or not await self._change(one, message, seeks):
            message = await self._post(one, seeks)
        await self._store.shown(one, self._owner, message, await self._store.next_change(one.channel, now))

    async def _change(self, one: Listing, message: int, seeks: Sequence[Seek]) -> bool:
        return await self._poster.change(one.channel, message, await self._message(one, seeks))

    async def _post(self, one: Listing, seeks: Sequence[Seek]) -> int:
        """Post the list at the bottom of the channel; the message above it goes, as its buttons would."""
        number = one.post if one.post is not None else await self._store.begin_post(one)
        message = await self._poster.post(one.channel, await self._message(one, seeks), f"seeks/{number}")
        if one.message is not None:
            await self._poster.remove(one.channel, one.message)
        return message

    async def _message(self, one: Listing, seeks: Sequence[Seek]) -> Message:
        return list_message(seeks, await self._poster.texts(one.channel, one.server))

    async def call(self, seek: Seek, thread: int, opponent: str) -> None:
        """Call whoever has posted a challenge to the thread of its game. Raises as `Poster.post`."""
        message = called_message(seek, opponent, await self._poster.texts(seek.channel, seek.server))
        await self._poster.post(thread, message, f"seeks/called/{seek.number}")

    async def later(self, one: Listing, due: int) -> None:
        """Put a list off."""
        await self._store.later(one, self._owner, due)

    async def refused(self, one: Listing, _: PermanentRefusal) -> None:
        """Nobody can see the list any more."""
        await self.give_up(one)

    async def give_up(self, one: Listing) -> None:
        """Forget a list that cannot be shown."""
        await self._store.drop(one, self._owner)
