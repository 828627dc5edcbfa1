"""The shortcuts of simulation and endgame compared with the plain generator, on boards of many variants."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from engine.computer.contests import Contestant
from engine.computer.endgame import Search
from engine.computer.kernels import endgame as endings
from engine.computer.kernels import listing, replies
from engine.computer.leaves import estimate
from engine.computer.selfplay import play_game
from engine.computer.tools import ComputerTools
from engine.computer.vocabulary import Vocabulary
from engine.model.levels import SearchPart
from engine.model.tiles import Tiles
from engine.play.generator.encoding import encode_board, encode_rack
from engine.play.generator.generator import Generator
from engine.play.generator.kernels import layout, racks, search
from engine.play.generator.wordmap import build_map
from engine.words.lexicon import Lexicon
from engine.words.wordlist import WordList
from tests.support import diagram
from tests.support.computers import tools as english_tools
from tests.support.generator_cases import CASES, Case, random_board, random_rack
from tests.support.later import later

SLOTS = 4095


def tools_of(case: Case, *, mapped: bool = True) -> ComputerTools:
    """The tools that computer players of a case use."""
    word_map = build_map(case.graph, max(case.variant.layout.size)) if mapped else None
    words = WordList.of(bytes(map(case.variant.alphabet.index, word)) for word in case.words)
    lexicon = Lexicon.of(case.variant.name, case.variant.alphabet, words)
    generator = Generator(case.variant, case.graph, word_map)
    return ComputerTools(generator, (), lexicon, Vocabulary.of(()), estimate(case.variant), frozenset(), frozenset())


@pytest.mark.parametrize("make", CASES)
@pytest.mark.parametrize("mapped", [True, False])
def test_replies_behind_candidates_are_the_best_plays(make: Callable[[], Case], mapped: bool) -> None:
    """PuzzleSearch only the lines that a candidate changes, above the best reply elsewhere, misses nothing."""
    case = make()
    tools, source = tools_of(case, mapped=mapped), random.Random(5)
    variant, arrays = case.variant, tools.generator.arrays
    lines = int(arrays[0][layout.LINES])
    size = lines * int(arrays[0][layout.STRIDE])
    changes = 0
    for attempt in range(6):
        board = random_board(case, 2 * attempt, source)
        rack = random_rack(variant, source)
        position = encode_board(board, variant.alphabet)
        slots = racks.sort_rack(encode_rack(rack, variant.alphabet))
        moves = search.best_plays(*arrays, np.zeros(0, np.int64), position, encode_rack(rack, variant.alphabet), 6)
        count = len(moves)
        boards = np.zeros((count + 1, len(position)), np.int32)
        masks, cells = np.zeros((count + 1, size), np.int64), np.zeros((count + 1, layout.SECTIONS * size), np.int32)
        changed = np.zeros((count, lines), np.uint8)
        base = replies.prepare_candidates(*arrays[:2], position, slots, moves, boards, masks, cells, changed)
        held = encode_rack(random_rack(variant, source), variant.alphabet)
        theirs = racks.sort_rack(held)
        values = racks.value_leaves(theirs, tools.leaves.entries)
        all_tools = replies.Tools(*arrays, tools.leaves.entries)
        hand = replies.new_hand(all_tools, held)
        nothing, everywhere = moves[:0], np.zeros(0, np.uint8)
        known = replies.best_of(all_tools, masks[base], cells[base], hand, everywhere, nothing, layout.NOTHING, 4)
        for i in range(count):
            floors = [row for row in known if not replies.is_changed(arrays[0], changed[i], int(row[layout.KEY]))]
            floor = np.array(floors[:1], np.int64).reshape(-1, layout.FIELDS)
            marked = changed[i] if len(floor) else everywhere
            reply = replies.best_of(all_tools, masks[i], cells[i], hand, marked, floor, layout.NOTHING, 1)
            best = search.best_plays(*arrays, values, boards[i], held, 1)
            assert reply.tolist() == best.tolist()
            changes += len(floor)
    assert changes or case.variant.name in {"tiny", "points"}


@pytest.mark.parametrize("make", CASES)
@pytest.mark.parametrize("mapped", [True, False])
def test_plays_taken_over_in_endings_are_all_plays(make: Callable[[], Case], mapped: bool) -> None:
    """At every node of a search the plays listed are those that the generator finds."""
    case = make()
    tools, source = tools_of(case, mapped=mapped), random.Random(7)
    variant, nodes = case.variant, 0
    for words in (3, 5, 8):
        board = random_board(case, words, source)
        held = [encode_rack(random_rack(variant, source, most_blanks=1), variant.alphabet)[:5] for _ in range(2)]
        found = Search.room(tools, variant.rack_size, len(board.squares))
        found.set_up(encode_board(board, variant.alphabet), (held[0], held[1]), 2, 0, 0)
        found.list_root()
        listing.sort_moves(found.game.moves[0], int(found.game.plies[0, listing.LISTED]))
        found.game.plies[0, listing.MOVES] = min(found.game.plies[0, listing.LISTED], 6)
        found.begin(3, 4)
        for _ in range(120):
            endings.search(found.game, 1)
            ply = int(found.game.facts[listing.DEPTH])
            if ply == 0 or not found.game.plies[ply, listing.WHOLE]:
                continue
            nodes += 1
            turn = ply & 1
            rack = found.game.racks[ply, turn, : found.game.sizes[ply, turn]].copy()
            at = found.game.boards[ply].copy()
            plays = search.all_plays(*tools.generator.arrays, np.zeros(0, np.int64), at, rack)
            listed = found.game.moves[ply, : found.game.plies[ply, listing.LISTED]]
            listed = listed[listed[:, layout.KEY] != listing.PASS]
            assert _sorted(listed) == _sorted(plays)
    assert nodes > 20 or variant.rack_size == 1


def _sorted(moves: np.ndarray) -> list[tuple[int, int, int]]:
    return sorted((int(m[layout.KEY]), int(m[layout.KEY_2]) & ~SLOTS, int(m[layout.SCORE])) for m in moves)


@pytest.mark.parametrize("make", CASES)
@pytest.mark.parametrize("seats", [3, *later((1, 2))])
def test_level_8_plays_every_variant(make: Callable[[], Case], seats: int) -> None:
    """Whole games, by the rules: boards of 31 columns, racks of one to twelve tiles, 60 letters, up to three seats."""
    ticks = iter(range(10**9))
    tools = tools_of(make())
    outcome = play_game(tools, (Contestant(8),) * seats, 3, lambda: next(ticks) / 4)
    assert len(outcome.scores) == seats


@pytest.mark.parametrize(
    "part", [SearchPart.ENDGAME, *later(part for part in SearchPart if part is not SearchPart.ENDGAME)]
)
def test_parts_can_be_switched_off(part: SearchPart) -> None:
    """With any one way of looking ahead switched off, the game still goes on to its end."""
    ticks = iter(range(10**9))
    players = (Contestant(8, frozenset(SearchPart) - {part}), Contestant(8, frozenset({part})))
    assert play_game(english_tools(), players, 5, lambda: next(ticks) / 4).winners


def test_best_value_of_a_won_ending() -> None:
    """A player who can go out at once does, and gains twice the value of the other rack."""
    tools = english_tools()
    variant = tools.generator.variant
    board = encode_board(diagram.read("\n" * 7 + ".......CARE", variant), variant.alphabet)
    s, q = (encode_rack(Tiles.of(variant.tile_set.of_letter(x)[:1]), variant.alphabet) for x in "SQ")
    room = Search.room(tools, 7, len(board))
    room.set_up(board, (s, q), 2, 10, 0)
    room.list_root()
    best = search.best_plays(*tools.generator.arrays, np.zeros(0, np.int64), board, s, 1)
    assert room.best_value(4, 8, 1000) == 10 + best[0, layout.SCORE] + 20
