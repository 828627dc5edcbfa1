"""Sees to leagues: begins their seasons, opens the games, counts them, ends the season and goes on to the next one.

Each step is written down before or after what it does outside, and whatever it does outside happens once however often
it is done: a game has the id of its request, a message its nonce. So another process goes on where one has died.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from bot.features.leagues.divisions import place
from bot.features.leagues.schedule import schedule
from bot.features.leagues.standings import standings, vanished
from bot.features.leagues.store import LeagueStore
from bot.features.leagues.values import (
    OPENED_IN_A_ROW,
    OPENING_AT_ONCE,
    OPENING_PAUSE,
    SHOWN_EVERY,
    Fixture,
    League,
    Season,
    Sheet,
    Side,
)
from bot.model.errors import BotError, describe
from bot.service.dueloop import DueLoop
from bot.service.games import Applied, Games
from bot.service.ports import Clock, PermanentRefusal, TransientFailure
from engine.errors import EngineError
from engine.game.phases import Over
from engine.model.durations import DAY

LOG = logging.getLogger(__name__)
UNKNOWN_CHANNEL = 10003
"""Discord's code for a channel that has been deleted."""


class Venue(Protocol):
    """Where a league takes place. All methods raise `PermanentRefusal`, `TransientFailure` and refusals."""

    async def open(self, league: League, fixture: Fixture) -> str:
        """Open a game and tell its players, unless an earlier attempt did; returns its id."""

    async def sides(self, league: League, fixture: Fixture, *, at_end: bool) -> tuple[Side, Side] | None:
        """What both did in a game that is over; None if it has no result. `at_end` ends it, and the board decides."""

    async def show(self, league: League) -> int:
        """Show the league with its members in its message, which is posted if there is none; returns its id."""

    async def show_standings(self, league: League, sheet: Sheet) -> int:
        """Show the standings of a division in its message; as `show`."""

    async def remind(self, league: League) -> None:
        """Remind the players of games that are not over, unless an earlier attempt did."""

    async def tell(self, league: League) -> None:
        """Post how a season came out, unless an earlier attempt did."""


class Seasons(DueLoop[League]):
    """Sees to leagues."""

    name = "a league"
    lease = 300_000
    at_once = 4
    tries = 30
    """About five hours of failures."""

    def __init__(self, store: LeagueStore, venue: Venue, games: Games, clock: Clock, owner: str) -> None:
        super().__init__(store, clock, owner)
        self._store = store
        self._venue = venue
        games.subscribe(self._changed)

    def _changed(self, applied: Applied) -> None:
        if isinstance(applied.state.phase, Over):
            self.wake()

    async def claimed(self) -> Sequence[League]:
        """The leagues with something to do, those with games that have ended among them."""
        await self._store.notice(self._clock.now())
        return await super().claimed()

    async def go_on(self, one: League) -> None:
        """Do what can be done now."""
        try:
            due = await self._go_on(one)
        except BotError as error:
            LOG.info("league %s has to wait: %s", one.number, describe(error))
            await self.put_off(one)
        else:
            await self._store.later(one, self._owner, due)

    async def refused(self, one: League, refusal: PermanentRefusal) -> None:
        """Try again, but end a league whose channel is gone, in which nobody could end it."""
        if not (refusal.code == UNKNOWN_CHANNEL and await self._has_lost_channel(one)):
            await self.put_off(one)
            return
        LOG.info("league %s has lost its channel", one.number)
        if not one.over:
            await self._store.end(one.number, self._clock.now())
        await self._store.later(await self._again(one), self._owner, None)

    async def _has_lost_channel(self, one: League) -> bool:
        """Whether a refusal is about the league's own channel, rather than the thread of a game."""
        try:
            await self._venue.show(one)
        except PermanentRefusal as refusal:
            return refusal.code == UNKNOWN_CHANNEL
        except (TransientFailure, BotError):
            pass
        return False

    async def later(self, one: League, due: int) -> None:
        """Put a league off."""
        await self._store.later(one, self._owner, due, one.attempts + 1)

    async def give_up(self, one: League) -> None:
        """Leave a league alone until somebody changes it; a season's end is seen to all the same."""
        due = max(one.playing.ends, self._clock.now() + DAY) if one.playing else None
        await self._store.later(one, self._owner, due, one.attempts + 1)

    # --- steps --------------------------------------------------------------------------------------------------------

    async def _go_on(self, one: League) -> int | None:
        """Do what is due; returns when the next thing is. What the channel refuses holds up no result."""
        one = await self._again(await self._begin(one))
        if one.playing:
            one = await self._count(one)
        if one.playing and self._is_done(one):
            one = await self._close(one)
        if one.shown != one.version:
            message = await self._venue.show(one)
            await self._store.note(one.number, message_id=message, shown=one.version)
        due = [await self._show_standings(one)]
        if one.playing:
            due += [one.playing.ends, await self._remind(one), await self._open(one)]
        elif one.season and not one.season.told:
            await self._venue.tell(one)
            await self._store.note_season(one, told=True)
        return min((at for at in [*due, one.starts_at] if at is not None), default=None)

    async def _begin(self, one: League) -> League:
        """Begin the next season if it is time; without two people, a day later."""
        now = self._clock.now()
        if one.starts_at is None or one.starts_at > now:
            return one
        if len(one.joined) < 2:
            await self._store.note(one.number, starts_at=now + DAY)
            return await self._again(one)
        number = one.season.number + 1 if one.season else 1
        spots = await self._store.spots(one.number, number)
        divisions = place(one.joined, spots, number, one.terms)
        season = Season(number, now, now + one.terms.season)
        await self._store.begin(one, season, divisions, _fixtures(one, number, divisions), now)
        return await self._again(one)

    async def _count(self, one: League) -> League:
        """Write down the games that are over."""
        ended = await self._store.ended(one.number)
        for fixture in one.fixtures:
            if fixture.number in ended:
                await self._store.decided(one, fixture, await self._venue.sides(one, fixture, at_end=False))
        return await self._again(one) if ended else one

    def _is_done(self, one: League) -> bool:
        assert one.season is not None
        return self._clock.now() >= one.season.ends or all(fixture.is_settled for fixture in one.fixtures)

    async def _close(self, one: League) -> League:
        """Decide the games that are not over by the board, and write down the places."""
        for fixture in one.fixtures:
            if fixture.sides is None and fixture.game is not None:
                await self._store.decided(one, fixture, await self._venue.sides(one, fixture, at_end=True))
        one = await self._again(one)
        places = {
            row.person: place
            for number in one.divisions
            for place, row in enumerate(standings(*one.division(number), settled=True), 1)
        }
        gone = [spot.person for spot in one.spots if vanished(spot.person, one.fixtures)]
        now = self._clock.now()
        await self._store.close(one, places, gone, now + one.terms.pause, now)
        return await self._again(one)

    async def _open(self, one: League) -> int | None:
        """Open some of the games that are not open; returns when to go on with the others."""
        waiting = [fixture for fixture in one.fixtures if fixture.game is None and fixture.sides is None]
        gate = asyncio.Semaphore(OPENING_AT_ONCE)

        async def attempt(fixture: Fixture) -> Exception | None:
            async with gate:
                try:
                    await self._store.opened(one, fixture, await self._venue.open(one, fixture))
                except (PermanentRefusal, TransientFailure, BotError, EngineError) as error:
                    return error
            return None

        failures = await asyncio.gather(*map(attempt, waiting[:OPENED_IN_A_ROW]))
        for failure in filter(None, failures):
            raise failure
        return self._clock.now() + OPENING_PAUSE if len(waiting) > OPENED_IN_A_ROW else None

    async def _show_standings(self, one: League) -> int | None:
        """Show standings that have changed, unless that was a moment ago; returns when to look again."""
        now, due = self._clock.now(), []
        for sheet in one.sheets:
            counted = _counted(one, sheet.division)
            if counted == sheet.counted:
                continue
            if one.playing and sheet.at + SHOWN_EVERY > now:
                due.append(sheet.at + SHOWN_EVERY)
                continue
            message = await self._venue.show_standings(one, sheet)
            await self._store.note_sheet(one, Sheet(sheet.division, message, counted, now))
        return min(due, default=None)

    async def _remind(self, one: League) -> int | None:
        """Remind of the season's end once; returns when, if it is too early."""
        assert one.season is not None
        at = one.season.ends - one.terms.reminder
        if one.season.reminded:
            return None
        if self._clock.now() < at:
            return at
        await self._venue.remind(one)
        await self._store.note_season(one, reminded=True)
        return None

    async def _again(self, one: League) -> League:
        found = await self._store.get(one.number)
        assert found is not None, "leagues are never deleted"
        return replace(found, attempts=one.attempts)


def _counted(one: League, division: int) -> int:
    """A number that changes with the standings: one more for each game, and one at the end."""
    assert one.season is not None
    return sum(fixture.sides is not None for fixture in one.division(division)[1]) + one.season.closed


def _fixtures(one: League, season: int, divisions: Sequence[Sequence[str]]) -> list[Fixture]:
    pairs = [
        (at, pair) for at, people in enumerate(divisions, 1) for pair in schedule(people, f"{one.number}/{season}/{at}")
    ]
    return [Fixture(number, at, first, second) for number, (at, (first, second)) in enumerate(pairs, 1)]
