"""Positions in one line: what is read, what is refused, and that reading gives back what was written."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadData
from engine.formats import cgp
from engine.formats.cgp import CgpPosition, MalformedCgp, Opcode
from engine.formats.cgp import write as write_cgp
from engine.model.board import BLOCKED, PLAIN, Board, Cell, Layout, PlacedTile, StartCondition
from engine.model.tiles import Alphabet, Tile, Tiles, TileSet
from engine.model.variant import Variant
from tests.support import diagram
from tests.support.games import STANDARD, tiles
from tests.support.malformed import CGPS
from tests.support.records import OPEN, spanish

MIDDLE = OPEN.replace("15", "3HELLo7", 8).replace("3HELLo7", "15", 7)
ODD = Variant(
    "odd",
    "en",
    Alphabet(("A", "B", "+", "日")),
    TileSet(Tiles.of([Tile("A", 1), Tile("A", 5), Tile("B", -2), Tile("", 0), Tile("+", 3), Tile("日", 1)] * 3)),
    Layout(5, 3, (BLOCKED,) + (PLAIN,) * 14, StartCondition()),
    4,
    (0,) * 5,
)
"""Equal letters of different points, a blocked square, letters without capitals or with another meaning elsewhere."""


def test_a_position_is_read_with_everything_in_it() -> None:
    position = cgp.read(f"{MIDDLE} AEI?/QU 24/-3 2 lex NWL23; bb 40; gid x-1; strange a  b;", STANDARD)
    assert diagram.write(position.board, STANDARD).split("\n")[7] == "...HELLo......."
    assert position.board[Cell(7, 7)] == PlacedTile(Tile("", 0), "O")
    assert position.racks == (tiles("AEI?"), tiles("QU"))
    assert (position.scores, position.zeros) == ((24, -3), 2)
    assert position.opcodes[-1] == Opcode("strange", "a  b")
    assert (position.option("lex"), position.option("bb"), position.option("mcnz")) == ("NWL23", "40", None)


@pytest.mark.parametrize("racks", ["/", "ABC/", "/ABC", "A//B", "A"])
def test_racks_may_be_empty_and_of_any_number(racks: str) -> None:
    count = racks.count("/") + 1
    position = cgp.read(f"{OPEN} {racks} {'/'.join(['0'] * count)} 0", STANDARD)
    assert len(position.racks) == count
    assert write_cgp(position, STANDARD).split()[1] == racks


def test_scores_are_read_up_to_the_largest_that_factors_make() -> None:
    """The largest has one digit less than 64 bits hold, so that a lead can be computed from two of them."""
    largest = int("9" * 18)
    assert cgp.read(f"{OPEN} / {largest}/-{largest} 0", STANDARD).scores == (largest, -largest)
    with pytest.raises(MalformedCgp, match="not a score"):
        cgp.read(f"{OPEN} / {largest + 1}/0 0", STANDARD)


def test_letters_of_several_characters_stand_in_brackets_and_only_there() -> None:
    variant = spanish()
    text = f"{OPEN.replace('15', '[CH]C[rr]H11', 1)} [LL]?A/ 0/0 0"
    position = cgp.read(text, variant)
    assert [tile.letter for _, tile in position.board.tiles()] == ["CH", "C", "RR", "H"]
    assert [tile.is_blank for _, tile in position.board.tiles()] == [False, False, True, False]
    assert write_cgp(position, variant) == text.replace("[LL]?A", "A[LL]?")


def test_the_bonus_for_a_full_rack_can_be_the_position_s_own() -> None:
    position = cgp.read(f"{OPEN} / 0/0 0 bb 35;", STANDARD)
    assert position.rules_of(STANDARD).bingo == 35
    assert replace(position, opcodes=()).rules_of(STANDARD) is STANDARD


def test_opcodes_are_kept_as_they_are() -> None:
    text = f"{OPEN} / 0/0 0 lex NWL18; lm -2; tmr 10000/-2500; cr 5pt; unheard of; alone;"
    assert write_cgp(cgp.read(text, STANDARD), STANDARD) == text
    assert cgp.read(text[:-1], STANDARD) == cgp.read(text, STANDARD)
    assert cgp.read_opcodes("x")[:1] == ()


@pytest.mark.parametrize(("text", "reason"), CGPS)
def test_a_malformed_position_is_refused_and_named(text: str, reason: str) -> None:
    with pytest.raises(MalformedCgp) as caught:
        cgp.read(text, STANDARD)
    assert reason in caught.value.reason
    assert len(caught.value.reason) < 200
    assert text.startswith(caught.value.position.removesuffix("…"))


def test_a_tile_on_a_blocked_square_is_refused() -> None:
    with pytest.raises(MalformedCgp, match="blocked"):
        cgp.read("A4/5/5 / 0/0 0", ODD)


def test_opcodes_that_no_text_can_hold_are_refused() -> None:
    for code, args in (("", ""), ("a b", ""), ("lex", "a;b"), ("lex", " a")):
        with pytest.raises(BadData):
            Opcode(code, args)


@given(st.text(" /15AZa?[]()CH0;-", max_size=60))
def test_whatever_the_text_nothing_else_is_raised(text: str) -> None:
    for whole in (text, f"{OPEN} {text}"):
        with contextlib.suppress(MalformedCgp):
            cgp.read(whole, STANDARD)


@st.composite
def a_position(draw: st.DrawFn, variant: Variant) -> CgpPosition:
    """Any tiles of the set anywhere on the board and on the racks."""
    stock = list(draw(st.permutations(variant.tile_set.tiles.items)))
    free = [cell for cell in variant.layout.cells() if not variant.layout[cell].blocked]
    cells = draw(st.lists(st.sampled_from(free), unique=True, max_size=min(8, len(stock))))
    letters = st.sampled_from(variant.alphabet.letters)
    placed = {cell: PlacedTile(tile, tile.letter or draw(letters)) for cell, tile in zip(cells, stock, strict=False)}
    rest = stock[len(cells) :]
    counts = [draw(st.integers(0, variant.rack_size)) for _ in range(draw(st.integers(2, 3)))]
    racks = tuple(Tiles.of(rest.pop() for _ in range(min(count, len(rest)))) for count in counts)
    scores = tuple(draw(st.integers(-500, 1500)) for _ in racks)
    words = st.text("abc XYZ-:.", max_size=6).map(str.strip)
    opcodes = draw(st.lists(st.builds(Opcode, st.sampled_from(["lex", "gid", "new-1"]), words), max_size=3))
    return CgpPosition(
        Board.empty(variant.layout).place(placed), racks, scores, draw(st.integers(0, 9)), tuple(opcodes)
    )


@settings(max_examples=50)
@pytest.mark.parametrize("variant", [STANDARD, spanish(), ODD], ids=["standard", "spanish", "odd"])
@given(data=st.data())
def test_writing_and_reading_agree(variant: Variant, data: st.DataObject) -> None:
    position = data.draw(a_position(variant))
    assert cgp.read(write_cgp(position, variant), variant) == position
