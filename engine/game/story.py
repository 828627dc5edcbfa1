"""How a game went, for one sentence: who led from when, how far the winner was behind, and which play decided it.

All of it is about turns: turn 3 is when everyone has had three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from engine.game.history import Entry, TurnKind

FAR_BEHIND = 30
"""Points by which a winner has to be behind for a comeback: what a good turn scores."""
MANY_CHANGES = 3
"""How often the lead has to change for that to be worth telling."""
FEWEST_TURNS = 2
"""Turns that at least one seat has to have had: what is over with the first has no course."""
FEWEST_PLAYS = 4
"""Plays that a game which a player left has to have had for a story: before, it has hardly begun."""
LATE = 0.75
"""The part of the turns after which taking the lead for good is late."""


class Plot(Enum):
    """What is told of a game."""

    LEVEL = "level"  # nobody was ahead at the end
    TILES_LEFT = "tiles left"  # the winner was ahead only once the tiles left were counted
    COMEBACK = "comeback"  # the winner was far behind
    LATE = "late"  # the winner took the lead for good shortly before the end
    CHANGES = "changes"  # the lead changed often
    ALL_THE_WAY = "all the way"  # the winner led after every turn
    AHEAD = "ahead"  # the winner led from some turn on
    CAUGHT = "caught"  # a phony was challenged off


@dataclass(frozen=True, slots=True)
class Story:
    """How a game went. `seat` is the winner's, `turn` the one from which on the winner led.

    `behind` is how many points the winner was behind at most, after the turn `lowest`; `changes` how often the lead
    changed. `play` is the winner's play that decided the game, in the turn `played`; None if none did. Of a phony
    caught, `seat`, `play` and `played` are those of the phony.
    """

    plot: Plot
    seat: int
    turn: int = 0
    behind: int = 0
    lowest: int = 0
    changes: int = 0
    play: Entry | None = None
    played: int = 0


def story_of(entries: Sequence[Entry], seats: int, winners: Sequence[int]) -> Story | None:
    """The story of a game that is over.

    None without an opponent or a play, and where the points did not decide it.
    """
    if seats < 2 or not winners or all(entry.kind is not TurnKind.PLAY for entry in entries):
        return None
    finals = [sum(entry.points for entry in entries if entry.seat == seat) for seat in range(seats)]
    if len(winners) > 1:
        return Story(Plot.LEVEL, winners[0]) if len({finals[seat] for seat in winners}) == 1 else None
    winner = winners[0]
    if finals[winner] <= max(final for seat, final in enumerate(finals) if seat != winner):
        return None
    margins = _margins(entries, seats, winner)
    return _won(entries, winner, margins) if len(margins) > FEWEST_TURNS else None


def story_given_up(entries: Sequence[Entry], seats: int, winners: Sequence[int]) -> Story | None:
    """The story of a game that a player left, which need not have been behind: a comeback, or the latest phony caught,
    or whatever else the points tell. None as for `story_of`, and if the game had hardly begun.
    """
    if len(winners) != 1 or sum(entry.kind is TurnKind.PLAY for entry in entries) < FEWEST_PLAYS:
        return None
    story, caught = story_of(entries, seats, winners), _caught(entries)
    return story if caught is None or (story and story.plot is Plot.COMEBACK) else caught


def _caught(entries: Sequence[Entry]) -> Story | None:
    """The latest phony that was challenged off."""
    phony = next((number for number in reversed(range(len(entries))) if entries[number].withdrawn), None)
    if phony is None:
        return None
    seat = entries[phony].seat
    turn = sum(entry.seat == seat and entry.is_turn for entry in entries[: phony + 1])
    return Story(Plot.CAUGHT, seat, turn, play=entries[phony], played=turn)


def _won(entries: Sequence[Entry], winner: int, margins: Sequence[int]) -> Story:
    level = max(turn for turn, margin in enumerate(margins) if margin <= 0)
    if level == len(margins) - 1:
        return Story(Plot.TILES_LEFT, winner)
    turn, lowest = level + 1, min(range(len(margins)), key=margins.__getitem__)
    behind, changes = -margins[lowest], _changes(margins)
    plot = _plot(turn, behind, changes, len(margins) - 1)
    story = Story(plot, winner, turn, behind, lowest, changes)
    if plot is Plot.ALL_THE_WAY:
        return story
    turns = [entry for entry in entries if entry.seat == winner and entry.is_turn]
    plays = [
        (number, entry)
        for number, entry in enumerate(turns, 1)
        if number >= turn and entry.kind is TurnKind.PLAY and entry.points > 0
    ]
    wanted = [one for one in plays if one[0] == turn] if plot in (Plot.COMEBACK, Plot.LATE) else plays
    played, play = max(wanted, key=lambda one: one[1].points, default=(0, None))
    return replace(story, play=play, played=played)


def _plot(turn: int, behind: int, changes: int, turns: int) -> Plot:
    if behind >= FAR_BEHIND:
        return Plot.COMEBACK
    if turn > 1 and turn > turns * LATE:
        return Plot.LATE
    if changes >= MANY_CHANGES:
        return Plot.CHANGES
    return Plot.ALL_THE_WAY if turn == 1 else Plot.AHEAD


def _margins(entries: Sequence[Entry], seats: int, winner: int) -> list[int]:
    """By how much the winner was ahead of the best other seat, after each turn and before the first."""
    courses = [_course(entries, seat) for seat in range(seats)]
    turns = max(map(len, courses))
    even = [course + [course[-1]] * (turns - len(course)) for course in courses]
    others = [course for seat, course in enumerate(even) if seat != winner]
    return [own - max(rest) for own, *rest in zip(even[winner], *others, strict=True)]


def _course(entries: Sequence[Entry], seat: int) -> list[int]:
    """A seat's points after each of its turns and before the first; what the end adds is not among them."""
    points = [0]
    for entry in entries:
        if entry.seat == seat and entry.is_turn:
            points.append(points[-1] + entry.points)
        elif entry.seat == seat and entry.kind not in (TurnKind.ADJUSTMENT, TurnKind.OVERTIME):
            points[-1] += entry.points
    return points


def _changes(margins: Sequence[int]) -> int:
    """How often the lead passed from the winner to another seat, or back."""
    leads = [margin > 0 for margin in margins if margin]
    return sum(one != other for one, other in pairwise(leads))
