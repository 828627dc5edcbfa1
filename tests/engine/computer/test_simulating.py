"""Which moves level 8 simulates in a position, and how it divides its time among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from engine.computer import simulating
from engine.computer.kernels import simulation as kernel
from engine.computer.kernels.assessing import POOL, SEAT, SEATS, SWING
from engine.computer.kernels.replies import Tools
from engine.computer.kernels.simulation import Results
from engine.computer.player import considered, is_mirrored
from engine.computer.simulating import LANES, LONGEST, Run, Simulation, simulate
from engine.computer.tools import Candidate, Luck
from engine.computer.weighing import exchanges, weigh
from engine.game.views import SeatView
from engine.loading import load_variant
from engine.model.board import Direction
from engine.model.levels import level
from engine.play.generator.encoding import encode_board, encode_rack
from engine.play.generator.generator import ScoredPlay
from tests.engine.computer.test_endgame import near
from tests.support.engines import after, tools, view_of
from tests.support.games import tiles

CARE = "\n" * 7 + ".......CARE"


def simulation_of(view: SeatView, held: str) -> Simulation:
    """The simulation of the moves that level 8 considers."""
    weighed = weigh(view, tiles(held), tools(), level(8), Luck(b""))
    candidates, records = considered(weighed, view, tiles(held), tools())
    return Simulation.of(view, tiles(held), tools(), candidates, records)


def play_on(simulation: Simulation, deals: np.ndarray, plies: int) -> np.ndarray:
    """Chance and lead by deal and candidate, after this many turns beyond the candidate's."""
    table, variant = simulation.view.table, simulation.tools.generator.variant
    facts = np.zeros(5, np.int64)
    facts[[POOL, SEAT, SEATS, 3, SWING]] = table.pool, simulation.view.seat, len(table.seats), plies, 2
    learnt = np.full((len(deals), len(simulation.moves), 2), np.nan)
    kernel.simulate(
        Tools(*simulation.tools.generator.arrays, simulation.tools.leaves.entries),
        facts,
        encode_board(table.board, variant.alphabet),
        encode_rack(simulation.rack, variant.alphabet),
        np.array([seat.tiles for seat in table.seats], np.int64),
        np.array([seat.score for seat in table.seats], np.float64),
        simulation.moves,
        simulation.active,
        deals,
        learnt,
    )
    return learnt


def test_a_last_move_that_empties_the_pool_is_laid_before_the_game_goes_on() -> None:
    """With one tile in the pool after an exchange, any reply draws it, so looking further ahead changes nothing."""
    view, held = near("VVWUUIC", "DEILORS", "G"), "VVWUUIC"
    swaps = exchanges(view, tiles(held), tools(), 5)
    assert len(swaps) == 5
    simulation = Simulation.of(view, tiles(held), tools(), swaps, np.zeros((0, 4), np.int64))
    deals = kernel.deal_tiles(np.array([5], np.int64), simulation.unseen, 20)
    assert np.array_equal(play_on(simulation, deals, 1), play_on(simulation, deals, 9))


def test_plays_that_mirror_each_other_are_considered_once() -> None:
    """On an empty board that is symmetric about its diagonal only plays across are considered; otherwise both ways."""
    opening = view_of("", "ADEINOT")
    assert is_mirrored(opening)
    moves = [one.move for one in simulation_of(opening, "ADEINOT").candidates]
    plays = [move for move in moves if isinstance(move, ScoredPlay)]
    assert plays
    assert all(play.placement.direction is Direction.ACROSS for play in plays)
    later = view_of(CARE, "ADEINOT")
    assert not is_mirrored(later)
    assert any(
        isinstance(one.move, ScoredPlay) and one.move.placement.direction is Direction.DOWN
        for one in simulation_of(later, "ADEINOT").candidates
    )


@pytest.mark.parametrize(("name", "mirrored"), [("super", True), ("quick", False), ("cardwords", False)])
def test_boards_that_are_the_same_along_their_diagonal(name: str, mirrored: bool) -> None:
    """A board of 19 by 10 squares cannot be symmetric, nor one with unsymmetric premium squares."""
    view = view_of("", "ADEINOT")
    variant = load_variant(name, "en")
    table = replace(
        view.table,
        setup=replace(view.table.setup, variant=variant),
        board=type(view.table.board).empty(variant.layout),
    )
    assert is_mirrored(replace(view, table=table)) is mirrored


def test_near_the_end_moves_of_all_equities_are_considered() -> None:
    """After a bingo that does not win, the other moves are still considered; earlier in the game they are not."""
    held = "JUKEBOX"
    ahead, behind = view_of(CARE, held, pool=60), near(held, "DEILORS", "GO", scores=(100, 400))
    first = [one.value for one in simulation_of(ahead, held).candidates]
    assert max(first) - min(first) <= 25
    last = [one.value for one in simulation_of(behind, held).candidates]
    assert max(last) - min(last) > 25


def test_rounds_grow_with_what_is_known() -> None:
    """Longer rounds later on mean that threads seldom wait for each other."""
    simulation = simulation_of(view_of(CARE, "ADEINOT"), "ADEINOT")
    assert simulation.calls == LANES
    simulation.deals = 10_000
    assert simulation.calls == LANES * LONGEST


@pytest.mark.parametrize(("deals", "kept"), [(20, [1, 1]), (2_000, [1, 0])])
def test_few_deals_drop_only_what_is_far_behind(deals: int, kept: list[int]) -> None:
    """A candidate 2.3 standard errors behind stays at first, as few deals say little of their own errors."""
    simulation = simulation_of(view_of(CARE, "ADEINOT"), "ADEINOT")
    simulation.active[2:] = 0
    learnt = np.full((deals, len(simulation.moves), 2), 0.0)
    behind = np.resize([-0.1, 0.1], deals) + 2.3 * 0.1 / deals**0.5
    learnt[:, 1, 0] = -behind
    simulation.learn(learnt)
    simulation.drop()
    assert simulation.active[:2].tolist() == kept


def test_the_same_deals_whoever_plays_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads at once, with the next round under way, learn what one after the other does."""
    monkeypatch.setattr(simulating, "ENOUGH", 300)
    monkeypatch.setattr(simulating, "DROPPED_BEYOND", 5.0)

    def best(run: Run) -> list[Candidate]:
        simulation = simulation_of(view_of(CARE, "ADEINOT"), "ADEINOT")
        found = simulate(simulation, Luck(b"x"), lambda: False, lambda found: None, run)
        assert simulation.is_decided
        return found

    with ThreadPoolExecutor(2) as pool:
        assert best(map) == best(pool.map)


def test_threads_play_the_next_round_while_the_last_one_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else they would wait for each other at the end of each round."""
    monkeypatch.setattr(simulating, "DROPPED_BEYOND", 1e9)
    waiting: list[int] = []
    reports: list[int] = []

    def run(work: Callable[[int], Results], calls: Iterable[int]) -> Iterator[Results]:
        waiting.append(len(reports))
        return map(work, calls)

    simulation = simulation_of(view_of(CARE, "ADEINOT"), "ADEINOT")
    simulate(simulation, Luck(b"x"), lambda: len(reports) == 3, lambda found: reports.append(1), run)
    assert waiting == [0, 0, 1, 2]


def test_rounds_under_way_count_once_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What threads have played by then is not thrown away."""
    monkeypatch.setattr(simulating, "DROPPED_BEYOND", 1e9)
    simulation, stop = simulation_of(view_of(CARE, "ADEINOT"), "ADEINOT"), Event()
    batch = simulation.batch

    def run(work: Callable[[int], Results], calls: Iterable[int]) -> list[Results]:
        return [work(call) for call in calls]

    found = simulate(simulation, Luck(b"x"), stop.is_set, lambda found: stop.set(), run)
    assert simulation.deals == 2 * LANES * batch
    assert found[0].deals == simulation.deals


def test_stopped_at_once_the_first_candidate_is_chosen() -> None:
    """A player that must move at once still moves."""
    simulation = simulation_of(view_of(CARE, "ADEINOT"), "ADEINOT")
    found = simulate(simulation, Luck(b"x"), after(0), lambda found: None, map)
    assert found[0] == simulation.candidates[0]
