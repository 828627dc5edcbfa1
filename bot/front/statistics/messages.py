"""Statistics as pictures: a person's games, and the ratings of a server."""

from __future__ import annotations

from collections.abc import Sequence

from bot.front.core.message import MOST_ALT, Image
from bot.render import Chart, Line, StatsScene
from bot.service.ratings import Rated
from bot.service.statistics import Figures
from bot.text import Texts
from bot.text.boards import shorten
from bot.text.statistics import latest_text, mean_text, path_text, share_texts

STATS_FILE = "stats.png"
RATINGS_FILE = "ratings.png"
MOST_LINES = 6


def stats_image(name: str, found: Figures, rated: Rated | None, texts: Texts) -> Image | None:
    """Games won, tied and lost, points game by game, and the course of the rating; None before the first game."""
    if not found.games:
        return None
    shares = share_texts(found, texts)
    told = [", ".join(text for text, count in shares if count), latest_text(found, texts), mean_text(found, texts)]
    charts = [
        Chart(
            texts.gettext("Points in each game"),
            (Line("", found.scores),),
            texts.pgettext("axis", "games"),
            mean_text(found, texts),
            is_bars=True,
        )
    ]
    if rated:
        told.append(path_text(rated, texts))
        way = (Line(texts.number(rated.rating), rated.path),)
        charts.append(Chart(texts.gettext("Rating in this server"), way, texts.pgettext("axis", "games")))
    scene = StatsScene(texts.gettext("{name} in figures", name=name), shares, tuple(charts))
    return Image(scene, STATS_FILE, shorten("; ".join(told), MOST_ALT))


def ratings_image(people: Sequence[Rated], texts: Texts) -> Image:
    """The course of the best ratings, game by game."""
    shown = people[:MOST_LINES]
    lines = tuple(Line(one.name, one.path) for one in shown)
    scene = StatsScene("", (), (Chart(texts.gettext("Ratings, game by game"), lines, texts.pgettext("axis", "games")),))
    told = [f"{one.name}: {path_text(one, texts)}" for one in shown]
    return Image(scene, RATINGS_FILE, shorten("; ".join(told), MOST_ALT))
