"""Statistics and ratings from finished games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.features.statistics.figures import Against, figures
from bot.features.statistics.weekly import weekly
from bot.front.digests import WEEK, Week
from bot.model.games import GameResult, PlayerResult
from bot.service.ratings import BASE, Ratings
from bot.text import texts_for
from engine.game import commands as cmd
from tests.support.service import ADA, BRUNO, HOME, StillClock, process

SERVER = 7


def played(number: int, *places: tuple[str, int], rated: bool = True, server: int = SERVER) -> GameResult:
    """A game with these players in these places; a player such as `computer-3` is a computer of that level."""
    players = tuple(
        PlayerResult(
            who, who.title(), int(who[-1]) if who.startswith("computer") else None, place, 300 - place, 1, 50, "X"
        )
        for who, place in places
    )
    return GameResult(f"g{number}", server, number, rated, players)


class Kept:
    """Results in memory."""

    def __init__(self, *results: GameResult) -> None:
        self.results = list(results)
        self.asked: list[int] = []

    async def of_person(self, person: str, limit: int) -> tuple[GameResult, ...]:
        """A person's latest results."""
        own = [one for one in reversed(self.results) if any(seat.player == person for seat in one.players)]
        return tuple(own[:limit])

    async def of_server(self, server: int, after: int) -> tuple[tuple[int, GameResult], ...]:
        """A server's results after a number."""
        self.asked.append(after)
        return tuple((n, one) for n, one in enumerate(self.results, 1) if one.server == server and n > after)


async def test_the_better_player_comes_to_stand_higher() -> None:
    """Winning raises, losing lowers; the table continues from its last state instead of starting again."""
    kept = Kept(*(played(n, ("ada", 1), ("bruno", 2)) for n in range(6)))
    ratings = Ratings(kept)
    first, second = await ratings.of_server(SERVER)
    assert (first.player, first.games, first.wins) == ("ada", 6, 6)
    assert first.rating > BASE > second.rating
    kept.results.append(played(9, ("bruno", 1), ("ada", 2)))
    again = {one.player: one for one in await ratings.of_server(SERVER)}
    assert again["bruno"].wins == 1
    assert again["bruno"].rating > second.rating
    assert kept.asked == [0, 6]
    assert await Ratings(kept).of_server(SERVER) == await ratings.of_server(SERVER)


async def test_unrated_games_other_servers_and_computers_do_not_count() -> None:
    """A computer at the table is not an opponent for the rating."""
    kept = Kept(
        played(1, ("ada", 1), ("bruno", 2), rated=False),
        played(2, ("ada", 1), ("bruno", 2), server=8),
        played(3, ("computer-5", 1), ("ada", 2), ("bruno", 3)),
    )
    people = await Ratings(kept).of_server(SERVER)
    assert [(one.player, one.games, one.wins) for one in people] == [("ada", 1, 1), ("bruno", 1, 0)]


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
    """The result is part of the commit that ends the game; an abandoned game leaves none."""
    clock = StillClock()
    async with process(tmp_path, clock) as one:
        game = await one.new_game()
        assert await one.store.results.of_person(ADA.id, 10) == ()
        await one.do(game, cmd.Resign(ADA.id))
    async with process(tmp_path, clock) as two:
        (result,) = await two.store.results.of_person(ADA.id, 10)
        assert (result.game, result.server, result.rated, result.ended) == (game, HOME.guild_id, True, clock.now())
        assert [(seat.player, seat.place) for seat in result.players] == [(ADA.id, 2), (BRUNO.id, 1)]
        assert await two.store.results.of_server(HOME.guild_id or 0, 0) == ((1, result),)
        assert await two.store.results.of_server(HOME.guild_id or 0, 1) == ()
        broken = await two.new_game()
        await two.do(broken, cmd.End("999", moderator=True))
        assert len(await two.store.results.of_person(ADA.id, 10)) == 1


def test_games_against_ones_own_guests_do_not_count() -> None:
    """A win against a guest at one's own screen is no win; with anyone else at the table, the game counts."""
    alone, mixed = played(1, ("ada", 1), ("ada#2", 2)), played(2, ("ada", 1), ("ada#2", 2), ("bruno", 3))
    assert figures("ada", (alone,)).games == 0
    assert figures("ada", (mixed, alone)).people == Against(1, 1)
    assert figures("ada", (played(3, ("ada", 1), ("computer-3", 2)),)).games == 1


async def test_the_digest_names_the_leaders_after_a_week_with_a_rated_game() -> None:
    """What always stands is no news."""
    kept = Kept(played(WEEK, ("ada", 1), ("bruno", 2)))
    told = weekly(SimpleNamespace(ratings=Ratings(kept)))  # type: ignore[arg-type]
    texts = texts_for("en")
    assert "1\\. **Ada** 1" in await told(Week(SERVER, WEEK + 1), texts)
    assert await told(Week(SERVER, 2 * WEEK + 1), texts) == ""
    assert await told(Week(SERVER + 1, WEEK + 1), texts) == ""
