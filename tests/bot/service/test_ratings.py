"""Ratings by server, language and tempo, kept beside the results and equal to a recount of them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest
from openskill.models import PlackettLuce

from bot.model.games import GameResult
from bot.model.ratings import ALL_SERVERS, BASE, SETTLED, Contest, Ladder, RatedPlace
from bot.service.ratings import Ratings, ladder_of, rated
from bot.store.ratings import Standings
from bot.store.repositories import Store
from engine.game.events import Opened, RulesChanged
from engine.model.durations import DAY, HOUR, MINUTE, SECOND
from engine.model.rules import PRESETS, Rules
from engine.model.tempo import Tempo, tempo_of
from tests.support.finished import SERVER, finish, played
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
    """Mean, deviation, games and wins, from all results one by one."""
    model, found = PlackettLuce(), dict[tuple[Ladder, str], tuple[float, float, int, int]]()
    for result in results:
        people = [one for one in result.players if one.level is None]
        for server in {result.server, ALL_SERVERS} - {None} if result.rated else ():
            keys = [
                (Ladder(server or ALL_SERVERS, result.language or "", result.tempo or ""), p.player) for p in people
            ]
            before = [found.get(key, (model.mu, model.sigma, 0, 0)) for key in keys]
            after = model.rate([[model.rating(one[0], one[1])] for one in before], ranks=[p.place for p in people])
            first = [one.place for one in people].count(min(one.place for one in people)) == 1
            for key, known, person, (belief,) in zip(keys, before, people, after, strict=True):
                won = first and person.place == min(one.place for one in people)
                found[key] = (belief.mu, belief.sigma, known[2] + 1, known[3] + won)
    return found


def made_up(luck: random.Random, count: int) -> list[GameResult]:
    """Games of all kinds."""
    made = []
    for number in range(count):
        chosen = luck.sample(PEOPLE, luck.randint(3, 5))
        places = [(who, luck.randint(1, 3)) for who in chosen]
        where = luck.choice((SERVER, 8, None))
        kind = {"language": luck.choice(("en", "de")), "tempo": luck.choice(("blitz", "rapid"))}
        made.append(played(number, *places, rated=luck.random() < 0.9, server=where, **kind))
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
            shown = [(-one.rating, -one.games, one.player) for one in people]
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
    assert await ratings.rating(HERE._replace(language="de"), "bruno") > BASE
    assert await ratings.rating(HERE._replace(tempo="blitz"), "ada") == BASE
    assert await ratings.rating(HERE._replace(server=8), "ada") == BASE
    assert await ratings.rating(HERE._replace(server=ALL_SERVERS), "ada") == people["ada"].rating
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

    def dying(contest: Contest, standings: Standings) -> Standings:
        nonlocal left
        left -= 1
        if not left:
            raise SystemError
        return rated(contest, standings)

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
