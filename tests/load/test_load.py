"""What a bot with many servers must hold, however slow the machine: nothing is lost and memory stays bounded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.load.run import Figures, Plan, run
from tests.load.stored import starts

WITH_CLOCKS = "variant:tiny preset:correspondence"
MOST_MEMORY = 600.0
"""Megabytes that a bot with a thousand games may use."""


def check(figures: Figures) -> None:
    """Print the figures, and fail if anything was lost or memory grew without bounds."""
    print("\n" + "\n".join(figures.lines()))
    assert list(figures.lost) == []
    assert [line for line in figures.errors if "watchdog" not in line] == []
    assert max(figures.memory.values()) < MOST_MEMORY
    assert figures.metrics["messages waiting"] == 0
    assert len(figures.waits) > 0


@pytest.mark.soak
@pytest.mark.timeout(600)
async def test_X11_a_few_servers_play_and_nothing_is_lost(tmp_path: Path) -> None:
    """The driver itself works: games are opened and moves are seen by everyone."""
    check(await run(Plan(servers=3, seconds=4.0, rate=3.0, idle=0.0), tmp_path))


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_X11_many_servers_on_sqlite(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """A game in each, with an action in fifty seconds; times are printed, since they are the machine's."""
    servers, seconds = int(pytestconfig.getoption("--load-servers")), float(pytestconfig.getoption("--load-seconds"))
    check(await run(Plan(servers=servers, seconds=seconds, rate=servers / 50), tmp_path))


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("options", "games"), [("variant:tiny", 10_000), (WITH_CLOCKS, 1_000), (WITH_CLOCKS, 10_000)])
async def test_X11_stored_games_do_not_keep_a_bot_from_starting(tmp_path: Path, options: str, games: int) -> None:
    """With and without clocks it can be played at once; how long everything takes is printed.

    The lost time of games with clocks is written meanwhile: the last game can be played long before all have theirs.
    """
    one, many = await starts(tmp_path, games, options)
    print(f"\n{options}\n{one.line(1)}\n{many.line(games + 1)}")
    if options == WITH_CLOCKS:
        assert many.last_game < many.settled
