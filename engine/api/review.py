"""A reviewed game: each turn with its position and its cost, the mistakes of each player, and both as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from html import escape

from engine.api.position import Position
from engine.formats.replay import NotOnRack, Remark, TooManyTiles, Unreadable
from engine.formats.tiletext import write_rack
from engine.notebook import table
from engine.review.turns import summarise
from engine.review.values import GameReview, Mistake, SeatReview, TurnReview

_HEADINGS = ("turn", "player", "rack", "played", "better", "cost", "mistake")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class JudgedTurn(TurnReview):
    """The review of a turn, with the position before it and the name of the player.

    `remarks` tell what is odd about the turn in the record, such as `NotOnRack`. `str()` is a line for people.
    """

    position: Position
    player: str
    remarks: tuple[Remark, ...] = ()

    @staticmethod
    def of(review: TurnReview, position: Position, player: str, remarks: tuple[Remark, ...] = ()) -> JudgedTurn:
        """The review with what it is about."""
        facts = {one.name: getattr(review, one.name) for one in fields(TurnReview)}
        return JudgedTurn(**facts, position=position, player=player, remarks=remarks)

    def __str__(self) -> str:
        return " ".join(cell for cell in self.cells if cell)

    def __repr__(self) -> str:
        return f"<JudgedTurn {self}>"

    @property
    def cost(self) -> str:
        """What was lost against the best move, by the figure that is graded: `4.2% win`, `7.0 points`, else empty.

        Of a phony, it is what the phony lost against the best move, or gained if it begins with a minus.
        """
        win, points = self.lost_win, self.lost_points
        if self.phony:
            win, points = (None if one is None else -one for one in (self.phony.win, self.phony.points))
        if points and (self.is_by_points or win is None):
            return f"{points:.1f} points"
        return f"{win:.1%} win" if win and not self.is_by_points else ""

    @property
    def verdict(self) -> str:
        """The mistake, `phony` with the mistake that it was, or that the turn has no grade and why."""
        if self.phony:
            return "phony" if self.mistake in (None, Mistake.NONE) else f"phony: {self.mistake.value}"
        if self.mistake is not None:
            return self.mistake.value
        odd = [one for one in self.remarks if isinstance(one, NotOnRack | TooManyTiles | Unreadable)]
        return "no grade: " + (_told(odd[0], self.position) if odd else "no possible rack is known")

    @property
    def cells(self) -> tuple[str, ...]:
        """The turn as a row of a table: number, player, rack, move, the best move if it is better, cost, mistake."""
        write, variant = self.position.write, self.position.variant
        rack = "" if self.rack is None else write_rack(self.rack, variant)
        better = write(self.best[0]) if self.best and not self.is_best and self.cost else ""
        played = "" if self.played is None else write(self.played)
        return str(self.number), self.player, rack, played, better, self.cost, self.verdict


def _told(remark: NotOnRack | TooManyTiles | Unreadable, position: Position) -> str:
    match remark:
        case NotOnRack(tiles=tiles):
            return f"{write_rack(tiles, position.variant)} not on the rack"
        case TooManyTiles(tiles=tiles):
            return f"more {write_rack(tiles, position.variant)} than the set has"
        case Unreadable(text=text):
            return f"{text} cannot be read"


@dataclass(frozen=True, slots=True, repr=False)
class Review(GameReview):
    """A reviewed game: its turns in order, and the mistakes of each player together.

    `str()` is a table of the turns in which something was lost or that have no grade, and a line for each player; a
    notebook shows the table.
    """

    turns: tuple[JudgedTurn, ...]

    @staticmethod
    def of(turns: tuple[JudgedTurn, ...]) -> Review:
        """The review of a game from those of its turns."""
        whole = summarise(turns)
        return Review(turns, whole.seats, whole.meaning, whole.version)

    def __str__(self) -> str:
        rows = [_HEADINGS, *(turn.cells for turn in self.mistakes)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = (" ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
        return "\n".join((*map(str.rstrip, lines), "", *self._players()))

    def __repr__(self) -> str:
        return f"<Review of {len(self.turns)} turns: {'; '.join(self._players())}>"

    def _repr_html_(self) -> str:
        players = "".join(f"<p>{escape(line)}</p>" for line in self._players())
        return table(_HEADINGS, (turn.cells for turn in self.mistakes)) + players

    @property
    def mistakes(self) -> tuple[JudgedTurn, ...]:
        """The turns in which something was lost, phonies among them, and those that have no grade."""
        return tuple(turn for turn in self.turns if turn.phony or turn.mistake is not Mistake.NONE)

    def name(self, seat: SeatReview) -> str:
        """The player of a seat, the first one if another took over."""
        return next(turn.player for turn in self.turns if turn.seat == seat.seat)

    def _players(self) -> Iterator[str]:
        for seat in self.seats:
            index = "no graded turn" if seat.index is None else f"mistake index {seat.index:.1f}"
            yield f"{self.name(seat)}: {index}"
