"""A blocked event loop is noticed, and the log says where it is blocked."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable

import pytest

from bot.service.processes.watchdog import Watchdog
from tests.support.later import at_gate
from tests.support.service import eventually

LONG = 0.2


@pytest.fixture
async def watchdog(caplog: pytest.LogCaptureFixture) -> AsyncIterator[Watchdog]:
    caplog.set_level(logging.WARNING)
    made = Watchdog(LONG, quiet=0.0)
    made.start()
    yield made
    made.stop()


def stand_in_python(until: Callable[[], bool]) -> None:
    """Blocks the loop, but lets other threads run."""
    secret = "QUIXOTIC"
    while not until():
        time.sleep(0.01)
    del secret


def stand_in_c(until: Callable[[], bool]) -> None:
    """Blocks every thread for as long as each large sum takes."""
    while not until():
        sum(range(60_000_000))


@pytest.mark.parametrize("stand", [stand_in_python, *at_gate([stand_in_c])])
async def test_where_a_loop_stands_is_logged(
    watchdog: Watchdog, caplog: pytest.LogCaptureFixture, stand: Callable[[Callable[[], bool]], None]
) -> None:
    """The log names the blocking function, and none of its values."""
    await asyncio.sleep(0)
    stand(lambda: f" {stand.__name__}\n" in caplog.text or caplog.text.rstrip().endswith(f" {stand.__name__}"))
    await eventually(lambda: "goes on, after" in caplog.text)
    assert "the event loop has stood still for" in caplog.text
    assert "QUIXOTIC" not in caplog.text


async def test_a_loop_that_stands_still_often_does_not_flood_the_log(
    watchdog: Watchdog, caplog: pytest.LogCaptureFixture
) -> None:
    """There is one report per period; the next one gives the number left out."""
    stand_in_python(lambda: "stood still" in caplog.text)
    watchdog._quiet = 3600.0
    await eventually(lambda: "goes on" in caplog.text)
    caplog.clear()
    stand_in_python(lambda: watchdog._kept_quiet > 0)
    assert "stood still" not in caplog.text
    watchdog._quiet = 0.0
    stand_in_python(lambda: "times more since the last report" in caplog.text)


async def test_a_loop_that_works_is_left_in_peace(caplog: pytest.LogCaptureFixture) -> None:
    """This is so however much other threads have to do; after the loop ends nothing is watched."""
    watchdog = Watchdog(60.0)
    watchdog.start()
    await asyncio.to_thread(sum, range(1_000_000))
    watchdog.stop()
    assert not caplog.records
    assert "watchdog" not in {thread.name for thread in threading.enumerate()}
