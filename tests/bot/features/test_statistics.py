"""Statistics and ratings from finished games, and `/stats` and `/leaderboard` over the playground."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.features.statistics.figures import Against, MeetingSide, figures, head_to_head
from bot.features.statistics.text import weekly
from bot.front.occasions import WEEK, Week
from bot.playground.cast import GUILD_ID
from bot.service.ratings import Ratings
from bot.store.repositories import Store
from bot.text import texts_for
from engine.game import commands as cmd
from engine.model.tempo import Tempo
from tests.support.finished import SERVER, finish, played
from tests.support.pictures import text_of
from tests.support.playground import Person
from tests.support.running import Scene, answer, ask, board, gathered, resigned, started
from tests.support.sentences import said
from tests.support.service import ADA, BRUNO, HOME, StillClock, process


def test_figures_add_up() -> None:
    """Games with computers are grouped by the highest level at the table."""
    results = (
        played(3, ("computer-2", 1), ("computer-5", 2), ("ada", 3)),
        played(2, ("ada", 1), ("computer-2", 2)),
        played(1, ("ada", 1), ("bruno", 2)),
    )
    found = figures("ada", results)
    assert (found.games, found.wins, found.scores, found.bingos) == (3, 2, (299, 299, 297), 3)
    assert (found.people, found.levels[5], found.levels[2]) == (Against(1, 1), Against(1, 0), Against(1, 1))
    assert found.mean == pytest.approx(298.33, abs=0.01)
    assert figures("carla", ()).games == 0


def test_a_game_in_which_nobody_played_a_word_does_not_lower_the_mean() -> None:
    """It is won or lost all the same."""
    left = played(4, ("bruno", 1), ("ada", 2))
    empty = replace(left, players=tuple(replace(one, score=0, best_points=0, best_word="") for one in left.players))
    found = figures("ada", (empty, played(3, ("ada", 1), ("bruno", 2))))
    assert (found.games, found.wins, found.losses, found.scores, found.mean) == (2, 1, 1, (299,), 299)


async def test_a_finished_game_is_written_once_and_survives_a_restart(tmp_path: Path) -> None:
    """The result is part of the commit that ends the game; a void game and an abandoned one leave none."""
    clock = StillClock()
    async with process(tmp_path, clock) as one:
        game = await one.new_game()
        assert await one.store.results.of_person(ADA.id, 10) == ()
        await one.all_pass(game)
        await one.do(game, cmd.Resign(ADA.id))
    async with process(tmp_path, clock) as two:
        (result,) = await two.store.results.of_person(ADA.id, 10)
        assert (result.game, result.server, result.rated, result.ended) == (game, HOME.guild_id, True, clock.now())
        assert [(seat.player, seat.place) for seat in result.players] == [(ADA.id, 2), (BRUNO.id, 1)]
        assert (result.language, result.tempo) == ("en", Tempo.CORRESPONDENCE)
        assert await two.store.results.of_game(game) == result
        void = await two.new_game()
        await two.do(void, cmd.Resign(ADA.id))
        broken = await two.new_game()
        await two.all_pass(broken)
        await two.do(broken, cmd.End("999", moderator=True))
        assert len(await two.store.results.of_person(ADA.id, 10)) == 1


def test_games_against_ones_own_guests_do_not_count() -> None:
    """A win against a guest at one's own screen is no win; with anyone else at the table, the game counts."""
    alone, mixed = played(1, ("ada", 1), ("ada#2", 2)), played(2, ("ada", 1), ("ada#2", 2), ("bruno", 3))
    assert figures("ada", (alone,)).games == 0
    assert figures("ada", (mixed, alone)).people == Against(1, 1)
    assert figures("ada", (played(3, ("ada", 1), ("computer-3", 2)),)).games == 1


async def test_the_digest_names_the_leaders_after_a_week_with_a_rated_game(store: Store) -> None:
    """What always stands is no news."""
    await finish(store, [played(WEEK, ("ada", 1), ("bruno", 2))])
    told = weekly(SimpleNamespace(ratings=Ratings(store.ratings), store=store))  # type: ignore[arg-type]
    texts = texts_for("en")
    assert "1\\. **Ada** 1" in await told(Week(SERVER, WEEK + 1), texts)
    assert await told(Week(SERVER, 2 * WEEK + 1), texts) == ""
    assert await told(Week(SERVER + 1, WEEK + 1), texts) == ""


async def test_X13_two_people_have_a_record_against_each_other(store: Store) -> None:
    """In one server, whoever else was at the table; a run is of games in which one came out ahead."""
    ways = ["ab", "ab", "ba", "ab", "ab", "ab", "==", "ba"]
    places = {"ab": (1, 2), "ba": (3, 1), "==": (2, 2)}
    for number, way in enumerate(ways):
        ada, bruno = places[way]
        await finish(store, [played(number, ("ada", ada), ("bruno", bruno), ("computer-3", 2))])
    await finish(store, [played(20, ("ada", 1), ("bruno", 2), server=8), played(21, ("ada", 1), ("chloe", 2))])
    found = head_to_head(await store.results.between(SERVER, "ada", "bruno", 99), "ada", "bruno")
    assert (found.games, found.ties) == (8, 1)
    assert found.sides == (MeetingSide(5, 3, 8 * 300 - 13), MeetingSide(2, 1, 8 * 300 - 14))
    assert [one.winner for one in found.latest] == [1, None, 0, 0, 0]
    assert [one.ended for one in found.latest] == [7, 6, 5, 4, 3]
    assert head_to_head(await store.results.between(None, "ada", "bruno", 99), "ada", "bruno").games == 0
    assert len(await store.results.between(SERVER, "bruno", "ada", 2)) == 2


async def test_finished_games_show_in_figures_and_in_the_leaderboard(tmp_path: Path) -> None:
    """Nobody is listed before a game is over; afterwards the winner is first."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        await ask(ada, "/stats", said("statistics.not_finished_game_yet"))
        await ask(ada, "/leaderboard", said("statistics.nobody_rated_yet"))
        first = await started(ada, bruno)
        await ada.wait_message(said("rules.rated_if_two_play"))
        await resigned(ada, bruno, first)
        await ada.wait_message(said("statistics.game_is_rated"))
        told = text_of(await ask(ada, "/leaderboard", "Ada"))
        assert told.index("Ada") < told.index("Bruno")
        assert "?" in told
        figures = text_of(await ask(ada, "/stats", "'s statistics"))
        assert "1 game, 1 win" in figures
        assert "CAT" in figures
        assert "place 1" in figures
        await ask(ada, f"/stats player:{bruno.id}", "1 game, 0 wins")


@pytest.mark.gate
async def test_menus_of_messages_and_people(tmp_path: Path) -> None:
    """A board's menu shows it as text; a person's menu shows figures; without a game there is no board."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.menu("Board as text", first)
        await answer(ada, said("spoken.board_is_empty"))
        chat = await bruno.say("hello", channel="games")
        await ada.menu("Board as text", chat, channel="games")
        await ada.wait_message(said("games.no_game"), channel="games")
        await ada.menu("Game statistics", {"id": bruno.id})
        await answer(ada, said("statistics.not_finished_game_yet"))


@pytest.mark.gate
async def test_X13_ratings_of_a_language_and_tempo_are_shown_where_a_server_wants_them(tmp_path: Path) -> None:
    """In games with clocks, by default: before them, and what they have done to the ratings."""
    draws = ("A", "C", "CAT", "SOD")
    async with gathered(tmp_path, *draws, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        await resigned(ada, bruno, await started(ada, bruno))
        assert said("statistics.ratings") not in text_of(await board(ada, "**Bruno** resigned."))
        await ask(ada, "/leaderboard tempo:rapid", said("statistics.none_of_these"))
        stage.luck.draws[:] = draws
        first = await started(ada, bruno, "variant:tiny preset:rapid")
        assert said("statistics.ratings") not in text_of(first)
        await resigned(ada, bruno, first)
        ratings = said("statistics.ratings", ladder="English, rapid", ratings="**Ada** 1")
        over = text_of(await ada.wait_message(ratings))
        assert "? (+" in over and "**Bruno** " in over and "**Bruno** resigned." in over
        stage.luck.draws[:] = draws
        assert ratings in text_of(await started(ada, bruno, "variant:tiny preset:rapid"))
        await ada.wait_message(lambda message: ratings in text_of(message) and "seats taken" in text_of(message))
        table = await ask(bruno, "/leaderboard language:English", "English, ")
        assert "English, slow: 2 people" in text_of(table) and "English, rapid: 2 people" in text_of(table)
        await bruno.select(table, "en-rapid")
        shown = await bruno.wait_message("Leaderboard: English, rapid")
        await bruno.select(shown, "en-correspondence")
        await bruno.wait_message("Leaderboard: English, slow")
        own = text_of(await ask(ada, "/stats", "'s statistics"))
        assert said("statistics.over_all_servers") not in own and "English, rapid: 1" in own
        await played_elsewhere(stage, ada, bruno)
        own = text_of(await ask(ada, "/stats", said("statistics.over_all_servers")))
        assert "English, rapid: 1" in own and "(2 rated games)" in own
        assert said("statistics.over_all_servers") in text_of(await ask(bruno, f"/stats player:{ada.id}", "over all"))


async def played_elsewhere(stage: Scene, ada: Person, bruno: Person) -> None:
    """Let the two have finished a rapid game in another server."""
    assert stage.app and stage.app.core
    await finish(stage.app.core.store, [played(1, (str(ada.id), 1), (str(bruno.id), 2), server=8)])


@pytest.mark.gate
async def test_X13_two_people_have_a_record(tmp_path: Path) -> None:
    """Once they have finished a game together."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        never = said("statistics.never_met", first="**Ada**", second="**Bruno**")
        await ask(ada, f"/stats versus:{bruno.id}", never)
        await resigned(ada, bruno, await started(ada, bruno))
        told = text_of(await ask(ada, f"/stats versus:{bruno.id}", said("statistics.met", first="Ada", second="Bruno")))
        assert "1 game, 0 ties." in told
        assert "**Ada**: 1 win, at most 1 in a row, 60 points" in told
        assert "**Bruno**: 0 wins, at most 0 in a row, 0 points" in told
        assert "**Ada** 60, **Bruno** 0" in told
        await ask(bruno, f"/stats player:{ada.id} versus:{ada.id}", "'s statistics")


@pytest.mark.gate
async def test_the_leaderboard_leaves_out_who_has_left_the_server(tmp_path: Path) -> None:
    """At once, however often it is looked at; the next ones move up."""
    async with gathered(tmp_path, people=("Ada", "Bruno")) as (stage, ada, bruno):
        await finish(stage.app.core.store, [played(1, (bruno.id, 1), (ada.id, 2), server=GUILD_ID)])
        await ask(ada, "/leaderboard", bruno.id)
        world = stage.playground.world
        del world.guild(GUILD_ID).members[bruno.id]
        told = text_of(await ask(ada, "/leaderboard", ada.id))
        assert bruno.id not in told and "1." in told
