"""A page of a leaderboard, and the pictures of statistics, as messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.features.statistics.figures import Figures
from bot.features.statistics.text import (
    chart_titles,
    few_games_text,
    latest_text,
    leaderboard,
    mean_text,
    path_text,
    share_texts,
    whose_text,
)
from bot.front.components.buttons import declare
from bot.front.components.message import MOST_ALT, Button, Image, Message, Row, Text
from bot.front.components.payloads import OfPage
from bot.render import Chart, Line, StatsScene
from bot.service.ratings import Rated
from bot.service.rights import Right
from bot.text import Texts
from bot.text.names import shortened

LEADERS: Final = declare("leaders", OfPage, Right.ANYONE)

PLACES_ON_PAGE = 20
"""Places on one page of a leaderboard."""


def leaderboard_message(people: Sequence[Rated], page: int, texts: Texts, *, charted: bool) -> Message:
    """A page of the ratings of a server's players, the nearest there is; if `charted`, the first has a chart."""
    page = min(max(page, 0), (len(people) - 1) // PLACES_ON_PAGE)
    first = page * PLACES_ON_PAGE
    told = leaderboard(people[first : first + PLACES_ON_PAGE], first + 1, texts)
    chart = (ratings_image(people, texts),) if charted and not page else ()
    turns = []
    if page:
        turns.append(Button(LEADERS.id(page - 1), texts.gettext("Higher places")))
    if first + PLACES_ON_PAGE < len(people):
        turns.append(Button(LEADERS.id(page + 1), texts.gettext("Lower places")))
    return Message((Text(told), Text(few_games_text(texts)), *chart, *((Row(tuple(turns)),) if turns else ())))


STATS_FILE = "stats.png"
RATINGS_FILE = "ratings.png"
MOST_LINES = 6


def stats_image(name: str, found: Figures, rated: Rated | None, texts: Texts) -> Image | None:
    """Games won, tied and lost, points game by game, and the course of the rating; None before the first game."""
    if not found.games:
        return None
    shares = share_texts(found, texts)
    told = [", ".join(text for text, count in shares if count), latest_text(found, texts), mean_text(found, texts)]
    charts = [_chart("points", (Line("", found.scores),), texts, mean_text(found, texts), is_bars=True)]
    if rated:
        told.append(path_text(rated, texts))
        way = (Line(texts.number(rated.rating), rated.path),)
        charts.append(_chart("rating", way, texts))
    scene = StatsScene(whose_text(name, texts), shares, tuple(charts))
    return Image(scene, STATS_FILE, shortened(texts.series(told), MOST_ALT))


def ratings_image(people: Sequence[Rated], texts: Texts) -> Image:
    """The course of the best ratings, game by game."""
    shown = people[:MOST_LINES]
    lines = tuple(Line(one.name, one.path) for one in shown)
    scene = StatsScene("", (), (_chart("ratings", lines, texts),))
    told = [texts.titled(one.name, path_text(one, texts)) for one in shown]
    return Image(scene, RATINGS_FILE, shortened(texts.series(told), MOST_ALT))


def _chart(name: str, lines: tuple[Line, ...], texts: Texts, mean: str = "", *, is_bars: bool = False) -> Chart:
    heading, axis = chart_titles(name, texts)
    return Chart(heading, lines, axis, mean, is_bars)
