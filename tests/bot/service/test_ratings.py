"""Ratings by server, language and tempo, kept beside the results and equal to a recount of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from openskill.models import PlackettLuce

from bot.model.games import GameResult, Place
from bot.model.ratings import ALL_SERVERS, BASE, SETTLED, Contest, Ladder, RatedPerson, RatedPlace, Unrated
from bot.service.known import result_of, why_unrated
from bot.service.ratings import Ratings, ladder_of, rated
from bot.store.opening import migrate, open_store
from bot.store.ratings import Rivalries, Standings
from bot.store.repositories import Store
from engine.errors import RuleViolation
from engine.game import commands as cmd
from engine.game.events import Opened, RulesChanged
from engine.game.phases import Over
from engine.model.durations import DAY, HOUR, MINUTE, SECOND
from engine.model.rules import PRESETS, Rules
from engine.model.tempo import Tempo, tempo_of
from tests.support.finished import SERVER, finish, played
from tests.support.games import NO_UNDO, Table
from tests.support.later import later
from tests.support.service import ADA, setup

HERE = Ladder(SERVER, "en", "rapid")
PEOPLE = ("ada", "bruno", "chloe", "deniz", "computer-4")


@pytest.mark.parametrize(
    ("rules", "tempo"),
    [
        (PRESETS["blitz"], Tempo.BLITZ),
        (PRESETS["rapid"], Tempo.RAPID),
        (PRESETS["club"], Tempo.RAPID),
        (PRESETS["tournament"], Tempo.RAPID),
        (PRESETS["correspondence"], Tempo.CORRESPONDENCE),
        (PRESETS["friendly"], Tempo.CORRESPONDENCE),
        (Rules(turn_clock=30 * SECOND), Tempo.BLITZ),
        (Rules(turn_clock=MINUTE), Tempo.RAPID),
        (Rules(turn_clock=HOUR), Tempo.CORRESPONDENCE),
        (Rules(turn_clock=30 * SECOND, time_bank=DAY), Tempo.CORRESPONDENCE),
        (Rules(game_clock=5 * MINUTE, increment=30 * SECOND), Tempo.RAPID),
        (Rules(game_clock=3 * MINUTE, turn_clock=DAY), Tempo.BLITZ),
        (Rules(turn_clock=10 * SECOND, time_bank=MINUTE, increment=HOUR), Tempo.CORRESPONDENCE),
    ],
)
def test_the_tempo_is_what_a_player_has_for_fifteen_turns(rules: Rules, tempo: Tempo) -> None:
    """Up to ten minutes, up to four hours, or longer; without clocks a game may take days."""
    assert tempo_of(rules) is tempo
    assert ladder_of(SERVER, "en", rules) == (SERVER, "en", tempo.value)


def recount(results: Iterable[GameResult]) -> dict[tuple[Ladder, str], tuple[float, float, int, int]]:
    """Mean, deviation, games and wins, from all results one by one; further ones against the same person count less."""
    model, found = PlackettLuce(), dict[tuple[Ladder, str], tuple[float, float, int, int]]()
    met = list[tuple[Ladder, frozenset[str], int]]()
    for result in results:
        people = [one for one in result.players if one.level is None]
        for server in {result.server, ALL_SERVERS} - {None} if result.rated else ():
            keys = [
                (Ladder(server or ALL_SERVERS, result.language or "", result.tempo or ""), p.player) for p in people
            ]
            before = [found.get(key, (model.mu, model.sigma, 0, 0)) for key in keys]
            after = model.rate([[model.rating(one[0], one[1])] for one in before], ranks=[p.place for p in people])
            first = [one.place for one in people].count(min(one.place for one in people)) == 1
            new = list[tuple[Ladder, frozenset[str], int]]()
            for key, known, person, (belief,) in zip(keys, before, people, after, strict=True):
                won = first and person.place == min(one.place for one in people)
                pairs = [(key[0], frozenset((person.player, one.player))) for one in people if one is not person]
                counts = [sum(one[:2] == pair and result.ended - one[2] < DAY for one in met) for pair in pairs]
                weight = sum(1 / (1 + count) for count in counts) / len(counts) if counts else 1
                mean = known[0] + weight * (belief.mu - known[0])
                found[key] = (mean, known[1] + weight * (belief.sigma - known[1]), known[2] + 1, known[3] + won)
                new += [(*pair, result.ended) for pair in pairs if person.player == min(pair[1])]
            met += new
    return found


def made_up(luck: random.Random, count: int) -> list[GameResult]:
    """Games of all kinds."""
    made = []
    for number in range(count):
        chosen = luck.sample(PEOPLE, luck.randint(3, 5))
        places = [(who, luck.randint(1, 3)) for who in chosen]
        where = luck.choice((SERVER, 8, None))
        kind = {"language": luck.choice(("en", "de")), "tempo": luck.choice(("blitz", "rapid"))}
        made.append(played(number, *places, rated=luck.random() < 0.9, server=where, ended=number * HOUR, **kind))
    return made


@pytest.mark.parametrize("seed", [0, *later([1, 2])])
async def test_ratings_equal_a_recount_whenever_they_are_asked_for(store: Store, seed: int) -> None:
    """Games of every server, language and tempo count once each, with restarts between."""
    luck, ratings = random.Random(seed), Ratings(store.ratings)
    results = made_up(luck, 150)
    for result in results:
        await finish(store, [result])
        if luck.random() < 0.02:
            await ratings.catch_up()
            ratings = Ratings(store.ratings)
    await ratings.catch_up()
    expected = recount(results)
    for server in (SERVER, 8, ALL_SERVERS):
        rungs = await ratings.rungs(server)
        for rung in rungs:
            people = await ratings.best(rung.ladder, 0, 99)
            shown = [(one.is_provisional, -one.rating, -one.games, one.player) for one in people]
            assert shown == sorted(shown)
            for place, one in enumerate(people, 1):
                assert await ratings.place(rung.ladder, one) == place
                mean, deviation, games, wins = expected.pop((rung.ladder, one.player))
                assert (one.mean, one.deviation) == pytest.approx((mean, deviation))
                assert (one.games, one.wins, len(one.path)) == (games, wins, games + 1)
                assert one.rating == one.path[-1] == BASE + round(40 * (one.mean - 3 * one.deviation))
    assert not expected


async def test_the_better_player_comes_to_stand_higher_in_one_ladder_alone(store: Store) -> None:
    """Winning raises, losing lowers; other languages, tempos and servers have their own ratings."""
    ratings = Ratings(store.ratings)
    await finish(store, [played(n, ("ada", 1), ("bruno", 2), ("computer-5", 3)) for n in range(SETTLED - 1)])
    await finish(store, [played(50, ("bruno", 1), ("ada", 2), language="de")])
    await ratings.catch_up()
    first, second = await ratings.best(HERE, 0, 9)
    assert (first.player, first.games, first.wins, first.is_provisional) == ("ada", 9, 9, True)
    assert first.rating > BASE > second.rating
    await finish(store, [played(60, ("bruno", 1), ("ada", 2))])
    people = await ratings.of_people(HERE, ("ada", "bruno", "chloe"))
    assert people["bruno"].rating > second.rating
    assert not people["ada"].is_provisional
    assert (await ratings.of_people(HERE._replace(language="de"), ("bruno",)))["bruno"].rating > BASE
    assert await ratings.of_people(HERE._replace(tempo="blitz"), ("ada",)) == {}
    assert await ratings.of_people(HERE._replace(server=8), ("ada",)) == {}
    assert (await ratings.of_people(HERE._replace(server=ALL_SERVERS), ("ada",)))["ada"].rating == people["ada"].rating
    kinds = [(ladder.server, ladder.language) for ladder, _ in await ratings.of_person("ada", SERVER)]
    assert sorted(kinds) == [(0, "de"), (0, "en"), (SERVER, "de"), (SERVER, "en")]
    assert [(one.ladder.language, one.people, one.games) for one in await ratings.rungs(SERVER)] == [
        ("en", 2, 20),
        ("de", 2, 2),
    ]


async def test_the_last_release_need_not_say_language_and_tempo(store: Store) -> None:
    """The game's first event has the setup, and later ones the rules that its host has changed in the lobby."""
    opened = Opened(0, ADA, setup(PRESETS["blitz"]))
    slower = RulesChanged(1, "game_clock", "25", PRESETS["club"])
    await finish(store, [replace(played(1, ("ada", 1), ("bruno", 2)), language=None, tempo=None)], opened, slower)
    await finish(store, [replace(played(2, ("ada", 1), ("bruno", 2)), language=None, tempo=None)], opened)
    await Ratings(store.ratings).catch_up()
    found = [await store.results.of_game(game) for game in ("g1", "g2")]
    assert [one and (one.language, one.tempo) for one in found] == [("en", Tempo.RAPID), ("en", Tempo.BLITZ)]
    assert [one.games for one in await store.ratings.best(HERE, 0, 9)] == [1, 1]


async def test_a_game_says_what_it_has_done_to_the_ratings(store: Store) -> None:
    """In its server; an unrated one has done nothing."""
    ratings = Ratings(store.ratings)
    await finish(store, [played(1, ("ada", 1), ("bruno", 2)), played(2, ("ada", 1), ("bruno", 2))])
    await finish(store, [played(3, ("ada", 1), ("bruno", 2), rated=False)])
    await ratings.catch_up()
    first, second, third = [await store.results.of_game(f"g{number}") for number in (1, 2, 3)]
    assert first and second and third
    assert [one.rating_before for one in first.players] == [BASE, BASE]
    assert [one.rating for one in first.players] == [one.rating_before for one in second.players]
    assert (second.players[0].rating or 0) > (first.players[0].rating or 0) > BASE
    assert [one.rating for one in third.players] == [None, None]


async def test_nothing_counts_if_the_process_dies_while_it_counts(store: Store) -> None:
    """The whole transaction is lost, and done again."""
    results = [played(n, ("ada", 1), ("bruno", 2)) for n in range(5)]
    await finish(store, results)
    left = 3

    def dying(contest: Contest, standings: Standings, rivalries: Rivalries) -> Standings:
        nonlocal left
        left -= 1
        if not left:
            raise SystemError
        return rated(contest, standings, rivalries)

    with pytest.raises(SystemError):
        await store.ratings.count(dying)
    assert await store.ratings.of_person("ada", SERVER) == ()
    ratings = Ratings(store.ratings)
    assert (await ratings.of_people(HERE, ("ada",)))["ada"].games == 5
    assert not await store.ratings.is_behind()
    assert await store.ratings.count(rated) == 0


async def test_what_a_feature_has_rated_counts_once(store: Store) -> None:
    """However often it says so."""
    ratings = Ratings(store.ratings)
    people = (RatedPlace("ada", "Ada", 2), RatedPlace("bruno", "Bruno", 1))
    contest = Contest("duplicate/3", SERVER, "en", Tempo.DUPLICATE, people)
    await ratings.rate(contest)
    await ratings.rate(contest)
    (bruno, ada) = await ratings.best(contest.ladders[0], 0, 9)
    assert (bruno.player, bruno.games, bruno.wins, ada.games, ada.wins) == ("bruno", 1, 1, 1, 0)


# --- no farming -------------------------------------------------------------------------------------------------------

CROWD = ("chloe", "deniz", "eve", "finn")


def league(start: int) -> list[GameResult]:
    """Games in which four people have met each other on different days, so that they are rated too."""
    pairs = list(combinations(CROWD, 2))
    return [played(start + n, (one, 1), (other, 2), ended=n * DAY) for n, (one, other) in enumerate(pairs)]


async def test_twelve_games_against_an_accomplice_lead_nowhere(store: Store) -> None:
    """Further ones of a day count less and less; on whatever days, the rating stays provisional and below others."""
    ratings = Ratings(store.ratings)
    await finish(store, league(100))
    await finish(store, [played(n, ("ada", 1), ("bruno", 2), ended=n * MINUTE) for n in range(12)])
    one_day = (await ratings.of_people(HERE, ("ada",)))["ada"]
    assert (one_day.games, one_day.is_provisional) == (12, True)
    assert one_day.rating < BASE + 3 * (one_day.path[1] - BASE)
    rises = [after - before for before, after in pairwise(one_day.path)]
    assert rises == sorted(rises, reverse=True) and rises[-1] * 10 < rises[0]
    await finish(store, [played(20 + n, ("ada", 1), ("bruno", 2), ended=(1 + n) * 2 * DAY) for n in range(12)])
    many_days = (await ratings.of_people(HERE, ("ada",)))["ada"]
    assert many_days.rating > one_day.rating + 100 and many_days.is_provisional
    assert await ratings.settled(HERE, ("ada", "chloe")) == {}


async def test_a_rating_is_settled_by_ten_games_against_four_people(store: Store) -> None:
    """Not by ten against three of them, nor by nine against four; below those whose ratings are, all others are."""
    ratings = Ratings(store.ratings)
    three = [played(n, ("ada", 2), (CROWD[n % 3], 1), ended=n * DAY) for n in range(10)]
    await finish(store, [*league(100), *three])
    assert (await ratings.of_people(HERE, ("ada",)))["ada"].is_provisional
    await finish(store, [played(20, ("ada", 2), (CROWD[3], 1), ended=20 * DAY)])
    known = await ratings.of_people(HERE, ("ada", *CROWD))
    assert {who for who, one in known.items() if not one.is_provisional} == {"ada"}
    assert known["ada"].rating == min(one.rating for one in known.values())
    assert await ratings.settled(HERE, ("ada", *CROWD)) == {"ada": known["ada"].rating}
    best = await ratings.best(HERE, 0, 9)
    assert best[0].player == "ada"
    assert [await ratings.place(HERE, one) for one in best] == [1, 2, 3, 4, 5]
    nine = [played(30 + n, ("gus", 1), (CROWD[n % 4], 2), ended=n * DAY) for n in range(9)]
    await finish(store, nine)
    assert (await ratings.of_people(HERE, ("gus",)))["gus"].is_provisional


async def test_where_fewer_people_are_rated_all_of_them_are_enough(store: Store) -> None:
    """Nobody could meet more; once there are more, they have to be met."""
    ratings = Ratings(store.ratings)
    await finish(store, [played(n, ("ada", 1), ("bruno", 2), ended=n * DAY) for n in range(10)])
    assert not (await ratings.of_people(HERE, ("ada",)))["ada"].is_provisional
    await finish(store, [played(20, ("chloe", 1), ("bruno", 2))])
    await ratings.catch_up()
    assert {one.player for one in await ratings.best(HERE, 0, 9) if not one.is_provisional} == {"bruno"}


async def test_ratings_from_before_know_against_whom_they_were_played(address: str) -> None:
    """The migration takes that from the results, and from what features have had rated, in the server and over all."""
    store = await open_store(address)
    games = [played(n, ("ada", 1), (CROWD[n % 3], 2), ("computer-3", 3), ended=n * DAY) for n in range(10)]
    await finish(store, [*games, played(50, ("ada", 1), ("gus", 2), server=None)])
    people = (RatedPlace("ada", "Ada", 1), RatedPlace("finn", "Finn", 2))
    ratings = Ratings(store.ratings)
    await ratings.rate(Contest("duplicate/1", SERVER, "en", "rapid", people))
    before = await ratings.of_person("ada", SERVER), await ratings.of_people(HERE, CROWD)
    assert [one.is_provisional for _, one in before[0]] == [False, False]
    async with store.database.write() as connection:
        await connection.exec_driver_sql("DROP TABLE rivalries")
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0003'")
    await store.close()
    await migrate(address)
    store = await open_store(address)
    ratings = Ratings(store.ratings)
    assert (await ratings.of_person("ada", SERVER), await ratings.of_people(HERE, CROWD)) == before
    await store.close()


async def test_leaderboards_leave_out_who_has_left_the_server(store: Store) -> None:
    """Their places are taken by the next ones; playing again there, or being seen there, brings them back."""
    here, asked = {"1", "3"}, list[int]()

    async def is_in(_server: int, person: int) -> bool:
        asked.append(person)
        return str(person) in here

    ratings = Ratings(store.ratings, is_in)
    await finish(store, [played(n, (str(n), 1), (str(n + 1), 2)) for n in (1, 2, 3)])
    await ratings.catch_up()
    found = await ratings.best(HERE, 0, 9)
    assert {one.player for one in found} == here
    assert [await ratings.place(HERE, one) for one in found] == [1, 2]
    assert [(one.people, one.games) for one in await ratings.rungs(SERVER)] == [(2, 3)]
    assert len(await ratings.best(HERE._replace(server=ALL_SERVERS), 0, 9)) == 4
    here |= {"2", "4"}
    await ratings.come_back(SERVER, "2")
    await finish(store, [played(9, ("4", 1), ("1", 2))])
    await ratings.catch_up()
    assert {one.player for one in await ratings.best(HERE, 0, 9)} == here


@pytest.mark.parametrize("seed", [0, *later([1, 2, 3])])
def test_giving_up_moves_a_rating_no_more_than_losing(seed: int) -> None:
    """Whoever gives a game up early comes last, as the loser does, whatever the others go on to do."""
    luck = random.Random(seed)
    for _ in range(50):
        people = luck.sample(PEOPLE[:4], luck.randint(2, 4))
        order = {who: place for place, who in enumerate(people, 1)}
        known = {(HERE, who): replace(_someone(who), mean=luck.uniform(10, 40)) for who in people}
        lost, given_up = (
            rated(
                Contest("g", SERVER, "en", "rapid", tuple(RatedPlace(who, who, order[who]) for who in names)), known, {}
            )
            for names in (people, luck.sample(people, len(people)))
        )
        last = people[-1]
        assert given_up[HERE, last].mean == pytest.approx(lost[HERE, last].mean)


def _someone(who: str) -> RatedPerson:
    return RatedPerson(who, who, 25.0, 25 / 3)


# --- what is rated ----------------------------------------------------------------------------------------------------


def some_game(luck: random.Random, number: int) -> tuple[Table, GameResult | None]:
    """A game of two to four people and computers in which all sorts of things happen, with its result."""
    names = luck.sample(CROWD, luck.randint(1, 4))
    table = Table(
        NO_UNDO.with_value("turn_clock", "1m").with_value("rated", luck.choice(("on", "on", "off"))), names=names
    )
    if len(names) == 1:
        table.do(cmd.AddComputer(names[0], 3))
    table.start()
    while not isinstance(table.game.phase, Over):
        on_turn, who = table.game.on_turn, luck.choice(names)
        assert on_turn is not None
        acts: list[cmd.Command] = [cmd.Resign(who), cmd.Leave(who), cmd.Cancel(who), cmd.RemoveSeat(names[0], 0)]
        acts += [cmd.Pass(table.on_turn), cmd.Pass(table.on_turn), cmd.Expire(table.game.turn)] * 2
        acts += [cmd.End("", moderator=True)] if luck.random() < 0.05 else []
        command = luck.choice(acts)
        table.now += 10 * MINUTE if isinstance(command, cmd.Expire) else 0
        with suppress(RuleViolation):
            table.do(command)
    return table, result_of(f"g{number}", Place(SERVER, number), table.game, table.events)


@pytest.mark.parametrize("seed", [0, *later([1, 2, 3])])
async def test_nothing_that_was_not_played_moves_a_rating(store: Store, seed: int) -> None:
    """However games end: whoever is rated has moved in a rated game in which somebody else has moved, too."""
    luck, ratings, played_games = random.Random(seed), Ratings(store.ratings), Counter[str]()
    for number in range(150):
        table, result = some_game(luck, number)
        moved = [seat.player.id for seat in table.game.seats if seat.moves and seat.is_human]
        assert why_unrated(table.game) is not None or len(moved) > 1
        assert result is None or {one.player for one in result.players if one.level is None} <= {*moved}
        if result:
            assert result.rated is (why_unrated(table.game) is None)
            await finish(store, [result])
        if why_unrated(table.game) is None:
            played_games.update(moved)
    await ratings.catch_up()
    assert {one.player: one.games for one in await ratings.best(HERE, 0, 99)} == played_games
    assert played_games


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (lambda: _ended(NO_UNDO), None),
        (lambda: _ended(NO_UNDO.with_value("rated", "off")), Unrated.CHOSEN),
        (lambda: _ended(NO_UNDO, passes=1), Unrated.VOID),
        (lambda: _ended(NO_UNDO, last=cmd.End("", moderator=True)), Unrated.VOID),
        (lambda: _ended(NO_UNDO, last=cmd.RemoveSeat("mia", 1, moderator=True)), Unrated.SEATS),
        (lambda: _ended(NO_UNDO, guest=True), Unrated.GUESTS),
        (lambda: _ended(NO_UNDO, computer=True), Unrated.ALONE),
    ],
)
def test_a_game_says_why_it_is_not_rated(game: Callable[[], Table], why: Unrated | None) -> None:
    """The end of a game tells it."""
    assert why_unrated(game().game) is why


def _ended(
    rules: Rules, *, passes: int = 2, last: cmd.Command | None = None, guest: bool = False, computer: bool = False
) -> Table:
    table = Table(rules, names=("ada",) if guest or computer else ("ada", "bruno"))
    if guest:
        table.do(cmd.AddGuest("ada", "Eve"))
    if computer:
        table.do(cmd.AddComputer("ada", 3))
    table.start()
    for _ in range(passes):
        table.do(cmd.Pass("ada" if guest else table.on_turn))
    table.do(last or cmd.Resign("ada"))
    return table
