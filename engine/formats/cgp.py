"""One-line positions (CGP, as documented by macondo): `board racks scores zeros opcode args; ...`.

Board rows are joined by `/`, a number stands for that many free squares, and tiles are written as in
`engine.formats.tiletext`. The rack of the player to move comes first; racks may be empty or only partly known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from engine.errors import BadData, MalformedText, Size
from engine.formats.tiletext import Origin, read_rack, read_tile, write_rack, write_tile
from engine.game.phases import Turn
from engine.game.state import LexiconRef, Person, Setup, Standing
from engine.game.views import SeatSummary, SeatView, TableView
from engine.limits import LONGEST_POSITION, MOST_DIGITS, MOST_SEATS
from engine.model.board import FREE, STANDARD_KEY, Board, Cell, PlacedTile
from engine.model.rules import Rules
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.model.variant import Variant
from engine.reading import check, composed, pasted
from engine.sentences import Sentence
from engine.words.lexicon import Lexicon

WHERE = Sentence("CGP position")

_RUN = re.compile(r"[0-9]{1,2}")
_SCORE = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS - 1}}}")  # the difference of two scores must fit into 64 bits
_NUMBER = re.compile(r"-?[0-9]{1,6}")
_NUMBERS = re.compile(r"-?[0-9]{1,10}(?:/-?[0-9]{1,10})*")
_NUMERIC = {"bb": _NUMBER, "etl": _NUMBER, "mcnz": _NUMBER, "ti": _NUMBERS, "to": _NUMBERS, "tmr": _NUMBERS}
_FREE = frozenset(STANDARD_KEY) | {FREE}
_SQUARE = re.compile(r"(?:\?)?(?:\[[^]]*\]|\S)(?:\([^)]*\))?|\s")
"""A square in a drawing of a board."""
_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_BETWEEN = re.compile(r";|(?<![;\s])\s+(?=-(?:bb|bdn|cr|etl|gid|ld|lex|lm|mcnz|ti|tmr|to|var)\s)")
"""Stands between opcodes, which may be written as options without semicolons: `-lex NWL23 -ld english`."""


class MalformedCgp(BadData):
    """A position cannot be read or is impossible in its variant; `position` is its text, shortened."""

    position: str = ""


@dataclass(frozen=True, slots=True)
class Opcode:
    """A further fact about a position, such as `lex NWL23;`. Opcodes with no meaning here are kept unchanged."""

    code: str
    args: str = ""

    def __post_init__(self) -> None:
        if not _CODE.fullmatch(self.code) or ";" in self.args or self.args != self.args.strip():
            wrong = Sentence("{code} with {args} is not an opcode", code=repr(self.code), args=repr(self.args))
            raise BadData(WHERE, wrong)


@dataclass(frozen=True, slots=True)
class CgpPosition:
    """A board, the racks as far as they are known, and the scores; racks and scores start with the player to move.

    `zeros` is the number of consecutive scoreless turns so far.
    """

    board: Board
    racks: tuple[Tiles, ...] = (Tiles(), Tiles())
    scores: tuple[int, ...] = (0, 0)
    zeros: int = 0
    opcodes: tuple[Opcode, ...] = ()

    def option(self, code: str) -> str | None:
        """The arguments of an opcode: the last one if there are several, None if there is none."""
        return next((one.args for one in reversed(self.opcodes) if one.code == code), None)

    def played_with(self, origin: Origin) -> CgpPosition:
        """The position with what it is from; a name that no opcode can hold is left out."""
        own = {"bdn": origin.board, "ld": origin.tiles, "lex": origin.lexicon}
        opcodes = (Opcode(code, args) for code, args in own.items() if args and ";" not in args)
        return replace(self, opcodes=(*opcodes, *(one for one in self.opcodes if one.code not in own)))

    def rules_of(self, variant: Variant) -> Variant:
        """The variant with the full-rack bonus that the position sets with `bb`."""
        bonus = self.option("bb")
        return variant if bonus is None else replace(variant, bonuses=(*variant.bonuses[:-1], int(bonus)))


def read_opcodes(text: str) -> tuple[Opcode, ...]:
    """The opcodes in a position's text, which may name its variant. Raises `MalformedCgp` and `TooLarge`."""
    parts = _fields(text)
    return tuple(_opcodes(parts[4], text)) if len(parts) > 4 else ()


def read_origin(text: str) -> Origin:
    """What a position's text says that it is from. Raises `MalformedCgp` and `TooLarge`."""
    told = {one.code: one.args for one in read_opcodes(text)}
    return Origin(*(told.get(code, "") for code in ("bdn", "ld", "lex", "var")))


def _fields(text: str) -> list[str]:
    """The four fields and the opcodes after them. Raises `TooLarge`."""
    check(WHERE, Size.CHARACTERS, len(text), LONGEST_POSITION)
    return composed(pasted(text), WHERE).split(maxsplit=4)


def read(text: str, variant: Variant) -> CgpPosition:
    """The position in a text. Raises `MalformedCgp` if it is not a position of the variant, and `TooLarge`."""
    parts = _fields(text)
    if len(parts) < 4:
        needs = Sentence("needs the board, racks, scores and the number of scoreless turns, with spaces between them")
        raise _refusal(text, needs)
    position = CgpPosition(
        _board(parts[0], text, variant),
        tuple(_racks(parts[1], text, variant)),
        tuple(_scores(parts[2], text)),
        _zeros(parts[3], text),
        read_opcodes(text),
    )
    if len(position.racks) != len(position.scores):
        facts = {"racks": len(position.racks), "scores": len(position.scores)}
        raise _refusal(text, Sentence("does not have as many scores ({scores}) as racks ({racks})", **facts))
    _check_tiles(position, text, variant)
    return position


def _refusal(text: str, reason: Sentence) -> MalformedCgp:
    shown = text if len(text) <= 60 else text[:59] + "…"
    return MalformedCgp(WHERE, reason, position=shown)


def _board(text: str, whole: str, variant: Variant) -> Board:
    layout, rows = variant.layout, text.split("/")
    if len(rows) != layout.height:
        facts = {"count": len(rows), "height": layout.height}
        raise _refusal(whole, Sentence("has {count} rows, but the board has {height}", **facts))
    tiles: dict[Cell, PlacedTile] = {}
    for number, row in enumerate(rows):
        column = 0
        for placed, width in _squares(row, number, whole, variant):
            cell = Cell(number, column)
            if placed and cell in layout and layout[cell].blocked:
                raise _refusal(whole, Sentence("row {row} has a tile on a blocked square", row=number + 1))
            if placed:
                tiles[cell] = placed
            column += width
        if column != layout.width:
            facts = {"row": number + 1, "count": column, "width": layout.width}
            raise _refusal(whole, Sentence("row {row} has {count} squares, but the board has {width}", **facts))
    return Board.empty(layout).place(tiles)


def read_board(text: str, variant: Variant) -> Board:
    """The board of a drawing with a row on each line, as `str()` of a board makes it.

    `.` and the signs of layouts are free squares; rows and squares that are missing at the end are free, and blanks
    around a row mean nothing. Raises `MalformedCgp` and `TooLarge`.
    """
    check(WHERE, Size.CHARACTERS, len(text), LONGEST_POSITION)
    plain = composed(text.strip(), WHERE)
    lines = [line.strip() for line in plain.split("\n")]
    lines += [""] * (variant.layout.height - len(lines))
    return _board("/".join(_drawn(line, variant.layout.width) for line in lines), text, variant)


def _drawn(line: str, width: int) -> str:
    """A row of a drawing as a position has it: the lengths of runs in place of the signs of free squares."""
    squares = _SQUARE.findall(line)
    squares += [FREE] * (width - len(squares))
    groups = groupby(squares, lambda one: one in _FREE)
    return "".join(str(len(list(group))) if free else "".join(group) for free, group in groups)


def _squares(row: str, number: int, whole: str, variant: Variant) -> Iterator[tuple[PlacedTile | None, int]]:
    """The tiles and runs of free squares in a row, each with its width. Stops early in rows wider than any board."""
    position = total = 0
    while position < len(row) and total <= variant.layout.width:
        run = _RUN.match(row, position)
        if run:
            placed, width, position = None, int(run[0]), run.end()
            if not width:
                raise _refusal(whole, Sentence("row {row} has a run of 0 squares", row=number + 1))
        else:
            try:
                (placed, position), width = read_tile(row, position, variant), 1
            except MalformedText as error:
                strange = row[error.position : error.position + 10]
                reason = Sentence("row {row}: {text} is not a tile", row=number + 1, text=repr(strange))
                raise _refusal(whole, reason) from None
        total += width
        yield placed, width


def _racks(text: str, whole: str, variant: Variant) -> Iterator[Tiles]:
    racks = text.split("/")
    if len(racks) > MOST_SEATS:
        raise _refusal(whole, Sentence("has {count} racks; {most} are possible", count=len(racks), most=MOST_SEATS))
    for number, rack in enumerate(racks, 1):
        try:
            tiles = read_rack(rack, variant)
        except MalformedText as error:
            strange = rack[error.position : error.position + 10]
            reason = Sentence("rack {number}: {text} is not a tile", number=number, text=repr(strange))
            raise _refusal(whole, reason) from None
        if len(tiles) > variant.rack_size:
            facts = {"number": number, "count": len(tiles), "size": variant.rack_size}
            raise _refusal(whole, Sentence("rack {number} has {count} tiles; racks hold {size}", **facts))
        yield tiles


def _scores(text: str, whole: str) -> Iterator[int]:
    for score in text.split("/"):
        if not _SCORE.fullmatch(score):
            raise _refusal(whole, Sentence("{text} is not a score", text=repr(score[:20])))
        yield int(score)


def _zeros(text: str, whole: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text):
        raise _refusal(whole, Sentence("{text} is not a number of scoreless turns", text=repr(text[:20])))
    return int(text)


def _opcodes(text: str, whole: str) -> Iterator[Opcode]:
    for part in _BETWEEN.split(text.strip().removesuffix(";")):
        code, args = (*part.strip().removeprefix("-").split(maxsplit=1), "", "")[:2]
        if not _CODE.fullmatch(code):
            raise _refusal(whole, Sentence("{text} is not an opcode", text=repr(part.strip()[:20])))
        args = args.strip()
        if code in _NUMERIC and not _NUMERIC[code].fullmatch(args):
            facts = {"code": code, "text": repr(args[:20])}
            raise _refusal(whole, Sentence("the opcode {code} needs a number, not {text}", **facts))
        yield Opcode(code, args)


def _check_tiles(position: CgpPosition, text: str, variant: Variant) -> None:
    used = Counter(placed.tile for _, placed in position.board.tiles())
    used.update(tile for rack in position.racks for tile in rack)
    stock = Counter(variant.tile_set.tiles)
    for tile in sorted(used):
        if used[tile] > stock[tile]:
            raise _refusal(text, _too_many(tile, used[tile], stock[tile]))


def _too_many(tile: Tile, used: int, stock: int) -> Sentence:
    if tile.letter:
        return Sentence(
            "holds {count} {letter} tiles; the set has {stock}", count=used, letter=tile.letter, stock=stock
        )
    return Sentence("holds {count} blanks; the set has {stock}", count=used, stock=stock)


def write(position: CgpPosition, variant: Variant) -> str:
    """The text of a position; `read` reads it back."""
    width, squares = variant.layout.width, position.board.squares
    rows = (_row_text(squares[start : start + width], variant) for start in range(0, len(squares), width))
    fields = [
        "/".join(rows),
        "/".join(write_rack(rack, variant) for rack in position.racks),
        "/".join(map(str, position.scores)),
        str(position.zeros),
    ]
    return " ".join([*fields, *(f"{one.code} {one.args}".rstrip() + ";" for one in position.opcodes)])


def _row_text(squares: tuple[PlacedTile | None, ...], variant: Variant) -> str:
    groups = groupby(squares, lambda placed: placed is None)
    return "".join(
        str(len(list(group))) if free else "".join(write_tile(placed, variant) for placed in group if placed)
        for free, group in groups
    )


def position_of(view: SeatView) -> CgpPosition:
    """What a seat knows of a game, as a position in which that seat is to move; of the others' racks it knows none."""
    table, rack = view.table, view.rack
    order = [(view.seat + n) % len(table.seats) for n in range(len(table.seats))]
    own = rack.tiles if isinstance(rack, KnownRack) else Tiles()
    racks = (own, *(Tiles() for _ in order[1:]))
    return CgpPosition(table.board, racks, tuple(table.seats[seat].score for seat in order), table.scoreless)


def view_of(position: CgpPosition, variant: Variant, rules: Rules, lexicon: Lexicon) -> SeatView:
    """The view of the player to move, seat 0, with its rack.

    The other racks are as the position says only if that leaves no tiles in the pool; otherwise they are full.
    """
    own, *others = position.racks
    unseen = len(variant.tile_set) - sum(1 for _ in position.board.tiles()) - len(own)
    sizes = sizes_of([len(rack) for rack in others], unseen, variant.rack_size)
    seats = tuple(
        SeatSummary(Person(f"seat-{number}", f"Seat {number}"), score, size, Standing.IN_PLAY, 0)
        for number, (score, size) in enumerate(zip(position.scores, (len(own), *sizes), strict=True), 1)
    )
    table = TableView(
        setup=Setup(variant, rules, LexiconRef(lexicon.name, lexicon.id)),
        host=seats[0].player.id,
        opened=0,
        phase=Turn(0, 0),
        turn=1,
        board=position.board,
        seats=seats,
        pool=unseen - sum(sizes),
        scoreless=position.zeros,
        latest=None,
        sequence=1,
    )
    return SeatView(table, 0, KnownRack(own))


def sizes_of(told: list[int], unseen: int, most: int) -> list[int]:
    """How many of the unseen tiles the other racks hold: as stated if that is all of them, otherwise as many as fit."""
    if sum(told) == unseen:
        return told
    sizes: list[int] = []
    for _ in told:
        sizes.append(min(most, unseen - sum(sizes)))
    return sizes
