"""The engine's speed beside that of another checkout, in turns within one run.

OTHER names the folder of the other checkout, such as `git worktree add FOLDER COMMIT` makes. It may be any of the last
months: what is measured and how is in `tests.support.beside`. Only processor time counts, so that other work on the
machine matters less. ROUNDS is how often each figure is measured.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.beside import GAMES, POSITIONS, Engine, compare

OTHER = os.environ.get("OTHER", "")
ROUNDS = int(os.environ.get("ROUNDS", "7"))


@pytest.mark.benchmark
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not OTHER, reason="OTHER names no folder of another checkout")
def test_share_of_another_checkouts_time() -> None:
    """Best plays by score and by equity, the best 60, all plays, and games of levels 5 to 7."""
    for figure, (share, own) in compare(Engine(), Engine(Path(OTHER).resolve()), ROUNDS).items():
        per = f"{GAMES / own:.0f} games a second" if figure.startswith("level") else f"{1e6 * own / POSITIONS:.1f} us"
        print(f"{figure}: {share:.2f} of its time, {per}")
        assert share > 0
