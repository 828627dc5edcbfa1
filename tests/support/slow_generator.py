"""A slow, obvious move generator: tries every word at every place with the modules that judge people's plays."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping

from engine.errors import RuleViolation
from engine.model.board import Board, Cell, Direction, PlacedTile
from engine.model.tiles import Tile, Tiles, Word
from engine.model.variant import Variant
from engine.play.generator.generator import ScoredPlay
from engine.play.placement import Placement, check, score

Values = Mapping[tuple[int, ...], float]
"""Leave values by sorted letters, 0 for a blank."""


def slow_plays(board: Board, rack: Tiles, variant: Variant, words: frozenset[Word], values: Values) -> list[ScoredPlay]:
    """All legal plays in the defined order."""
    found = [
        play
        for direction in Direction
        for cell in board.layout.cells()
        for word in _fitting(cell, direction, board, rack, words)
        for play in _plays_at(cell, direction, word, board, rack, variant, words, values)
    ]
    return sorted(found, key=lambda play: _order(play, variant))


def _fitting(cell: Cell, direction: Direction, board: Board, rack: Tiles, words: frozenset[Word]) -> Iterator[Word]:
    """The words that can begin on a cell: up to the edge or a free square, with letters that lie there or are held."""
    if board.at(cell.step(direction, -1)):
        return
    line: list[str | None] = []
    while cell in board.layout:
        line.append(placed.letter if (placed := board[cell]) else None)
        cell = cell.step(direction)
    held, blanks = {tile.letter for tile in rack}, sum(tile.is_blank for tile in rack)
    for word in words:
        if len(word) <= len(line) and line[len(word) : len(word) + 1] in ([], [None]):
            pairs = list(zip(word, line, strict=False))
            agrees = all(here is None or here == letter for letter, here in pairs)
            if agrees and sum(here is None and letter not in held for letter, here in pairs) <= blanks:
                yield word


def _order(play: ScoredPlay, variant: Variant) -> tuple[object, ...]:
    tiles = [(variant.alphabet.index(t.letter), t.is_blank) for _, t in play.placement.tiles]
    down = play.placement.direction is Direction.DOWN
    return -round(play.equity * 1000), down, play.placement.cell, tiles


def _plays_at(
    cell: Cell,
    direction: Direction,
    word: Word,
    board: Board,
    rack: Tiles,
    variant: Variant,
    words: frozenset[Word],
    values: Values,
) -> Iterator[ScoredPlay]:
    cells = [cell.step(direction, i) for i in range(len(word))]
    new = {here: letter for here, letter in zip(cells, word, strict=True) if board[here] is None}
    lacking = Counter(new.values()) - Counter(tile.letter for tile in rack)
    if lacking.total() > sum(tile.is_blank for tile in rack):
        return
    try:
        check(new, board, direction)
    except RuleViolation:
        return
    after = board.place({c: PlacedTile(Tile(letter, 0), letter) for c, letter in new.items()})
    crosses = [run for c in new if len(run := after.run(c, direction.other)) > 1]
    if len(new) == 1 and crosses and direction is Direction.DOWN:
        return
    if all(after.word(run) in words for run in crosses):
        for tiles in _choices(new, rack):
            yield _best(Placement(cell, direction, ()), tiles, board, rack, variant, values)


def _choices(new: Mapping[Cell, str], rack: Tiles) -> Iterator[list[dict[Cell, PlacedTile]]]:
    """For every choice of squares for blanks, every choice of tiles."""
    held_blanks = sum(tile.is_blank for tile in rack)
    for blanks in itertools.chain(*(itertools.combinations(new, n) for n in range(held_blanks + 1))):
        groups: dict[str, list[Cell]] = {}
        for cell in new:
            groups.setdefault("" if cell in blanks else new[cell], []).append(cell)
        held = {letter: Counter(tile for tile in rack if tile.letter == letter) for letter in groups}
        if any(held[letter].total() < len(cells) for letter, cells in groups.items()):
            continue
        ways = [list(_sequences(held[letter], len(cells))) for letter, cells in groups.items()]
        places = list(itertools.chain(*groups.values()))
        yield [
            {c: PlacedTile(t, new[c]) for c, t in zip(places, itertools.chain(*way), strict=True)}
            for way in itertools.product(*ways)
        ]


def _sequences(tiles: Counter[Tile], length: int) -> Iterator[tuple[Tile, ...]]:
    """Every distinct sequence of `length` of the tiles."""
    if length == 0:
        yield ()
        return
    for tile in [tile for tile, count in tiles.items() if count]:
        for rest in _sequences(tiles - Counter([tile]), length - 1):
            yield (tile, *rest)


def _best(
    placement: Placement,
    choices: list[dict[Cell, PlacedTile]],
    board: Board,
    rack: Tiles,
    variant: Variant,
    values: Values,
) -> ScoredPlay:
    """The assignment that scores most; among equals, the one with its highest points first."""
    placements = [Placement(placement.cell, placement.direction, tuple(sorted(tiles.items()))) for tiles in choices]
    totals = [score(board, p, variant).total for p in placements]
    points = [[placed.tile.points for _, placed in p.tiles] for p in placements]
    total, _, best = max(zip(totals, points, range(len(totals)), strict=True))
    leave = rack - placements[best].used
    equity = (total * 1000 + round(values.get(letters_of(leave, variant), 0) * 1000)) / 1000
    return ScoredPlay(placements[best], total, equity, leave)


def letters_of(leave: Tiles, variant: Variant) -> tuple[int, ...]:
    """The sorted letters of a leave, 0 for a blank."""
    return tuple(sorted(variant.alphabet.index(tile.letter) if tile.letter else 0 for tile in leave))


def duplicates(plays: list[ScoredPlay]) -> list[Placement]:
    """Placements that occur more than once."""
    return [placement for placement, count in Counter(play.placement for play in plays).items() if count > 1]
