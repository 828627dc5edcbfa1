"""Scores, word by word (ledger K18, N13)."""

from dataclasses import replace

from engine.model.coordinates import STANDARD as ORIENTATION
from engine.model.layout import Square
from engine.play.notation import read_move
from engine.play.placement import resolve
from engine.play.scoring import ScoreSheet, score
from tests.support import diagram
from tests.support.games import STANDARD, rack


def sheet(move: str, held: str, on: str = "", variant: object = STANDARD) -> ScoreSheet:
    """The score sheet of a typed move."""
    board = diagram.read(on, variant)  # type: ignore[arg-type]
    placement = resolve(read_move(move, variant, ORIENTATION), board, rack(held), variant)  # type: ignore[arg-type]
    return score(board, placement, variant)  # type: ignore[arg-type]


def test_letter_factors_before_word_factors() -> None:
    """8D doubles the first letter, the centre doubles the word."""
    assert sheet("8D FACED", "FACED").total == (4 * 2 + 1 + 3 + 1 + 2) * 2


def test_premium_squares_count_only_when_newly_covered() -> None:
    """A letter factor or word factor under an old tile no longer counts."""
    assert sheet("H8 HEAD", "EAD", "\n" * 7 + ".......HELLO").total == 4 + 1 + 1 + 2


def test_cross_words_count_with_their_own_factors() -> None:
    """A tile shared by two lines counts in both words."""
    on = "\n" * 7 + ".......HELLO"
    made = sheet("9H AX", "AX", on)
    assert [("".join(word.word), word.points) for word in made.words] == [("AX", 17), ("HA", 5), ("EX", 17)]
    assert made.total == 39


def test_N13_a_full_rack_brings_fifty_and_six_tiles_bring_nothing() -> None:
    """The bonus is for playing all tiles of a full rack."""
    assert sheet("8H RETINAS", "RETINAS").bonus == 50
    assert sheet("8H RETINA", "RETINA").bonus == 0


def test_blanks_count_nothing_but_words_are_still_multiplied() -> None:
    """A blank on a double letter square scores nothing."""
    assert sheet("8D fACED", "ACED?").total == (1 + 3 + 1 + 2) * 2


def test_K18_cell_points_count_once_and_several_attributes_add_up() -> None:
    """A square of five points, double letter and triple word, in a word both ways."""
    squares = list(STANDARD.layout.squares)
    squares[8 * 15 + 7] = Square(letter=2, word=3, points=5)
    variant = replace(STANDARD, layout=replace(STANDARD.layout, squares=tuple(squares)))
    made = sheet("9H AX", "AX", "\n" * 7 + ".......HELLO", variant)
    assert [word.points for word in made.words] == [(2 + 16) * 3, (4 + 2) * 3, 17]
    assert made.cell_points == 5
    assert made.total == 54 + 18 + 17 + 5


def test_K9_bonus_by_number_of_tiles() -> None:
    """Each number of tiles may have a bonus."""
    variant = replace(STANDARD, bonuses=(0, 0, 0, 7, 9, 0, 0, 50))
    assert sheet("8H ACE", "ACE", "", variant).bonus == 7
    assert sheet("8H FACE", "FACE", "", variant).bonus == 9
