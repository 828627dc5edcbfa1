"""A position that knows its variant and its words: its plays, moves in it, and what computer players make of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import overload

from engine.analysis import positions
from engine.analysis.positions import DrawRack, Move, TileCounts
from engine.api.resources import Resources, thinking
from engine.computer.endgame import is_known
from engine.computer.player import analyse
from engine.computer.selfplay import RULES
from engine.computer.tools import Candidate
from engine.errors import BadData, NotInLexicon
from engine.formats import cgp
from engine.formats.tiletext import read_rack, write_rack
from engine.game.views import SeatView
from engine.model.board import STANDARD, Orientation
from engine.model.levels import STRONGEST
from engine.model.rules import SCORELESS_TURNS_EACH
from engine.model.tiles import Tiles
from engine.model.variant import Variant
from engine.notebook import drawing, table
from engine.play.generator.encoding import EncodedPosition, encode_rack
from engine.play.generator.generator import Plays, ScoredExchange, ScoredPlay, leave_values
from engine.play.placement import Placement, score, write_move
from engine.review.values import MoveFigures
from engine.sentences import Internal, Sentence
from engine.words.lexicon import Lexicon

PASS = "-"
"""A pass as game records write it; tiles after it make an exchange."""

_EXCHANGE = re.compile(r"(?:-|\(?exch(?:ange)?\s+)([^\s)]+)\)?", re.IGNORECASE)

MoveLike = Move | ScoredPlay | ScoredExchange | Candidate | MoveFigures | Placement | str | None
"""What a move can be given as: anything that a position hands out, a text, or None for a pass."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Position(cgp.CgpPosition):
    """A position with its variant and its words. Racks and scores start with the player to move.

    `str()` is its text (CGP) with the names of board, tiles and lexicon, which `open_position` reads again; a variant
    or a lexicon of your own must be given again. `board`, `racks`, `scores` and `zeros`, the scoreless turns in a row
    so far, are values; nothing that is done with a position changes it. `remarks` tell what was made of names in its
    text that are not known. A notebook shows the board.

    The first plays of a process load the loops and the words, in about a second; `Resources` says what may be shared
    between threads and processes.
    """

    resources: Resources
    remarks: tuple[Sentence, ...] = field(default=(), compare=False)
    _draws: bool = field(init=False, compare=False)
    """Whether tiles are left to draw, so that leaves are worth something; asked for with every search for plays."""

    def __post_init__(self) -> None:
        variant, placed = self.resources.variant, sum(square is not None for square in self.board.squares)
        unseen = len(variant.tile_set) - placed - len(self.racks[0])
        object.__setattr__(self, "_draws", unseen > (len(self.racks) - 1) * variant.rack_size)

    def __str__(self) -> str:
        return cgp.write(self, self.variant)

    def __repr__(self) -> str:
        return f"<Position {self}>"

    def _repr_html_(self) -> str:
        seats = zip(self.racks, self.scores, strict=True)
        told = (f"{write_rack(rack, self.variant) or '–'} {points}" for rack, points in seats)
        return f"{drawing(self.board)}<p>{escape(' | '.join(told))}</p>"

    @property
    def variant(self) -> Variant:
        """The board, the tiles and the bonuses."""
        return self.resources.variant

    @property
    def lexicon(self) -> Lexicon:
        """The words."""
        return self.resources.lexicon

    @property
    def rack(self) -> Tiles:
        """The tiles of the player to move, as far as they are known."""
        return self.racks[0]

    @property
    def unseen(self) -> Tiles:
        """The tiles that are neither on the board nor on a rack as far as it is known."""
        return positions.hidden_tiles(self, self.variant)

    @property
    def counts(self) -> TileCounts:
        """How many tiles are on each rack and in the pool; a rack that is not known is as full as can be."""
        return positions.count_tiles(self, self.variant)

    @property
    def is_over(self) -> bool:
        """Whether someone has gone out, or nobody has scored for too long."""
        counts, seats = self.counts, len(self.racks)
        is_out = not counts.pool and 0 in counts.racks
        return is_out or self.zeros >= SCORELESS_TURNS_EACH * seats or (not counts.pool and self.zeros >= seats)

    # --- plays ------------------------------------------------------------------------------------------------------

    def plays(self, most: int | None = None, *, by_score: bool = False) -> Plays:
        """The legal plays, best first: by equity, which is score and value of the leave, or by score alone.

        With `most`, only so many are found, in a tenth of the time. Raises `GraphTooLarge`, and `BadData` if no rack is
        known.
        """
        self._check_rack()
        resources = self.resources
        leaves = resources.learnt_leaves if self._draws and not by_score else None
        if most is None:
            return resources.generator.all(self.board, self.racks[0], leaves)
        return resources.generator.top(self.board, self.racks[0], most, leaves)

    def exchanges(self) -> tuple[ScoredExchange, ...]:
        """The exchanges that the pool has tiles for, best first. Raises as `plays`."""
        self._check_rack()
        leaves = self.resources.learnt_leaves if self._draws else None
        return self.resources.generator.exchanges(self.rack, self.counts.pool, leaves)

    def _check_rack(self) -> None:
        if not self.racks[0] and self.counts.racks[0]:
            raise BadData(cgp.WHERE, Sentence("the rack of the player to move is not known"))

    def leave_value(self, leave: str | Tiles) -> float:
        """What keeping some tiles is worth, in points; 0 if nobody has learnt that for these tiles."""
        tiles = encode_rack(self._tiles(leave), self.variant.alphabet)
        values = leave_values(EncodedPosition(tiles[:0], tiles), self.resources.learnt_leaves)
        return int(values[-1]) / 1000 if len(values) else 0.0

    def leave(self, what: MoveLike) -> Tiles:
        """The tiles that stay on the rack after a move, as far as it is known. Raises as `move`."""
        return Tiles.of((Counter(self.rack) - Counter(self.move(what).used)).elements())

    def equity(self, what: MoveLike) -> float:
        """What a move is worth, in points: its score and its leave, which counts while tiles can be drawn.

        Raises as `move`.
        """
        move = self.move(what)
        return move.score + (self.leave_value(self.leave(move)) if self._draws else 0.0)

    # --- moves ------------------------------------------------------------------------------------------------------

    def move(self, what: MoveLike, *, phony: bool = False, orientation: Orientation = STANDARD) -> Move:
        """A move with its score, from a text or from what a position hands out.

        A text is a play (`8H HELLO`, `hello h8`, `8H HE(L)Lo`), an exchange (`-ABC`, `exch ABC`) or a pass (`-`). While
        the rack is not known in full, it may hold any tile that is not elsewhere. A text is refused by the exception
        that says why: a `RuleViolation` such as `SquareTaken`, `TilesNotOnRack` or `NotInLexicon`, which `phony`
        allows, or `MalformedText`.
        """
        match what:
            case Move():
                return what
            case Candidate(move=found) | MoveFigures(move=found):
                return self.move(found)
            case ScoredPlay(placement=placement) | (Placement() as placement):
                return self._play(placement)
            case ScoredExchange(tiles=tiles):
                return self._exchange(tiles)
            case None:
                return Move(score=self.variant.pass_points)
        text = what.strip()
        if text.lower() in (PASS, "pass", "(pass)"):
            return self.move(None)
        if exchange := _EXCHANGE.fullmatch(text):
            return self._exchange(positions.read_exchange(exchange[1], self, self.variant).tiles)
        move = positions.read_play(text, self, self.variant, orientation)
        judge = None if phony else self.resources.judge
        if wrong := tuple(word for word in move.words if judge and not judge(word)):
            raise NotInLexicon(wrong)
        return move

    def _play(self, placement: Placement) -> Move:
        sheet = score(self.board, placement, self.variant)
        return Move(placement, sheet.total, tuple(word.word for word in sheet.words))

    def _exchange(self, tiles: Tiles) -> Move:
        points = self.variant.exchange_points
        return Move(score=points[min(len(tiles), self.variant.rack_size)] if points else 0, tiles=tiles)

    def write(self, what: MoveLike) -> str:
        """A move as people type it: `8H HE(L)Lo`, `-ABC` or `-`. Raises as `move`."""
        move = self.move(what)
        if move.placement:
            return write_move(self.board, move.placement, self.variant)
        return f"{PASS}{write_rack(move.tiles, self.variant)}"

    def after(self, what: MoveLike, *, phony: bool = False) -> Position:
        """The position after a move, in which the next player comes first. Raises as `move`.

        Of the rack, the tiles kept are known. If the game ends, the scores count the tiles that are left on racks.
        """
        reached = positions.after(self, self.move(what, phony=phony), self.variant).position
        assert isinstance(reached, Position)
        return reached

    # --- racks ------------------------------------------------------------------------------------------------------

    def with_rack(self, rack: str | Tiles | None, place: int = 0) -> Position:
        """The position with these tiles on a rack, `?` for a blank; None makes it unknown.

        It is that of the player to move, or the one at another place in `racks`. Raises `TilesNotOnRack` for tiles that
        are elsewhere already, `MalformedCgp` for too many, and `MalformedText`.
        """
        tiles, racks = self._tiles(rack or ""), list(self.racks)
        cgp.check_size(tiles, place + 1, str(tiles), self.variant)
        positions.check_there(tiles, racks[place] + self.unseen, self.variant)
        racks[place] = tiles
        return replace(self, racks=tuple(racks))

    def draw(self, draw: DrawRack) -> Position:
        """The position with a full rack for the player to move: `draw(tiles, n)` chooses n of the unseen tiles."""
        filled = positions.fill_rack(self, self.variant, draw)
        assert isinstance(filled, Position)
        return filled

    def _tiles(self, text: str | Tiles) -> Tiles:
        return text if isinstance(text, Tiles) else read_rack("".join(text.split()), self.variant)

    # --- computer players -------------------------------------------------------------------------------------------

    @property
    def view(self) -> SeatView:
        """What the player to move knows, as computer players see it."""
        return cgp.view_of(self, self.variant, RULES, self.lexicon)

    def rank(self, level: int, seconds: float = 3.0) -> Ranking:
        """The moves that a computer player of a level considers, its choice first.

        Level 8 thinks for at most so many seconds, on two threads, and stops when it is sure: it simulates, tries every
        pool of up to four tiles, and solves what is left when the pool is empty. It does not think about a
        move without a rival. The others answer at once.

        Raises `IndexError` for a level that does not exist, and `BadData` if no rack is known.
        """
        return self._rank(level, seconds)

    def _rank(self, level: int, seconds: float, least: int = 2) -> Ranking:
        """See `rank`; fewer moves than `least` are not simulated."""
        self._check_rack()
        computers = self.resources.computers
        with thinking(seconds) as (should_stop, run):
            return Ranking(self, tuple(analyse(self.view, computers, level, should_stop, run, least)))

    def simulate(self, seconds: float = 3.0) -> Ranking:
        """The best moves by simulation, best first, also of one without a rival. Raises as `rank`.

        Each has the chance to win, the mean lead, and how many deals were played; those that were soon dropped come
        last, after few deals.
        """
        return self._rank(STRONGEST, seconds, least=1)

    def solve(self, seconds: float = 10.0) -> Ranking:
        """The moves of an endgame by what they lead to; the first one is `proven` if the time sufficed.

        Raises `BadData` unless two play and all tiles are known: an empty pool, and all others on the other rack.
        """
        self._check_rack()
        if not is_known(self.view):
            raise BadData(cgp.WHERE, Internal("is no endgame of two players"))
        return self.rank(STRONGEST, seconds)

    def choose(self, level: int = STRONGEST, seconds: float = 3.0) -> Move:
        """What a computer player of a level does; see `rank`."""
        return self.move(self.rank(level, seconds)[0])


@dataclass(frozen=True, slots=True)
class Ranking(Sequence[Candidate | None]):
    """Moves in a position with their figures, best first; None is a pass. A notebook shows a table."""

    position: Position
    candidates: tuple[Candidate | None, ...]

    def __len__(self) -> int:
        return len(self.candidates)

    @overload
    def __getitem__(self, index: int) -> Candidate | None: ...
    @overload
    def __getitem__(self, index: slice) -> Ranking: ...
    def __getitem__(self, index: int | slice) -> Candidate | Ranking | None:
        if isinstance(index, slice):
            return Ranking(self.position, self.candidates[index])
        return self.candidates[index]

    def __str__(self) -> str:
        return "\n".join(" ".join(row).rstrip() for row in self._rows())

    def _repr_html_(self) -> str:
        return table(("move", "score", "equity", "win", "lead", "deals"), self._rows())

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for one in self.candidates:
            name = self.position.write(one)
            if one is None:
                yield name, "0", "", "", "", ""
                continue
            win = "" if one.chance is None else f"{one.chance:.1%}"
            lead = "" if one.lead is None else f"{one.lead:+.1f}"
            yield (
                name,
                str(one.move.score),
                f"{one.move.equity:.1f}",
                win,
                lead,
                "proven" if one.proven else str(one.deals),
            )
