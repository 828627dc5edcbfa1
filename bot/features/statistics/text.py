"""Statistics and leaderboards in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.statistics.figures import Against, Figures
from bot.service.ratings import Rated
from bot.text.columns import table
from bot.text.names import bold, code, escape, in_code
from bot.text.texts import Texts
from engine.sentences import N_

SETTLED = 5
"""Rated games needed to show a rating without a question mark."""


LATEST = 10
"""Number of games whose points are listed one by one."""


def statistics_lines(name: str, found: Figures, rated: tuple[int, Rated] | None, texts: Texts) -> tuple[str, ...]:
    """A person's statistics; `rated` is their place and standing in this server, or None without one."""
    if not found.games:
        return (texts.gettext("{name} has not finished a game yet.", name=escape(name)),)
    lines = [
        "### " + whose_text(escape(name), texts),
        _record(found, texts),
        texts.gettext(
            "Average score: {mean}. Best score: {best}.",
            mean=texts.number(round(found.mean)),
            best=texts.number(max(found.scores)),
        ),
    ]
    if found.best_word:
        points, word = found.best_points, escape(found.best_word)
        lines.append(
            texts.ngettext(
                "Best play: {word} for {count} point.",
                "Best play: {word} for {count} points.",
                points,
                word=word,
            )
        )
    lines.append(texts.ngettext("{count} bingo so far.", "{count} bingos so far.", found.bingos))
    if rated:
        place, one = rated
        lines.append(
            texts.gettext("Rating in this server: {rating}, place {place}.", rating=rating_text(one), place=place)
        )
        if one.games < SETTLED:
            lines.append(few_games_text(texts))
    return (*lines, *_opponents(found, texts))


def _record(found: Figures, texts: Texts) -> str:
    games = texts.ngettext("{count} game", "{count} games", found.games)
    wins = texts.ngettext("{count} win", "{count} wins", found.wins)
    if not found.ties:
        return texts.gettext("{games}, {wins}.", games=games, wins=wins)
    ties = texts.ngettext("{count} tie", "{count} ties", found.ties)
    return texts.gettext("{games}, {wins}, {ties}.", games=games, wins=wins, ties=ties)


def share_texts(found: Figures, texts: Texts) -> tuple[tuple[str, int], ...]:
    """Games won, tied and lost: a label and a number for each."""
    return (
        (texts.ngettext("{count} won", "{count} won", found.wins), found.wins),
        (texts.ngettext("{count} tied", "{count} tied", found.ties), found.ties),
        (texts.ngettext("{count} lost", "{count} lost", found.losses), found.losses),
    )


def mean_text(found: Figures, texts: Texts) -> str:
    """The mean score."""
    return texts.gettext("average {points}", points=texts.number(round(found.mean)))


def latest_text(found: Figures, texts: Texts) -> str:
    """The points of the latest games, oldest first."""
    shown = ", ".join(map(texts.number, found.scores[-LATEST:]))
    if found.games <= LATEST:
        return texts.gettext("scores game by game: {points}", points=shown)
    return texts.gettext("scores in the latest {count} games: {points}", count=LATEST, points=shown)


def path_text(one: Rated, texts: Texts) -> str:
    """The history of a rating."""
    return texts.gettext(
        "rating from {first} to {last}, between {least} and {most}",
        first=texts.number(one.path[0]),
        last=texts.number(one.rating),
        least=texts.number(min(one.path)),
        most=texts.number(max(one.path)),
    )


def _opponents(found: Figures, texts: Texts) -> tuple[str, ...]:
    lines = []
    if found.people.games:
        lines.append(_against(texts.gettext("Against people"), found.people, texts))
    for level, against in found.levels.items():
        if level:
            lines.append(_against(texts.gettext("Against computers of level {level}", level=level), against, texts))
    return tuple(lines)


def _against(who: str, against: Against, texts: Texts) -> str:
    return texts.gettext(
        "{who}: {wins} of {games} won.",
        who=who,
        wins=texts.number(against.wins),
        games=texts.number(against.games),
    )


def rating_text(one: Rated) -> str:
    """A rating, with a question mark if it is based on few games."""
    return f"{one.rating}?" if one.games < SETTLED else f"{one.rating}"


def few_games_text(texts: Texts) -> str:
    """What a question mark after a rating means."""
    return texts.gettext("A rating with a question mark is based on fewer than five games.")


def no_leaderboard(texts: Texts, *, in_server: bool) -> str:
    """Why there is no leaderboard, and how to get one."""
    if not in_server:
        return texts.gettext("A leaderboard belongs to a server. Use this command in one.")
    return texts.gettext("Nobody is rated here yet. Finish a game with two or more people to start.")


def leaderboard(people: Sequence[Rated], first: int, texts: Texts) -> str:
    """Part of a server's table, below a heading; `first` is the place of its first line, from 1."""
    head = (
        "",
        texts.pgettext("column", "Player"),
        texts.pgettext("column", "Rating"),
        texts.pgettext("column", "Games"),
        texts.pgettext("column", "Won"),
    )
    rows = [
        (
            f"{place}.",
            in_code(one.name),
            rating_text(one),
            texts.number(one.games),
            texts.number(one.wins),
        )
        for place, one in enumerate(people, first)
    ]
    title = texts.gettext("Leaderboard")
    return f"### {title}\n{code(table([head, *rows], right=(0, 2, 3, 4), names=1))}"


MOST_IN_DIGEST = 3
"""Leaders who are named."""


def leaders_text(people: Sequence[Rated], texts: Texts) -> str:
    """Who leads a server's table; empty if nobody is rated."""
    told = [f"{place}\\. {bold(one.name)} {rating_text(one)}" for place, one in enumerate(people[:MOST_IN_DIGEST], 1)]
    return texts.titled(texts.gettext("Leaderboard"), texts.series(told)) if told else ""


_CHARTS = {
    "points": N_("Points in each game"),
    "rating": N_("Rating in this server"),
    "ratings": N_("Ratings, game by game"),
}


def chart_titles(chart: str, texts: Texts) -> tuple[str, str]:
    """The title of a chart, and of its axis."""
    return texts.gettext(_CHARTS[chart]), texts.pgettext("axis", "games")


def whose_text(name: str, texts: Texts) -> str:
    """Whose statistics follow."""
    return texts.gettext("{name}'s statistics", name=name)
