"""Competitions (`bot.competitions.values`): their games are opened, end and count, and they go on."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from bot.competitions.store import CompetitionStore
from bot.competitions.values import Competition
from bot.model.deliveries import Target
from bot.model.errors import BotError, describe
from bot.model.games import Cause
from bot.service.games import Games
from bot.service.listeners import Applied
from bot.service.ports import UNKNOWN_CHANNEL, Clock, PermanentRefusal, TransientFailure
from bot.service.tasks import DueLoop
from bot.text import Texts
from engine.errors import EngineError
from engine.game.commands import End
from engine.game.phases import NO_RESULT, EndReason, Over
from engine.game.state import GameState, has_played

WIN, TIE = 2, 1
"""Points of a game; so a tie is half a win."""
BYE = 50
"""By how many points a bye and a forfeited game are won."""
BOTH_HAVE_MOVED = 3
"""The first turn before which both players have moved."""


@dataclass(frozen=True, slots=True)
class PairedResult:
    """How a game ended: the points of both, in the order of the seats; None if nobody has won, lost or tied it.

    A player who forfeits it has not played, or has given up with more points; then, it was `played`.
    """

    points: tuple[int, int] | None
    forfeit: bool = False
    played: bool = False

    @property
    def both_lose(self) -> bool:
        """Whether both have forfeited it."""
        return self.points == BOTH_LOSE.points


BOTH_LOSE = PairedResult((-BYE, -BYE), forfeit=True)


def result_of(state: GameState) -> PairedResult | None:
    """The result of a game of two; None while it is played.

    A game that was ended from outside has no points. One who wins with fewer points, since the other has given up or
    run out of time, wins by as much as by a bye. A void game is won so by who has stayed in it, or of two who have by
    who has moved; if neither has, both lose. A seat with `departed` has lost, however well others have played on.
    """
    if not isinstance(state.phase, Over):
        return None
    if state.phase.reason is EndReason.VOID:
        return _forfeited(state)
    if state.phase.reason in NO_RESULT or not state.phase.winners:
        return PairedResult(None)
    first, second = (seat.score for seat in state.seats[:2])
    stayed = [number for number, seat in enumerate(state.seats[:2]) if not seat.departed]
    if not stayed:
        return BOTH_LOSE
    if len(stayed) == len(state.phase.winners) == 2:
        return PairedResult((max(first, second),) * 2)
    winner = state.phase.winners[0] if len(stayed) == 2 else stayed[0]
    if (first - second if winner == 0 else second - first) <= 0:
        return replace(_won_by_forfeit(winner), played=True)
    return PairedResult((first, second))


def _forfeited(state: GameState) -> PairedResult:
    assert isinstance(state.phase, Over)
    # Players cannot call off a game of a competition, except in the moment before it is known as one.
    gone = state.seats_of(state.phase.by) if state.phase.by else ()
    kept = [number for number, seat in enumerate(state.seats) if seat.in_play and not seat.departed]
    stayed = [number for number in kept if number not in gone]
    if len(stayed) > 1:
        stayed = [number for number in stayed if has_played(state.seats[number])]
    return _won_by_forfeit(stayed[0]) if len(stayed) == 1 else BOTH_LOSE


def _won_by_forfeit(winner: int) -> PairedResult:
    return PairedResult((BYE, 0) if winner == 0 else (0, BYE), forfeit=True)


LOG = logging.getLogger(__name__)


class Venue(Protocol):
    """Where competitions take place. All methods raise `PermanentRefusal`, `TransientFailure` and refusals."""

    async def open(self, one: Any, place: Any, /) -> str:
        """Open the game of a fixture or board and tell its players, unless an earlier attempt did; returns its id."""

    async def game_of(self, one: Any, place: Any, /) -> str | None:
        """The game that has been opened for a fixture or board, as soon as it is there."""

    async def move(self, one: Any, place: Any, game: str, lost: int, /) -> None:
        """Let a game whose thread is `lost` go on in another one, and tell its players, unless an earlier
        attempt did.
        """

    async def settle(self, one: Any, place: Any, /) -> None:
        """End the game of a fixture or board, and say there which result a director has set, unless an earlier attempt
        did.
        """

    async def gone(self, one: Any, people: Sequence[str], /) -> frozenset[str]:
        """Those of some people who are not in the server any more."""

    async def tell_gone(self, one: Any, people: Sequence[str], /) -> None:
        """Tell the director of one who has left the server, unless an earlier attempt did."""

    async def tell_in_person(self, server: int, person: str, words: Callable[[Texts], str], key: str, /) -> None:
        """Tell somebody something in a direct message, if they take such messages."""

    async def show(self, one: Any, /) -> int:
        """Show one with those who take part in its message, which is posted if there is none; returns its id."""


C = TypeVar("C", bound=Competition)
S = TypeVar("S", bound=CompetitionStore[Any])
V = TypeVar("V", bound=Venue)


class CompetitionLoop(DueLoop[C], Generic[C, S, V]):
    """Sees to the competitions of a kind. `planned` is told of servers in which what comes next has changed."""

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
        self._store = store
        self._venue = venue
        self._planned = planned
        self._games = games
        self._looked: dict[int, int] = {}

    def changed(self, applied: Applied) -> None:
        """A game is over, perhaps one of theirs."""
        if isinstance(applied.state.phase, Over):
            self.wake()

    async def of_game(self, game: str) -> C | None:
        """The one to which a game belongs, also a game that is just being opened."""
        known: C | None = await self._store.of_game(game)
        if known:
            return known
        here: Sequence[C] = await self._store.unfinished_in((await self._games.summary(game)).place.root)
        for one in here:
            for place in one.places:
                if place.game == game:  # it was noted after the first look
                    return one
                if place.game is None and place.is_open and await self._venue.game_of(one, place) == game:
                    return one
        return None

    async def lost(self, game: str, lost: Target) -> None:
        """Have a game whose thread was deleted go on in another one; else its players are told how to play on."""
        one = await self.of_game(game)
        place = next((place for place in one.places if place.game == game), None) if one else None
        if one is None or place is None:
            return
        try:
            await self._venue.move(one, place, game, lost.id)
        except (PermanentRefusal, TransientFailure, BotError, EngineError) as error:
            LOG.info("a game of %s %s has lost its thread: %s", self.name, one.number, describe(error))
        else:
            await self._moved(one, place)

    async def tell_in_person(self, server: int, person: str, words: Callable[[Texts], str], key: str) -> None:
        """Tell somebody something in a direct message, if they take such messages."""
        await self._venue.tell_in_person(server, person, words, key)

    async def has(self, game: str) -> bool:
        """Whether a game is one of theirs, in which even one that is void has a result."""
        return await self.of_game(game) is not None

    async def occupied(self) -> Sequence[tuple[int, int]]:
        """Where any of them is that is not over."""
        return await self._store.occupied()

    async def vacate(self, channel: int) -> None:
        """End those of a channel that has been deleted, with their games: nobody could, or read how they end."""
        for one in await self._store.unfinished_in(channel):
            LOG.info("%s has lost its channel: %s", self.name, one.number)
            await self._abandon(one)
        self.wake()

    async def _abandon(self, one: C) -> None:
        now = self._clock.now()
        with suppress(BotError):  # it is over already
            await self._store.abandon(one.number, now)
        for game in [place.game for place in one.places if place.game and place.is_open]:
            with suppress(BotError, EngineError):
                cause = Cause(f"{self._store.queued.name}/{one.number}/{game}/abandoned", now, now)
                await self._games.submit(game, End("", moderator=True), cause)
        self._planned(one.server)

    async def _moved(self, one: C, place: Any) -> None:
        """Have what leads to a game lead to its new thread."""

    async def take_note(self) -> None:
        """Have those with games that have ended be due."""
        await self._store.notice(self._clock.now())

    async def go_on(self, one: C) -> None:
        """Do what can be done now."""
        try:
            due = await self._advance(one)
        except BotError as error:
            LOG.info("%s has to wait: %s %s", self.name, one.number, describe(error))
            await self.put_off(one)
        else:
            await self._store.release(one, self._owner, due)

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
        await self._store.release(one, self._owner, one.forgotten_at)

    async def _has_lost_channel(self, one: C) -> bool:
        """Whether a refusal is about its own channel, rather than the thread of a game."""
        try:
            await self._venue.show(one)
        except PermanentRefusal as refusal:
            return refusal.code == UNKNOWN_CHANNEL
        except (TransientFailure, BotError):
            pass
        return False

    async def later(self, one: C, due: int | None) -> None:
        """Put one off, or with None leave it alone."""
        await self._store.later(one, self._owner, due)

    async def give_up(self, one: C) -> None:
        """Leave one alone until somebody changes it, or it is thrown away."""
        await self.later(one, one.forgotten_at)

    async def _settle(self, one: C) -> C:
        """End the games whose results a director has set."""
        for place in one.corrected:
            await self._venue.settle(one, place)
            await self._store.settled(one, place)
        return await self._again(one) if one.corrected else one

    async def _show(self, one: C) -> None:
        """Show it, if it has changed since it was shown."""
        if one.shown != one.version:
            message = await self._venue.show(one)
            await self._store.note(one.number, message=message, shown=one.version)
            self._planned(one.server)

    async def _open(self, one: C, places: Sequence[Any]) -> list[Exception]:
        """Open the games of fixtures or boards; returns why some could not be."""
        gate = asyncio.Semaphore(self.opens_at_once)

        async def attempt(place: Any) -> Exception | None:
            async with gate:
                try:
                    await self._store.opened(one, place, await self._venue.open(one, place))
                except (PermanentRefusal, TransientFailure, BotError, EngineError) as error:
                    return error
            return None

        return [error for error in await asyncio.gather(*map(attempt, places)) if error]

    # --- who has left the server --------------------------------------------------------------------------------------

    async def present(self, one: C) -> C:
        """One without those who have left the server; its director is told."""
        now, people = self._clock.now(), self._players(one)
        self._looked[one.number] = now
        try:
            gone = sorted(await self._venue.gone(one, people)) if people else ()
            if gone:
                await self._venue.tell_gone(one, gone)
        except (PermanentRefusal, TransientFailure) as refusal:
            LOG.info("who is in server %s cannot be told: %s", one.server, describe(refusal))
            return one
        for person in gone:
            with suppress(BotError):  # they have left it meanwhile
                await self._drop(one, person, now)
        return await self._again(one) if gone else one

    async def _present_now_and_then(self, one: C, every: int) -> C:
        """As `present`, but not more often than that."""
        due = self._looked.get(one.number, self._clock.now() - every) + every
        return await self.present(one) if due <= self._clock.now() else one

    @abstractmethod
    def _players(self, one: C) -> list[str]:
        """Those who are to play on, or are playing."""

    @abstractmethod
    async def _drop(self, one: C, person: str, now: int) -> None:
        """Have somebody play no more who has left the server. Raises refusals."""

    async def _again(self, one: C) -> C:
        found: C | None = await self._store.get(one.number)
        assert found is not None, "only the process with the lease deletes it"
        return found
