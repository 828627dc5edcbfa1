"""When people did something, whatever the clocks of Discord and of this machine say."""

from __future__ import annotations

import pytest

from bot.front.core.sent import SentTimes, instant_of
from bot.model.games import EARLIEST

DISCORD = 1_800_000_000_000
LATENCY, LATE = 100, 3_000


def snowflake(instant: int) -> int:
    """One that Discord made at an instant."""
    return (instant - instant_of(0)) << 22


@pytest.mark.parametrize("ahead", [0, 86_400_000, -3_600_000], ids=["right", "a day ahead", "an hour behind"])
def test_c3_what_arrives_late_was_done_earlier_whatever_this_machines_clock_says(ahead: int) -> None:
    """By this machine's clock, less the usual delay; nobody pays for the difference of the clocks."""
    times = SentTimes()
    for second in (0, 10_000, 20_000):
        done = DISCORD + second
        arrived = done + ahead + LATENCY
        assert times.of(snowflake(done), arrived) == arrived
    arrived = DISCORD + 30_000 + ahead + LATENCY + LATE
    assert times.of(snowflake(DISCORD + 30_000), arrived) == arrived - LATE


@pytest.mark.parametrize("step", [86_400_000, -3_600_000, EARLIEST + 1])
def test_c3_a_clock_that_is_set_changes_when_something_was_done_for_nobody(step: int) -> None:
    """From the second thing on that arrives after it."""
    times = SentTimes()
    times.of(snowflake(DISCORD), DISCORD + LATENCY)
    times.of(snowflake(DISCORD + 1_000), DISCORD + 1_000 + step + LATENCY)
    for second in (10_000, 20_000):
        arrived = DISCORD + second + step + LATENCY
        assert times.of(snowflake(DISCORD + second), arrived) == arrived


def test_what_arrives_very_late_once_was_done_earlier_all_the_same() -> None:
    """It was held up, such as by a connection that was lost."""
    times = SentTimes()
    for second, late in ((0, 0), (10_000, 20_000), (40_000, 0), (50_000, LATE)):
        arrived = DISCORD + second + LATENCY + late
        assert times.of(snowflake(DISCORD + second), arrived) == arrived - late
