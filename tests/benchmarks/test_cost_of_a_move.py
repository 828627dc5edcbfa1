"""What a move costs the bot's process, with all its threads: the load driver's figures for fifty servers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.load.run import Plan, run


@pytest.mark.benchmark
@pytest.mark.timeout(900)
async def test_cpu_of_a_move(tmp_path: Path) -> None:
    """Drawing and sending included. It grows with whatever else the machine does: compare runs made in turn."""
    figures = await run(Plan(servers=50, seconds=60.0, rate=8.0, idle=0.0), tmp_path)
    print("\n" + "\n".join(figures.lines()))
    print(f"{figures.each_move['ms of CPU']:.1f} ms of CPU a move")
