"""The rounds of a duplicate: their racks, their tops, and who scores what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engine.computer.player import first_seen
from engine.computer.tools import ComputerTools, Luck
from engine.model.board import Board, PlacedTile
from engine.model.levels import Level, level
from engine.model.tiles import Tile, Tiles
from engine.model.variant import Variant
from engine.play.generator.generator import KEY_2, SCORE, SLOTS_USED, Generator, Plays, ScoredPlay
from engine.play.placement import Placement, score

DrawRack = Callable[[Tiles, int], Tiles]
"""Draws that many of some tiles by chance."""
EARLY_ROUNDS = 15
EARLY, LATE = 2, 1
"""Vowels, and consonants, that a rack has at least: in the first `EARLY_ROUNDS` rounds if there are so many; else."""
DRAW_TRIES = 1000
"""Draws of a whole rack before the tiles that it needs are picked first: only a pool of one kind takes so many."""


class TileKind(Enum):
    """What a tile counts as."""

    VOWEL = "vowel"
    CONSONANT = "consonant"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class VowelLetters:
    """Which letters of a language are vowels; `both` count as vowels and as consonants, as blanks do."""

    vowels: frozenset[str]
    both: frozenset[str] = frozenset()

    def kind(self, tile: Tile) -> TileKind:
        """What a tile counts as."""
        if tile.is_blank or tile.letter in self.both:
            return TileKind.EITHER
        return TileKind.VOWEL if tile.letter in self.vowels else TileKind.CONSONANT

    def count(self, tiles: Iterable[Tile]) -> tuple[int, int, int]:
        """How many tiles are vowels, consonants and either."""
        kinds = [self.kind(tile) for tile in tiles]
        return kinds.count(TileKind.VOWEL), kinds.count(TileKind.CONSONANT), kinds.count(TileKind.EITHER)

    def imbalance(self, tiles: Iterable[Tile]) -> int:
        """How many more there are of the vowels or consonants than of the others."""
        vowels, consonants, _ = self.count(tiles)
        return abs(vowels - consonants)


def needed(number: int, tile_set: Tiles, letters: VowelLetters) -> int:
    """How many vowels, and how many consonants, the rack of a round has at least: 0 if the tile set lacks a kind."""
    vowels, consonants, _ = letters.count(tile_set)
    if not (vowels and consonants):
        return 0
    return EARLY if number <= EARLY_ROUNDS else LATE


def is_fair(tiles: Iterable[Tile], need: int, letters: VowelLetters) -> bool:
    """Whether tiles hold that many vowels and that many consonants, where no tile counts twice."""
    vowels, consonants, either = letters.count(tiles)
    return max(0, need - vowels) + max(0, need - consonants) <= either


def fill(kept: Tiles, pool: Tiles, size: int, need: int, letters: VowelLetters, draw: DrawRack) -> Tiles | None:
    """A rack of up to `size` tiles: those kept, filled up from the pool.

    If that is not fair, all go back, and the whole rack is drawn anew. None if no fair rack can be made, or no tile is
    left.
    """
    rack = kept + _drawn(pool, size - len(kept), draw)
    if len(rack) and is_fair(rack, need, letters):
        return rack
    return _whole(kept + pool, size, need, letters, draw)


def fill_with_blank(
    blank: Tile, kept: Tiles, pool: Tiles, size: int, need: int, letters: VowelLetters, draw: DrawRack
) -> Tiles | None:
    """The same with this blank and otherwise letters; neither `kept` nor `pool` hold blanks."""
    one = Tiles.of((blank,))
    rack = one + kept + _drawn(pool, size - 1 - len(kept), draw)
    if is_fair(rack, need, letters) and len(rack) > 1:
        return rack
    return _whole(kept + pool, size, need, letters, draw, one)


_NONE = Tiles()


def _whole(
    tiles: Tiles, size: int, need: int, letters: VowelLetters, draw: DrawRack, fixed: Tiles = _NONE
) -> Tiles | None:
    size = min(size, len(tiles) + len(fixed))
    if not len(tiles) or size < 2 * need or not is_fair(fixed + tiles, need, letters):
        return None
    for _ in range(DRAW_TRIES):
        rack = fixed + _drawn(tiles, size - len(fixed), draw)
        if is_fair(rack, need, letters):
            return rack
    return _forced(tiles, size, need, letters, draw, fixed)


def _forced(tiles: Tiles, size: int, need: int, letters: VowelLetters, draw: DrawRack, fixed: Tiles) -> Tiles:
    """A rack whose scarce tiles are picked first."""

    def of_kind(kind: TileKind, count: int) -> Tiles:
        some = Tiles.of(tile for tile in tiles if letters.kind(tile) is kind)
        return _drawn(some, count, draw)

    chosen = of_kind(TileKind.VOWEL, need) + of_kind(TileKind.CONSONANT, need)
    chosen = fixed + chosen + of_kind(TileKind.EITHER, 2 * need - len(chosen) - len(fixed))
    return chosen + _drawn(tiles + fixed - chosen, size - len(chosen), draw)


def _drawn(pool: Tiles, count: int, draw: DrawRack) -> Tiles:
    return draw(pool, min(max(0, count), len(pool)))


SOLO, CROWD = 10, 16
"""The points for the only one who finds a top, among at least so many players."""


@dataclass(frozen=True, slots=True)
class DuplicateStanding:
    """Someone's place: from 1, the same for equal points. `behind` are the points that the tops' sum is ahead."""

    key: str
    number: int
    points: int
    behind: int
    percent: float


def solo_of(points: Mapping[str, int], top: int, players: int) -> str | None:
    """The only one whose answer scores as much as the top, if enough play for a bonus; else None."""
    found = [key for key, scored in points.items() if scored == top]
    return found[0] if len(found) == 1 and players >= CROWD else None


def with_solo(points: Mapping[str, int], top: int, players: int) -> dict[str, int]:
    """The points of a round's answers with the bonus for a solo."""
    solo = solo_of(points, top, players)
    return {key: scored + (SOLO if key == solo else 0) for key, scored in points.items()}


def places(totals: Mapping[str, int], top: int) -> Sequence[DuplicateStanding]:
    """The places by points; `top` is the sum of all tops. Of equal points, the first in `totals` is first."""
    order = sorted(totals, key=lambda key: -totals[key])
    numbers = {points: n for n, points in reversed([*enumerate((totals[key] for key in order), 1)])}
    return [
        DuplicateStanding(
            key, numbers[totals[key]], totals[key], top - totals[key], 100 * totals[key] / top if top else 0.0
        )
        for key in order
    ]


@dataclass(frozen=True, slots=True)
class DuplicateStyle:
    """How a duplicate is played.

    With `joker` a blank is in every rack as long as there is one: where it has been played, the real tile takes its
    place if the pool still holds one. With `spare` a rack holds one tile more than may be played, as in 7 of 8.
    `solo` gives a bonus for the only one who finds the top. `rounds` is the most there are, None without a limit.
    """

    joker: bool = False
    spare: bool = False
    solo: bool = True
    rounds: int | None = None

    def rack_size(self, variant: Variant) -> int:
        """Tiles on a full rack."""
        return variant.rack_size + self.spare


@dataclass(frozen=True, slots=True)
class RoundStart:
    """What a round begins with: its number from 1, the board, and the tiles kept from the top of the one before."""

    number: int
    board: Board
    kept: Tiles
    pool: Tiles


def begin(variant: Variant) -> RoundStart:
    """What the first round begins with."""
    return RoundStart(1, Board.empty(variant.layout), Tiles(), variant.tile_set.tiles)


def rack_of(
    position: RoundStart, variant: Variant, style: DuplicateStyle, letters: VowelLetters, draw: DrawRack
) -> Tiles | None:
    """The rack of a round, drawn by chance; None if the game is over: no fair rack can be made, or no round is left.

    An early round whose tiles hold too few vowels or consonants is as fair as a late one.
    """
    if style.rounds is not None and position.number > style.rounds:
        return None
    need = min(needed(position.number, variant.tile_set.tiles, letters), style.rack_size(variant) // 2)
    racks = (_filled(position, variant, style, one, letters, draw) for one in range(need, min(need, LATE) - 1, -1))
    return next(filter(None, racks), None)


def _filled(
    position: RoundStart, variant: Variant, style: DuplicateStyle, need: int, letters: VowelLetters, draw: DrawRack
) -> Tiles | None:
    size = style.rack_size(variant)
    blank = next((tile for tile in position.kept + position.pool if tile.is_blank), None)
    if not style.joker or blank is None:
        return fill(position.kept, position.pool, size, need, letters, draw)
    kept, pool = _letters(position.kept), _letters(position.pool)
    return fill_with_blank(blank, kept, pool, size, need, letters, draw)


def _letters(tiles: Tiles) -> Tiles:
    return Tiles.of(tile for tile in tiles if not tile.is_blank)


def after(position: RoundStart, rack: Tiles, top: Placement, style: DuplicateStyle) -> RoundStart:
    """What the next round begins with, once the top of this one is on the board."""
    pool, kept = position.kept + position.pool - rack, rack - top.used
    tiles = dict(top.tiles)
    for cell, placed in top.tiles if style.joker else ():
        real = next((tile for tile in pool if tile.letter == placed.letter), None) if placed.is_blank else None
        if real:
            tiles[cell], pool, kept = _swapped(placed, real, pool, kept)
    return RoundStart(position.number + 1, position.board.place(tiles), kept, pool)


def _swapped(placed: PlacedTile, real: Tile, pool: Tiles, kept: Tiles) -> tuple[PlacedTile, Tiles, Tiles]:
    """The real tile in place of a blank, the pool without it, and the tiles kept with the blank."""
    return replace(placed, tile=real), pool - Tiles.of((real,)), kept + Tiles.of((placed.tile,))


AT_FIRST = 256
"""Plays that are looked at before all of them."""
CONSIDERED = 60
"""The best plays among which a player that misjudges them chooses."""


@dataclass(frozen=True, slots=True)
class RoundMoves:
    """The top of a round, None if nothing can be played, and what each computer player plays, None if nothing."""

    top: ScoredPlay | None
    answers: tuple[ScoredPlay | None, ...] = ()


def find(
    tools: ComputerTools,
    board: Board,
    rack: Tiles,
    most: int,
    letters: VowelLetters,
    levels: tuple[int, ...],
    luck: Luck,
) -> RoundMoves:
    """The top with at most `most` tiles, and the plays of computer players of these levels. `luck` is the round's."""
    mild = tools.mild()
    answers = (computer_play(mild, board, rack, most, letters, level(one), n, luck) for n, one in enumerate(levels))
    return RoundMoves(top_of(tools, board, rack, most, letters), tuple(answers))


def top_of(tools: ComputerTools, board: Board, rack: Tiles, most: int, letters: VowelLetters) -> ScoredPlay | None:
    """The play with the most points; of several, one that no computer player would avoid, with the fewest blanks.

    Then the tiles kept decide, which are best balanced between vowels and consonants; then its place: across before
    down, by row and by column.
    """

    def order(play: ScoredPlay) -> tuple[bool, int, int]:
        blanks = sum(placed.is_blank for _, placed in play.placement.tiles)
        return not tools.allows(_words(play, tools, board)), blanks, letters.imbalance(play.leave)

    return min(highest(tools.generator, board, rack, most), key=order, default=None)


def _words(play: ScoredPlay, tools: ComputerTools, board: Board) -> tuple[tuple[str, ...], ...]:
    return tuple(word.word for word in score(board, play.placement, tools.generator.variant).words)


def highest(generator: Generator, board: Board, rack: Tiles, most: int) -> Plays:
    """All plays of at most `most` tiles that score as much as the best of them, in the generator's order."""
    found = fitting(plays := generator.top(board, rack, AT_FIRST), most)
    if len(plays) == AT_FIRST and not (len(found) and found.records[0, SCORE] > plays.records[-1, SCORE]):
        found = fitting(generator.all(board, rack), most)
    return _chosen(found, found.records[:, SCORE] == found.records[:1, SCORE].max(initial=0))


def fitting(plays: Plays, most: int) -> Plays:
    """Those of plays that use at most `most` tiles."""
    return _chosen(plays, np.bitwise_count(plays.records[:, KEY_2] & SLOTS_USED) <= most)


def _chosen(plays: Plays, which: NDArray[np.bool_]) -> Plays:
    return Plays(plays.records[which], plays.board, plays.rack, plays.variant)


def computer_play(
    tools: ComputerTools,
    board: Board,
    rack: Tiles,
    most: int,
    letters: VowelLetters,
    skill: Level,
    seat: int,
    luck: Luck,
) -> ScoredPlay | None:
    """What a computer player of a level plays: only its points count. The strongest ones always find the top."""
    if skill.sees is not None:
        plays = fitting(tools.everyday[skill.number - 1].all(board, rack), most)
        own = luck.at_turn(seat)
        return first_seen(plays, skill, tools, own, own)
    if not skill.noise:
        return top_of(tools, board, rack, most, letters)
    plays = fitting(tools.generator.top(board, rack, CONSIDERED), most)
    worth = {
        play: play.score + skill.noise * luck.bell("worth", seat, n)
        for n, play in enumerate(plays)
        if tools.allows(_words(play, tools, board))
    }
    return max(worth, key=lambda play: worth[play], default=None)
