"""Leave values as KLV2 files."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from engine.computer.leaves import END, LeaveList, all_leaves, longest_leave
from engine.errors import BadData
from engine.formats import klv
from tests.support.games import STANDARD, variant_of


def a_list() -> LeaveList:
    """All leaves of a small tile set, each with a different value."""
    rows = all_leaves(variant_of("AABQ??", rack_size=4))
    return LeaveList(rows, np.arange(len(rows), dtype=np.float32) / 4 - 3)


def test_what_is_written_reads_back() -> None:
    """Rows and values, in the same order."""
    before = a_list()
    after = klv.decode(klv.encode(before), 26)
    assert np.array_equal(before.rows, after.rows)
    assert np.array_equal(before.values, after.values)


def test_a_file_made_by_hand() -> None:
    """The leaves ?, ?A and A: nodes of the older layout after two roots, then the values in word order."""
    tile, accepts, last = 24, 1 << 23, 1 << 22
    nodes = [last | 2, last, accepts | 4, accepts | last | (1 << tile), accepts | last | (1 << tile)]
    data = struct.pack("<6I", 5, *nodes) + struct.pack("<I3f", 3, 20.0, 25.5, -1.25)
    leaves = klv.decode(data, 26)
    assert leaves.rows.tolist() == [[0, END], [0, 1], [1, END]]
    assert leaves.values.tolist() == [20.0, 25.5, -1.25]


def test_a_file_with_one_root() -> None:
    """Some programs write no root of a GADDAG: the leaves ? and A, and ?A below the first."""
    tile, accepts, last = 24, 1 << 23, 1 << 22
    nodes = [last | 1, accepts | 3, accepts | last | (1 << tile), accepts | last | (1 << tile)]
    data = struct.pack("<5I", 4, *nodes) + struct.pack("<I3f", 3, 20.0, 25.5, -1.25)
    assert klv.decode(data, 26).rows.tolist() == [[0, END], [0, 1], [1, END]]


def test_number_of_leaves_of_the_standard_set() -> None:
    """A rack of the English set can keep 914,624 multisets of one to six tiles."""
    assert len(all_leaves(STANDARD)) == 914_624


@pytest.mark.parametrize("cut", [0, 3, 4, 40, -1, -4])
def test_damaged_files_are_refused(cut: int) -> None:
    """A file cut short at any point is refused."""
    with pytest.raises(BadData):
        klv.decode(klv.encode(a_list())[:cut], 26)


def test_files_that_do_not_fit_are_refused() -> None:
    """Files with a wrong number of values, a value that is not a number, or letters beyond the alphabet."""
    data = klv.encode(a_list())
    values_at = 4 + 4 * struct.unpack_from("<I", data)[0]
    count = struct.unpack_from("<I", data, values_at)[0]
    fewer = data[:values_at] + struct.pack("<I", count - 1) + data[values_at + 4 : -4]
    with pytest.raises(BadData, match="values for"):
        klv.decode(fewer, 26)
    with pytest.raises(BadData, match="not a number"):
        klv.decode(data[:-4] + struct.pack("<f", float("nan")), 26)
    with pytest.raises(BadData):
        klv.decode(data, 2)


def test_leaves_that_are_too_long_are_refused() -> None:
    """No rack holds 21 tiles."""
    rows = np.full((1, 21), 1, np.uint8)
    with pytest.raises(BadData, match="more than 20"):
        klv.decode(klv.encode(LeaveList(rows, np.zeros(1, np.float32))), 26)


def test_single_leaves_are_looked_up_without_reading_the_others() -> None:
    """Each has the same value as in the whole list; anything that is not a leave is left out."""
    before = a_list()
    every = [tuple(letter for letter in row if letter != END) for row in before.rows.tolist()]
    found = klv.look_up(klv.encode(before), 26, every)
    assert np.array_equal(found.rows, before.rows)
    assert np.array_equal(found.values, before.values)
    some = klv.look_up(klv.encode(before), 26, [every[-1], (3,), (1, 1, 1, 1, 1), every[5]])
    assert some.values.tolist() == [before.values[-1], before.values[5]]
    assert len(klv.look_up(klv.encode(before), 26, []).values) == 0


@pytest.mark.parametrize("cut", [0, 3, 4, 40, -1, -4])
def test_nothing_is_looked_up_in_damaged_files(cut: int) -> None:
    """A file cut short at any point is refused."""
    with pytest.raises(BadData):
        klv.look_up(klv.encode(a_list())[:cut], 26, [(1,)])


@pytest.mark.parametrize("most", [2, 40, 100_000])
def test_the_longest_leaves_that_are_listed(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Their length is found without listing them."""
    monkeypatch.setattr("engine.computer.leaves.MOST_LEAVES", most)
    variant = variant_of("AABBCQ??", rack_size=6)
    rows = all_leaves(variant)
    assert rows.shape[1] == longest_leave(variant)
    assert (len(rows) <= most or rows.shape[1] == 1) and (rows[:, -1] != END).any()
