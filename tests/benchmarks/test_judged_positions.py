"""How well levels 7 and 8 choose in positions that a strong engine has judged.

POSITIONS names a folder with `sim_positions.jsonl` and `endgame_positions.jsonl`, WORDS the word list that they were
made with. SECONDS may replace the times 0.1, 0.5 and 3, MOST limits the positions tried in each file.

A line of the first file has a position (`cgp`) and `plays`, each with `move` and `win`, its chance of winning in per
cent. The regret of a choice is the best `win` minus its own; a choice that is not among the plays counts as the worst
of them. A line of the second has `cgp`, and `best`, a move that is proven to be optimal.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any

import pytest

from engine.computer.analysing import analyse
from engine.computer.candidates import Candidate
from engine.computer.contests import RULES
from engine.computer.tools import ComputerTools
from engine.formats import cgp
from engine.formats.cgp import view_of
from engine.formats.tiletext import write_move, write_rack
from engine.game.views import SeatView
from engine.loading import load_lexicon
from engine.loading.computers import load_tools
from engine.play.generator.plays import ScoredPlay
from tests.support.games import STANDARD

FOLDER = os.environ.get("POSITIONS", "")
WORDS = os.environ.get("WORDS", "english")
SECONDS = [float(one) for one in os.environ.get("SECONDS", "0.1 0.5 3").split()]
MOST = int(os.environ.get("MOST", "100000"))

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.timeout(7200),
    pytest.mark.skipif(not FOLDER, reason="POSITIONS names no folder of judged positions"),
]


def read(name: str) -> list[dict[str, Any]]:
    """The lines of a file of positions."""
    return [json.loads(line) for line in (Path(FOLDER) / name).read_text().splitlines()[:MOST]]


@cache
def prepared() -> ComputerTools:
    """The players' tools, fully loaded."""
    tools = load_tools(STANDARD, load_lexicon(WORDS, STANDARD.alphabet))
    choose(tools, "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ADEINOT/ 0/0 0", 8, 0.2)
    return tools


def look_at(tools: ComputerTools, text: str) -> SeatView:
    """The view of the player to move."""
    return view_of(cgp.read(text, STANDARD), STANDARD, RULES, tools.lexicon)


def choose(tools: ComputerTools, text: str, level: int, seconds: float) -> Candidate | None:
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
    """Prints the measurement for level 7, and for level 8 with each time."""
    print(f"\nlevel 7: {measure(7, 0)}")
    for seconds in SECONDS:
        print(f"level 8 at {seconds:g} s: {measure(8, seconds)}", flush=True)


def test_regret_of_choices() -> None:
    """The mean regret in per cent, and the share of its time that the player uses."""
    positions = read("sim_positions.jsonl")

    def measure(level: int, seconds: float) -> str:
        begun, tools = perf_counter(), prepared()
        regrets = [regret(one, name_of(choose(tools, one["cgp"], level, seconds), one["cgp"])) for one in positions]
        assert all(one >= 0 for one in regrets)
        taken = (perf_counter() - begun) / len(positions)
        return f"mean regret {fmean(regrets):.3f} % in {len(regrets)} positions, {taken:.2f} s each"

    prepared()
    each_player(measure)


def test_share_of_optimal_endgames() -> None:
    """How often the choice is optimal: the named move, or another that is proven to give the same spread."""
    positions = read("endgame_positions.jsonl")

    def measure(level: int, seconds: float) -> str:
        tools, optimal, proven = prepared(), 0, 0
        for one in positions:
            found = choose(tools, one["cgp"], level, seconds)
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
