"""The seasons of leagues: begun, paired, counted and ended, and what a calendar and a digest tell of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol
from zlib import crc32

from bot.competitions.progress import BYE, CompetitionLoop, Venue, result_of
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
from engine.game.events import Event
from engine.game.history import Entry, TurnKind, best_play, bingo_counts, history
from engine.game.state import GameState, has_played
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


def sides_of(
    state: GameState, events: Iterable[Event], *, at_end: bool = False
) -> tuple[FixtureSide, FixtureSide] | None:
    """What both players did in a game that is over; None if it was ended without a result.

    If the season is `at_end`, the points on the board decide between those who have moved, and for whom nobody else
    has. Whoever has forfeited a game is absent from it.
    """
    entries, result = history(events), result_of(state)
    assert result is not None
    if result.points is None and not at_end:
        return None
    if result.points is None:
        absent = {seat for seat in (0, 1) if not has_played(state.seats[seat]) or state.seats[seat].departed}
    else:
        absent = {seat for seat in (0, 1) if result.forfeit and result.points[seat] < BYE}
    bingos = bingo_counts(entries, state.variant)
    return _side(0, state, entries, bingos, absent), _side(1, state, entries, bingos, absent)


def _side(
    seat: int, state: GameState, entries: tuple[Entry, ...], bingos: dict[int, int], absent: set[int]
) -> FixtureSide:
    own = [entry for entry in entries if entry.seat == seat]
    best = best_play(own)
    missed = sum(entry.kind is TurnKind.EXPIRED for entry in own)
    return FixtureSide(state.seats[seat].score, bingos.get(seat, 0), best.points if best else 0, missed, seat in absent)


class LeagueVenue(Venue, Protocol):
    """Where a league takes place."""

    async def sides(self, league: League, fixture: Fixture, *, at_end: bool) -> tuple[FixtureSide, FixtureSide] | None:
        """What both did in a game that is over; None if it has no result. `at_end` ends it, and the board decides."""

    async def show_standings(self, league: League, sheet: StandingsMessage) -> int:
        """Show the standings of a division in its message; as `show`."""

    async def remind(self, league: League) -> None:
        """Remind the players of games that are not over, unless an earlier attempt did."""

    async def tell(self, league: League) -> None:
        """Post how a season came out, unless an earlier attempt did."""

    async def tell_over(self, league: League, won: Sequence[tuple[Season, tuple[str, ...]]]) -> None:
        """Say that a league is over between two seasons, also where its last season was told, and who won which."""


class Seasons(CompetitionLoop[League, LeagueStore, LeagueVenue]):
    """Sees to leagues."""

    name = "a league"
    opens_at_once = 2

    async def give_up(self, one: League) -> None:
        """Leave a league alone until somebody changes it; a season's end is seen to all the same."""
        due = max(one.playing.ends, self._clock.now() + DAY) if one.playing else None
        await self.later(one, due)

    async def tell_over(self, one: League) -> None:
        """Say that a league is over between two seasons. Raises `PermanentRefusal` and `TransientFailure`."""
        await self._venue.tell_over(one, await self._store.winners(one.number))

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
            await self._venue.tell(one)
            await self._store.note_season(one, told=True)
        return min((at for at in [*due, one.starts_at] if at is not None), default=None)

    async def _begin(self, one: League) -> League:
        """Begin the next season if it is time; without two people, a day later."""
        now = self._clock.now()
        if one.starts_at is None or one.starts_at > now:
            return one
        one = await self.present(one)
        if len(one.joined) < 2:
            await self._store.note(one.number, starts_at=now + DAY)
            return await self._again(one)
        number = one.season.number + 1 if one.season else 1
        divisions = await self._store.next_divisions(one)
        season = Season(number, now, now + one.terms.length)
        await self._store.begin(one, season, divisions, _fixtures(one, number, divisions), now)
        return await self._again(one)

    async def _count(self, one: League) -> League:
        """Write down the games that are over."""
        ended = await self._store.ended(one.number)
        for fixture in one.fixtures:
            if fixture.number in ended:
                await self._store.decided(one, fixture, await self._venue.sides(one, fixture, at_end=False))
        return await self._again(one) if ended else one

    def _players(self, one: League) -> list[str]:
        if not one.playing:
            return [member.person for member in one.joined]
        return sorted({who for game in one.fixtures if game.sides is None for who in (game.first, game.second)})

    async def _drop(self, one: League, person: str, now: int) -> None:
        await self._store.leave(one.number, person, now, gone=True)

    async def _decide_for_leavers(self, one: League) -> League:
        """Decide the games of those who are gone, as at the season's end: by the board, and by 50 without a move."""
        gone = {member.person for member in one.members if member.gone}
        left = [game for game in one.fixtures if game.sides is None and gone & {game.first, game.second}]
        for fixture in left:
            sides = FixtureSide(0, absent=fixture.first in gone), FixtureSide(0, absent=fixture.second in gone)
            if fixture.game is not None:
                sides = await self._venue.sides(one, fixture, at_end=True) or sides
            await self._store.decided(one, fixture, sides)
        return await self._again(one) if left else one

    def _is_done(self, one: League) -> bool:
        assert one.season is not None
        return self._clock.now() >= one.season.ends or all(fixture.is_settled for fixture in one.fixtures)

    async def _close(self, one: League) -> League:
        """Decide the games that are not over by the board, and write down the places, unless something has changed."""
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
        assert one.season is not None
        for number in one.divisions:
            rows = standings(*one.division(number), settled=True)
            won = {row.person: one.name_of(row.person) for row in champions(rows)}
            await self._store.crown(
                one, f"league/{one.number}/{one.season.number}/{number}", HonourKind.SEASON, won, now
            )
        await self._store.close(one, places, gone, now + one.terms.pause, now)
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
            message = await self._venue.show_standings(one, sheet)
            await self._store.note_sheet(one, StandingsMessage(sheet.division, message, listed, now))
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


class LeagueNotes:
    """Leagues as what is not about them tells of them."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store

    async def coming_up(self, server: int, texts: Texts) -> list[Occasion]:
        """The seasons that begin or end."""
        return [found for one in await self._store.of_server(server) for found in _occasions(one, texts)]

    async def paragraph(self, week: Week, texts: Texts) -> str:
        """Who leads the divisions of the leagues that were played in a week."""
        played = await self._store.played_within(week.server, week.since, week.until)
        return "\n".join(
            division_leaders(one, number, standings(*one.division(number), settled=not one.playing), texts)
            for one in played
            for number in one.divisions
        )


def _occasions(one: League, texts: Texts) -> Iterator[Occasion]:
    key, season = f"league/{one.number}", one.season.number if one.season else 0
    if one.playing:
        yield Occasion(f"{key}/{season}/end", one.channel, one.playing.ends, ends_text(one, season, texts), "")
    if one.starts_at is not None:
        begins = begins_text(one, season + 1, texts)
        yield Occasion(f"{key}/{season + 1}/start", one.channel, one.starts_at, begins, rules_text(texts))
