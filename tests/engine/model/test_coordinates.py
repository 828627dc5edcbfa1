"""Coordinates however a keyboard writes their letters."""

from __future__ import annotations

import pytest

from engine.errors import MalformedCoordinate
from engine.model.coordinates import ORIENTATIONS, STANDARD, Direction, is_coordinate, latin


@pytest.mark.parametrize(("typed", "meant"), [("8Н", "8H"), ("Н8", "H8"), ("8н", "8H"), ("15О", "15O"), ("А1", "A1")])
def test_K11_cyrillic_letters_that_look_alike_name_the_same_square(typed: str, meant: str) -> None:
    """A Russian keyboard has no Latin letters; in every orientation the square is that of the letter it looks like."""
    assert not typed.isascii()
    assert is_coordinate(typed)
    for orientation in ORIENTATIONS:
        assert orientation.read(typed, (15, 15)) == orientation.read(meant, (15, 15))


def test_K11_other_cyrillic_letters_name_no_square() -> None:
    """Я looks like no Latin letter; a label of a line may be Cyrillic too."""
    assert not is_coordinate("8Я")
    with pytest.raises(MalformedCoordinate):
        STANDARD.read("8Я", (15, 15))
    assert STANDARD.read_line("Н", (15, 15)) == (Direction.DOWN, 7)
    assert latin("8Н") == "8H"
