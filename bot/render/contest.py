"""Scenes of what is more than a game: knockouts, what somebody has won, a week in a server, and people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from bot.model.games import GameOutcome
from bot.model.honours import TrophyMark
from bot.render.scene import BestPlay, FacedScene, Portrait, TileFace

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
        """The side with the avatar of the player, if it is among those of people by id."""
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


@dataclass(frozen=True, slots=True)
class ProfileScene(FacedScene):
    """A person's games: how they came out, ratings, figures, the best play, and trophies.

    `about` is a line below the name, `form` the heading of the latest games and how these came out, the newest last,
    and `total` how many there are. `ratings` are a rating, the place with it, what it is of, and a note; `figures`
    pairs of heading and text.
    """

    who: Portrait
    about: str
    form: tuple[str, tuple[GameOutcome, ...]] = ("", ())
    total: str = ""
    ratings: tuple[tuple[str, str, str, str], ...] = ()
    figures: tuple[tuple[str, str], ...] = ()
    best: BestPlay | None = None
    trophies: tuple[tuple[TrophyMark, str], ...] = ()

    @property
    def portraits(self) -> tuple[Portrait, ...]:
        """The person's face."""
        return (self.who,)

    def with_avatars(self, avatars: Mapping[str, bytes]) -> Self:
        """The card with the avatar, if it is known."""
        return replace(self, who=self.who.found(avatars))


@dataclass(frozen=True, slots=True)
class VersusScene(FacedScene):
    """Two people against each other: games won by each, figures side by side, best plays, and the latest games.

    `about` is a line below the `score`. `rows` have the text of one, what it is of, and that of the other. `plays` are
    the heading of the best plays and both, None for somebody without any. `latest` are the heading of the latest games
    and both scores of each with the number of the winner, None for neither, the newest last.
    """

    pair: tuple[Portrait, Portrait]
    score: tuple[str, str]
    about: str
    rows: tuple[tuple[str, str, str], ...] = ()
    plays: tuple[str, tuple[BestPlay | None, BestPlay | None]] | None = None
    latest: tuple[str, tuple[tuple[str, str, int | None], ...]] = ("", ())

    @property
    def portraits(self) -> tuple[Portrait, ...]:
        """Both faces."""
        return self.pair

    def with_avatars(self, avatars: Mapping[str, bytes]) -> Self:
        """The card with those avatars that are known."""
        one, other = self.pair
        return replace(self, pair=(one.found(avatars), other.found(avatars)))


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A place of a leaderboard: who, the rating, the number of games, and how the latest ones came out.

    `is_reader` marks the place of the reader.
    """

    place: str
    portrait: Portrait
    rating: str
    games: str
    form: tuple[GameOutcome, ...] = ()
    is_reader: bool = False


@dataclass(frozen=True, slots=True)
class LadderScene(FacedScene):
    """A page of a leaderboard; `heads` stand above ratings, games and form."""

    title: str
    heads: tuple[str, str, str]
    rows: tuple[LadderRow, ...]

    @property
    def portraits(self) -> tuple[Portrait, ...]:
        """Everyone on the page."""
        return tuple(row.portrait for row in self.rows)

    def with_avatars(self, avatars: Mapping[str, bytes]) -> Self:
        """The page with those avatars that are known."""
        return replace(self, rows=tuple(replace(row, portrait=row.portrait.found(avatars)) for row in self.rows))


@dataclass(frozen=True, slots=True)
class SeatFace:
    """A seat of a lobby: who sits there or is awaited, and a short note. Without a portrait it is free."""

    portrait: Portrait | None
    name: str
    note: str = ""
    is_awaited: bool = False


@dataclass(frozen=True, slots=True)
class LobbyScene(FacedScene):
    """Who sits in a lobby, and which seats are free; `more` says how many there are besides, such as +7."""

    seats: tuple[SeatFace, ...]
    more: str = ""

    @property
    def portraits(self) -> tuple[Portrait, ...]:
        """Everyone who sits or is awaited there."""
        return tuple(seat.portrait for seat in self.seats if seat.portrait)

    def with_avatars(self, avatars: Mapping[str, bytes]) -> Self:
        """The lobby with those avatars that are known."""
        seats = (replace(one, portrait=one.portrait and one.portrait.found(avatars)) for one in self.seats)
        return replace(self, seats=tuple(seats))
