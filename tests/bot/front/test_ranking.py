"""`/stats` and `/leaderboard` over the playground."""

from __future__ import annotations

from pathlib import Path

from tests.support.readable import text_of
from tests.support.running import answer, ask, gathered, resigned, started
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
