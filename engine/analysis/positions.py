"""From one position to the next: moves as they are typed, the best ones, the tiles left, and the end.

A rack that is not known in full may hold any of the tiles that nobody has been seen to hold. A position says nothing of
turns before it, except how many of them in a row scored nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.computer.endgame import is_known
from engine.computer.player import analyse, choose, never
from engine.computer.simulating import Run
from engine.computer.tools import Candidate, ComputerTools
from engine.errors import NothingToExchange, PoolTooSmall, TilesNotOnRack
from engine.formats.cgp import CgpPosition, sizes_of, view_of
from engine.game.commands import Command
from engine.game.state import Setup
from engine.game.views import SeatView
from engine.model.board import Orientation
from engine.model.rules import SCORELESS_TURNS_EACH, Rules
from engine.model.tiles import BLANK, KnownRack, Tiles, Word
from engine.model.variant import Variant
from engine.play.notation import read_move, read_tiles
from engine.play.placement import Placement, resolve, score
from engine.words.lexicon import Lexicon, WordList

DrawRack = Callable[[Tiles, int], Tiles]
"""Draws that many of some tiles by chance."""


@dataclass(frozen=True, slots=True)
class Move:
    """What the player to move does: a play with its score and words, an exchange, or a pass, which exchanges nothing.

    `tiles` are those exchanged. `str()` writes it as game records do: `8H HE.Lo`, `-ABC`, `-`.
    """

    placement: Placement | None = None
    score: int = 0
    words: tuple[Word, ...] = ()
    tiles: Tiles = field(default_factory=Tiles)

    def __str__(self) -> str:
        return str(self.placement) if self.placement else f"-{self.tiles}"

    @property
    def used(self) -> Tiles:
        """The tiles that leave the rack."""
        return self.placement.used if self.placement else self.tiles


@dataclass(frozen=True, slots=True)
class TileCounts:
    """How many tiles each seat holds, beginning with the one to move, and how many are in the pool."""

    racks: tuple[int, ...]
    pool: int


def count_tiles(position: CgpPosition, variant: Variant) -> TileCounts:
    """The tiles that are not on the board, on racks and in the pool; a rack that is not known is as full as can be."""
    told = [len(rack) for rack in position.racks]
    left = len(variant.tile_set.tiles) - sum(1 for _ in position.board.tiles())
    if sum(told) == left:
        return TileCounts(tuple(told), 0)
    own = told[0] or min(variant.rack_size, left)
    others = sizes_of(told[1:], left - own, variant.rack_size)
    return TileCounts((own, *others), left - own - sum(others))


def hidden_tiles(position: CgpPosition, variant: Variant) -> Tiles:
    """The tiles that are neither on the board nor on a rack as far as it is known."""
    known = [placed.tile for _, placed in position.board.tiles()]
    known += [tile for rack in position.racks for tile in rack]
    return variant.tile_set.tiles - Tiles.of(known)


def knows_rack(position: CgpPosition, variant: Variant) -> bool:
    """Whether the rack of the player to move is known in full."""
    held = len(position.racks[0])
    return held >= variant.rack_size or (held > 0 and not count_tiles(position, variant).pool)


def possible_tiles(position: CgpPosition, variant: Variant) -> Tiles:
    """The tiles that the player to move may hold: those of the rack, and any hidden ones unless it is known in full."""
    own = position.racks[0]
    return own if knows_rack(position, variant) else own + hidden_tiles(position, variant)


def check_there(needed: Tiles, held: Tiles, variant: Variant) -> None:
    """Raise `TilesNotOnRack` for tiles that are not held, with points only if those of their letter differ in them."""
    missing = sorted((Counter(needed) - Counter(held)).elements())
    if missing:
        several = (len(variant.tile_set.of_letter(tile.letter)) > 1 for tile in missing)
        pairs = zip(missing, several, strict=True)
        raise TilesNotOnRack(tuple(str(tile) if differ else tile.letter or BLANK for tile, differ in pairs))


def read_play(text: str, position: CgpPosition, variant: Variant, orientation: Orientation) -> Move:
    """The play that a text means. Raises what a move can be refused for, and `UnknownLetter`."""
    rack = KnownRack(possible_tiles(position, variant))
    placement = resolve(read_move(text, variant, orientation), position.board, rack, variant)
    sheet = score(position.board, placement, variant)
    return Move(placement, sheet.total, tuple(word.word for word in sheet.words))


def read_exchange(text: str, position: CgpPosition, variant: Variant) -> Move:
    """The exchange of the tiles that a text names. Raises `TilesNotOnRack`, `PoolTooSmall` and as `read_tiles`."""
    tiles = read_tiles(text, variant, position.racks[0])
    if not len(tiles):
        raise NothingToExchange
    check_there(tiles, possible_tiles(position, variant), variant)
    pool = count_tiles(position, variant).pool
    if len(tiles) > pool:
        raise PoolTooSmall(pool, len(tiles))
    return Move(tiles=tiles)


def read_rack(text: str, position: CgpPosition, variant: Variant) -> CgpPosition:
    """The position with other tiles on the rack of the player to move; an empty text makes them unknown.

    Raises `TilesNotOnRack` for tiles that are elsewhere already, and as `read_tiles`.
    """
    free = position.racks[0] + hidden_tiles(position, variant)
    tiles = read_tiles(text, variant, Tiles()) if text.strip() else Tiles()
    check_there(tiles, free, variant)
    return replace(position, racks=(tiles, *position.racks[1:]))


def fill_rack(position: CgpPosition, variant: Variant, draw: DrawRack) -> CgpPosition:
    """The position with the rack of the player to move filled up by chance."""
    own, hidden, counts = position.racks[0], hidden_tiles(position, variant), count_tiles(position, variant)
    missing = min(variant.rack_size - len(own), counts.pool) if len(own) else min(counts.racks[0], len(hidden))
    if missing <= 0:
        return position
    return replace(position, racks=(own + draw(hidden, missing), *position.racks[1:]))


@dataclass(frozen=True, slots=True)
class Reached:
    """The position after a move. `is_over` says that the game ends with it; then the tiles left are scored."""

    position: CgpPosition
    is_over: bool = False


def after(position: CgpPosition, move: Move, variant: Variant) -> Reached:
    """The position after a move, in which the next seat comes first; of the mover's rack, the tiles kept are known.

    When a seat goes out, it gets the points of the other racks, and these lose them, as far as they are known.
    """
    counts, own = count_tiles(position, variant), position.racks[0]
    board = move.placement.on(position.board) if move.placement else position.board
    kept = Tiles.of((Counter(own) - Counter(move.used)).elements())
    racks, scores = (*position.racks[1:], kept), (*position.scores[1:], position.scores[0] + move.score)
    zeros = 0 if move.placement and move.score else position.zeros + 1
    moved = replace(position, board=board, racks=racks, scores=scores, zeros=zeros)
    if not counts.pool and knows_rack(position, variant):
        moved = _with_last_rack(moved, variant)
    is_out = not counts.pool and move.placement is not None and len(move.used) == counts.racks[0]
    if is_out or _nobody_plays_on(moved, counts.pool):
        return Reached(_settled(moved, is_out=is_out), is_over=True)
    return Reached(moved)


def _with_last_rack(position: CgpPosition, variant: Variant) -> CgpPosition:
    """With two seats and an empty pool, the tiles that are left are on the other rack."""
    if len(position.racks) != 2:
        return position
    return replace(position, racks=(position.racks[0] + hidden_tiles(position, variant), position.racks[1]))


def _nobody_plays_on(position: CgpPosition, pool: int) -> bool:
    seats = len(position.racks)
    return position.zeros >= SCORELESS_TURNS_EACH * seats or (not pool and position.zeros >= seats)


def _settled(position: CgpPosition, *, is_out: bool) -> CgpPosition:
    """The position with the scores at the end of the game."""
    left = [rack.points for rack in position.racks]
    scores = [score - lost for score, lost in zip(position.scores, left, strict=True)]
    if is_out:
        scores[-1] += sum(left)
    return replace(position, scores=tuple(scores))


AT_SIGHT, AHEAD = 7, 8
"""The levels whose rating of moves is shown: by equity, and by simulation or search."""


def view_at(position: CgpPosition, setup: Setup) -> SeatView:
    """What the player to move knows in a position of a game's variant and dictionary, with the default rules."""
    named = Lexicon.of(setup.lexicon.name, setup.variant.alphabet, WordList.of(()))
    view = view_of(position, setup.variant, Rules(), named)
    return replace(view, table=replace(view.table, setup=replace(setup, rules=Rules())))


def find_moves(
    view: SeatView, tools: ComputerTools, *, ahead: bool, should_stop: Callable[[], bool] = never, run: Run = map
) -> list[Candidate | None]:
    """The best moves, best first; None is a pass.

    They are ordered by equity, or if `ahead` by simulation. Once nothing is hidden, the rest of the game is searched in
    any case. Raises `ValueError` for a hidden rack.
    """
    return analyse(view, tools, AHEAD if ahead or is_known(view) else AT_SIGHT, should_stop, run)


def answer(
    view: SeatView, tools: ComputerTools, level: int, should_stop: Callable[[], bool] = never, run: Run = map
) -> Command:
    """What a computer player of a level does: a play, an exchange or a pass. Raises `ValueError` for a hidden rack."""
    return choose(view, tools, should_stop, strength=level, run=run)
