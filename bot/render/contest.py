"""Scenes of what is more than a game: knockouts, what somebody has won, and a week in a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from bot.render.scene import FacedScene, Portrait, TileFace

MOST_ROUNDS_DRAWN = 4
"""Rounds of a bracket that one picture shows: with more than 16 players, nobody could read it on a phone."""


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

    def with_avatar(self, avatars: Mapping[str, bytes]) -> BracketSide:
        """The side with the avatar of whoever plays, if it is among those of people by id."""
        return replace(self, portrait=self.portrait.found(avatars)) if self.portrait else self


BracketPair = tuple[BracketSide, BracketSide]


@dataclass(frozen=True, slots=True)
class BracketScene(FacedScene):
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

    @property
    def portraits(self) -> tuple[Portrait, ...]:
        """The faces of those who are known, column by column."""
        pairs = (pair for drawn in self.rounds for pair in drawn if pair)
        return tuple(side.portrait for pair in pairs for side in pair if side.portrait)

    def with_avatars(self, avatars: Mapping[str, bytes]) -> Self:
        """The bracket with those avatars that are known."""
        rounds = (tuple(pair and _with_avatars(pair, avatars) for pair in drawn) for drawn in self.rounds)
        return replace(self, rounds=tuple(rounds))


def _with_avatars(pair: BracketPair, avatars: Mapping[str, bytes]) -> BracketPair:
    upper, lower = pair
    return upper.with_avatar(avatars), lower.with_avatar(avatars)


@dataclass(frozen=True, slots=True)
class CupLine:
    """A line of the table of what has been won: place, who, points, a short note, and the points after each round."""

    place: str
    portrait: Portrait
    score: str
    note: str = ""
    totals: tuple[int, ...] = ()
    is_winner: bool = False

    @property
    def words(self) -> str:
        """The line as text."""
        return f"{self.place} {self.portrait.name} {self.score}" + (f" ({self.note})" if self.note else "")


@dataclass(frozen=True, slots=True)
class CupScene(FacedScene):
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

    @property
    def portraits(self) -> tuple[Portrait, ...]:
        """The winners, the last pair and everyone in the table."""
        final = self.final[1] if self.final else ()
        return (
            *self.winners,
            *(side.portrait for side in final if side.portrait),
            *(line.portrait for line in self.table),
        )

    def with_avatars(self, avatars: Mapping[str, bytes]) -> Self:
        """The card with those avatars that are known."""
        final = (self.final[0], _with_avatars(self.final[1], avatars)) if self.final else None
        table = (replace(line, portrait=line.portrait.found(avatars)) for line in self.table)
        return replace(self, winners=_found(self.winners, avatars), final=final, table=tuple(table))


def _found(shown: tuple[Portrait, ...], avatars: Mapping[str, bytes]) -> tuple[Portrait, ...]:
    return tuple(one.found(avatars) for one in shown)


@dataclass(frozen=True, slots=True)
class WeekScene(FacedScene):
    """A week in a server: what was won and by whom, the play of the week as tiles, and figures.

    `champions` are what was won with its winners. `play` is its heading, a line about it, and its tiles. `pair` is the
    heading of those who have played each other most, both, and how their games came out. `figures` are pairs of
    heading and text.
    """

    title: str
    about: str
    champions: tuple[tuple[str, tuple[Portrait, ...]], ...] = ()
    play: tuple[str, str, tuple[TileFace, ...]] | None = None
    pair: tuple[str, tuple[Portrait, Portrait], str] | None = None
    figures: tuple[tuple[str, str], ...] = ()

    @property
    def portraits(self) -> tuple[Portrait, ...]:
        """The winners, and those who have played each other most."""
        return (*(one for _, won in self.champions for one in won), *(self.pair[1] if self.pair else ()))

    def with_avatars(self, avatars: Mapping[str, bytes]) -> Self:
        """The week with those avatars that are known."""
        champions = tuple((title, _found(won, avatars)) for title, won in self.champions)
        if self.pair is None:
            return replace(self, champions=champions)
        heading, (one, other), about = self.pair
        return replace(self, champions=champions, pair=(heading, (one.found(avatars), other.found(avatars)), about))
