"""When people did something, whatever the clocks of Discord and of this machine say."""

from __future__ import annotations

import pytest

from bot.front.interaction.arrivals import SentTimes, instant_of
from bot.model.games import EARLIEST

DISCORD = 1_800_000_000_000
LATENCY, LATE = 100, 3_000


def snowflake(instant: int) -> int:
    """One that Discord made at an instant."""
    return (instant - instant_of(0)) << 22


class Clocks:
    """Discord's clock, and a machine's two that may differ from it."""

    def __init__(self, ahead: int = 0) -> None:
        self.discord, self.ahead = DISCORD, ahead
        self.times = SentTimes(lambda: (self.discord - DISCORD) * 1_000_000)

    def did(self, late: int = 0) -> int:
        """How long before its arrival something was done, according to the machine; the next is ten seconds later."""
        done = snowflake(self.discord)
        self.discord += LATENCY + late
        arrived = self.discord + self.ahead
        self.discord += 10_000
        return arrived - self.times.of(done, arrived)


@pytest.mark.parametrize("ahead", [0, 86_400_000, -3_600_000], ids=["right", "a day ahead", "an hour behind"])
def test_c3_what_arrives_late_was_done_earlier_whatever_this_machines_clock_says(ahead: int) -> None:
    """By this machine's clock, less the usual delay; nobody pays for the difference of the clocks."""
    clocks = Clocks(ahead)
    assert [clocks.did(late) for late in (0, 0, LATE, 20_000, 0, LATE)] == [0, 0, LATE, 20_000, 0, LATE]


@pytest.mark.parametrize("step", [86_400_000, -3_600_000, EARLIEST + 1])
def test_c3_a_clock_that_is_set_changes_when_something_was_done_for_nobody(step: int) -> None:
    """From the first thing on that arrives after it."""
    clocks = Clocks()
    assert clocks.did() == 0
    clocks.ahead += step
    assert [clocks.did(late) for late in (0, 0, LATE)] == [0, 0, LATE]
