"""Profiles in words, two people against each other, and series of rematches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.features.statistics.figures import Against, Figures, HeadToHead, Meeting, MeetingSide, Series
from bot.features.statistics.text import form_text, form_title, ladder_title, notes, rating_text, tempo_title
from bot.model.honours import Trophy, TrophyMark
from bot.model.ratings import ALL_SERVERS, Ladder, RatedPerson
from bot.text.clocks import date_and_time
from bot.text.games import language_title
from bot.text.names import bold, escape
from bot.text.texts import Texts
from engine.sentences import N_

LATEST_SCORES = 10
"""Number of games whose points are listed one by one."""


RatingStanding = tuple[Ladder, RatedPerson, int]
"""Where someone stands: the ladder, the rating and the place there, 0 if that is not told."""


def profile_lines(
    name: str,
    found: Figures,
    standings: Sequence[RatingStanding],
    trophies: Sequence[Trophy],
    texts: Texts,
    *,
    is_plain: bool = False,
) -> list[str]:
    """What the picture of a profile shows, a line for each fact; `is_plain` is without markdown, for alt texts."""
    style = str if is_plain else escape
    title = whose_text(style(name), texts)
    lines = [title if is_plain else f"### {title}"]
    if found.games:
        lines += [_record(found, texts), texts.titled(form_title(texts), form_text(found.form, texts))]
    elif not (standings or trophies):
        lines.append(texts.gettext("{name} has not finished a game yet.", name=style(name)))
    lines += [_trophy_line(one, is_plain=is_plain) for one in trophies]
    if found.scores:
        mean, best = texts.number(round(found.mean)), texts.number(max(found.scores))
        lines.append(texts.gettext("Average score: {mean}. Best score: {best}.", mean=mean, best=best))
    if found.best:
        lines.append(
            texts.ngettext(
                "Best play: {word} for {count} point.",
                "Best play: {word} for {count} points.",
                found.best.points,
                word=style(found.best.word),
            )
        )
    if found.games:
        lines.append(texts.ngettext("{count} bingo so far.", "{count} bingos so far.", found.bingos))
    return [*lines, *standing_lines(standings, texts, is_plain=is_plain)]


_SIGNS = {TrophyMark.FLAME: "🔥", TrophyMark.STAR: "⭐"}


def _trophy_line(one: Trophy, *, is_plain: bool) -> str:
    return one.said if is_plain else f"{_SIGNS.get(one.mark, '🏆')} {escape(one.said)}"


def beside_lines(
    found: Figures, told: Sequence[RatingStanding], others: Sequence[RatingStanding], texts: Texts
) -> tuple[str, ...]:
    """What the picture of a profile leaves out, with what ratings leave unexplained; those `told` are in it."""
    every = [*told, *others]
    rated, tempos = [rated for _, rated, _ in every], {ladder.tempo for ladder, *_ in every}
    return (*_opponents(found, texts), *standing_lines(others, texts), *notes(rated, tempos, texts))


def games_text(found: Figures, texts: Texts) -> str:
    """How the games of a person came out, for a picture; empty without any."""
    return ", ".join(text for text, count in share_texts(found, texts) if count)


def total_text(found: Figures, texts: Texts) -> str:
    """How many games a person has finished."""
    return texts.ngettext("{count} game", "{count} games", found.games)


def nothing_text(texts: Texts) -> str:
    """What the picture says of somebody who has neither games nor anything else to show."""
    return texts.gettext("No finished game yet")


def figure_texts(found: Figures, texts: Texts) -> tuple[tuple[str, str], ...]:
    """The figures of a profile, each with its heading."""
    if not found.scores:
        return ()
    return (
        (texts.pgettext("figure", "Average score"), texts.number(round(found.mean))),
        (texts.pgettext("figure", "Best score"), texts.number(max(found.scores))),
        (texts.pgettext("figure", "Bingos"), texts.number(found.bingos)),
    )


def points_text(points: int, texts: Texts) -> str:
    """A number of points."""
    return texts.ngettext("{count} point", "{count} points", points)


def play_title(texts: Texts) -> str:
    """What stands beside the tiles of the best play."""
    return texts.gettext("Best play")


def rating_texts(standing: RatingStanding, texts: Texts) -> tuple[str, str, str, str]:
    """A rating, the place if it is told, and the language and tempo that it is of."""
    ladder, rated, place = standing
    where = f"#{texts.number(place)}" if place else ""
    return rating_text(rated, texts), where, language_title(ladder.language, texts), tempo_title(ladder, texts)


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
    shown = ", ".join(map(texts.number, found.scores[-LATEST_SCORES:]))
    if found.games <= LATEST_SCORES:
        return texts.gettext("scores game by game: {points}", points=shown)
    return texts.gettext("scores in the latest {count} games: {points}", count=LATEST_SCORES, points=shown)


def path_text(one: RatedPerson, texts: Texts) -> str:
    """The history of a rating."""
    return texts.gettext(
        "rating from {first} to {last}, between {least} and {most}",
        first=texts.number(one.path[0]),
        last=rating_text(one, texts),
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
        "{who}: won {wins} of {games}.",
        who=who,
        wins=texts.number(against.wins),
        games=texts.number(against.games),
    )


MOST_STANDINGS = 6
"""How many ratings of one person are told, here and over all servers."""


def standing_lines(standings: Sequence[RatingStanding], texts: Texts, *, is_plain: bool = False) -> tuple[str, ...]:
    """A person's ratings in this server, and over all servers, each below a heading."""
    lines: list[str] = []
    for everywhere, heading in ((False, texts.gettext("Ratings in this server")),
                                (True, texts.gettext("Ratings across all servers"))):  # fmt: skip
        some = [one for one in standings if (one[0].server == ALL_SERVERS) is everywhere][:MOST_STANDINGS]
        told = [_standing(one, texts) for one in some]
        if told and is_plain:
            lines.append(texts.titled(heading, texts.series(told)))
        elif told:
            lines += [bold(heading), *(f"- {one}" for one in told)]
    return tuple(lines)


def _standing(standing: RatingStanding, texts: Texts) -> str:
    ladder, rated, place = standing
    games = texts.ngettext("{count} rated game", "{count} rated games", rated.games)
    facts = {"ladder": ladder_title(ladder, texts), "rating": rating_text(rated, texts), "games": games}
    if not place:
        return texts.gettext("{ladder}: {rating} ({games})", **facts)
    return texts.gettext("{ladder}: {rating}, place {place} ({games})", place=texts.number(place), **facts)


_CHARTS = {"points": N_("Points in each game"), "rating": N_("Rating, game by game")}


def chart_titles(chart: str, texts: Texts) -> tuple[str, str]:
    """The title of a chart, and of its axis."""
    return texts.gettext(_CHARTS[chart]), texts.pgettext("axis", "games")


def whose_text(name: str, texts: Texts) -> str:
    """Whose statistics follow."""
    return texts.gettext("{name}'s statistics", name=name)


# --- two people -------------------------------------------------------------------------------------------------------


def head_to_head_text(names: tuple[str, str], found: HeadToHead, texts: Texts) -> str:
    """How two people have done against each other in this server."""
    first, second = map(bold, names)
    if not found.games:
        return never_met(names, texts)
    return "\n".join(
        (
            "### " + pair_title((escape(names[0]), escape(names[1])), texts),
            meetings_text(found, texts) + ".",
            *(f"- {_side(name, side, texts, escape)}" for name, side in zip((first, second), found.sides, strict=True)),
            latest_title(texts),
            *(f"- {_meeting(one, texts)}" for one in found.latest),
        )
    )


def never_met(names: tuple[str, str], texts: Texts) -> str:
    """That two people have no record yet."""
    first, second = map(bold, names)
    return texts.gettext("{first} and {second} have not finished a game together here.", first=first, second=second)


def head_to_head_said(names: tuple[str, str], found: HeadToHead, texts: Texts) -> str:
    """The same without markdown, for the alt text of the picture."""
    sides = (_side(name, side, texts, str) for name, side in zip(names, found.sides, strict=True))
    latest = texts.series(
        ", ".join(f"{one.name} {texts.number(one.score)}" for one in meeting.both) for meeting in found.latest
    )
    return "\n".join((pair_title(names, texts), meetings_text(found, texts), *sides, f"{latest_title(texts)} {latest}"))


def pair_title(names: tuple[str, str], texts: Texts) -> str:
    """Whose record it is."""
    return texts.gettext("{first} and {second}", first=names[0], second=names[1])


def meetings_text(found: HeadToHead, texts: Texts) -> str:
    """How many games two people have finished together, and how many were ties."""
    games = texts.ngettext("{count} game", "{count} games", found.games)
    ties = texts.ngettext("{count} tie", "{count} ties", found.ties)
    return f"{games}, {ties}" if found.ties else games


def latest_title(texts: Texts) -> str:
    """What stands before the latest games."""
    return texts.gettext("Latest games:")


def compared_texts(found: HeadToHead, texts: Texts) -> tuple[tuple[str, str, str], ...]:
    """The figures of two people, each with what it is of in between."""
    rows = (
        (texts.pgettext("figure", "Average score"), [round(side.mean) for side in found.sides]),
        (texts.pgettext("figure", "Best score"), [max(side.scores) for side in found.sides]),
        (texts.gettext("Wins in a row"), [side.streak for side in found.sides]),
        (texts.pgettext("figure", "Bingos"), [side.bingos for side in found.sides]),
    )
    return tuple((texts.number(one), title, texts.number(other)) for title, (one, other) in rows)


def plays_title(texts: Texts) -> str:
    """What stands between the tiles of two people's best plays."""
    return texts.gettext("Best plays")


def _side(name: str, side: MeetingSide, texts: Texts, style: Callable[[str], str]) -> str:
    facts = [texts.ngettext("{count} win", "{count} wins", side.wins)]
    if side.streak > 1:
        facts.append(texts.gettext("longest streak {count}", count=texts.number(side.streak)))
    facts.append(texts.gettext("average {points}", points=texts.number(round(side.mean))))
    facts.append(texts.gettext("best score {points}", points=texts.number(max(side.scores))))
    if side.best:
        facts.append(
            texts.ngettext(
                "best play {word} for {count} point",
                "best play {word} for {count} points",
                side.best.points,
                word=style(side.best.word),
            )
        )
    if side.bingos:
        facts.append(texts.ngettext("{count} bingo", "{count} bingos", side.bingos))
    return texts.titled(name, ", ".join(facts))


def _meeting(meeting: Meeting, texts: Texts) -> str:
    parts = (f"{bold(one.name)} {texts.number(one.score)}" for one in meeting.both)
    return texts.titled(date_and_time(meeting.ended), ", ".join(parts))


def series_text(found: Series, texts: Texts) -> str:
    """How a series of games stands."""
    won = [(bold(name), texts.number(wins)) for name, wins in found.wins]
    if len(won) == 2:
        (first, own), (second, other) = won
        told = f"{first} {own} : {other} {second}"
    else:
        told = ", ".join(f"{name} {wins}" for name, wins in won)
    ties = texts.ngettext("{count} tie", "{count} ties", found.ties)
    return texts.titled(texts.gettext("Series so far"), f"{told}, {ties}" if found.ties else told)
