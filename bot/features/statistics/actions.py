"""Statistics of a person, and the leaderboard of a server, with their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.features.statistics.figures import LOOKED_AT, Figures, figures
from bot.features.statistics.text import (
    few_games_text,
    latest_text,
    mean_text,
    path_text,
    share_texts,
    statistics_lines,
)
from bot.features.statistics.text import leaderboard as leaderboard_text
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import declare
from bot.front.components.message import MOST_ALT, Button, Image, Message, Row, Text, say
from bot.front.components.payloads import OfPage
from bot.front.interaction.request import Request
from bot.render import Chart, Line, StatsScene
from bot.service.ratings import Rated
from bot.service.rights import Right
from bot.text import Texts
from bot.text.names import code, shortened

LEADERS: Final = declare("leaders", OfPage, Right.ANYONE)

PLACES_ON_PAGE = 20
"""Places on one page of a leaderboard."""


async def statistics(request: Request, person: str, name: str) -> Message:
    """A person's figures, with the rating in this server."""
    found = figures(person, await request.services.results.of_person(person, LOOKED_AT))
    ranked = enumerate(await _rated(request), 1)
    own = next(((place, one) for place, one in ranked if one.player == person), None)
    told = say("\n".join(statistics_lines(name, found, own, request.texts)))
    image = stats_image(name, found, own[1] if own else None, request.texts)
    if image is None or await _wants_text(request):
        return told
    return Message((*told.blocks, image), accent=BOARD_ACCENT)


async def leaderboard(request: Request, page: int = 0) -> Message:
    """A page of the ratings of this server's players."""
    texts, people = request.texts, await _rated(request)
    if request.place.guild_id is None:
        return say(texts.gettext("A leaderboard belongs to a server. Use this command in one."))
    if not people:
        return say(texts.gettext("Nobody is rated here yet. Finish a game with two or more people to start."))
    page = min(max(page, 0), (len(people) - 1) // PLACES_ON_PAGE)
    first = page * PLACES_ON_PAGE
    shown = people[first : first + PLACES_ON_PAGE]
    heading = "### " + texts.gettext("Leaderboard") + "\n" + code(leaderboard_text(shown, first + 1, texts))
    note = few_games_text(texts)
    chart = () if page or await _wants_text(request) else (ratings_image(people, texts),)
    turns = []
    if page:
        turns.append(Button(LEADERS.id(page - 1), texts.gettext("Higher places")))
    if first + PLACES_ON_PAGE < len(people):
        turns.append(Button(LEADERS.id(page + 1), texts.gettext("Lower places")))
    return Message((Text(heading), Text(note), *chart, *((Row(tuple(turns)),) if turns else ())))


async def _wants_text(request: Request) -> bool:
    return (await request.profile()).text_board


async def _rated(request: Request) -> tuple[Rated, ...]:
    server = request.place.guild_id
    return () if server is None else await request.services.ratings.of_server(server)


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
    scene = StatsScene(texts.gettext("{name}'s statistics", name=name), shares, tuple(charts))
    return Image(scene, STATS_FILE, shortened(texts.series(told), MOST_ALT))


def ratings_image(people: Sequence[Rated], texts: Texts) -> Image:
    """The course of the best ratings, game by game."""
    shown = people[:MOST_LINES]
    lines = tuple(Line(one.name, one.path) for one in shown)
    scene = StatsScene("", (), (Chart(texts.gettext("Ratings, game by game"), lines, texts.pgettext("axis", "games")),))
    told = [texts.titled(one.name, path_text(one, texts)) for one in shown]
    return Image(scene, RATINGS_FILE, shortened(texts.series(told), MOST_ALT))
