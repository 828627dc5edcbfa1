"""The text files of cardwords: charset, card set, card table, bonus and dictionary.

They are Latin-1, and the program's manual defines them.

Charset: the number of letters, then one line for each with all the characters that stand for it. The first character is
the one shown. A and a may be different letters; then case is not folded.

Card set: the number of cards, then that many cards `[x #]`: a bracket, the letter, one space, the points and a bracket;
a wildcard has a space for its letter. `[ E-2]` is a wildcard that has been played as E, which a set cannot contain.

Card table: `width*height`, the start `(column, row)`, the squares, and a pair outside the table to end it. Columns and
rows count from 0 at the upper left. A square is `(column, row)`, attributes and `;`: `B` blocked, `C p` points, `L f`
and `W f` factors. A start column or row outside the table sets no condition.

Bonus: one `n:points` a line, n from -N to N, where N is the number of cards in a hand. `-i` means exchanging i cards, 0
passing, and `i` playing i cards.

Dictionary: one word of two or more letters a line, in any order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import BadData, Size, UnknownLetter
from engine.formats.varianttoml import VariantFile
from engine.formats.varianttoml.faults import Faults
from engine.formats.varianttoml.reader import has_room
from engine.limits import (
    CHAT,
    LONGEST_WORD,
    MAX_FACTOR,
    MAX_FORMS,
    MAX_LETTERS,
    MAX_RACK,
    MAX_SIDE,
    MOST_POINTS,
    MOST_TILES,
    Limits,
)
from engine.model.board import BLOCKED, PLAIN, Layout, Square, StartCondition
from engine.model.tiles import RESERVED, Alphabet, Tile, Tiles, TileSet, Word
from engine.model.variant import Variant
from engine.reading import check, shortened
from engine.sentences import Sentence

_NUMBER = re.compile(r"[-+]?[0-9]{1,9}")


class Source(Faults):
    """A file's name and text, and the faults found in it so far."""

    def __init__(self, where: str, text: str) -> None:
        super().__init__(where, text)
        self.text = text

    def lines(self) -> list[tuple[int, str]]:
        """The non-empty lines with their numbers, stripped of surrounding white space."""
        return [(number, line.strip()) for number, line in enumerate(self.text.splitlines(), 1) if line.strip()]


def _check_sizes(sources: Iterable[Source], most: int) -> None:
    """Raise `TooLarge` for the first file that has too many characters."""
    for one in sources:
        check(one.where, Size.CHARACTERS, len(one.text), most)


def _whole_number(text: str) -> int | None:
    """The number in a text, or None if it is not a number or is far too long."""
    return int(text) if _NUMBER.fullmatch(text) else None


def read_charset(source: Source) -> Alphabet | None:
    """The alphabet, or None if there were faults."""
    lines = source.lines()
    if not lines:
        source.wrong(1, "the file is empty; it begins with the number of letters")
        return None
    (first, count), letters = lines[0], lines[1:]
    number = _whole_number(count)
    if number is None:
        source.wrong(first, "{text} is not the number of letters", text=shortened(count))
    elif number != len(letters):
        source.wrong(
            first,
            "letters announced: {announced}; lines of letters that follow: {found}",
            announced=number,
            found=len(letters),
        )
    if len(letters) > MAX_LETTERS:
        source.wrong(
            first, "an alphabet must have 1 to {most} letters, not {count}", most=MAX_LETTERS, count=len(letters)
        )
        return None
    _check(source, letters)
    if source.found or not letters:
        return None
    return Alphabet(tuple(text[0] for _, text in letters), tuple(tuple(text[1:]) for _, text in letters))


def _check(source: Source, letters: list[tuple[int, str]]) -> None:
    meant: dict[str, int] = {}
    for line, text in letters:
        if len(text.split()) > 1:
            source.wrong(line, "{text} has white space between the characters of one letter", text=shortened(text))
            continue
        if len(text) > MAX_FORMS:
            source.wrong(
                line, "at most {most} characters can stand for a letter, not {count}", most=MAX_FORMS, count=len(text)
            )
            continue
        for character in dict.fromkeys(text):
            if character in RESERVED or not character.isprintable():
                source.wrong(
                    line,
                    "{character} cannot stand for a letter here: it has a meaning in moves",
                    character=repr(character),
                )
            elif meant.setdefault(character, line) != line:
                source.wrong(
                    line,
                    "{character} already stands for the letter on line {line}",
                    character=repr(character),
                    line=meant[character],
                )


_PIECE = re.compile(r"\[[^\[\]\n]*\]?|[^\s\[]+")
_CARD = re.compile(r"\[([^\s\[\]]| ) ([-+]?\d+)\]\Z", re.ASCII)
_PLAYED = re.compile(r"\[ [^\s\[\]][-+]?\d+\]\Z", re.ASCII)


def read_cards(source: Source, alphabet: Alphabet | None) -> TileSet | None:
    """The tiles, or None if there were faults. Checks letters if the alphabet is known."""
    pieces = [(source.line_at(match.start()), match[0]) for match in _PIECE.finditer(source.text)]
    if not pieces:
        source.wrong(1, "the file is empty; it begins with the number of cards")
        return None
    (line, count), cards = pieces[0], pieces[1:]
    total = _whole_number(count)
    if total is None:
        source.wrong(line, "{text} is not the number of cards", text=shortened(count))
        cards = pieces if count.startswith("[") else cards
    elif total != len(cards):
        source.wrong(
            line, "cards announced: {announced}; cards that follow: {found}", announced=total, found=len(cards)
        )
    if len(cards) > MOST_TILES:
        source.wrong(line, "a set has up to {most} cards, not {count}", most=MOST_TILES, count=len(cards))
        return None
    letters = _letters(alphabet) if alphabet else None
    tiles = [_read_card(source, number, text, letters) for number, text in cards]
    return None if source.found else TileSet(Tiles.of(tile for tile in tiles if tile))


def _read_card(source: Source, line: int, text: str, letters: Mapping[str, str] | None) -> Tile | None:
    match = _CARD.match(text)
    if not match:
        source.add(line, _no_card(text))
        return None
    points = _whole_number(match[2])
    if points is None or abs(points) > MOST_POINTS:
        source.add(line, _no_points(match[2]))
        return None
    if match[1] == " " or letters is None:
        return Tile("", points)
    if match[1] not in letters:
        source.wrong(
            line, "{character} in {text} is not in the charset", character=repr(match[1]), text=shortened(text)
        )
        return None
    return Tile(letters[match[1]], points)


def _no_card(text: str) -> Sentence:
    if _PLAYED.match(text):
        return Sentence("{text} is a wildcard that has been played; in a set it has two spaces", text=shortened(text))
    return Sentence("{text} is not a card of the form [A 1]: letter, one space, points", text=shortened(text))


def _letters(alphabet: Alphabet) -> Mapping[str, str]:
    """Every form that stands for a letter, mapped to that letter."""
    own = zip(alphabet.letters, alphabet.equivalents, strict=True)
    return {form: letter for letter, forms in own for form in (letter, *forms)}


_SIZE = re.compile(r"\s*(\d{1,9})\s*\*\s*(\d{1,9})\s*", re.ASCII)
_PAIR = re.compile(r"\s*\(\s*([-+]?\d{1,9})\s*,\s*([-+]?\d{1,9})\s*\)", re.ASCII)
_SOMETHING = re.compile(r"\S[^\n]{0,29}")
_ATTRIBUTES = {"C": ("points", -MOST_POINTS, MOST_POINTS), "L": ("letter", 0, MAX_FACTOR), "W": ("word", 0, MAX_FACTOR)}


@dataclass(frozen=True, slots=True)
class _Pair:
    column: int
    row: int
    line: int
    end: int


def read_table(source: Source) -> Layout | None:
    """The board, or None if there were faults."""
    size = _SIZE.match(source.text)
    if not size:
        source.wrong(1, "the table begins with its size, such as 18*10")
        return None
    width, height = int(size[1]), int(size[2])
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        source.wrong(
            1,
            "the board is {width} x {height}; each side must be 1 to {most} squares",
            width=width,
            height=height,
            most=MAX_SIDE,
        )
        return None
    start = _read_pair(source, size.end())
    if start is None:
        source.wrong(source.line_at(size.end()), "the start (column, row) is missing after the size")
        return None
    squares = _read_squares(source, start.end, width, height)
    if source.found:
        return None
    condition = StartCondition(
        start.column if 0 <= start.column < width else None, start.row if 0 <= start.row < height else None
    )
    return _make(source, width, height, squares, condition, start.line)


def _make(
    source: Source, width: int, height: int, squares: dict[tuple[int, int], Square], start: StartCondition, line: int
) -> Layout | None:
    kinds = tuple(squares.get((column, row), PLAIN) for row in range(height) for column in range(width))
    try:
        layout = Layout(width, height, kinds, start)
    except BadData as error:
        source.add(line, error.reason)
        return None
    if not has_room(layout):
        source.wrong(line, "no two-letter word fits on the start")
        return None
    return layout


def _read_pair(source: Source, position: int) -> _Pair | None:
    match = _PAIR.match(source.text, position)
    if not match:
        return None
    return _Pair(int(match[1]), int(match[2]), source.line_at(match.start(1)), match.end())


def _read_squares(source: Source, position: int, width: int, height: int) -> dict[tuple[int, int], Square]:
    squares: dict[tuple[int, int], Square] = {}
    for pair, attributes in _cells(source, position, width, height):
        place = (pair.column, pair.row)
        if min(place) < 0:
            source.wrong(pair.line, "{square} is outside the table", square=f"({pair.column}, {pair.row})")
        elif place in squares:
            source.wrong(pair.line, "{square} has been described already", square=f"({pair.column}, {pair.row})")
        squares[place] = _read_attributes(source, pair.line, attributes.split())
    return squares


def _cells(source: Source, position: int, width: int, height: int) -> Iterator[tuple[_Pair, str]]:
    """Each square and the text of its attributes, up to the pair that ends the table."""
    while not source.is_full:
        pair = _read_pair(source, position)
        something = _SOMETHING.search(source.text, position)
        if pair and (pair.column >= width or pair.row >= height):
            return
        if not something:
            source.wrong(len(source.text.rstrip().splitlines()), "the end of the table, a pair outside it, is missing")
            return
        semicolon = source.text.find(";", position)
        following = source.text.find("(", pair.end if pair else position)
        if semicolon < 0 or (pair and 0 <= following < semicolon):
            source.wrong(source.line_at(something.start()), "a ; is missing after a square")
            semicolon = following - 1 if following >= 0 else len(source.text)
        if pair:
            yield pair, source.text[pair.end : semicolon if semicolon >= pair.end else len(source.text)]
        else:
            source.wrong(
                source.line_at(something.start()),
                "{text} is not a square (column, row)",
                text=repr(something[0].rstrip()),
            )
        position = max(semicolon + 1, position + 1)


def _read_attributes(source: Source, line: int, tokens: list[str]) -> Square:
    found: dict[str, int] = {}
    blocked = False
    if not tokens:
        source.wrong(line, "the square has no attribute: B, C, L or W")
    rest = iter(tokens)
    for token in rest:
        if token == "B":
            blocked = True
        elif token in _ATTRIBUTES:
            _read_value(source, line, token, next(rest, ""), found)
        else:
            source.wrong(line, "{text} is not an attribute of a square: B, C, L or W", text=shortened(token))
    if blocked:
        return BLOCKED
    return Square(found.get("letter", 1), found.get("word", 1), found.get("points", 0))


def _read_value(source: Source, line: int, token: str, text: str, found: dict[str, int]) -> None:
    name, low, high = _ATTRIBUTES[token]
    value = _whole_number(text)
    if name in found:
        source.wrong(line, "{name} is given twice", name=token)
    elif value is None:
        source.wrong(line, "a number must follow {name}, not {text}", name=token, text=shortened(text))
    elif not low <= value <= high:
        source.wrong(line, "{key} must be {low} to {high}, not {value}", key=token, low=low, high=high, value=value)
    else:
        found[name] = value


@dataclass(frozen=True, slots=True)
class Bonuses:
    """The hand size; points by number of cards played and exchanged, counted from 0; points for passing."""

    rack_size: int
    played: tuple[int, ...]
    traded: tuple[int, ...]
    passing: int


def read_bonus(source: Source) -> Bonuses | None:
    """The bonuses, or None if there were faults."""
    lines = source.lines()
    pairs = [_read_line(source, line, text) for line, text in lines]
    if not pairs:
        source.wrong(1, "the file is empty; it needs pairs such as 7:50")
    if source.found:
        return None
    first = pairs[0][0]
    for (number, _), (line, _), wanted in zip(pairs, lines, range(first, first + len(pairs)), strict=True):
        if number != wanted:
            source.wrong(line, "{wanted} is expected here, not {found}", wanted=f"{wanted}:", found=f"{number}:")
            return None
    size = -first
    if not 1 <= size <= MAX_RACK:
        source.wrong(
            lines[0][0],
            "the file begins with -N, for hands of N cards, 1 to {most}; not {found}",
            most=MAX_RACK,
            found=first,
        )
    elif len(pairs) != 2 * size + 1:
        source.wrong(
            lines[-1][0],
            "the file must end with {last} because it begins with {first}",
            last=f"{size}:",
            first=f"{first}:",
        )
    if source.found:
        return None
    points = dict(pairs)
    traded = tuple(points[-count] if count else 0 for count in range(size + 1))
    played = tuple(points[count] if count else 0 for count in range(size + 1))
    return Bonuses(size, played, traded if any(traded) else (), points[0])


def _no_points(points: object) -> Sentence:
    bounds = {"key": "points", "low": -MOST_POINTS, "high": MOST_POINTS}
    return Sentence("{key} must be {low} to {high}, not {value}", **bounds, value=points)


def _read_line(source: Source, line: int, text: str) -> tuple[int, int]:
    left, colon, right = text.partition(":")
    number, points = _whole_number(left.strip()), _whole_number(right.strip())
    if not colon or number is None or points is None:
        source.wrong(line, "{text} is not a pair of numbers such as 7:50", text=shortened(text))
    elif abs(points) > MOST_POINTS:
        source.add(line, _no_points(points))
    return number or 0, points or 0


def read_dictionary(source: Source, alphabet: Alphabet, limits: Limits = CHAT) -> frozenset[Word]:
    """The words the charset can spell; any other line is recorded as a fault. Raises `TooLarge`."""
    words: set[Word] = set()
    lines = source.lines()
    check(source.where, Size.WORDS, len(lines), limits.words)
    for line, text in lines:
        if source.is_full:
            break
        try:
            word = alphabet.split(text)
        except UnknownLetter as error:
            source.wrong(
                line,
                "{character} in {text} is not in the charset",
                character=repr(text[error.position : error.position + 1]),
                text=shortened(text),
            )
            continue
        if not 2 <= len(word) <= LONGEST_WORD:
            source.wrong(
                line,
                "a word has 2 to {most} letters, not {count} like {text}",
                most=LONGEST_WORD,
                count=len(word),
                text=shortened(text),
            )
        words.add(word)
    return frozenset(words)


@dataclass(frozen=True, slots=True)
class CardwordsGame:
    """A variant and the words of its dictionaries, None if no dictionary was given."""

    file: VariantFile
    words: frozenset[Word] | None


def read_game(
    name: str,
    language: str,
    files: tuple[Source, Source, Source, Source],
    dictionaries: Sequence[Source] = (),
    removed: Sequence[Source] = (),
    limits: Limits = CHAT,
) -> CardwordsGame:
    """The game defined by a charset, card set, card table and bonus file, plus words that dictionaries add or remove.

    Raises `BadFile` with every fault in every file, each with its file and line, and `TooLarge`.
    """
    _check_sizes(files, limits.variant_characters)
    _check_sizes((*dictionaries, *removed), limits.list_bytes)
    charset, cards, table, bonus = files
    alphabet = read_charset(charset)
    tile_set, layout, bonuses = read_cards(cards, alphabet), read_table(table), read_bonus(bonus)
    words: set[Word] = set()
    if alphabet:
        words.update(*(read_dictionary(one, alphabet, limits) for one in dictionaries))
        words.difference_update(*(read_dictionary(one, alphabet, limits) for one in removed))
    charset.check(*files[1:], *dictionaries, *removed)
    assert alphabet
    assert tile_set
    assert layout
    assert bonuses
    scores = (bonuses.rack_size, bonuses.played, bonuses.traded, bonuses.passing)
    try:
        variant = Variant(name, language, alphabet, tile_set, layout, *scores)
    except BadData as error:
        cards.add(1, error.reason)
        cards.check()
    return CardwordsGame(VariantFile(name, "", {language: variant}), frozenset(words) if dictionaries else None)
