"""The kernels as plain Python give the same results as the compiled ones."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from engine.play.generator.generator import Generator
from engine.play.generator.wordmap import build_map
from tests.support import generator_cases as cases

SCRIPT = "from tests.engine.play.test_generator_plain import digest; print(digest())"


def digest() -> list[list[int]]:
    """Records of plays of small positions, by graph and by map, all and top, with leave values."""
    found = []
    for make in (cases.rectangle, cases.many_points, cases.tiny):
        case = make()
        word_map = build_map(case.graph, 13)
        for seed in range(2):
            source = random.Random(seed)
            board = cases.random_board(case, 3 * seed, source)
            rack = cases.random_rack(case.variant, source, 1)
            leaves = cases.table_of(cases.random_values(case.variant, rack, source))
            for fast in (Generator(case.variant, case.graph), Generator(case.variant, case.graph, word_map)):
                plays = fast.all(board, rack, leaves)
                found += plays.records[:40].tolist()
                found += [[len(plays)], *fast.top(board, rack, 3, leaves).records.tolist()]
    return found


@pytest.mark.soak
def test_plain_python_gives_the_same_plays() -> None:
    """A process whose compiler is switched off lists the same plays; an overflow there would warn and so fail."""
    ran = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", SCRIPT],
        env={**os.environ, "TILEWRIGHT_JIT": "off", "PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    assert ran.stdout.strip() == str(digest())
    assert len(digest()) > 150
