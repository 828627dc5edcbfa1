"""Competitions (`bot.competitions.values`): their games are opened, end and count, and they go on."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

from bot.competitions.store import CompetitionStore
from bot.competitions.values import Competition
from bot.competitions.venue import CompetitionVenue
from bot.model.deliveries import Target
from bot.model.errors import BotError, describe
from bot.model.games import Cause
from bot.service.games import Games
from bot.service.listeners import Applied
from bot.service.ports import UNKNOWN_CHANNEL, Clock, PermanentRefusal, TransientFailure
from bot.service.tasks import DueLoop
from engine.errors import EngineError
from engine.game.commands import End
from engine.game.phases import Over

LOG = logging.getLogger(__name__)


C = TypeVar("C", bound=Competition)
S = TypeVar("S", bound=CompetitionStore[Any])
V = TypeVar("V", bound=CompetitionVenue[Any, Any])


class CompetitionLoop(DueLoop[C], Generic[C, S, V]):
    """Sees to the competitions of a kind. `planned` is told of servers in which what comes next has changed.

    `unknown` is raised where there is none.
    """

    unknown: ClassVar[type[BotError]]
    lease = 300_000
    at_once = 4
    tries = 30
    """About five hours of failures."""
    opens_at_once = 4

    def __init__(
        self,
        store: S,
        venue: V,
        games: Games,
        clock: Clock,
        owner: str,
        planned: Callable[[int], object] = lambda _: None,
    ) -> None:
        super().__init__(store, clock, owner)
        self.store = store
        self.venue = venue
        self._planned = planned
        self._games = games
        self._looked: dict[int, int] = {}

    def changed(self, applied: Applied) -> None:
        """A game is over, perhaps one of theirs."""
        if isinstance(applied.state.phase, Over):
            self.wake()

    async def of_game(self, game: str) -> C | None:
        """The one to which a game belongs, also a game that is just being opened."""
        known: C | None = await self.store.of_game(game)
        if known:
            return known
        here: Sequence[C] = await self.store.unfinished_in((await self._games.summary(game)).place.root)
        for one in here:
            for place in one.places:
                if place.game == game:  # it was noted after the first look
                    return one
                if place.game is None and place.is_open and await self.venue.game_of(one, place) == game:
                    return one
        return None

    async def lost(self, game: str, lost: Target) -> None:
        """Have a game whose thread was deleted go on in another one; else its players are told how to play on."""
        one = await self.of_game(game)
        place = next((place for place in one.places if place.game == game), None) if one else None
        if one is None or place is None:
            return
        try:
            await self.venue.move(one, place, game, lost.id)
        except (PermanentRefusal, TransientFailure, BotError, EngineError) as error:
            LOG.info("a game of %s %s has lost its thread: %s", self.name, one.number, describe(error))
        else:
            await self._moved(one, place)

    async def has(self, game: str) -> bool:
        """Whether a game is one of theirs, in which even one that is void has a result."""
        return await self.of_game(game) is not None

    async def occupied(self) -> Sequence[tuple[int, int]]:
        """Where any of them is that is not over."""
        return await self.store.occupied()

    async def vacate(self, channel: int) -> None:
        """End those of a channel that has been deleted, with their games: nobody could, or read how they end."""
        for one in await self.store.unfinished_in(channel):
            LOG.info("%s has lost its channel: %s", self.name, one.number)
            await self._abandon(one)
        self.wake()

    async def _abandon(self, one: C) -> None:
        now = self._clock.now()
        with suppress(BotError):  # it is over already
            await self.store.abandon(one.number, now)
        for game in [place.game for place in one.places if place.game and place.is_open]:
            with suppress(BotError, EngineError):
                cause = Cause(f"{self.store.queued.name}/{one.number}/{game}/abandoned", now, now)
                await self._games.submit(game, End("", moderator=True), cause)
        self._planned(one.server)

    async def _moved(self, one: C, place: Any) -> None:
        """Have what leads to a game lead to its new thread."""

    async def take_note(self) -> None:
        """Have those with games that have ended be due."""
        await self.store.notice(self._clock.now())

    async def go_on(self, one: C) -> None:
        """Do what can be done now."""
        try:
            due = await self._advance(one)
        except BotError as error:
            LOG.info("%s has to wait: %s %s", self.name, one.number, describe(error))
            await self.put_off(one)
        else:
            await self.store.release(one, self._owner, due)

    @abstractmethod
    async def _advance(self, one: C) -> int | None:
        """Do what can be done now; returns when to look again, None if somebody has to do something first."""

    async def refused(self, one: C, refusal: PermanentRefusal) -> None:
        """Try again, but end one whose channel is gone, in which nobody could end it."""
        if not (refusal.code == UNKNOWN_CHANNEL and await self._has_lost_channel(one)):
            await self.put_off(one)
            return
        LOG.info("%s has lost its channel: %s", self.name, one.number)
        await self._abandon(one)
        one = await self._again(one)
        await self.store.release(one, self._owner, one.forgotten_at)

    async def _has_lost_channel(self, one: C) -> bool:
        """Whether a refusal is about its own channel, rather than the thread of a game."""
        try:
            await self.venue.show(one)
        except PermanentRefusal as refusal:
            return refusal.code == UNKNOWN_CHANNEL
        except (TransientFailure, BotError):
            pass
        return False

    async def later(self, one: C, due: int | None) -> None:
        """Put one off, or with None leave it alone."""
        await self.store.later(one, self._owner, due)

    async def give_up(self, one: C) -> None:
        """Leave one alone until somebody changes it, or it is thrown away."""
        await self.later(one, one.forgotten_at)

    async def _settle(self, one: C) -> C:
        """End the games whose results a director has set."""
        for place in one.corrected:
            await self.venue.settle(one, place)
            await self.store.settled(one, place)
        return await self._again(one) if one.corrected else one

    async def _show(self, one: C) -> None:
        """Show it, if it has changed since it was shown."""
        if one.shown != one.version:
            message = await self.venue.show(one)
            await self.store.note(one.number, message=message, shown=one.version)
            self._planned(one.server)

    async def _open(self, one: C, places: Sequence[Any]) -> list[Exception]:
        """Open the games of fixtures or boards; returns why some could not be."""
        gate = asyncio.Semaphore(self.opens_at_once)

        async def attempt(place: Any) -> Exception | None:
            async with gate:
                try:
                    await self.store.opened(one, place, await self.venue.open(one, place))
                except (PermanentRefusal, TransientFailure, BotError, EngineError) as error:
                    return error
            return None

        return [error for error in await asyncio.gather(*map(attempt, places)) if error]

    async def _noted(self, one: C, place: Any) -> Any:
        """A fixture or board, with its game noted also if that was opened a moment before a process died."""
        if place.game is None and (game := await self.venue.game_of(one, place)):
            await self.store.opened(one, place, game)
            return replace(place, game=game)
        return place

    # --- who has left the server --------------------------------------------------------------------------------------

    async def present(self, one: C) -> C:
        """One without those who have left the server; its director is told."""
        now, people = self._clock.now(), self._players(one)
        self._looked[one.number] = now
        try:
            gone = sorted(await self.venue.gone(one, people)) if people else ()
            if gone:
                await self.venue.tell_gone(one, gone)
        except (PermanentRefusal, TransientFailure) as refusal:
            LOG.info("who is in server %s cannot be told: %s", one.server, describe(refusal))
            return one
        if gone:
            with suppress(BotError):  # it is over meanwhile
                await self._drop(one, gone, now)
        return await self._again(one) if gone else one

    async def _present_now_and_then(self, one: C, every: int) -> C:
        """As `present`, but not more often than that."""
        due = self._looked.get(one.number, self._clock.now() - every) + every
        return await self.present(one) if due <= self._clock.now() else one

    @abstractmethod
    def _players(self, one: C) -> list[str]:
        """Those who are to play on, or are playing."""

    @abstractmethod
    async def _drop(self, one: C, people: Sequence[str], now: int) -> None:
        """Have those play no more who have left the server, all at once: their director is told of them together.

        Raises refusals.
        """

    async def _again(self, one: C) -> C:
        found: C | None = await self.store.get(one.number)
        assert found is not None, "only the process with the lease deletes it"
        return found
