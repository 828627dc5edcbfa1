"""Values of the model: text forms that read back, multisets, coordinates, lengths of time."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import errors
from engine.errors import MalformedCoordinate
from engine.loading import load_variant
from engine.model.board import (
    ORIENTATIONS,
    STANDARD,
    Cell,
    Direction,
    Layout,
    Orientation,
    Square,
    StartCondition,
    is_coordinate,
    latin,
    letters_of,
    number_of,
)
from engine.model.durations import DAY, MINUTE, SECOND, read_duration, write_duration
from engine.model.rules import PRESETS, ChallengeRule, Rules, allowed_values, rule_names
from engine.model.tiles import Alphabet, HiddenRack, KnownRack, Tile, Tiles
from tests.support import diagram
from tests.support.games import STANDARD as STANDARD_SETUP
from tests.support.games import tiles
from tests.support.records import parse_variant

SPANISH = Alphabet(("A", "C", "CH", "L", "LL", "H", "Ñ"))


def test_N22_letters_of_several_characters_are_one_letter() -> None:
    """The longest form wins; brackets force a reading."""
    assert SPANISH.split("CHALLA") == ("CH", "A", "LL", "A")
    assert SPANISH.split("[C][H]A") == ("C", "H", "A")
    assert SPANISH.split("chÑ") == ("CH", "Ñ")


@given(st.lists(st.sampled_from(SPANISH.letters), min_size=1, max_size=8))
def test_words_read_back(word: list[str]) -> None:
    """`split` reads what `spell` writes."""
    assert SPANISH.split(SPANISH.spell(tuple(word))) == tuple(word)


@given(st.text("ACHLÑachl[]?", max_size=8))
def test_a_text_is_split_as_it_is_read(text: str) -> None:
    """Letter by letter; whatever cannot be read is named with its place."""

    def read() -> tuple[str, ...]:
        letters, position = [], 0
        while position < len(text):
            letter, position = SPANISH.read(text, position)
            letters.append(letter)
        return tuple(letters)

    assert outcome(lambda: SPANISH.split(text)) == outcome(read)


def outcome(split: Callable[[], tuple[str, ...]]) -> object:
    """The letters, or what was wrong with which place."""
    try:
        return split()
    except errors.UnknownLetter as error:
        return error.text, error.position, error.meant


def test_K5_equivalents_and_alphabets_that_keep_case_apart() -> None:
    """Each typed form stands for the first form; with lower-case letters of its own, an alphabet does not fold case."""
    assert Alphabet(("A", "B"), (("À", "à"), ())).split("àb") == ("A", "B")
    both = Alphabet(("A", "a"))
    assert both.split("aA") == ("a", "A")
    assert not both.folds_case


@pytest.mark.parametrize("letters", [(), ("A", "A2"), ("A", "?"), ("",), tuple(map(letters_of, range(61)))])
def test_bad_alphabets_are_refused(letters: tuple[str, ...]) -> None:
    """No letter clashes with the notation; sixty is the limit."""
    with pytest.raises(errors.BadData):
        Alphabet(letters)


def test_unknown_letters_are_named_with_their_place() -> None:
    """The error carries the text and the position."""
    with pytest.raises(errors.UnknownLetter) as caught:
        STANDARD_SETUP.alphabet.split("AB☺")
    assert (caught.value.text, caught.value.position) == ("AB☺", 2)


@given(
    st.lists(st.sampled_from(STANDARD_SETUP.tile_set.kinds)), st.lists(st.sampled_from(STANDARD_SETUP.tile_set.kinds))
)
def test_multisets_add_and_subtract(one: list[Tile], other: list[Tile]) -> None:
    """Subtracting what was added gives the original; tiles that are not there cannot be subtracted."""
    both = Tiles.of(one) + Tiles.of(other)
    assert both - Tiles.of(other) == Tiles.of(one)
    assert both.covers(Tiles.of(one))
    with pytest.raises(errors.TilesNotOnRack):
        _ = Tiles.of(one) - (both + tiles("?"))


def test_hidden_racks_count() -> None:
    """A hidden rack knows only its number of tiles."""
    assert HiddenRack(7).minus(tiles("AB")).plus(tiles("C")) == HiddenRack(6)
    with pytest.raises(errors.TilesNotOnRack):
        HiddenRack(1).minus(tiles("AB"))
    assert KnownRack(tiles("AB")).plus(tiles("C")).minus(tiles("B")) == KnownRack(tiles("AC"))


@pytest.mark.parametrize("orientation", [Orientation(a, b, c) for a, b, c in product((False, True), repeat=3)])
@pytest.mark.parametrize("size", [(15, 15), (31, 9)])
def test_K11_every_orientation_reads_what_it_writes(orientation: Orientation, size: tuple[int, int]) -> None:
    """Digits for columns or rows, counted from either side."""
    for row, column, way in product(range(size[1]), range(size[0]), Direction):
        cell = Cell(row, column)
        assert orientation.read(orientation.name(cell, way, size), size) == (cell, way)


def test_K11_columns_beyond_z_go_on_with_aa() -> None:
    """Z, AA, AB."""
    assert [letters_of(n) for n in (0, 25, 26, 27, 51, 52)] == ["A", "Z", "AA", "AB", "AZ", "BA"]
    assert all(number_of(letters_of(n)) == n for n in range(60))


@pytest.mark.parametrize("text", ["", "8", "H", "8H8", "H8H", "8-H", "٣H", "888888H", "8ABC"])
def test_strange_coordinates_are_refused(text: str) -> None:
    """Only a number with one or two letters names a square."""
    with pytest.raises(errors.MalformedCoordinate):
        Orientation().read(text, (15, 15))


def test_diagrams_read_back() -> None:
    """A board with blanks reads back the same."""
    board = diagram.read("\n" * 7 + ".......HeLLO", STANDARD_SETUP)
    assert diagram.read(diagram.write(board, STANDARD_SETUP), STANDARD_SETUP) == board
    assert board[Cell(7, 8)].is_blank  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["." * 16, "." * 15 + "A", "☺"])
def test_diagrams_that_cannot_be_are_refused(text: str) -> None:
    """A row that is too wide or an unknown letter is refused."""
    with pytest.raises((errors.BadData, errors.MalformedText)):
        diagram.read(text + ("A" if text == "." * 16 else ""), STANDARD_SETUP)


def test_standard_layout_is_symmetric_with_61_premium_squares() -> None:
    """8 triple and 17 double words, 12 triple and 24 double letters."""
    squares = STANDARD_SETUP.layout.squares
    counts = {label: sum(s.label == label for s in squares) for label in ("3W", "2W", "3L", "2L")}
    assert counts == {"3W": 8, "2W": 17, "3L": 12, "2L": 24}
    assert STANDARD_SETUP.layout[Cell(7, 7)].label == "2W"
    assert (len(STANDARD_SETUP.tile_set), STANDARD_SETUP.tile_set.tiles.points, STANDARD_SETUP.max_seats) == (
        100,
        187,
        14,
    )


def test_square_labels_never_need_colour() -> None:
    """Several attributes are all printed."""
    assert Square(letter=2, word=3, points=-5).label == "2L 3W -5"


@pytest.mark.parametrize("width", [0, 65])
def test_layouts_have_1_to_64_squares_a_side(width: int) -> None:
    """A board beyond the limits is refused."""
    with pytest.raises(errors.BadData):
        Layout(width, 1, (Square(),) * width, StartCondition())


def test_rules_read_back_and_refuse() -> None:
    """A rule set from each allowed text gives back that text."""
    for rule in rule_names():
        for text in allowed_values(rule):
            start = Rules(undo=False, turn_clock=1000) if rule == "time_bank" else Rules(undo=False, game_clock=1000)
            rules = start.with_value(rule, text) if (rule, text) != ("undo", "on") else Rules()
            assert rules.value_text(rule) == text
    with pytest.raises(errors.RuleValueRefused):
        Rules().with_value("challenge", "sometimes")
    with pytest.raises(errors.NoSuchRule):
        Rules().with_value("weather", "fine")


def test_undo_and_challenge_contradict() -> None:
    """A player could undo a phony before anyone challenges it, and so try it for free."""
    with pytest.raises(errors.RulesContradict):
        Rules().with_value("challenge", "double")
    for preset in PRESETS.values():
        preset.check()


@pytest.mark.parametrize(("kept", "asked"), [(("undo", "on"), "challenge"), (("challenge", "double"), "undo")])
def test_a_conflict_names_the_rule_to_change_first_and_not_the_one_just_set(kept: tuple[str, str], asked: str) -> None:
    start = Rules(undo=False, challenge=ChallengeRule.VOID).with_value(*kept)
    with pytest.raises(errors.RulesContradict) as refused:
        start.with_value(asked, {"challenge": "double", "undo": "on"}[asked])
    assert (refused.value.rule, refused.value.other) == (asked, kept[0])


def test_errors_survive_pickling_and_hide_secrets() -> None:
    """The text of an error never says which tiles the rack lacks."""
    error = errors.TilesNotOnRack(("Q(10)",))
    again = pickle.loads(pickle.dumps(error))
    assert again.missing == error.missing
    assert "Q" not in str(error).replace("TilesNotOnRack", "")
    stale = pickle.loads(pickle.dumps(errors.StaleTurn(3, 4)))
    assert (stale.meant, stale.current) == (3, 4)


def test_variant_files_are_checked() -> None:
    """Errors name the faults, never with a stack trace."""
    assert load_variant("standard", "en") == STANDARD_SETUP
    with pytest.raises(errors.BadData):
        load_variant("../standard")
    with pytest.raises(errors.BadData):
        load_variant("standard", "xx")
    for text in (
        "x",
        "name='a'",
        "name='a'\nrack_size='z'\n[layout]\nrows='.'\nstart='A'\n[languages.en]\nalphabet='A'",
    ):
        with pytest.raises(errors.BadData):
            parse_variant(text, "en")


def test_variants_whose_parts_do_not_fit_are_refused() -> None:
    """Bonuses must fit the rack, letters the alphabet, and the tiles must fill at least one rack."""
    with pytest.raises(errors.BadData):
        replace(STANDARD_SETUP, rack_size=21)
    with pytest.raises(errors.BadData):
        replace(STANDARD_SETUP, bonuses=(0,))
    with pytest.raises(errors.BadData):
        replace(STANDARD_SETUP, alphabet=Alphabet(("A",)))


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


@given(st.integers(0, 400 * 24 * 3600))
def test_a_length_reads_back(seconds: int) -> None:
    """Any length in whole seconds reads back."""
    assert read_duration(write_duration(seconds * SECOND)) == seconds * SECOND


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("59:59", 59 * MINUTE + 59 * SECOND),
        ("1:05:00", 65 * MINUTE),
        (" 1 D 2h ", DAY + 120 * MINUTE),
        ("90m", 90 * MINUTE),
        ("0s", 0),
        ("1h30", 90 * MINUTE),
        ("1 h 30", 90 * MINUTE),
        ("1d 12", 36 * 60 * MINUTE),
        ("1.5h", 90 * MINUTE),
        ("1,5 h.", 90 * MINUTE),
    ],
)
def test_ways_to_write_a_length(text: str, time: int) -> None:
    """With colons, units in order, a last number without its unit, any spaces and capitals."""
    assert read_duration(text) == time


@pytest.mark.parametrize(
    "text", ["", "5", "m", "5x", "1m1h", "1:60", "-1s", "1.5", "1h30 5s", "1s30", "٣m", "9" * 40 + "s"]
)
def test_what_is_no_length(text: str) -> None:
    """The parser guesses nothing; a bare number needs a unit."""
    with pytest.raises(ValueError, match="no length"):
        read_duration(text)
    assert read_duration("5", MINUTE) == 5 * MINUTE
