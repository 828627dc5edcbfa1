"""How well computer players choose, how long they think, and how their strength shows in reviews."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from statistics import fmean, median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import pytest

import engine
from engine.api.opening import open_resources
from engine.computer import simulating
from engine.computer.player import analyse, choose, never
from engine.computer.selfplay import Contestant, SelfPlayResult, play_by_rules, play_compiled, play_game
from engine.computer.tools import Candidate, ComputerTools
from engine.formats import cgp
from engine.formats.tiletext import write_rack
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.phases import FinalPass, Turn
from engine.game.state import HintKind
from engine.game.views import SeatView, seat_view
from engine.play.generator.generator import ScoredPlay
from engine.play.placement import write_move
from engine.review.hints import ExchangeHint, PlayHint, hint
from engine.review.reviewing import review_turn
from engine.review.turns import reviewable, summarise
from engine.review.values import GameReview
from tests.support.engines import table, tools, view_of
from tests.support.games import STANDARD

if TYPE_CHECKING:
    from engine.computer.kernels.simulation import Results


FOLDER = os.environ.get("POSITIONS", "")
WORDS = os.environ.get("WORDS", "english")
SECONDS = [float(one) for one in os.environ.get("SECONDS", "0.1 0.5 3").split()]
MOST = int(os.environ.get("MOST", "100000"))


def read(name: str) -> list[dict[str, Any]]:
    """The lines of a file of positions."""
    return [json.loads(line) for line in (Path(FOLDER) / name).read_text().splitlines()[:MOST]]


@cache
def prepared() -> ComputerTools:
    """The players' tools, fully loaded."""
    tools = open_resources(STANDARD, WORDS).computers
    choose_judged(tools, "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ADEINOT/ 0/0 0", 8, 0.2)
    return tools


def look_at(tools: ComputerTools, text: str) -> SeatView:
    """The view of the player to move."""
    return engine.open_position(text, variant=STANDARD, lexicon=tools.lexicon).view


def choose_judged(tools: ComputerTools, text: str, level: int, seconds: float) -> Candidate | None:
    """The choice of a level within `seconds` on one thread."""
    view, end = look_at(tools, text), perf_counter() + seconds
    return analyse(view, tools, level, lambda: perf_counter() > end)[0]


def name_of(found: Candidate | None, text: str) -> str:
    """A choice as move text."""
    if found is None:
        return "(pass)"
    move = found.move
    if isinstance(move, ScoredPlay):
        return plain(write_move(cgp.read(text, STANDARD).board, move.placement, STANDARD))
    return plain(f"(exch {write_rack(move.tiles, STANDARD)})")


def plain(move: str) -> str:
    """Move text without differences between engines: blanks on the board, the order of exchanged tiles."""
    if move.startswith("(exch "):
        return f"(exch {''.join(sorted(move[6:-1]))})"
    return re.sub(r"\(.*?\)", lambda through: through[0].upper(), move)


def mirrored(move: str) -> str:
    """The same play on an empty board, mirrored."""
    place, _, word = move.partition(" ")
    row, column = re.sub(r"[A-O]", "", place), re.sub(r"[0-9]", "", place)
    other_row, other_column = str(ord(column) - 64), chr(64 + int(row))
    turned = other_column + other_row if place[0].isdigit() else other_row + other_column
    return f"{turned} {word}"


def regret(position: dict[str, Any], choice: str) -> float:
    """By how many per cent a choice wins less often than the best one."""
    wins = {plain(play["move"]): play["win"] for play in position["plays"]}
    empty = re.fullmatch(r"[0-9/]+", position["cgp"].split()[0])
    if choice not in wins and empty and not choice.startswith("("):
        choice = mirrored(choice)
    return float(max(wins.values()) - wins.get(choice, min(wins.values())))


def each_player(measure: Callable[[int, float], str]) -> None:
    """Print the measurement for level 7, and for level 8 with each time."""
    print(f"\nlevel 7: {measure(7, 0)}")
    for seconds in SECONDS:
        print(f"level 8 at {seconds:g} s: {measure(8, seconds)}", flush=True)


@pytest.mark.benchmark
@pytest.mark.timeout(7200)
@pytest.mark.skipif(not FOLDER, reason="POSITIONS names no folder of judged positions")
def test_regret_of_choices() -> None:
    """The mean regret in per cent, and the share of its time that the player uses."""
    positions = read("sim_positions.jsonl")

    def measure(level: int, seconds: float) -> str:
        begun, tools = perf_counter(), prepared()
        regrets = [
            regret(one, name_of(choose_judged(tools, one["cgp"], level, seconds), one["cgp"])) for one in positions
        ]
        assert all(one >= 0 for one in regrets)
        taken = (perf_counter() - begun) / len(positions)
        return f"mean regret {fmean(regrets):.3f} % in {len(regrets)} positions, {taken:.2f} s each"

    prepared()
    each_player(measure)


@pytest.mark.benchmark
@pytest.mark.timeout(7200)
@pytest.mark.skipif(not FOLDER, reason="POSITIONS names no folder of judged positions")
def test_share_of_optimal_endgames() -> None:
    """How often the choice is optimal: the named move, or another that is proven to give the same spread."""
    positions = read("endgame_positions.jsonl")

    def measure(level: int, seconds: float) -> str:
        tools, optimal, proven = prepared(), 0, 0
        for one in positions:
            found = choose_judged(tools, one["cgp"], level, seconds)
            same = found is not None and found.proven and found.lead == one["spread"] + lead_before(one["cgp"])
            optimal += same or name_of(found, one["cgp"]) == plain(one["best"])
            proven += found is not None and found.proven
        return f"{optimal} of {len(positions)} endgames optimal, {proven} proven"

    prepared()
    each_player(measure)


def lead_before(text: str) -> int:
    """The lead of the player to move, in points."""
    own, other = cgp.read(text, STANDARD).scores
    return own - other


GAMES = int(os.environ.get("GAMES", "4"))


Taken = dict[int, float]


def played(seed: int) -> tuple[tuple[ev.Event, ...], Taken]:
    """A game of best hints, and the seconds of processor time that each took, by turn; without a hint, a pass."""
    game, seconds, number = table(seed=seed).start(), Taken(), 0
    while isinstance(game.game.phase, Turn | FinalPass):
        phase, turn = game.game.phase, game.game.turn
        seat = phase.seat if isinstance(phase, Turn) else phase.waiting[0]
        player, begun, best = game.game.seats[seat].player.id, process_time(), None
        if isinstance(phase, Turn):
            number += 1
            best = hint(seat_view(game.game, seat), tools(), HintKind.BEST, 0, never)
        if best:
            seconds[number] = process_time() - begun
        match best:
            case PlayHint(play=play):
                game.do(cmd.Play(player, play.placement, turn))
            case ExchangeHint(tiles=tiles):
                game.do(cmd.Exchange(player, tiles, turn))
            case _:
                game.do(cmd.Pass(player, turn))
    return tuple(game.events), seconds


@pytest.mark.benchmark
@pytest.mark.timeout(7200)
def test_best_hints_that_the_review_calls_mistakes() -> None:
    grades, seconds = Counter[str](), list[float]()
    hint(seat_view(table(seed=1).start().game, 0), tools(), HintKind.BEST, 0, never)
    with ThreadPoolExecutor(2) as pool:
        for seed in range(1, GAMES + 1):
            events, taken = played(seed)
            seconds += taken.values()
            for one in reviewable(events):
                if one.number in taken:
                    review = review_turn(events, one.number, tools(), run=pool.map)
                    assert review.mistake
                    grades[review.mistake.value] += 1
            print(
                f"\n{seed} games: {dict(grades)}; {median(seconds):.2f} s of processor time, most {max(seconds):.1f} s"
            )


LEVELS = tuple(map(int, os.environ.get("LEVELS", "8,7,4").split(",")))
SECONDS_REVIEWED = 0.5
"""Processor time in which level 8 may think about a move, so that it plays as well on a busy machine."""


def played_by_level(level: int, seed: int) -> tuple[ev.Event, ...]:
    """A game of two players of the same level."""
    game = table(seed=seed).start()
    while isinstance(game.game.phase, Turn | FinalPass):
        phase = game.game.phase
        seat = phase.seat if isinstance(phase, Turn) else phase.waiting[0]
        end = process_time() + SECONDS_REVIEWED
        game.do(choose(seat_view(game.game, seat), tools(), lambda end=end: process_time() > end, strength=level))  # type: ignore[misc]
    return tuple(game.events)


def _reviewed(events: tuple[ev.Event, ...]) -> tuple[GameReview, float]:
    """The review, and the processor time that it took: other work on the machine counts less than on a clock."""
    with ThreadPoolExecutor(2) as pool:
        start = process_time()
        turns = [review_turn(events, one.number, tools(), run=pool.map) for one in reviewable(events)]
        return summarise(turns), process_time() - start


@pytest.mark.benchmark
@pytest.mark.timeout(7200)
def test_mistake_index_by_level() -> None:
    means: dict[int, float] = {}
    for level in LEVELS:
        found = [_reviewed(played_by_level(level, seed)) for seed in range(1, GAMES + 1)]
        seats = [seat for review, _ in found for seat in review.seats]
        means[level] = fmean(seat.index or 0.0 for seat in seats)
        kinds = [fmean(getattr(seat, kind) for seat in seats) for kind in ("small", "medium", "large")]
        turns = fmean(len(review.turns) for review, _ in found)
        seconds = [spent for _, spent in found]
        print(
            f"\nlevel {level}: mean index {means[level]:.2f} a game and player over {len(seats)}"
            f" (small {kinds[0]:.2f}, medium {kinds[1]:.2f}, large {kinds[2]:.2f});"
            f" {turns:.0f} turns, {fmean(seconds):.0f} s of processor time a game, most {max(seconds):.0f} s"
        )
    ordered = [means[level] for level in sorted(means, reverse=True)]
    assert ordered == sorted(ordered), "stronger players have the lower index"


BOARD = "\n" * 7 + ".......CARE"


@pytest.mark.benchmark
def test_milliseconds_of_a_move_by_level() -> None:
    """Levels 1 to 7, over six games each."""
    play_game(tools(), (Contestant(7), Contestant(7)), 0, perf_counter)
    for level in range(1, 8):
        outcomes = [play_game(tools(), (Contestant(level),) * 2, number, perf_counter) for number in range(6)]
        seconds = sum(sum(one.seconds) for one in outcomes)
        moves = sum(sum(one.moves) for one in outcomes)
        print(f"level {level}: {1000 * seconds / moves:.2f} ms a move")
        assert moves


@pytest.mark.benchmark
def test_games_a_second_compiled_and_by_the_rules() -> None:
    """Levels 5 to 7, alternating on one thread: only processor time counts, so that other work matters less."""
    for level in (5, 6, 7):
        players = (Contestant(level),) * 2
        games_a_second(play_compiled, players, 2)
        pairs = [
            (games_a_second(play_compiled, players, 20), games_a_second(play_by_rules, players, 3)) for _ in range(5)
        ]
        compiled, full = (median(column) for column in zip(*pairs, strict=True))
        print(f"level {level}: {compiled:.0f} games a second compiled, {full:.1f} by the rules")
        assert compiled > full


def games_a_second(
    play: Callable[[ComputerTools, tuple[Contestant, ...], int, Callable[[], float]], SelfPlayResult],
    players: tuple[Contestant, ...],
    count: int,
) -> float:
    """The number of games played per second of this process."""
    begun = process_time()
    for number in range(count):
        play(tools(), players, number, perf_counter)
    return count / (process_time() - begun)


@pytest.mark.benchmark
def test_deals_on_two_threads_against_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much more level 8 does with two threads, alternating; no candidate is dropped, so it never ends early.

    Other work on the machine takes from both in its own way. The share of time in which threads have work, and the
    deals in a second of processor time, show what they cost each other.
    """
    monkeypatch.setattr(simulating, "DROPPED_BEYOND", 1e9)
    monkeypatch.setattr(simulating, "ENOUGH", 100_000)
    with ThreadPoolExecutor(2) as pool:
        pairs = [(simulate_for_a_second(pool.map), simulate_for_a_second(map)) for _ in range(9)]
    deals, rates = ([both[i] / one[i] for both, one in pairs] for i in range(2))
    print(
        f"two threads play {median(deals):.2f} times the deals of one ({min(deals):.2f} to {max(deals):.2f}),"
        f" {median(rates):.2f} times as many in a second of processor time; they have work in"
        f" {50 * median(both[2] for both, _ in pairs):.0f} % of the time"
    )
    assert min(deals) > 0


def simulate_for_a_second(run: simulating.Run) -> tuple[int, float, float]:
    """Deals of one candidate, the same per second of processor time, and how many threads have work on average."""
    seen: list[Candidate] = []
    busy: list[float] = []

    def timed(work: Callable[[int], Results], calls: Iterable[int]) -> Iterable[Results]:
        def one(call: int) -> Results:
            began = perf_counter()
            found = work(call)
            busy.append(perf_counter() - began)
            return found

        return run(one, calls)

    choose(view_of(BOARD, "ADEINOT"), tools(), lambda: True, strength=8)
    busy.clear()
    begun, used = perf_counter(), process_time()
    choose(view_of(BOARD, "ADEINOT"), tools(), lambda: perf_counter() > begun + 1, seen.extend, strength=8, run=timed)
    deals = seen[-1].deals
    return deals, deals / (process_time() - used), sum(busy) / (perf_counter() - begun)
