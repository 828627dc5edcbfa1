"""Scenes of what is more than a game: knockouts, what somebody has won, and a week in a server."""

from __future__ import annotations

from dataclasses import dataclass

from bot.render.scene import TileFace

MOST_ROUNDS_DRAWN = 4
"""Rounds of a bracket that one picture shows: with more than 16 players, nobody could read it on a phone."""


@dataclass(frozen=True, slots=True)
class Portrait:
    """Somebody as a circle with their initial, in a colour of their own, which `key` chooses."""

    name: str
    key: str = ""
    is_computer: bool = False


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a pair. Without a portrait nobody is known yet, and `name` says who may come.

    `earlier` is the points of tied games before the one that `score` is of.
    """

    name: str = ""
    portrait: Portrait | None = None
    score: str = ""
    earlier: str = ""
    is_winner: bool = False
    is_out: bool = False


BracketPair = tuple[BracketSide, BracketSide]


@dataclass(frozen=True, slots=True)
class BracketScene:
    """Up to `MOST_ROUNDS_DRAWN` rounds of a knockout, with their titles.

    The first round has its pairs from top to bottom, each later one half as many. A pair that nobody plays is None.
    """

    titles: tuple[str, ...]
    rounds: tuple[tuple[BracketPair | None, ...], ...]

    def __post_init__(self) -> None:
        counts = [len(pairs) for pairs in self.rounds]
        if counts != [2**power for power in reversed(range(len(counts)))] or len(self.titles) != len(counts):
            raise ValueError(f"{counts} pairs in the rounds of a bracket")
        if not 1 <= len(counts) <= MOST_ROUNDS_DRAWN:
            raise ValueError(f"a bracket of {len(counts)} rounds")


@dataclass(frozen=True, slots=True)
class CupLine:
    """A line of the table of what has been won: place, who, points, a short note, and the points after each round."""

    place: str
    portrait: Portrait
    score: str
    note: str = ""
    totals: tuple[int, ...] = ()
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class CupScene:
    """What has been won: its name, a line about it, the winners, the last pair of a knockout, and the table.

    `final` has the heading of the pair before it. `chart` and `turns` are as those of an `EndScene`.
    """

    title: str
    about: str
    winners: tuple[Portrait, ...] = ()
    final: tuple[str, BracketPair] | None = None
    table: tuple[CupLine, ...] = ()
    chart: str = ""
    turns: str = ""


@dataclass(frozen=True, slots=True)
class WeekScene:
    """A week in a server: what was won and by whom, the play of the week as tiles, and figures.

    `champions` are what was won with its winners. `play` is the heading, the tiles, and a line about it. `pair` is the
    heading of those who have played each other most, both, and how their games came out. `figures` are pairs of
    heading and text.
    """

    title: str
    about: str
    champions: tuple[tuple[str, tuple[Portrait, ...]], ...] = ()
    play: tuple[str, tuple[TileFace, ...], str] | None = None
    pair: tuple[str, tuple[Portrait, Portrait], str] | None = None
    figures: tuple[tuple[str, str], ...] = ()
