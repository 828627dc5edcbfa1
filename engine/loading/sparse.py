"""Tools for a single position, for use until the kernels are compiled.

As plain Python, the kernels need half a minute to build the graph of all words and the table of all leaves, but only a
moment for the words and leaves that matter on one board with one rack. With these tools, every level that does not look
ahead chooses the same move, and hints are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from engine.computer.leaves import LeaveList, estimate_of, longest_leave, rows_of
from engine.computer.tools import ComputerTools
from engine.computer.vocabulary import Vocabulary
from engine.formats import klv
from engine.game.views import SeatView
from engine.limits import COMMAND_LINE
from engine.loading.computers import learnt_file
from engine.loading.unpacking import read_packed
from engine.loading.vocabularies import load_coarse, load_unwanted, load_vocabulary
from engine.model.alphabet import Alphabet
from engine.model.board import Board
from engine.model.levels import LEVELS
from engine.model.tiles import KnownRack, Tiles
from engine.model.variant import Variant
from engine.play.generator.generator import Generator
from engine.play.generator.kernels.layout import MAX_TILES
from engine.play.generator.leaves import LeaveTable, Letters
from engine.words.fitting import spelled
from engine.words.graph import WordGraph
from engine.words.graph.build import build_graph
from engine.words.lexicon import Lexicon
from engine.words.wordlist import LexiconId


def load_sparse_tools(view: SeatView, lexicon: Lexicon) -> ComputerTools:
    """The tools for a seat in its present position, useless after the next move. Raises as `load_tools`.

    Here a player with a limited vocabulary finds plays with all words first and then keeps those that it knows.
    """
    variant, board = view.table.variant, view.table.board
    rack = view.rack.tiles if isinstance(view.rack, KnownRack) else Tiles()
    generator = Generator(variant, _graph(lexicon, board, rack))
    return ComputerTools(
        generator,
        tuple(generator for level in LEVELS if level.words is not None),
        lexicon,
        _vocabulary(variant.language, lexicon),
        _leaves(variant, rack),
        load_unwanted(variant.language, lexicon),
        load_coarse(variant.language, lexicon),
    )


_vocabularies: dict[tuple[str, LexiconId], Vocabulary] = {}


def _vocabulary(language: str, lexicon: Lexicon) -> Vocabulary:
    """The vocabulary, cached because the next position is likely to need the same one."""
    key = (language, lexicon.id)
    if key not in _vocabularies:
        _vocabularies.clear()
        _vocabularies[key] = load_vocabulary(language, lexicon)
    return _vocabularies[key]


def _graph(lexicon: Lexicon, board: Board, rack: Tiles) -> WordGraph:
    """A graph of the words that can be on the board after a play."""
    if isinstance(lexicon.base, WordGraph) and not lexicon.is_changed:
        return lexicon.base
    return build_graph(spelled(lexicon.word_list(), _stocks(lexicon.alphabet, board, rack)))


def _stocks(alphabet: Alphabet, board: Board, rack: Tiles) -> Iterator[tuple[int, ...]]:
    """The counts of letters on the rack and in a line, for each row and column of the board."""
    held = Counter(alphabet.index(tile.letter) if tile.letter else 0 for tile in rack)
    width = board.layout.width
    rows = [board.squares[at : at + width] for at in range(0, len(board.squares), width)]
    columns = [board.squares[at::width] for at in range(width)]
    for line in (*rows, *columns):
        counts = held + Counter(alphabet.index(placed.letter) for placed in line if placed)
        yield tuple(counts[letter] for letter in range(len(alphabet) + 1))


def _leaves(variant: Variant, rack: Tiles) -> LeaveTable:
    """The values of all leaves of a rack."""
    return _values(variant, list(_parts(variant.alphabet, rack))).table()


def _values(variant: Variant, leaves: list[Letters]) -> LeaveList:
    path = learnt_file(variant)
    if path is None:
        longest = longest_leave(variant)
        return estimate_of(variant, rows_of(leave for leave in leaves if len(leave) <= longest))
    return klv.look_up(read_packed(path), len(variant.alphabet), leaves, path.name, COMMAND_LINE)


def _parts(alphabet: Alphabet, rack: Tiles) -> Iterator[Letters]:
    """Every choice of tiles from a rack, as letters in the alphabet's order, blanks first.

    There are none for a rack of more than twelve tiles, whose leaves are never looked up.
    """
    if len(rack) > MAX_TILES:
        return
    letters = sorted(alphabet.index(tile.letter) if tile.letter else 0 for tile in rack)
    for size in range(1, len(letters) + 1):
        yield from sorted(set(combinations(letters, size)))
