"""Keeps one message in each channel that lists its open challenges."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Protocol

from bot.features.seeks.store import SeekStore
from bot.features.seeks.values import Listing, Seek
from bot.model.errors import describe
from bot.service.ports import Clock, PermanentRefusal, TransientFailure
from bot.service.tasks import Loop, pause, repeat

LOG = logging.getLogger(__name__)
LEASE = 120_000
AT_ONCE = 8
LATEST = 6
"""Failures after which a list is given up."""


class ListPoster(Protocol):
    """Shows lists of challenges. All its methods raise `PermanentRefusal` and `TransientFailure`."""

    async def post(self, listing: Listing, number: int, seeks: Sequence[Seek]) -> int:
        """Post a list as the message with this number, or find it if an earlier attempt did; returns its id."""

    async def change(self, listing: Listing, message: int, seeks: Sequence[Seek]) -> bool:
        """Have a message show these challenges; False if it is gone."""

    async def remove(self, listing: Listing, message: int) -> None:
        """Delete a message, if it is still there."""


class SeekLists(Loop):
    """Sees to the lists that have changed, or in which a challenge expires. `owner` names this process."""

    def __init__(self, store: SeekStore, poster: ListPoster, clock: Clock, owner: str) -> None:
        super().__init__()
        self._store = store
        self._poster = poster
        self._clock = clock
        self._owner = owner

    async def run(self) -> None:
        """Keep the lists until cancelled."""
        await repeat("the lists of challenges", self._step, self._clock, self._woken)

    async def _step(self) -> int | None:
        now = self._clock.now()
        first = await self._store.next_due()
        if first is None or first > now:
            return first
        await asyncio.gather(*map(self._see_to, await self._store.claim(self._owner, now, now + LEASE, AT_ONCE)))
        return await self._store.next_due()

    async def _see_to(self, listing: Listing) -> None:
        try:
            await self._show(listing)
        except PermanentRefusal as refusal:
            LOG.info("challenges cannot be shown in channel %s (%s)", listing.channel, refusal.code)
            await self._store.drop(listing, self._owner)
        except Exception as error:
            wait = error.retry_after if isinstance(error, TransientFailure) else None
            if not isinstance(error, TransientFailure):
                LOG.error("the challenges of channel %s could not be shown: %s", listing.channel, describe(error))
            await self._later(listing, wait)

    async def _show(self, listing: Listing) -> None:
        now, message = self._clock.now(), listing.message
        seeks = await self._store.open_in(listing.channel, now)
        if not seeks:
            if message is not None:
                await self._poster.remove(listing, message)
            message = None
        elif message is None or listing.anew or not await self._poster.change(listing, message, seeks):
            message = await self._post(listing, seeks)
        await self._store.shown(listing, self._owner, message, await self._store.next_change(listing.channel, now))

    async def _post(self, listing: Listing, seeks: Sequence[Seek]) -> int:
        """Post the list at the bottom of the channel; the message above it goes, as its buttons would."""
        number = listing.post if listing.post is not None else await self._store.begin_post(listing)
        message = await self._poster.post(listing, number, seeks)
        if listing.message is not None:
            await self._poster.remove(listing, listing.message)
        return message

    async def _later(self, listing: Listing, wait: int | None) -> None:
        if listing.attempts + 1 >= LATEST:
            await self._store.drop(listing, self._owner)
        else:
            await self._store.later(
                listing, self._owner, self._clock.now() + max(wait or 0, pause(listing.attempts + 1))
            )
