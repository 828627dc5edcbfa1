"""The card at the end of a game in words: what it shows, how it is heard, and the story of the game in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.text.boards import MOST_ALT
from bot.text.moves import place_text, word_text
from bot.text.names import SeatNames, bold, cast_of, escape, shortened
from bot.text.scores import highlights, longest_play, standings
from bot.text.texts import Texts
from engine.game.history import Entry, best_play, bingo_counts
from engine.game.phases import EndReason, Over
from engine.game.story import Plot, Story, story_given_up, story_of
from engine.game.views import TableView

Totals = Sequence[Sequence[int]]
"""Each seat's points after each of its turns, from 0."""


def card_said(
    view: TableView, title: str, entries: Sequence[Entry], totals: Totals, milestones: Sequence[str], texts: Texts
) -> str:
    """What the card says besides the message, as alt text.

    These are the standings, the best moments, the milestones, which are given, and the points after each turn.
    """
    plain, ears = cast_of(view, str), texts.for_ears
    heading = texts.gettext("The result as a card.")
    moments = _moments(entries, plain, ears, str)
    spoken = (title, heading, *standings(view, plain, ears, str), *moments, *milestones, _courses(view, totals, texts))
    return shortened("\n".join(spoken), MOST_ALT)


def card_words(
    view: TableView, title: str, entries: Sequence[Entry], totals: Totals, milestones: Sequence[str], texts: Texts
) -> str:
    """The same in Discord's markdown, for where there is no picture."""
    cast, ears = cast_of(view), texts.for_ears
    course = escape(shortened(_courses(view, totals, texts), MOST_ALT))
    moments = _moments(entries, cast, ears, escape)
    return "\n".join((bold(title), *standings(view, cast, ears), *moments, *milestones, course))


def _moments(entries: Sequence[Entry], cast: SeatNames, texts: Texts, style: Callable[[str], str]) -> tuple[str, ...]:
    """The best play, the longest word and the bingos in a sentence each."""
    longest = _longest(entries)
    told = [] if longest is None else [texts.titled(_longest_title(texts), _play(longest, cast, texts, style))]
    return (*highlights(entries, cast, texts, style), *told)


def _courses(view: TableView, totals: Totals, texts: Texts) -> str:
    plain, ears = cast_of(view, str), texts.for_ears
    courses = texts.series(_course(points, plain.name(seat), ears) for seat, points in enumerate(totals))
    return texts.gettext("Points after each turn: {points}.", points=courses)


def _course(points: Sequence[int], name: str, texts: Texts) -> str:
    """A seat's points after each of its turns."""
    told = ", ".join(map(texts.number, points[1:]))
    return texts.titled(name, told or texts.gettext("no turns"))


def chart_titles(texts: Texts) -> tuple[str, str]:
    """The titles of the card's chart, and of its axis."""
    return texts.gettext("Points after each turn"), texts.pgettext("axis", "turns")


def best_titles(best: Entry, cast: SeatNames, texts: Texts) -> tuple[str, str]:
    """What stands above the tiles of the best play: what it is, and where, for how much and by whom it was played."""
    assert best.placement
    about = texts.ngettext(
        "{place} · {count} point · {name}",
        "{place} · {count} points · {name}",
        best.points,
        place=place_text(best.placement, cast.setup),
        name=cast.name(best.seat),
    )
    return texts.gettext("Best play"), about


def remarks(entries: Sequence[Entry], cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """What the card says of further plays, in a line each. `cast` contains plain names."""
    told: list[str] = []
    if longest := _longest(entries):
        told.append(texts.titled(_longest_title(texts), _play(longest, cast, texts, str)))
    counted = [texts.ngettext("{name} {count}", "{name} {count}", n, name=cast.name(seat))
               for seat, n in sorted(bingo_counts(entries, cast.setup.variant).items())]  # fmt: skip
    if counted:
        told.append(texts.titled(texts.gettext("Bingos"), texts.join(counted)))
    return tuple(told)


def _longest(entries: Sequence[Entry]) -> Entry | None:
    """The play with the longest word, unless it is the best play anyway."""
    longest = longest_play(entries)
    return None if longest is best_play(entries) else longest


def _longest_title(texts: Texts) -> str:
    return texts.gettext("Longest word")


def _play(entry: Entry, cast: SeatNames, texts: Texts, style: Callable[[str], str]) -> str:
    assert entry.placement
    return texts.ngettext(
        "{place} {word}, {count} point · {name}",
        "{place} {word}, {count} points · {name}",
        entry.points,
        place=place_text(entry.placement, cast.setup),
        word=style(word_text(entry.lines[0].word)),
        name=cast.name(entry.seat),
    )


# --- the story --------------------------------------------------------------------------------------------------------

_BY_POINTS = (EndReason.OUT, EndReason.ALL_PASSED, EndReason.SCORELESS)
"""The ends at which the points decide."""


def story_in(view: TableView, entries: Sequence[Entry]) -> Story | None:
    """How a finished game went; None where that is not for the points to tell."""
    phase = view.phase
    if not isinstance(phase, Over):
        return None
    if phase.reason is EndReason.LEFT:
        return story_given_up(entries, len(view.seats), phase.winners)
    return story_of(entries, len(view.seats), phase.winners) if phase.reason in _BY_POINTS else None


def story_text(
    view: TableView, story: Story | None, cast: SeatNames, texts: Texts, style: Callable[[str], str] = escape
) -> str:
    """The story in a sentence; empty for None. `style` makes words safe for where they are shown."""
    if story is None:
        return ""
    name, turn, behind = cast.name(story.seat), texts.number(story.turn), texts.number(story.behind)
    if story.plot is Plot.LEVEL:
        return texts.gettext("It ended level: {score} each.", score=texts.number(view.seats[story.seat].score))
    if story.plot is Plot.TILES_LEFT:
        return texts.gettext("The tiles left on the racks decided it for {name}.", name=name)
    if story.plot is Plot.ALL_THE_WAY:
        return texts.gettext("{name} led from the first turn to the last.", name=name)
    if story.play is None:
        if story.plot is Plot.COMEBACK:
            told = {"behind": behind, "turn": texts.number(story.lowest)}
            return texts.gettext("{name} was behind by {behind} after turn {turn} and still won.", name=name, **told)
        return texts.gettext("{name} led from turn {turn} to the end.", name=name, turn=turn)
    play = {"word": style(word_text(story.play.lines[0].word)), "points": texts.number(story.play.points)}
    match story.plot:
        case Plot.COMEBACK:
            return texts.gettext(
                "{name} was behind by {behind} after turn {turn}; {word} for {points} turned the game.",
                name=name,
                behind=behind,
                turn=texts.number(story.lowest),
                **play,
            )
        case Plot.CAUGHT:
            return texts.gettext(
                "{name} was caught with {word}, a phony, on turn {turn}.", name=name, turn=turn, word=play["word"]
            )
        case Plot.LATE:
            return texts.gettext("It was close until turn {turn}; {word} for {points} decided it.", turn=turn, **play)
        case Plot.CHANGES:
            return texts.ngettext(
                "The lead changed {count} time; {word} for {points} decided it.",
                "The lead changed {count} times; {word} for {points} decided it.",
                story.changes,
                **play,
            )
        case _:
            return texts.gettext(
                "{name} led from turn {turn}; {word} for {points} decided it.", name=name, turn=turn, **play
            )
