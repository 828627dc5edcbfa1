"""The seasons of leagues: begun, paired, counted and ended, and what a calendar and a digest tell of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from zlib import crc32

from bot.competitions.progress import CompetitionLoop
from bot.features.leagues.messages import DiscordLeagueVenue
from bot.features.leagues.receipts import NoLeague
from bot.features.leagues.standings import champions, standings, vanished
from bot.features.leagues.store import LeagueStore
from bot.features.leagues.text import begins_text, division_leaders, ends_text, rules_text
from bot.features.leagues.values import (
    LOOKS_EVERY,
    MOST_GAMES,
    OPENED_IN_A_ROW,
    OPENING_PAUSE,
    SHOWN_EVERY,
    Fixture,
    FixtureSide,
    League,
    Season,
    StandingsMessage,
)
from bot.front.occasions import Occasion, Week
from bot.model.honours import HonourKind
from bot.text import Texts
from engine.model.durations import DAY


def schedule(people: Sequence[str], seed: str, most: int = MOST_GAMES) -> list[tuple[str, str]]:
    """Pairs in which the first begins: everybody meets everybody, or in a larger division `most` others.

    People stand in a circle by chance, and meet those one, two, three... places further on. So all have equally many
    games and begin as many as not, or one more or less where they are evenly many.
    """
    circle = list(people)
    random.Random(seed).shuffle(circle)  # noqa: S311 - it only has to be the same again
    count, games, pairs = len(circle), 0, []
    for step in range(1, count // 2 + 1):
        is_half = 2 * step == count  # each pair would be met twice
        games += 1 if is_half else 2
        if games > most:
            break
        pairs += [(circle[at], circle[(at + step) % count]) for at in range(count // 2 if is_half else count)]
    return pairs


class Seasons(CompetitionLoop[League, LeagueStore, DiscordLeagueVenue]):
    """Sees to leagues."""

    name = "a league"
    unknown = NoLeague
    opens_at_once = 2

    async def give_up(self, one: League) -> None:
        """Leave a league alone until somebody changes it; a season's end is seen to all the same."""
        due = max(one.playing.ends, self._clock.now() + DAY) if one.playing else None
        await self.later(one, due)

    # --- steps --------------------------------------------------------------------------------------------------------

    async def _advance(self, one: League) -> int | None:
        """Do what is due; what the channel refuses holds up no result."""
        one = await self._again(await self._begin(one))
        if one.playing:
            one = await self._present_now_and_then(one, LOOKS_EVERY)
            one = await self._decide_for_leavers(await self._count(one))
        if one.playing and self._is_done(one):
            one = await self._close(one)
            if one.playing:
                return self._clock.now()
        one = await self._settle(one)
        await self._show(one)
        due = [await self._show_standings(one)]
        if one.playing:
            due += [
                one.playing.ends,
                self._clock.now() + LOOKS_EVERY,
                await self._remind(one),
                await self._open_some(one),
            ]
        elif one.season and not one.season.told:
            await self.venue.tell(one)
            await self.store.note_season(one, told=True)
        return min((at for at in [*due, one.starts_at] if at is not None), default=None)

    async def _begin(self, one: League) -> League:
        """Begin the next season if it is time; without two people, a day later."""
        now = self._clock.now()
        if one.starts_at is None or one.starts_at > now:
            return one
        one = await self.present(one)
        if len(one.joined) < 2:
            await self.store.note(one.number, starts_at=now + DAY)
            return await self._again(one)
        number = one.season.number + 1 if one.season else 1
        divisions = await self.store.next_divisions(one)
        season = Season(number, now, now + one.terms.length)
        await self.store.begin(one, season, divisions, _fixtures(one, number, divisions), now)
        return await self._again(one)

    async def _count(self, one: League) -> League:
        """Write down the games that are over."""
        ended = await self.store.ended(one.number)
        for fixture in one.fixtures:
            if fixture.number in ended:
                await self.store.decided(one, fixture, await self.venue.sides(one, fixture, at_end=False))
        return await self._again(one) if ended else one

    def _players(self, one: League) -> list[str]:
        if not one.playing:
            return [member.person for member in one.joined]
        playing = {who for game in one.fixtures if game.sides is None for who in (game.first, game.second)}
        return sorted(playing - {member.person for member in one.members if member.gone})

    async def _drop(self, one: League, people: Sequence[str], now: int) -> None:
        await self.store.drop(one.number, people, now)

    async def _decide_for_leavers(self, one: League) -> League:
        """Decide the games of those who are gone, as at the season's end: by the board, and by 50 without a move."""
        gone = {member.person for member in one.members if member.gone}
        left = [game for game in one.fixtures if game.sides is None and gone & {game.first, game.second}]
        for fixture in left:
            sides = FixtureSide(0, absent=fixture.first in gone), FixtureSide(0, absent=fixture.second in gone)
            opened = await self._noted(one, fixture)
            if opened.game is not None:
                sides = await self.venue.sides(one, opened, at_end=True) or sides
            await self.store.decided(one, fixture, sides)
        return await self._again(one) if left else one

    def _is_done(self, one: League) -> bool:
        assert one.season is not None
        return self._clock.now() >= one.season.ends or all(fixture.is_settled for fixture in one.fixtures)

    async def _close(self, one: League) -> League:
        """Decide the games that are not over by the board, and write down the places, unless something has changed."""
        for fixture in one.fixtures:
            if fixture.sides is None and (opened := await self._noted(one, fixture)).game is not None:
                await self.store.decided(one, fixture, await self.venue.sides(one, opened, at_end=True))
        one = await self._again(one)
        places = {
            row.person: place
            for number in one.divisions
            for place, row in enumerate(standings(*one.division(number), settled=True), 1)
        }
        gone = [spot.person for spot in one.spots if vanished(spot.person, one.fixtures)]
        now = self._clock.now()
        assert one.season is not None
        for number in one.divisions:
            rows = standings(*one.division(number), settled=True)
            won = {row.person: one.name_of(row.person) for row in champions(rows)}
            await self.store.crown(
                one, f"league/{one.number}/{one.season.number}/{number}", HonourKind.SEASON, won, now
            )
        await self.store.close(one, places, gone, now + one.terms.pause, now)
        return await self._again(one)

    async def _open_some(self, one: League) -> int | None:
        """Open some of the games that are not open; returns when to go on with the others."""
        waiting = [fixture for fixture in one.fixtures if fixture.game is None and fixture.sides is None]
        for failure in await self._open(one, waiting[:OPENED_IN_A_ROW]):
            raise failure
        return self._clock.now() + OPENING_PAUSE if len(waiting) > OPENED_IN_A_ROW else None

    async def _show_standings(self, one: League) -> int | None:
        """Show standings that have changed, unless that was a moment ago; returns when to look again."""
        now, due = self._clock.now(), []
        for sheet in one.sheets:
            listed = _listed(one, sheet.division)
            if listed == sheet.listed:
                continue
            if one.playing and sheet.at + SHOWN_EVERY > now:
                due.append(sheet.at + SHOWN_EVERY)
                continue
            message = await self.venue.show_standings(one, sheet)
            await self.store.note_sheet(one, StandingsMessage(sheet.division, message, listed, now))
        return min(due, default=None)

    async def _remind(self, one: League) -> int | None:
        """Remind of the season's end once; returns when, if it is too early."""
        assert one.season is not None
        at = one.season.ends - one.terms.reminder
        if one.season.reminded:
            return None
        if self._clock.now() < at:
            return at
        await self.venue.remind(one)
        await self.store.note_season(one, reminded=True)
        return None

    # --- elsewhere --------------------------------------------------------------------------------------------------

    async def coming_up(self, server: int, texts: Texts) -> list[Occasion]:
        """The seasons that begin or end."""
        return [found for one in await self.store.of_server(server) for found in _occasions(one, texts)]

    async def paragraph(self, week: Week, texts: Texts) -> str:
        """Who leads the divisions of the leagues that were played in a week."""
        played = await self.store.played_within(week.server, week.since, week.until)
        return "\n".join(
            division_leaders(one, number, standings(*one.division(number), settled=not one.playing), texts)
            for one in played
            for number in one.divisions
        )


def _listed(one: League, division: int) -> int:
    """A number that changes with the standings."""
    assert one.season is not None
    sides = [fixture.sides for fixture in one.division(division)[1]]
    return crc32(repr((one.season.closed, sides, *_out(one, division))).encode())


def _out(one: League, division: int) -> list[list[str]]:
    """Who is out in a division; nothing if nobody is, so that the number is what it was before that was known."""
    found = [spot.person for spot in one.division(division)[0] if spot.out]
    return [found] if found else []


def _fixtures(one: League, season: int, divisions: Sequence[Sequence[str]]) -> list[Fixture]:
    pairs = [
        (at, pair) for at, people in enumerate(divisions, 1) for pair in schedule(people, f"{one.number}/{season}/{at}")
    ]
    return [Fixture(number, at, first, second) for number, (at, (first, second)) in enumerate(pairs, 1)]


def _occasions(one: League, texts: Texts) -> Iterator[Occasion]:
    key, season = f"league/{one.number}", one.season.number if one.season else 0
    if one.playing:
        yield Occasion(f"{key}/{season}/end", one.channel, one.playing.ends, ends_text(one, season, texts), "")
    if one.starts_at is not None:
        begins = begins_text(one, season + 1, texts)
        yield Occasion(f"{key}/{season + 1}/start", one.channel, one.starts_at, begins, rules_text(texts))
