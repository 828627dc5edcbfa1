"""A new machine: the time of computer players' first moves, and the memory of a bot with one of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.benchmark
@pytest.mark.timeout(1800)
def test_first_moves_without_a_cache(tmp_path: Path) -> None:
    """At several levels, with hints, until everything is compiled and afterwards."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-m", "tests.support.new_machine"], cwd=ROOT, env=environment, check=True)


@pytest.mark.benchmark
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", ["en", "sv"])
def test_memory_of_a_bot_with_one_computer_player(language: str) -> None:
    """As levels 4, 7 and 8 move, hints are requested, and every board is played on; with compiled kernels."""
    command = [sys.executable, "-m", "tests.support.new_machine", "memory", language]
    subprocess.run(command, cwd=ROOT, check=True)
