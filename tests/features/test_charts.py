"""Statistics as pictures: charts with no games, one, two and very many, and the same in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.statistics.figures import figures
from bot.features.statistics.messages import MOST_LINES, ratings_image, stats_image
from bot.features.statistics.text import statistics_lines
from bot.front.components.pictures import draw
from bot.model.games import GameResult, PlayerResult
from bot.model.ratings import BASE, RatedPerson
from bot.render import THEMES, ChartLine, StatsScene, Style
from bot.render.chart import nice
from bot.render.statscard import draw_stats
from bot.text import texts_for
from tests.support.pictures import assert_like_golden, renew
from tests.support.readable import pictures_of
from tests.support.running import ask, gathered, resigned, started
from tests.support.sentences import said

ENGLISH = texts_for("en")
LARGEST = 60_000


def game(number: int, *seats: tuple[str, int, int]) -> GameResult:
    """A finished game: the players with their places and points."""
    players = tuple(PlayerResult(who, who.title(), None, place, score, 0, 10, "X") for who, place, score in seats)
    return GameResult(f"g{number}", 1, number, True, players)


def played(count: int) -> tuple[GameResult, ...]:
    """Ada's games, newest first: of every four, the third is a tie and the fourth is lost."""
    made = []
    for number in range(count):
        own, other = ((1, 2), (1, 2), (1, 1), (2, 1))[number % 4]
        made.append(game(number, ("ada", own, 300 + 7 * number % 90), ("bruno", other, 300)))
    return tuple(reversed(made))


def rated(*path: int, name: str = "Ada") -> RatedPerson:
    """A person's ratings over time."""
    return RatedPerson(name.lower(), name, 25.0, 8.0, path[-1], len(path) - 1, 0, path)


def stats(count: int, *path: int) -> StatsScene:
    """The scene for this many games."""
    image = stats_image("Ada", figures("ada", played(count)), rated(*path) if path else None, ENGLISH)
    assert image and isinstance(image.scene, StatsScene)
    return image.scene


@pytest.mark.parametrize("count", [1, 2, 20, 300])
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", ["normal", "large"])
def test_charts_are_small_whatever_they_show(count: int, theme: str, size: str) -> None:
    """The size is the same for one game and for three hundred."""
    picture = draw_stats(stats(count, *range(BASE, BASE + count + 1)), Style(theme, size))  # type: ignore[arg-type]
    assert len(picture.data) < LARGEST
    assert 840 <= picture.width <= 870
    assert picture.height < 1300


def test_points_come_in_the_order_they_were_made_with_their_mean() -> None:
    """The oldest is on the left, a tie is neither won nor lost, and the rating begins where everybody's does."""
    points, *others = stats(3).charts
    assert points.is_bars and points.lines == (ChartLine("", (300, 307, 314)),)
    assert points.mean == "average 307"
    assert others == []
    assert stats(8).shares == (("4 won", 4), ("2 tied", 2), ("2 lost", 2))
    _, way = stats(2, 1000, 1012, 1005).charts
    assert way.lines == (ChartLine(ENGLISH.number(1005), (1000, 1012, 1005)),)


def test_the_picture_is_told_in_words() -> None:
    """The text says everything that the charts show, with the latest games one by one."""
    image = stats_image("Ada", figures("ada", played(12)), rated(1000, 980, 1030), ENGLISH)
    assert image
    points = "314, 321, 328, 335, 342, 349, 356, 363, 370, 377"
    assert image.alt == (
        f"6 won, 3 tied, 3 lost; {said('statistics.scores_latest_games', 10, points=points)}; average 338; "
        "rating from 1000 to 1030, between 980 and 1030"
    )
    one = stats_image("Ada", figures("ada", played(1)), None, ENGLISH)
    assert one and one.alt == f"1 won; {said('statistics.scores_game_game', points=300)}; average 300"


def test_someone_whose_games_all_ended_before_a_word_has_statistics_without_scores() -> None:
    """As for whoever resigned their only game at once: it is lost and rated, but there is no score to tell."""
    seats = (PlayerResult("bruno", "Bruno", None, 1, 0, 0, 0, ""), PlayerResult("ada", "Ada", None, 2, 0, 0, 0, ""))
    found = figures("ada", (GameResult("g0", 1, 0, True, seats),))
    assert not any("score" in line for line in statistics_lines("Ada", found, (), ENGLISH))
    bare = stats_image("Ada", found, None, ENGLISH)
    assert bare and bare.alt == "1 lost" and draw(bare, Style()).data
    image = stats_image("Ada", found, rated(1000, 927), ENGLISH)
    assert image and image.alt == "1 lost; rating from 1000 to 927, between 927 and 1000"


def test_an_axis_of_ratings_begins_near_them() -> None:
    """Otherwise a thousand empty points would flatten the line; a rating that never changed has an axis too."""
    low, high, _ = nice([1000, 1043, 990], from_zero=False)
    assert 950 <= low <= 990 and 1043 <= high <= 1060
    low, high, step = nice([1000, 1000], from_zero=False)
    assert low == 1000 and high >= 1020 and step


def test_a_leaderboard_shows_the_ways_of_the_best() -> None:
    """A line for each of the top few, and the same in words."""
    people = [rated(1000, 1100 - 10 * n, name=f"Player {n}") for n in range(9)]
    image = ratings_image(people, ENGLISH)
    assert isinstance(image.scene, StatsScene)
    assert [line.name for line in image.scene.charts[0].lines] == [f"Player {n}" for n in range(MOST_LINES)]
    assert "Player 0: rating from 1000 to 1100" in image.alt
    assert len(draw(image, Style()).data) < LARGEST


@pytest.mark.parametrize(("name", "count", "style"), [("stats", 20, Style()), ("stats_dark", 2, Style("dark"))])
def test_charts_look_as_somebody_saw_them(name: str, count: int, style: Style) -> None:
    """The picture still looks like its golden picture."""
    picture = draw_stats(stats(count, *(1000 + 7 * n - 2 * (n % 3) * n for n in range(count + 1))), style)
    renew(picture, name)
    assert_like_golden(picture, name)


@pytest.mark.gate
async def test_figures_and_leaderboard_come_with_their_charts(tmp_path: Path) -> None:
    """From the first game on; the alt text says the same as the picture."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        assert pictures_of(await ask(ada, "/stats", said("statistics.not_finished_game_yet"))) == []
        await resigned(ada, bruno, await started(ada, bruno))
        told = [one["description"] for one in pictures_of(await ask(ada, "/stats", "'s statistics"))]
        assert any(words and words.startswith(f"1 won; {said('statistics.scores_game_game')}") for words in told)
        assert any(words and "rating from 1000 to" in words for words in told)
        told = [one["description"] for one in pictures_of(await ask(bruno, "/stats", "'s statistics"))]
        assert any(words and words.startswith("1 lost;") for words in told)
        told = [one["description"] for one in pictures_of(await ask(ada, "/leaderboard", "Bruno"))]
        assert any(words and "Bruno: rating from 1000 to" in words for words in told)
