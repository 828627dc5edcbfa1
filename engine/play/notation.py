"""Typed moves: `8H HELLO`, `h8 hello`, `8h across hello`, `hello 8h`, `8H: HELLO`.

In the word, `.` and letters in parentheses are already on the board; a lower-case letter in an otherwise upper-case
word and `?e` are blanks; digits in parentheses are the points of the preceding tile, `E(0)`, `?E(-2)`; brackets hold
one letter, so that `[CH]` is one tile and `[C][H]` are two. Without brackets, `CH` is one tile where the rack and the
board allow it, else two.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice, product

from engine.errors import MalformedCoordinate, MalformedMove, NoSuchPoints, NoSuchTile, UnknownLetter
from engine.limits import LONGEST_MOVE
from engine.model.board import Board, Cell, Direction, Orientation, PlacedTile, after_square
from engine.model.tiles import Alphabet, Tile, Tiles, Word, find_tile
from engine.model.variant import Variant
from engine.reading import pasted, unwrapped

_Reading = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class TypedLetter:
    """One letter of a typed word.

    `letter` is None for a `.`; `blank` asks for a blank, `points` for a tile with these points; `on_board` means that
    the letter was given as already on the board. `others` are the letters that the same characters can be read as, None
    for a `.` among them.
    """

    letter: str | None
    blank: bool = False
    points: int | None = None
    on_board: bool = False
    others: tuple[_Reading, ...] = ()

    def readings(self) -> Iterator[tuple[TypedLetter, ...]]:
        """What was typed as one letter, then every way to read it as several."""
        yield (replace(self, others=()),)
        for word in self.others:
            yield tuple(
                TypedLetter(letter, self.blank and letter is not None, None, self.on_board or letter is None)
                for letter in word
            )


MOST_READINGS = 64
"""Readings of one typed word that are tried; the first ones have the fewest tiles."""


@dataclass(frozen=True, slots=True)
class PlayIntent:
    """What a player wants to place: a word from a cell in a direction, not yet checked."""

    cell: Cell
    direction: Direction
    letters: tuple[TypedLetter, ...]

    def readings(self) -> tuple[PlayIntent, ...]:
        """The intents that the text can stand for: multi-character letters as one tile first, brackets as they say."""
        found = islice(product(*(typed.readings() for typed in self.letters)), MOST_READINGS)
        words = sorted((tuple(chain(*parts)) for parts in found), key=len)
        return tuple(replace(self, letters=letters) for letters in words)


_DIRECTIONS = {"across": Direction.ACROSS, "a": Direction.ACROSS, "down": Direction.DOWN, "d": Direction.DOWN}
_POINTS = re.compile(r"\((-?\d{1,6})\)", re.ASCII)
_SPACE_BEFORE_POINTS = re.compile(r" (?=\()")
_BETWEEN = ":;,=–—-→"
"""What people put between a square and a word."""
_AROUND = _BETWEEN + '`*|~"“”„«»‹›「」『』'
"""Also the marks of a pair that begins or ends within a move."""


def parts_of(text: str) -> list[str]:
    """The words of a typed move, without the marks around them and between them."""
    parts = (unwrapped(part.strip(_AROUND)) for token in pasted(text).split() for part in _divided(token))
    return [part for part in parts if part]


def _divided(token: str) -> tuple[str, ...]:
    """A square and a word that only such a mark divides: `8H:HELLO`."""
    end = after_square(token)
    return (token[:end], token[end:]) if token[end : end + 1] in _BETWEEN else (token,)


def read_move(text: str, variant: Variant, orientation: Orientation) -> PlayIntent:
    """The intent of a typed move. Raises `MalformedText` or a subclass, with the text that could not be read."""
    tokens = parts_of(text) if len(text) <= LONGEST_MOVE else []
    if len(tokens) not in (2, 3):
        raise MalformedMove(text[:LONGEST_MOVE])
    if len(tokens) == 2:
        return _read_pair(tokens[0], tokens[1], text, variant, orientation)
    for place, way, word in ((tokens[0], tokens[1], tokens[2]), (tokens[1], tokens[2], tokens[0])):
        if way.lower() in _DIRECTIONS:
            intent = _read_pair(place, word, text, variant, orientation)
            return PlayIntent(intent.cell, _DIRECTIONS[way.lower()], intent.letters)
    raise MalformedMove(text)


def _read_pair(one: str, other: str, text: str, variant: Variant, orientation: Orientation) -> PlayIntent:
    for place, word in ((one, other), (other, one)):
        try:
            cell, direction = orientation.read(place, variant.layout.size)
        except MalformedCoordinate:
            continue
        return PlayIntent(cell, direction, read_word(word, variant))
    raise MalformedMove(text)


def read_word(text: str, variant: Variant) -> tuple[TypedLetter, ...]:
    """The letters of a typed word. Raises `UnknownLetter`, `NoSuchPoints` or `MalformedMove`."""
    if len(text) > LONGEST_MOVE:
        raise MalformedMove(text[:LONGEST_MOVE])
    text = variant.alphabet.normal(pasted(text))
    letters: list[TypedLetter] = []
    position = 0
    marks = _small_letters_mark_blanks(text, variant.alphabet)
    while position < len(text):
        position = _read_next(text, position, marks, variant, letters)
    if not letters:
        raise MalformedMove(text)
    return tuple(letters)


def _small_letters_mark_blanks(text: str, alphabet: Alphabet) -> bool:
    """Whether case marks blanks; it does not in `Hello`, as phone keyboards capitalize it."""
    if not alphabet.folds_case or text in (alphabet.upper(text), alphabet.lower(text)):
        return False
    return len(text) == 2 or text != alphabet.upper(text[:1]) + alphabet.lower(text[1:])


def _is_small(form: str, alphabet: Alphabet) -> bool:
    return alphabet.lower(form) == form != alphabet.upper(form)


def _read_next(text: str, position: int, marks: bool, variant: Variant, letters: list[TypedLetter]) -> int:
    if text[position] == ".":
        letters.append(TypedLetter(None, on_board=True))
        return position + 1
    if text[position] == "(":
        return _read_board_letters(text, position, variant.alphabet, letters)
    blank = text[position] == "?"
    start = position + blank
    letter, end = variant.alphabet.read(text, start)
    blank = blank or (marks and letter != text[start:end] and _is_small(text[start:end], variant.alphabet))
    points = _POINTS.match(text, end)
    if points and find_tile(variant.tile_set, letter, int(points[1]), blank) is None:
        raise NoSuchPoints(text, end, letter, int(points[1]))
    others = () if points else _other_readings(text[start:end], variant.alphabet)
    letters.append(TypedLetter(letter, blank, int(points[1]) if points else None, others=others))
    return points.end() if points else end


def _other_readings(typed: str, alphabet: Alphabet) -> tuple[_Reading, ...]:
    if len(typed) < 2 or typed.startswith("["):
        return ()
    return (*alphabet.readings(typed), *_dotted_readings(alphabet.forms[typed], alphabet))


def _dotted_readings(letter: str, alphabet: Alphabet) -> Iterator[_Reading]:
    """What a letter means if it was typed as `L.L` for `L·L`, and the dot stands for a tile on the board."""
    for sign in (sign for sign, letters in alphabet.folds if letters == letter and "." in sign):
        parts = [None if one == "." else alphabet.forms.get(one) for one in sign]
        if None not in (part for part, one in zip(parts, sign, strict=True) if one != "."):
            yield tuple(parts)


def _read_board_letters(text: str, position: int, alphabet: Alphabet, letters: list[TypedLetter]) -> int:
    close = text.find(")", position)
    if close < 0:
        raise UnknownLetter(text, position)
    position += 1
    while position < close:
        letter, end = alphabet.read(text, position)
        others = _other_readings(text[position:end], alphabet)
        letters.append(TypedLetter(letter, on_board=True, others=others))
        position = end
    return close + 1


def read_tiles(text: str, variant: Variant, rack: Tiles) -> Tiles:
    """The tiles named in a text, as `list_tiles`; `all` stands for the whole rack."""
    return rack if text.strip().lower() == "all" else Tiles.of(list_tiles(text, variant, rack))


def list_tiles(text: str, variant: Variant, rack: Tiles) -> tuple[Tile, ...]:
    """The tiles named in a text, in its order: letters, `?` for a blank, with optional spaces.

    A letter with several values means the lowest on the rack, unless points follow it, `E(0)`. `CH` is one tile, or two
    if only those are on the rack; `[CH]` is always one, and `C H` always two. A letter missing from the rack is taken
    from the set, so that checking the rack reports it.

    Raises `UnknownLetter`, `NoSuchTile`, `NoSuchPoints` or `MalformedMove`.
    """
    parts = pasted(text).split()
    if sum(map(len, parts)) > LONGEST_MOVE:
        raise MalformedMove("".join(parts)[:LONGEST_MOVE])
    text = _SPACE_BEFORE_POINTS.sub("", variant.alphabet.normal(" ".join(parts)))
    left, position, found = list(rack), 0, list[Tile]()
    while position < len(text):
        if text[position] == " ":
            position += 1
            continue
        blank = text[position] == "?"
        letter, end = ("", position + 1) if blank else variant.alphabet.read(text, position)
        points = _POINTS.match(text, end)
        word = (letter,) if points else _held((letter,), _other_readings(text[position:end], variant.alphabet), left)
        for one in word:
            tile = _choose(one, int(points[1]) if points else None, left, variant)
            if tile is None:
                raise NoSuchPoints(text, position, one, int(points[1])) if points else NoSuchTile(text, position, one)
            if tile in left:
                left.remove(tile)
            found.append(tile)
        position = points.end() if points else end
    return tuple(found)


def _held(word: Word, others: tuple[_Reading, ...], rack: list[Tile]) -> Word:
    """The first reading for which the rack has the tiles, else `word`."""
    letters = Counter(tile.letter for tile in rack)
    spelt = (tuple(letter for letter in one if letter is not None) for one in others if None not in one)
    return next((one for one in (word, *spelt) if not Counter(one) - letters), word)


def _choose(letter: str, points: int | None, rack: list[Tile], variant: Variant) -> Tile | None:
    kinds = variant.tile_set.of_letter(letter) if letter else variant.tile_set.blanks
    fitting = [kind for kind in kinds if points in (None, kind.points)]
    return next((kind for kind in fitting if kind in rack), fitting[0] if fitting else None)


def write_word(board: Board, cells: tuple[Cell, ...], new: dict[Cell, PlacedTile], variant: Variant) -> str:
    """A word on the board as move text: letters already there in parentheses, new blanks in lower case."""
    parts: list[str] = []
    for cell in cells:
        placed, on_board = (new[cell], False) if cell in new else (board[cell], True)
        assert placed
        parts.append(f"({_letter_text(placed)})" if on_board else tile_text(placed, variant))
    return "".join(parts).replace(")(", "") if _only_letters_in_parentheses(variant) else "".join(parts)


def _letter_text(placed: PlacedTile) -> str:
    return placed.letter if len(placed.letter) == 1 else f"[{placed.letter}]"


def _only_letters_in_parentheses(variant: Variant) -> bool:
    kinds = variant.tile_set.kinds
    return len(variant.tile_set.blanks) < 2 and len({kind.letter for kind in kinds}) == len(kinds)


def tile_text(placed: PlacedTile, variant: Variant) -> str:
    """A tile on the board as text: `E`, `e` for a blank that stands for E, `[CH]`; `?e` if case cannot mark a blank.

    A tile whose letter has several values is followed by its points: `E(0)`.
    """
    letter = placed.letter if len(placed.letter) == 1 else f"[{placed.letter}]"
    kinds = variant.tile_set.blanks if placed.is_blank else variant.tile_set.of_letter(placed.letter)
    points = f"({placed.tile.points})" if len(kinds) > 1 else ""
    if placed.is_blank:
        letter = variant.alphabet.small(letter) or f"?{letter}"
    return letter + points
