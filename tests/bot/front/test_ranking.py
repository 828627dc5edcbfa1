"""`/stats` and `/leaderboard` over the playground."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.finished import finish, played
from tests.support.playground import Person
from tests.support.readable import text_of
from tests.support.running import Scene, answer, ask, board, gathered, resigned, started
from tests.support.sentences import said


async def test_finished_games_show_in_figures_and_in_the_leaderboard(tmp_path: Path) -> None:
    """Nobody is listed before a game is over; afterwards the winner is first."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        await ask(ada, "/stats", said("statistics.not_finished_game_yet"))
        await ask(ada, "/leaderboard", said("statistics.nobody_rated_yet"))
        first = await started(ada, bruno)
        await resigned(ada, bruno, first)
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
