"""The endgame and the pre-endgame compared with slow searches that try everything."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from math import comb

import numpy as np
import pytest

from engine.computer.endgame import Search, is_known, solve
from engine.computer.kernels import endgame as endings
from engine.computer.kernels import listing, replies
from engine.computer.leaves import estimate
from engine.computer.player import choose
from engine.computer.preendgame import Endings, is_near, list_deals, try_all
from engine.computer.selfplay import Contestant, play_game
from engine.computer.simulating import Simulation
from engine.computer.tools import Candidate, ComputerTools, Luck, Vocabulary, ignore
from engine.computer.weighing import weigh
from engine.game.commands import Pass, Play
from engine.game.views import SeatView
from engine.model.board import Board
from engine.model.levels import SearchPart, level
from engine.model.tiles import KnownRack, Tiles, TileSet
from engine.play.generator.encoding import build_map, encode_board, encode_rack
from engine.play.generator.generator import Generator
from engine.play.generator.kernels import layout, racks, search
from engine.words.lexicon import Lexicon, WordList
from tests.support import diagram
from tests.support.engines import after, tools, view_of
from tests.support.engines import tools as english_tools
from tests.support.games import STANDARD, rack, tiles
from tests.support.generator_cases import CASES, Case, digraphs, random_board, random_rack, rectangle
from tests.support.later import at_gate, later

BOARD = "\n" * 7 + ".......CARELESS"


def slow_value(board: Board, racks: tuple[Tiles, Tiles], idle: int) -> int:
    """The lead that the seat on turn still gains, with both playing perfectly."""
    mine, theirs = racks
    if idle == 2:
        return theirs.points - mine.points
    values = [-slow_value(board, (theirs, mine), idle + 1)]
    for play in tools().generator.all(board, mine):
        going_on = -slow_value(play.placement.on(board), (theirs, play.leave), 0) if play.leave else 2 * theirs.points
        values.append(play.score + going_on)
    return max(values)


def ending(own: str, other: str, scores: tuple[int, int] = (300, 300)) -> SeatView:
    """A view of seat 0 in which every tile except the two racks is on the board, as far as anyone can tell."""
    view = view_of(BOARD, own, pool=0)
    variant = replace(STANDARD, tile_set=TileSet(tiles("CARELESS") + tiles(own) + tiles(other)))
    seats = tuple(
        replace(seat, score=score, tiles=len(held))
        for seat, score, held in zip(view.table.seats, scores, (own, other), strict=True)
    )
    table = replace(view.table, setup=replace(view.table.setup, variant=variant), seats=seats)
    return SeatView(table, 0, KnownRack(tiles(own)))


@pytest.mark.parametrize("seed", range(12))
def test_small_endings_are_solved_exactly(seed: int) -> None:
    """With racks of one or two tiles, the lead found is that of perfect play by both sides."""
    source = random.Random(seed)
    own, other = ("".join(source.choices("AEIORSTLNDQVHY", k=source.randint(1, 2))) for _ in range(2))
    view = ending(own, other)
    assert is_known(view)
    rack = tiles(own)
    weighed = weigh(view, rack, tools(), level(8), Luck(b""))
    candidates = [Candidate(weighed.plays[i], weighed.values[i]) for i in weighed.order]
    records = weighed.plays.records[weighed.order]
    found = solve(view, rack, tools(), candidates, records, lambda: False, ignore)[0]
    best = slow_value(view.table.board, (rack, tiles(other)), 0)
    if found is None:
        assert best == -slow_value(view.table.board, (tiles(other), rack), 1)
    else:
        assert found.lead == best
        assert found.proven


def test_the_last_tiles_go_out_in_the_order_that_pays() -> None:
    """A level 8 computer goes out where that wins, with a play that the rules accept."""
    command = choose(ending("S", "QVJ"), tools(), strength=8)
    assert isinstance(command, Play)


def test_stuck_players_pass() -> None:
    """With nothing to play there is nothing to search."""
    assert isinstance(choose(ending("V", "V"), tools(), strength=8), Pass)


def test_search_stops_when_told() -> None:
    """With full racks the search does not finish in time; the computer plays the best move found so far."""
    assert isinstance(choose(ending("AEINRST", "DEILORS"), tools(), after(1), strength=8), Play)


def test_pool_or_third_seat_leave_something_hidden() -> None:
    """With a tile in the pool or a third seat, the other racks are unknown."""
    assert not is_known(view_of(BOARD, "AEINRST", pool=1))


def near(own: str, other: str, pool: str, scores: tuple[int, int] = (300, 300)) -> SeatView:
    """A view of seat 0 with these few tiles left in the pool."""
    view = view_of(BOARD, own, pool=len(pool))
    variant = replace(STANDARD, tile_set=TileSet(tiles("CARELESS") + tiles(own) + tiles(other) + tiles(pool)))
    seats = tuple(
        replace(seat, score=score, tiles=len(held))
        for seat, score, held in zip(view.table.seats, scores, (own, other), strict=True)
    )
    table = replace(view.table, setup=replace(view.table.setup, variant=variant), seats=seats)
    return SeatView(table, 0, rack(own))


def simulation_of(view: SeatView, own: str) -> Simulation:
    """The simulation of all plays of a rack."""
    weighed = weigh(view, tiles(own), tools(), level(8), Luck(b""))
    candidates = [Candidate(weighed.plays[i], weighed.values[i]) for i in weighed.order]
    return Simulation.of(view, tiles(own), tools(), candidates, weighed.plays.records[weighed.order])


@pytest.mark.parametrize("pool", [1, 2, 3, 4])
def test_every_content_of_the_pool_counts_as_often_as_it_is_likely(pool: int) -> None:
    """Weights are the numbers of ways to draw the tiles; each deal covers all unseen tiles."""
    unseen = np.array([1, 1, 2, 3, 3, 3, 4, 5], np.int32)
    deals, weights = list_deals(unseen, pool, Luck(b""))
    assert weights.sum() == comb(8, pool)
    contents = {tuple(sorted(deal[:pool])): weight for deal, weight in zip(deals.tolist(), weights, strict=True)}
    drawn = Counter(tuple(sorted(order[:pool])) for order in permutations(unseen.tolist(), pool))
    ways = len(list(permutations(range(pool))))
    assert contents == {content: count / ways for content, count in drawn.items()}
    assert all(sorted(deal) == sorted(unseen.tolist()) for deal in deals.tolist())


@pytest.mark.parametrize("seed", range(4))
def test_small_positions_are_judged_as_by_trying_everything(seed: int) -> None:
    """With racks of one tile and one in the pool, a play's chance is the share of pools in which it wins."""
    source = random.Random(seed)
    own, other, pool = ("".join(source.choices("AEIOSTNDY", k=k)) for k in (1, 1, 1))
    view = near(own, other, pool, scores=(300, source.choice((298, 302, 305))))
    assert is_near(view)
    simulation = simulation_of(view, own)
    deals, weights = list_deals(simulation.unseen, 1, Luck(b""))
    simulation.learn(simulation.play(deals, simulation.active), weights)
    Endings.of(simulation, deals).search(lambda: False, ignore, map)
    for candidate in simulation.ranked()[:6]:
        chances = [slow_chance(view, candidate, tiles(left), tiles(drawn)) for left, drawn in splits(other + pool)]
        assert candidate.chance == pytest.approx(sum(chances) / len(chances))


def splits(unseen: str) -> list[tuple[str, str]]:
    """Each way to share the unseen tiles between the other rack and a pool of one tile."""
    return [(unseen[:i] + unseen[i + 1 :], unseen[i]) for i in range(len(unseen))]


def slow_chance(view: SeatView, candidate: Candidate, other: Tiles, drawn: Tiles) -> float:
    """Whether a play wins against perfect play when the pool is known."""
    play = candidate.move
    board: Board = play.placement.on(view.table.board)  # type: ignore[union-attr]
    lead = view.table.seats[0].score + play.score - view.table.seats[1].score
    lead -= slow_value(board, (other, play.leave + drawn), 0)
    return 0.5 if lead == 0 else float(lead > 0)


def test_level_8_plays_near_the_end_and_stops_when_told() -> None:
    """Level 8 moves in time with two full racks, whichever part is switched off."""
    view = near("AEINRST", "DEILORS", "GO")
    for part in (None, *SearchPart):
        without = frozenset({part}) if part else frozenset()
        assert isinstance(choose(view, tools(), after(2), strength=8, without=without), Play)


def test_the_same_deals_give_the_same_choice() -> None:
    """Nothing but the view and the number of checks before the stop decides."""
    view = near("AEINRST", "DEILORS", "GO")
    first, second = (try_all(simulation_of(view, "AEINRST"), Luck(b"x"), after(5), ignore, map)[0] for _ in range(2))
    assert first == second


def test_not_near_with_more_tiles_or_seats() -> None:
    """Five tiles in the pool are too many, an empty pool too few."""
    assert not is_near(near("AEINRST", "DEILORS", "GOATS"))
    assert not is_near(near("AEINRST", "DEILORS", ""))


SLOTS = 4095


@functools.cache
def tools_of(case: Case, *, mapped: bool = True) -> ComputerTools:
    """The tools that computer players of a case use."""
    word_map = build_map(case.graph, max(case.variant.layout.size)) if mapped else None
    words = WordList.of(bytes(map(case.variant.alphabet.index, word)) for word in case.words)
    lexicon = Lexicon.of(case.variant.name, case.variant.alphabet, words)
    generator = Generator(case.variant, case.graph, word_map)
    return ComputerTools(generator, (), lexicon, Vocabulary.of(()), estimate(case.variant), frozenset(), frozenset())


@pytest.mark.parametrize("make", CASES)
@pytest.mark.parametrize("mapped", [False, *at_gate([True])])
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
@pytest.mark.parametrize("mapped", [False, *at_gate([True])])
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


@pytest.mark.parametrize("make", [digraphs, rectangle, *later((CASES[0], *CASES[3:]))])
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
