"""Leagues with simulated games, kills at any moment, and pure questions: who meets whom, which places can be had."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock, patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.competitions.results import BYE
from bot.features.leagues import seasons
from bot.features.leagues.commands import add_chosen, rule
from bot.features.leagues.messages import list_message, results_message
from bot.features.leagues.receipts import (
    ChannelHasLeague,
    DivisionsStand,
    FixtureUnknown,
    LeagueOver,
    NoSeasonRuns,
    NotInLeague,
    RemovedFromLeague,
    SeasonRuns,
)
from bot.features.leagues.seasons import Seasons, schedule
from bot.features.leagues.standings import CurrentStanding, champions, divisions_for, moves, place, possible, standings
from bot.features.leagues.store import LeagueStore
from bot.features.leagues.values import (
    GATHERING,
    PAUSE,
    SEASON,
    SHOWN_EVERY,
    Fixture,
    FixtureSide,
    League,
    LeagueMember,
    Season,
    Spot,
    StandingsMessage,
    Terms,
)
from bot.front.interaction.pressing import Press
from bot.model.errors import NoThreadsHere, UnknownAction
from bot.model.games import Place
from bot.model.honours import HonourKind
from bot.render import CupScene, LobbyScene
from bot.service.games import Games
from bot.service.ports import PermanentRefusal
from bot.service.rights import Member
from bot.store.honours import Honours
from bot.store.opening import open_store
from bot.text import texts_for
from engine.game.state import Person
from engine.model.durations import DAY, HOUR, MINUTE
from tests.support.later import at_gate, later
from tests.support.posters import step
from tests.support.service import Killed, StillClock
from tests.support.service import setup as some_setup

SERVER, CHANNEL = 5, 7


@dataclass
class Hall:
    """Games that end as their players' ids say, once the season's end comes or `now` is past their end."""

    clock: StillClock
    opened: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    told_gone: set[tuple[Any, ...]] = field(default_factory=set)
    """A message each: the venue names it by the version and the people."""
    messages: dict[str, Any] = field(default_factory=dict)
    dies: random.Random | None = None
    fails: list[Exception] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    vanished: set[str] = field(default_factory=set)

    def _risk(self) -> None:
        if self.dies and self.dies.random() < 0.02:
            raise Killed
        if self.fails:
            raise self.fails.pop()

    async def open(self, league: League, fixture: Fixture) -> str:
        self._risk()
        assert league.season is not None
        if fixture.number in self.closed:
            raise NoThreadsHere
        game = f"{league.number}-{league.season.number}-{fixture.number}"
        if game not in self.opened:
            self.opened.append(game)
        self._risk()
        return game

    async def game_of(self, league: League, fixture: Fixture) -> str | None:
        assert league.season is not None
        game = f"{league.number}-{league.season.number}-{fixture.number}"
        return game if game in self.opened else None

    async def sides(self, league: League, fixture: Fixture, *, at_end: bool) -> tuple[FixtureSide, FixtureSide] | None:
        self._risk()
        assert fixture.game is not None
        self.ended.append(fixture.game)
        first, second = fixture.first, fixture.second
        season = league.season.number if league.season else 0
        one, other = (
            FixtureSide(300 + luck.randrange(200), luck.randrange(3), luck.randrange(40, 99), 0, who in self.vanished)
            for who in (first, second)
            if (luck := random.Random(f"{season}/{sorted((first, second))}/{who}"))
        )
        return one, other

    async def gone(self, _: League, people: Sequence[str]) -> frozenset[str]:
        return frozenset(people) & self.left

    async def tell_gone(self, league: League, people: Sequence[str]) -> None:
        self._risk()
        self.messages[f"gone {' '.join(people)}"] = True
        self.told_gone.add((league.version, *people))

    async def settle(self, _: League, fixture: Fixture) -> None:
        self._risk()
        self.messages[f"settled {fixture.number}"] = fixture.sides

    async def show(self, league: League) -> int:
        self._risk()
        self.messages["list"] = [one.name for one in league.joined]
        self._risk()
        return 1000

    async def show_standings(self, league: League, sheet: StandingsMessage) -> int:
        self._risk()
        assert league.season is not None
        rows = standings(*league.division(sheet.division), settled=not league.playing)
        self.messages[f"standings {league.season.number}.{sheet.division}"] = rows
        self._risk()
        return 2000 + sheet.division

    async def remind(self, league: League) -> None:
        self._risk()
        self.messages.setdefault(f"reminder {league.season.number if league.season else 0}", True)
        self._risk()

    async def tell(self, league: League) -> None:
        self._risk()
        assert league.season is not None
        self.messages.setdefault(f"results {league.season.number}", {one.person: one.place for one in league.spots})
        self._risk()


class NoGames:
    """The games that have been ended."""

    def __init__(self) -> None:
        self.ended = list[str]()

    async def submit(self, game: str, *_: object) -> None:
        self.ended.append(game)


@dataclass
class Bench:
    """A store, a clock and a hall."""

    store: LeagueStore
    clock: StillClock
    hall: Hall

    def seasons(self, owner: str = "one") -> Seasons:
        """What a process does."""
        return Seasons(self.store, self.hall, cast("Games", NoGames()), self.clock, owner)

    async def make(self, people: int, terms: Terms = Terms(), channel: int = CHANNEL) -> League:  # noqa: B008
        """A league whose members have joined."""
        begins = self.clock.now() + GATHERING
        made = League(0, SERVER, channel, "Liga", some_setup(), "1", None, terms, starts_at=begins)
        await self.store.make(made, self.clock.now())
        one = await self.here(channel)
        for number in range(1, people + 1):
            person = Person(f"{number}", f"Player {number:02}")
            await self.store.join(one.number, person, 1500 - number, self.clock.now())
        return await self.here(channel)

    async def here(self, channel: int = CHANNEL, season: int | None = None) -> League:
        """The channel's league."""
        found = await self.store.here(channel)
        assert found is not None
        return found if season is None else await self.store.in_season(found, season)

    async def until_told(self, season: int) -> League:
        """Let processes see to it, each until it dies, until a season is over and told."""
        for number in range(3_000):
            try:
                await step(self.seasons(f"process {number}"))
                due = await self.store.next_due()
                self.clock.advance(max(1, min((due or 0) - self.clock.now(), DAY)))
            except Killed:
                self.clock.advance(Seasons.lease)
            found = await self.here()
            if found.season and found.season.told and found.season.number == season:
                return found
        raise AssertionError("it does not end")


@pytest.fixture
async def bench(address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bench]:
    """A bench on each kind of database, where leagues look once a day who has left: a season has 672 hours."""
    monkeypatch.setattr(seasons, "LOOKS_EVERY", DAY)
    store, clock = await open_store(address), StillClock()
    yield Bench(LeagueStore(store.database), clock, Hall(clock))
    await store.close()


@pytest.mark.parametrize(("people", "size"), [(5, 3), *at_gate([(7, 4)]), *later([(30, 15)])])
async def test_X15_kills_change_nothing(bench: Bench, people: int, size: int) -> None:
    """Two seasons: every game is opened once, each season told once, and all standings are those without kills."""
    told = []
    for dies in (random.Random(3), None):
        bench.hall = hall = Hall(bench.clock, dies=dies)
        made = await bench.make(people, Terms(size=size))
        for season in (1, 2):
            one = await bench.until_told(season)
        assert len(hall.opened) == len(set(hall.opened))
        assert len(one.divisions) == 2
        places = {key: value for key, value in hall.messages.items() if key.startswith(("results", "standings"))}
        told.append(places)
        assert {"results 1", "results 2", "standings 1.1", "standings 2.2"} <= set(places)
        await bench.store.end(made.number, bench.clock.now())
    assert told[0] == told[1]
    assert set(told[0]["results 1"]) == {str(number) for number in range(1, people + 1)}


async def test_X15_games_open_at_a_bounded_pace_and_one_that_cannot_holds_up_no_result(bench: Bench) -> None:
    """Ten in a row; the season ends on its day, whatever has not opened."""
    await bench.make(7)
    bench.hall.closed = {3}
    bench.clock.advance(GATHERING)
    await step(bench.seasons())
    assert len(bench.hall.opened) == 9
    one = await bench.until_told(1)
    assert len(bench.hall.opened) == 20
    assert one.fixtures[2].sides is None
    assert sum(fixture.is_played for fixture in one.fixtures) == 20


async def test_X15_the_next_season_begins_by_itself_without_those_who_vanished(bench: Bench) -> None:
    """Whoever left is not in it either, and nobody loses a place by that."""
    made = await bench.make(6)
    bench.hall.vanished = {"3"}
    begun = bench.clock.now() + GATHERING
    one = await bench.until_told(1)
    assert one.season is not None and one.season.ends - begun <= SEASON + HOUR
    assert "3" not in {member.person for member in one.joined}
    assert all(row.points == 0 for row in standings(*one.division(1), settled=True) if row.person == "3")
    await bench.store.leave(made.number, "5", bench.clock.now())
    with pytest.raises(NotInLeague):
        await bench.store.leave(made.number, "5", bench.clock.now())
    bench.clock.advance(PAUSE)
    two = await bench.until_told(2)
    assert {spot.person for spot in two.spots} == {"1", "2", "4", "6"}
    assert [season.number for season, _ in await bench.store.winners(made.number)] == [2, 1]


async def test_X15_a_season_in_which_nobody_played_has_no_winner(bench: Bench) -> None:
    """In the list of seasons neither, where others have all who share the first place."""
    made = await bench.make(4)
    one = await bench.until_told(1)
    [(_, first)] = await bench.store.winners(made.number)
    assert list(first) == [row.person for row in champions(standings(*one.division(1), settled=True))]
    bench.hall.vanished = {"1", "2", "3", "4"}
    bench.clock.advance(PAUSE)
    await bench.until_told(2)
    assert [people for _, people in await bench.store.winners(made.number)] == [(), first]


async def test_X15_a_league_waits_for_people_and_ends_after_its_season(bench: Bench) -> None:
    """With one member no season begins; one that is played is finished after the league's end."""
    made = await bench.make(1)
    bench.clock.advance(GATHERING)
    await step(bench.seasons())
    assert (await bench.here()).season is None
    await bench.store.join(made.number, Person("2", "Zoe"), 0, bench.clock.now())
    await bench.store.hasten(made.number, bench.clock.now())
    await step(bench.seasons())
    with pytest.raises(SeasonRuns):
        await bench.store.hasten(made.number, bench.clock.now())
    with pytest.raises(ChannelHasLeague):
        await bench.make(0)
    await bench.store.end(made.number, bench.clock.now())
    one = await bench.until_told(1)
    assert one.starts_at is None
    with pytest.raises(LeagueOver):
        await bench.store.join(made.number, Person("3", "Late"), 0, bench.clock.now())


async def test_X15_a_league_shows_the_faces_of_its_members_until_it_is_over(bench: Bench) -> None:
    one = await bench.make(11)
    (scene,) = (image.scene for image in list_message(one, texts_for("en")).images)
    assert isinstance(scene, LobbyScene) and scene.more == "+2"
    assert [seat.name for seat in scene.seats] == [member.name for member in one.joined][:9]
    assert not list_message(replace(one, over=True), texts_for("en")).images


async def test_X15_a_league_ends_with_its_channel(bench: Bench) -> None:
    """Nobody could end it there."""
    await bench.make(4)
    bench.hall.fails = [PermanentRefusal(10003)] * 2
    await step(bench.seasons())
    assert (await bench.here()).over
    assert await bench.store.next_due() is None


async def test_X15_a_director_sets_results(bench: Bench) -> None:
    """Of the season that is played; the standings are a recount of the results."""
    await bench.make(3)
    bench.clock.advance(GATHERING)
    await step(bench.seasons())
    one = await bench.here()
    for at, fixture in enumerate(one.fixtures):
        await bench.store.correct(one, fixture, (FixtureSide(400 + at), FixtureSide(390)), bench.clock.now())
    one = await bench.here()
    points: Counter[str] = Counter()
    for fixture in one.fixtures:
        points[fixture.first] += 2
    assert {row.person: row.points for row in standings(*one.division(1))} == {n: points[n] for n in "123"}
    bench.hall.fails = [Killed()]
    with pytest.raises(Killed):
        await step(bench.seasons())
    bench.clock.advance(Seasons.lease)
    await step(bench.seasons())
    assert {bench.hall.messages[f"settled {each.number}"] for each in one.fixtures} == {f.sides for f in one.fixtures}
    assert (await bench.here()).corrected == ()
    stale = replace(one, season=replace(one.season, number=9)) if one.season else one
    with pytest.raises(FixtureUnknown):
        await bench.store.correct(stale, one.fixtures[0], (FixtureSide(1), FixtureSide(2)), bench.clock.now())


async def test_X15_standings_follow_a_result_that_is_set_once_more(bench: Bench) -> None:
    """Although no further game has been counted."""
    await bench.make(3)
    bench.clock.advance(GATHERING)
    await step(bench.seasons())
    one = await bench.here()
    for sides in ((FixtureSide(400), FixtureSide(390)), (FixtureSide(390), FixtureSide(400))):
        await bench.store.correct(one, one.fixtures[0], sides, bench.clock.now())
        bench.clock.advance(SHOWN_EVERY)
        await step(bench.seasons())
        now = await bench.here()
        assert now.playing and now.fixtures[0].sides == sides
        assert bench.hall.messages["standings 1.1"] == standings(*now.division(1))


async def test_X15_a_director_moves_players_to_other_divisions_before_a_season_begins(bench: Bench) -> None:
    """Not while one is played, nor for longer than one season; nobody is left alone, and no division is too full."""
    one = await bench.make(8, Terms(size=4))

    async def next_divisions() -> list[list[str]]:
        return await bench.store.next_divisions(await bench.here())

    assert await next_divisions() == [["1", "2", "3", "4"], ["5", "6", "7", "8"]]
    for person in ("5", "6", "7"):
        await bench.store.move(one.number, person, 1, bench.clock.now())
    assert await next_divisions() == [["1", "2", "3", "4", "5"], ["6", "7", "8"]]
    await bench.store.move(one.number, "1", 2, bench.clock.now())
    await bench.store.move(one.number, "5", 9, bench.clock.now())
    await bench.store.join(one.number, Person("1", "Player 01"), 0, bench.clock.now())
    await bench.store.move(one.number, "6", 2, bench.clock.now())
    divisions = await next_divisions()
    assert divisions == [["2", "3", "4", "7"], ["6", "8", "1", "5"]]
    with pytest.raises(NotInLeague):
        await bench.store.move(one.number, "99", 1, bench.clock.now())
    bench.clock.advance(GATHERING)
    await step(bench.seasons())
    one = await bench.here()
    assert [[spot.person for spot in one.division(number)[0]] for number in one.divisions] == divisions
    with pytest.raises(DivisionsStand):
        await bench.store.move(one.number, "1", 1, bench.clock.now())
    assert all(member.division is None for member in one.members)


async def test_X15_a_calendar_is_told_when_seasons_begin_and_end(bench: Bench) -> None:
    """The next one from the moment it is planned, and the one that is played until it is over."""
    coming, texts = bench.seasons().coming_up, texts_for("en")
    one = await bench.make(3)
    (begins,) = await coming(SERVER, texts)
    assert (begins.key, begins.begins, begins.channel) == (f"league/{one.number}/1/start", one.starts_at, CHANNEL)
    bench.clock.advance(GATHERING)
    await step(bench.seasons())
    season = (await bench.here()).playing
    assert season is not None
    (ends,) = await coming(SERVER, texts)
    assert (ends.key, ends.begins) == (f"league/{one.number}/1/end", season.ends)
    assert await coming(SERVER + 1, texts) == []
    await bench.until_told(1)
    (following,) = await coming(SERVER, texts)
    assert following.key == f"league/{one.number}/2/start"
    await bench.store.end(one.number, bench.clock.now())
    assert await coming(SERVER, texts) == []


async def test_X15_who_is_gone_plays_no_more_and_their_open_games_are_decided_at_once(bench: Bench) -> None:
    """Whoever has left the server, which the director reads, or was removed; whoever leaves the league plays on."""
    await bench.make(4)
    one = (await later_steps(bench, GATHERING, 3)).number
    bench.hall.left = {"2"}
    found = await later_steps(bench, DAY, 2)
    assert "gone 2" in bench.hall.messages
    assert {fixture.is_open for fixture in found.fixtures if "2" in (fixture.first, fixture.second)} == {False}
    await bench.store.leave(one, "3", bench.clock.now())
    assert (await later_steps(bench, 1, 2)).fixtures == found.fixtures
    await bench.store.remove(one, "3", bench.clock.now())
    found = await later_steps(bench, 1, 2)
    open_ = [{fixture.first, fixture.second} for fixture in found.fixtures if fixture.is_open]
    assert open_ == [{"1", "4"}]
    await bench.store.join(one, Person("2", "Back"), 1500, bench.clock.now())
    bench.hall.left = set()
    assert {member.person for member in (await bench.here()).joined} == {"1", "2", "4"}


async def test_X15_players_change_divisions_in_whatever_order_they_are_called(bench: Bench) -> None:
    """Who is moved makes room for another one, whose name comes first."""
    one, now = await bench.make(9, Terms(size=4)), bench.clock.now()
    await bench.store.join(one.number, Person("9", "Zoe"), 1400, now)
    assert await bench.store.next_divisions(await bench.here()) == [["1", "2", "3", "4"], ["5", "6", "7", "8", "9"]]
    await bench.store.move(one.number, "9", 1, now)
    await bench.store.move(one.number, "2", 2, now)
    assert await bench.store.next_divisions(await bench.here()) == [["1", "3", "4", "9"], ["5", "6", "7", "8", "2"]]


@pytest.mark.parametrize("last", [1, 2, 3])
async def test_X15_a_kill_does_not_have_a_director_told_twice_of_who_has_left(bench: Bench, last: int) -> None:
    """All who have left the server at once are out at once, also before their games are decided."""
    await bench.make(5)
    await later_steps(bench, GATHERING, 3)
    bench.hall.left, changing, changes = {"2", "3"}, bench.store._changing, 0

    def killed(number: int, now: int) -> Any:
        nonlocal changes
        changes += 1
        if changes == last:
            raise Killed
        return changing(number, now)

    bench.clock.advance(DAY)
    with patch.object(bench.store, "_changing", killed), suppress(Killed):
        await step(bench.seasons())
    await later_steps(bench, DAY, 2)
    assert [people for _, *people in bench.hall.told_gone] == [["2", "3"]]
    assert {one.person for one in (await bench.here()).members if one.gone} == {"2", "3"}


@pytest.mark.parametrize("leaves", [True, False])
async def test_X15_a_game_opened_just_before_a_kill_ends_with_its_fixture(bench: Bench, leaves: bool) -> None:
    """Where a player leaves, and at the season's end: it does not go on for nobody."""
    one = await bench.make(2)
    while not bench.hall.opened:
        with patch.object(bench.store, "opened", AsyncMock(side_effect=Killed)), suppress(Killed):
            await step(bench.seasons())
        bench.clock.advance(GATHERING if not bench.hall.opened else 0)
    assert [fixture.game for fixture in (await bench.here()).fixtures] == [None]
    if leaves:
        await bench.store.remove(one.number, "2", bench.clock.now())
    bench.clock.advance(Seasons.lease if leaves else 2 * one.terms.length)
    await step(bench.seasons())
    assert bench.hall.ended == bench.hall.opened
    assert [fixture.is_open for fixture in (await bench.here()).fixtures] == [False]


async def test_X15_who_was_removed_comes_back_by_the_director_alone(bench: Bench) -> None:
    """Also in later seasons, and after leaving the server or the league; whoever made no move may come back."""
    one = (await bench.make(5)).number
    now = bench.clock.now()
    await bench.store.leave(one, "4", now)
    for person in ("3", "4"):
        await bench.store.remove(one, person, now)
        with pytest.raises(RemovedFromLeague):
            await bench.store.join(one, Person(person, "Back"), 1500, now)
    bench.hall.left = {"3"}
    bench.hall.vanished = {"2"}
    await bench.until_told(1)
    bench.hall.left = set()
    with pytest.raises(RemovedFromLeague):
        await bench.store.join(one, Person("3", "Back"), 1500, bench.clock.now())
    with pytest.raises(NotInLeague):
        await bench.store.remove(one, "99", bench.clock.now())
    await bench.store.join(one, Person("2", "Back"), 1500, bench.clock.now())
    await bench.store.join(one, Person("3", "Back"), 1500, bench.clock.now(), directed=True)
    await bench.store.leave(one, "3", bench.clock.now())
    await bench.store.join(one, Person("3", "Back"), 1500, bench.clock.now())
    assert {member.person for member in (await bench.here()).joined} == {"1", "2", "3", "5"}


async def later_steps(bench: Bench, wait: int, count: int) -> League:
    """What a league is like a while later, once a process has looked a few times."""
    bench.clock.advance(wait)
    for _ in range(count):
        await step(bench.seasons())
        bench.clock.advance(MINUTE)
    return await bench.here()


async def test_X15_a_season_is_won_for_good_and_a_deleted_channel_ends_it_at_once(bench: Bench) -> None:
    """The best of each division; a season that is broken off is won by nobody."""
    await bench.make(4)
    await bench.until_told(1)
    honours = Honours(bench.store._database)
    (first,) = await honours.within(SERVER, 0, bench.clock.now() + 1)
    assert (first.contest, first.title) == (HonourKind.SEASON, "Liga")
    one = await bench.here()
    assert [spot.person for spot in one.spots if spot.place == 1] == [first.person]
    shown = results_message(one, texts_for("en"))
    (image,) = shown.images
    assert isinstance(image.scene, CupScene)
    assert ([face.person for face in image.scene.winners], shown.mentions) == ([first.person], (first.person,))
    assert shown.text.count(f"<@{first.person}>") == 1
    assert [line.portrait.name in image.words for line in image.scene.table] == [True] * 4
    await later_steps(bench, PAUSE, 3)
    assert (await bench.here()).playing
    await bench.seasons().vacate(CHANNEL)
    one = await bench.here()
    assert (one.over, one.playing, await bench.store.occupied()) == (True, None, ())
    assert await honours.within(SERVER, 0, bench.clock.now() + 1) == (first,)


async def test_X15_a_result_that_is_set_while_a_season_is_closed_counts(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The places and the winner are those of the results that stay."""
    await bench.make(3)
    crown, set_ = bench.store.crown, list[Fixture]()

    async def meanwhile(one: League, *facts: Any) -> None:
        if not set_:
            last = order_of(one)[-1]
            set_.extend(game for game in one.fixtures if last in (game.first, game.second))
            for game in set_:
                sides = FixtureSide(900 * (game.first == last)), FixtureSide(900 * (game.second == last))
                await bench.store.correct(one, game, sides, bench.clock.now())
        await crown(one, *facts)

    monkeypatch.setattr(bench.store, "crown", meanwhile)
    one = await bench.until_told(1)
    assert {row.person: row.place for row in standings(*one.division(1), settled=True)} == {
        spot.person: spot.place for spot in one.spots
    }
    (won,) = await Honours(bench.store._database).within(SERVER, 0, bench.clock.now())
    assert [won.person] == order_of(one)[:1]
    assert all(won.person in (game.first, game.second) for game in set_)


def directing(bench: Bench) -> Any:
    """A request of the director."""
    request: Any = MagicMock(texts=texts_for("en"), place=Place(SERVER, CHANNEL), person=Person("1", ""))
    request.server.return_value, request.member = SERVER, Member(SERVER, person="1")
    request.services.clock, request.services.of.return_value.store = bench.clock, bench.store
    return request


async def test_X15_whose_games_were_void_stays_in_the_league(bench: Bench) -> None:
    """The director has said so, not that they have not come."""
    made = await bench.make(2)
    bench.clock.advance(GATHERING)
    await step(bench.seasons())
    await rule(directing(bench), made.number, 1, 1, lost=False, sure=True)
    one = await bench.until_told(1)
    assert [member.person for member in one.joined] == ["1", "2"]
    assert champions(standings(*one.division(1), settled=True)) == []


async def test_X15_only_somebody_can_be_entered(bench: Bench) -> None:
    """What a menu of people never sends is refused as any unknown button."""
    one = await bench.make(2)
    with pytest.raises(UnknownAction):
        await add_chosen(directing(bench), Press(("everyone",)), one.number)


def order_of(one: League) -> list[str]:
    """Those of the first division, the best first."""
    return [row.person for row in standings(*one.division(1), settled=True)]


async def test_X15_whoever_is_taken_out_cannot_win_the_season(bench: Bench) -> None:
    """They come after all others, unless the director enters them again before its end."""
    spots = [Spot(person, 1, 1, line, out=person == "a") for line, person in enumerate("abc", 1)]
    games = [
        Fixture(at, 1, *pair, sides=(FixtureSide(400), FixtureSide(300)))
        for at, pair in enumerate((("a", "b"), ("a", "c"), ("b", "c")), 1)
    ]
    rows = standings(spots, games)
    assert [(row.place, row.person) for row in rows] == [(1, "b"), (2, "c"), (3, "a")]
    assert [row.person for row in champions(rows)] == ["b"]
    assert [row.person for row in standings([replace(spot, out=False) for spot in spots], games)] == ["a", "b", "c"]
    one = await bench.make(3)
    bench.clock.advance(GATHERING)
    await step(bench.seasons())
    await bench.store.remove(one.number, "1", bench.clock.now())
    assert [spot.person for spot in (await bench.here()).spots if spot.out] == ["1"]
    await bench.store.join(one.number, Person("1", "Back"), 1500, bench.clock.now(), directed=True)
    assert not any(spot.out for spot in (await bench.here()).spots)


async def test_X15_a_season_ends_when_its_director_says_so(bench: Bench) -> None:
    """The board decides what is open, as at its usual end; and there is none to end between two."""
    one = await bench.make(3)
    with pytest.raises(NoSeasonRuns):
        await bench.store.end_season(one.number, bench.clock.now())
    bench.clock.advance(GATHERING)
    await step(bench.seasons())
    await bench.store.end_season(one.number, bench.clock.now())
    one = await later_steps(bench, 0, 3)
    assert one.playing is None and one.season and one.season.told and all(game.is_played for game in one.fixtures)


def test_X15_both_can_lose() -> None:
    """By 50, and without a point for either; where both are absent, it counts for nobody."""
    spots = [Spot(person, 1, 1, line) for line, person in enumerate("12")]
    both = (FixtureSide(0, lost=True), FixtureSide(0, lost=True))
    rows = standings(spots, [Fixture(1, 1, "1", "2", sides=both)], settled=True)
    assert [(row.points, row.spread, row.games, row.losses) for row in rows] == [(0, -BYE, 1, 1)] * 2
    none = (FixtureSide(0, absent=True), FixtureSide(0, absent=True))
    assert {row.games for row in standings(spots, [Fixture(1, 1, "1", "2", sides=none)], settled=True)} == {0}


TERMS = Terms()
PLAYERS = "abcde"
PAIRS = list(combinations(PLAYERS, 2))


@pytest.mark.parametrize("count", range(2, 21))
def test_X15_everybody_meets_everybody_once_or_equally_many(count: int) -> None:
    """Whoever begins is balanced within one."""
    people = [f"{n}" for n in range(count)]
    pairs = schedule(people, "1/1/1")
    assert pairs == schedule(people, "1/1/1")
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    games, begun = Counter(one for pair in pairs for one in pair), Counter(first for first, _ in pairs)
    assert set(games.values()) == {min(count - 1, 14)}
    assert all(abs(2 * begun[one] - games[one]) <= 1 for one in people)


def exhaustive(now: dict[str, CurrentStanding], left: list[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """The same as `possible` by trying every outcome."""
    found: dict[str, list[int]] = {one: [] for one in now}
    games = Counter(one for pair in left for one in pair)
    for outcome in product(range(3), repeat=len(left)):
        points = {one: known.points for one, known in now.items()}
        for (first, second), gained in zip(left, outcome, strict=True):
            points[first] += gained
            points[second] += 2 - gained
        for one, own in now.items():
            rest = [other for other in now if other != one]
            equal = [other for other in rest if points[other] == points[one]]
            free = [other for other in equal if games[one] or games[other]]
            spread = sum(now[other].spread > own.spread for other in equal if other not in free)
            ahead = 1 + sum(points[other] > points[one] for other in rest) + spread
            found[one] += [ahead, ahead + len(free)]
    return {one: (min(places), max(places)) for one, places in found.items()}


@given(
    st.fixed_dictionaries({one: st.builds(CurrentStanding, st.integers(0, 6), st.integers(-2, 2)) for one in PLAYERS}),
    st.lists(st.sampled_from(PAIRS), unique=True, max_size=5),
)
def test_X15_places_still_possible_are_those_of_an_exhaustive_search(
    now: dict[str, CurrentStanding], left: list[tuple[str, str]]
) -> None:
    """In small divisions, whatever is played already."""
    assert possible(now, left) == exhaustive(now, left)


def spots(sizes: list[int], season: int = 1) -> list[Spot]:
    """Divisions of these sizes in their final order."""
    return [
        Spot(f"{division}.{at}", season, division, at, at)
        for division, size in enumerate(sizes, 1)
        for at in range(1, size + 1)
    ]


@given(
    st.lists(st.integers(13, 20), min_size=1, max_size=3),
    st.sets(st.integers(0, 50)),
    st.integers(0, 20),
    st.integers(0, 5),
)
def test_X15_everyone_has_one_division_of_a_good_size(sizes: list[int], gone: set[int], new: int, back: int) -> None:
    """Nobody who is promoted plays lower than before; a newcomer is never above someone who has stayed."""
    last = spots(sizes, 2)
    away = [Spot(f"back {n}", 1, 1, n, n) for n in range(1, back + 1)]
    people = [spot.person for at, spot in enumerate(last) if at not in gone] + [one.person for one in away]
    members = [LeagueMember(one, one) for one in [*people, *(f"new {n}" for n in range(new))]]
    if len(members) < 2:
        return
    ladder = place(members, [*last, *away], 3, TERMS)
    assert sorted(one for division in ladder for one in division) == sorted(one.person for one in members)
    assert len(ladder) == divisions_for(len(members), TERMS)
    assert max(map(len, ladder)) <= TERMS.most
    assert min(map(len, ladder)) >= min(len(members) // len(ladder), TERMS.size - 2)


def test_X15_a_sixth_is_promoted_and_relegated() -> None:
    """The lists stay as large as they were."""
    upper, lower = place([LeagueMember(one.person, "") for one in spots([15, 15])], spots([15, 15]), 2, TERMS)
    assert moves(15, 1, 2, TERMS) == (0, 3)
    assert moves(15, 2, 2, TERMS) == (3, 0)
    assert {"2.1", "2.2", "2.3"} <= set(upper)
    assert {"1.13", "1.14", "1.15"} <= set(lower)
    assert (len(upper), len(lower)) == (15, 15)


@pytest.mark.parametrize(("missed", "division"), [(0, 1), (1, 1), (3, 1), (4, 2)])
def test_X15_who_misses_up_to_three_seasons_comes_back_to_the_old_division(missed: int, division: int) -> None:
    """Later, as a newcomer."""
    last = spots([14, 15], 9)
    known = [*last, Spot("back", 9 - missed, 1, 5, 5)] if missed else [*last[:-1], Spot("back", 9, 1, 15, 9)]
    members = [LeagueMember(one.person, "") for one in last] + [LeagueMember("back", "")]
    ladder = place(members, known, 10, TERMS)
    assert "back" in ladder[division - 1]


SEASONS, PEOPLE = 24, 60


@pytest.mark.benchmark
async def test_standings_of_ten_thousand_games(address: str) -> None:
    """Four divisions of the newest of 24 seasons, read and counted."""
    opened = await open_store(address)
    store = LeagueStore(opened.database)
    await store.make(League(0, 5, 7, "Liga", some_setup(), "1", None, Terms(), starts_at=1), 0)
    people = [f"{n}" for n in range(1, PEOPLE + 1)]
    for person in people:
        await store.join(1, Person(person, person), 0, 0)
    divisions = [people[at : at + 15] for at in range(0, PEOPLE, 15)]
    pairs = [(at, pair) for at, some in enumerate(divisions, 1) for pair in schedule(some, "x")]
    for number in range(1, SEASONS + 1):
        one = await store.get(1)
        assert one is not None
        fixtures = [Fixture(n, at, *pair) for n, (at, pair) in enumerate(pairs, 1)]
        await store.begin(one, Season(number, 0, 1), divisions, fixtures, 0)
        one = await store.get(1)
        assert one is not None
        for fixture in fixtures:
            await store.decided(one, fixture, (FixtureSide(400 + fixture.number % 90), FixtureSide(440)))
        if number < SEASONS:
            await store.close(one, {}, [], 0, 0)
    times = []
    for _ in range(10):
        start = time.perf_counter()
        found = await store.here(7)
        assert found is not None
        rows = [standings(*found.division(number)) for number in found.divisions]
        times.append(time.perf_counter() - start)
    await opened.close()
    print(f"{SEASONS * len(pairs)} games, {len(rows)} divisions: {1000 * min(times):.1f} ms")
