"""Messages with the pictures of profiles, of two people against each other, and of leaderboards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.features.statistics.figures import Figures, HeadToHead
from bot.features.statistics.profiletext import (
    RatingStanding,
    beside_lines,
    chart_titles,
    compared_texts,
    figure_texts,
    games_text,
    head_to_head_said,
    head_to_head_text,
    latest_text,
    latest_title,
    mean_text,
    meetings_text,
    nothing_text,
    path_text,
    play_title,
    plays_title,
    points_text,
    profile_lines,
    rating_texts,
    total_text,
)
from bot.features.statistics.text import (
    form_title,
    ladder_title,
    leaderboard_heads,
    leaderboard_title,
    notes,
    place_said,
    rating_text,
    rung_title,
)
from bot.features.statistics.text import leaderboard as leaderboard_text
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import Action
from bot.front.components.message import (
    MOST_ABOUT,
    MOST_ALT,
    MOST_OPTIONS,
    Block,
    Button,
    Image,
    Menu,
    Message,
    Option,
    Row,
    Text,
)
from bot.front.components.payloads import Long, Nothing, Payload
from bot.model.games import GameOutcome
from bot.model.honours import Trophy
from bot.model.ratings import ALL_SERVERS, Ladder, RatedPerson, Rung
from bot.render import (
    BestPlay,
    Chart,
    ChartLine,
    LadderRow,
    LadderScene,
    Portrait,
    ProfileScene,
    StatsScene,
    TileFace,
    VersusScene,
)
from bot.service.rights import Right
from bot.text import Texts
from bot.text.names import shortened

CHARTED = 5
"""Games from which on there is a chart."""
MOST_DRAWN, MOST_TROPHIES = 4, 6
"""Ratings, and trophies, that a profile shows: more would make it too high for a phone."""
TileFaces = tuple[TileFace, ...]


@dataclass(frozen=True, slots=True)
class OfPeople(Payload):
    """Whom a card is about, by their ids: one person, and 0, or two against each other."""

    person: Long
    versus: Long


SHARE_STATS: Final = Action("stats_share", OfPeople, Right.ANYONE)


# --- one person -------------------------------------------------------------------------------------------------------


def profile_message(
    who: Portrait,
    found: Figures,
    standings: Sequence[RatingStanding],
    trophies: Sequence[Trophy],
    tiles: TileFaces,
    texts: Texts,
) -> Message:
    """A person's profile, charts if there are enough games, and what both leave out in words.

    The best play is drawn as `tiles`.
    """
    here = [one for one in standings if one[0].server != ALL_SERVERS] or standings
    drawn = list(here[:MOST_DRAWN])
    blocks: list[Block] = [profile_image(who, found, drawn, trophies, tiles, texts)]
    others = [one for one in standings if one not in drawn]
    if charts := charts_image(found, standings[0] if standings else None, texts):
        blocks.append(charts)
    if beside := beside_lines(found, drawn, others, texts):
        blocks.append(Text("\n".join(beside)))
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def profile_image(
    who: Portrait,
    found: Figures,
    standings: Sequence[RatingStanding],
    trophies: Sequence[Trophy],
    tiles: TileFaces,
    texts: Texts,
) -> Image:
    """The picture of a profile; its words say the same."""
    is_new = not (found.games or standings or trophies)
    scene = ProfileScene(
        who,
        nothing_text(texts) if is_new else games_text(found, texts),
        (form_title(texts), found.form),
        total_text(found, texts) if found.games else "",
        tuple(rating_texts(one, texts) for one in standings),
        figure_texts(found, texts),
        BestPlay(play_title(texts), tiles, points_text(found.best.points, texts)) if found.best else None,
        tuple((one.mark, one.shown) for one in trophies[:MOST_TROPHIES]),
    )
    said = profile_lines(who.name, found, standings, trophies, texts, is_plain=True)
    words = "\n".join(profile_lines(who.name, found, standings, trophies, texts))
    return Image(scene, "profile.png", shortened("\n".join(said), MOST_ALT), words=words)


def charts_image(found: Figures, standing: RatingStanding | None, texts: Texts) -> Image | None:
    """The points of each game and the course of a rating, each from a few games on."""
    told, charts = list[str](), list[Chart]()
    if len(found.scores) >= CHARTED:
        heading, axis = chart_titles("points", texts)
        mean = mean_text(found, texts)
        told += [latest_text(found, texts), mean]
        line, middle = ChartLine("", found.scores), texts.number(round(found.mean))
        charts.append(Chart(texts.series([heading, mean]), (line,), axis, middle, is_bars=True))
    if standing and standing[1].games >= CHARTED:
        ladder, rated, _ = standing
        heading, axis = chart_titles("rating", texts)
        told.append(path_text(rated, texts))
        line = ChartLine(rating_text(rated, texts), rated.path)
        charts.append(Chart(texts.titled(heading, ladder_title(ladder, texts)), (line,), axis))
    if not charts:
        return None
    return Image(StatsScene(tuple(charts)), "charts.png", shortened(texts.series(told), MOST_ALT))


# --- two people -------------------------------------------------------------------------------------------------------


def versus_message(
    pair: tuple[Portrait, Portrait], found: HeadToHead, tiles: Sequence[TileFaces], texts: Texts
) -> Message:
    """The record of two people who have met; `tiles` are those of the best play of each."""
    first, second = (
        BestPlay("", shown, points_text(side.best.points, texts)) if side.best else None
        for side, shown in zip(found.sides, tiles, strict=True)
    )
    latest = tuple(
        (texts.number(one.score), texts.number(other.score), meeting.winner)
        for meeting in reversed(found.latest)
        for one, other in (meeting.both,)
    )
    own, other = (texts.number(side.wins) for side in found.sides)
    scene = VersusScene(
        pair,
        (own, other),
        meetings_text(found, texts),
        compared_texts(found, texts),
        (plays_title(texts), (first, second)) if first or second else None,
        (latest_title(texts).rstrip(": "), latest),
    )
    names = pair[0].name, pair[1].name
    alt, words = head_to_head_said(names, found, texts), head_to_head_text(names, found, texts)
    return Message((Image(scene, "versus.png", shortened(alt, MOST_ALT), words=words),), accent=BOARD_ACCENT)


# --- leaderboards -----------------------------------------------------------------------------------------------------


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
SHARE_LEADERS: Final = Action("leaders_share", OfLadder, Right.ANYONE)

PLACES_ON_PAGE = 10
"""Places on one page of a leaderboard."""


def leaderboard_message(
    shown: Ladder,
    people: Sequence[RatedPerson],
    forms: Mapping[str, tuple[GameOutcome, ...]],
    page: int,
    others: Sequence[Rung],
    reader: str,
    texts: Texts,
) -> Message:
    """A page of a ladder, with a menu of the server's ladders; `reader` is who looks.

    `people` are those of the page, and one more if there are lower places; `forms` say how their latest games came out.
    """
    first, on_page = page * PLACES_ON_PAGE + 1, people[:PLACES_ON_PAGE]
    blocks: list[Block] = [leaderboard_image(shown, on_page, forms, first, reader, texts)]
    if explained := notes(on_page, {shown.tempo}, texts):
        blocks.append(Text("\n".join(explained)))
    if len(others) > 1:
        blocks.append(_menu(shown, others, texts))
    turns = []
    if page:
        turns.append(Button(LEADERS.id(page - 1, key_of(shown)), texts.gettext("Higher places")))
    if len(people) > PLACES_ON_PAGE:
        turns.append(Button(LEADERS.id(page + 1, key_of(shown)), texts.gettext("Lower places")))
    blocks += [Row(tuple(turns))] if turns else []
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def leaderboard_image(
    shown: Ladder,
    people: Sequence[RatedPerson],
    forms: Mapping[str, tuple[GameOutcome, ...]],
    first: int,
    reader: str,
    texts: Texts,
) -> Image:
    """Part of a ladder from the place `first` on; its words are a table."""
    rows = tuple(
        LadderRow(
            texts.number(place),
            Portrait(one.name, one.player),
            rating_text(one, texts),
            texts.number(one.games),
            forms.get(one.player, ()),
            one.player == reader,
        )
        for place, one in enumerate(people, first)
    )
    title = leaderboard_title(shown, texts)
    said = [place_said(place, one, forms.get(one.player, ()), texts) for place, one in enumerate(people, first)]
    scene = LadderScene(title, leaderboard_heads(texts), rows)
    words = leaderboard_text(shown, people, first, texts)
    return Image(scene, "leaderboard.png", shortened("\n".join((title, *said)), MOST_ALT), words=words)


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
