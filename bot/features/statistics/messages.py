"""A page of a leaderboard, and the pictures of statistics, as messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.features.statistics.figures import Figures
from bot.features.statistics.text import (
    chart_titles,
    latest_text,
    leaderboard,
    mean_text,
    notes,
    path_text,
    rung_title,
    share_texts,
    whose_text,
)
from bot.front.components.custom_ids import Action
from bot.front.components.message import (
    MOST_ABOUT,
    MOST_ALT,
    MOST_OPTIONS,
    Button,
    Image,
    Menu,
    Message,
    Option,
    Row,
    Text,
)
from bot.front.components.payloads import Nothing, Payload
from bot.model.ratings import Ladder, RatedPerson, Rung
from bot.render import Chart, ChartLine, StatsScene
from bot.service.rights import Right
from bot.text import Texts
from bot.text.names import shortened


@dataclass(frozen=True, slots=True)
class OfLadder(Payload):
    """A page, counted from 0, of a ladder, as `key_of` names it; without a name, of the one with most results."""

    page: int
    ladder: str = ""


def key_of(ladder: Ladder) -> str:
    """A ladder of the server at hand, in one word."""
    return f"{ladder.language}-{ladder.tempo}"


LEADERS: Final = Action("leaders", OfLadder, Right.ANYONE)
LADDERS: Final = Action("ladders", Nothing, Right.ANYONE)

PLACES_ON_PAGE = 20
"""Places on one page of a leaderboard."""


def leaderboard_message(
    shown: Ladder, people: Sequence[RatedPerson], page: int, others: Sequence[Rung], texts: Texts, *, charted: bool
) -> Message:
    """A page of a ladder, with a menu of the server's ladders; if `charted`, the first page has a chart.

    `people` are those of the page, and one more if there are lower places.
    """
    first, on_page = page * PLACES_ON_PAGE, people[:PLACES_ON_PAGE]
    explained = "\n".join(notes(on_page, texts))
    chart = (ratings_image(people, texts),) if charted and not page else ()
    turns = []
    if page:
        turns.append(Button(LEADERS.id(page - 1, key_of(shown)), texts.gettext("Higher places")))
    if len(people) > PLACES_ON_PAGE:
        turns.append(Button(LEADERS.id(page + 1, key_of(shown)), texts.gettext("Lower places")))
    rows = (Row(tuple(turns)),) if turns else ()
    menu = (_menu(shown, others, texts),) if len(others) > 1 else ()
    return Message((Text(leaderboard(shown, on_page, first + 1, texts)), Text(explained), *chart, *menu, *rows))


def _menu(shown: Ladder, others: Sequence[Rung], texts: Texts) -> Menu:
    options = tuple(
        Option(
            shortened(rung_title(one, texts), MOST_ABOUT),
            key_of(one.ladder),
            chosen=one.ladder == shown,
        )
        for one in others[:MOST_OPTIONS]
    )
    return Menu(LADDERS.id(), texts.gettext("Choose language and tempo"), options)


STATS_FILE = "stats.png"
RATINGS_FILE = "ratings.png"
MOST_LINES = 6


def stats_image(name: str, found: Figures, rated: RatedPerson | None, texts: Texts) -> Image | None:
    """Games won, tied and lost, points game by game, and the course of the rating; None before the first game."""
    if not found.games:
        return None
    shares = share_texts(found, texts)
    told, charts = [", ".join(text for text, count in shares if count)], list[Chart]()
    if found.scores:
        told += [latest_text(found, texts), mean_text(found, texts)]
        charts.append(_chart("points", (ChartLine("", found.scores),), texts, mean_text(found, texts), is_bars=True))
    if rated:
        told.append(path_text(rated, texts))
        way = (ChartLine(texts.number(rated.rating), rated.path),)
        charts.append(_chart("rating", way, texts))
    scene = StatsScene(whose_text(name, texts), shares, tuple(charts))
    return Image(scene, STATS_FILE, shortened(texts.series(told), MOST_ALT))


def ratings_image(people: Sequence[RatedPerson], texts: Texts) -> Image:
    """The course of the best ratings, game by game."""
    shown = people[:MOST_LINES]
    lines = tuple(ChartLine(one.name, one.path) for one in shown)
    scene = StatsScene("", (), (_chart("ratings", lines, texts),))
    told = [texts.titled(one.name, path_text(one, texts)) for one in shown]
    return Image(scene, RATINGS_FILE, shortened(texts.series(told), MOST_ALT))


def _chart(name: str, lines: tuple[ChartLine, ...], texts: Texts, mean: str = "", *, is_bars: bool = False) -> Chart:
    heading, axis = chart_titles(name, texts)
    return Chart(heading, lines, axis, mean, is_bars)
