"""The end of a game in words: why a lobby was closed, and the card with the result."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.boards import MOST_ALT
from bot.text.cast import SeatNames, cast_of
from bot.text.moves import place_text, word_text
from bot.text.names import bold, escape, shortened
from bot.text.scores import highlights, longest_play, standings
from bot.text.texts import Texts
from engine.game.history import Entry
from engine.game.results import best_play, bingo_counts
from engine.game.views import TableView

Totals = Sequence[Sequence[int]]
"""Each seat's points after each of its turns, from 0."""


def closed_text(game: str, texts: Texts) -> str:
    """That a lobby was closed before the game began; `game` names one that nobody kept open, which can open again."""
    if not game:
        return texts.gettext("The game was closed before it started.")
    return texts.gettext(
        "{game} has not started and nobody kept it open, so it is closed. You can open it again with the same rules.",
        game=game,
    )


def card_said(view: TableView, title: str, entries: Sequence[Entry], totals: Totals, texts: Texts) -> tuple[str, str]:
    """What the card says besides the message, as alt text and in Discord's markdown.

    These are the standings, the highlights, and the points after each turn.
    """
    plain, cast, ears = cast_of(view, str), cast_of(view), texts.for_ears
    courses = texts.series(_course(points, plain.name(seat), ears) for seat, points in enumerate(totals))
    course = texts.gettext("Points after each turn: {points}.", points=courses)
    heading = texts.gettext("The result as a card.")
    spoken = (title, heading, *standings(view, plain, ears, str), *highlights(entries, plain, ears, str), course)
    words = (
        bold(title),
        *standings(view, cast, ears),
        *highlights(entries, cast, ears),
        escape(shortened(course, MOST_ALT)),
    )
    return shortened("\n".join(spoken), MOST_ALT), "\n".join(words)


def _course(points: Sequence[int], name: str, texts: Texts) -> str:
    """A seat's points after each of its turns."""
    told = ", ".join(map(texts.number, points[1:]))
    return texts.titled(name, told or texts.gettext("no turns"))


def chart_titles(texts: Texts) -> tuple[str, str]:
    """The titles of the card's chart, and of its axis."""
    return texts.gettext("Points after each turn"), texts.pgettext("axis", "turns")


def remarks(entries: Sequence[Entry], cast: SeatNames, texts: Texts) -> tuple[tuple[str, str], ...]:
    """What the card says of plays and bingos, each with its title. `cast` contains plain names."""
    told: list[tuple[str, str]] = []
    if (best := best_play(entries)) and best.placement:
        told.append((texts.gettext("Best play"), _play(best, cast, texts)))
    if (longest := longest_play(entries)) and longest is not best:
        told.append((texts.gettext("Longest word"), _play(longest, cast, texts)))
    counted = [texts.ngettext("{name} {count}", "{name} {count}", n, name=cast.name(seat))
               for seat, n in sorted(bingo_counts(entries, cast.setup.variant).items())]  # fmt: skip
    if counted:
        told.append((texts.gettext("Bingos"), texts.join(counted)))
    return tuple(told)


def _play(entry: Entry, cast: SeatNames, texts: Texts) -> str:
    assert entry.placement
    return texts.ngettext(
        "{place} {word}, {count} point · {name}",
        "{place} {word}, {count} points · {name}",
        entry.points,
        place=place_text(entry.placement, cast.setup),
        word=word_text(entry.lines[0].word),
        name=cast.name(entry.seat),
    )
