"""Lengths of time as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.durations import DAY, MINUTE, SECOND, read_duration, write_duration


@given(st.integers(0, 400 * 24 * 3600))
def test_a_length_reads_back(seconds: int) -> None:
    """Any length in whole seconds reads back."""
    assert read_duration(write_duration(seconds * SECOND)) == seconds * SECOND


@pytest.mark.parametrize(
    ("text", "time"),
    [("59:59", 59 * MINUTE + 59 * SECOND), (" 1 D 2h ", DAY + 120 * MINUTE), ("90m", 90 * MINUTE), ("0s", 0)],
)
def test_ways_to_write_a_length(text: str, time: int) -> None:
    """Minutes and seconds with a colon, units in order, any spaces and capitals."""
    assert read_duration(text) == time


@pytest.mark.parametrize("text", ["", "5", "m", "5x", "1m1h", "1:60", "-1s", "1.5h", "٣m", "9" * 40 + "s"])
def test_what_is_no_length(text: str) -> None:
    """The parser guesses nothing; a bare number needs a unit."""
    with pytest.raises(ValueError, match="no length"):
        read_duration(text)
    assert read_duration("5", MINUTE) == 5 * MINUTE
