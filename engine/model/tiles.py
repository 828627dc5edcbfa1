"""Letters of any length, with the characters people type for them; tiles, multisets of them, tile sets and racks."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from engine.errors import BadData, TilesNotOnRack, UnknownLetter
from engine.limits import LONGEST_LETTER, MAX_FORMS, MAX_LETTERS
from engine.reading import translated, visible
from engine.sentences import Internal, Sentence

BLANK = "?"
"""A blank on a rack."""

Word = tuple[str, ...]
"""A word as a tuple of letters, so that a multi-character letter stays one letter."""

RESERVED = frozenset("0123456789.?()[]/ \t\n")
"""Characters with a special meaning in move and file notation; letters must not contain them."""

_ACCENTED = (range(0xC0, 0x250), range(0x370, 0x530), range(0x1E00, 0x2000))
"""Code points of Latin, Greek and Cyrillic letters, some of them with accents."""
_MARKS = range(0x300, 0x370)
"""Code points of accents that no letter has been composed with."""
_DOTTED = "İ"
"""A letter that only Turkic alphabets have, whose i has a dot as a capital too, and whose I has none when small."""
_ALIKE = ("AА", "BВ", "CС", "EЕ", "ËЁ", "HН", "IІ", "KК", "MМ", "OО", "PР", "TТ", "XХ", "YУ")
"""Latin and Cyrillic capitals that look alike, so that people type one for the other."""


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The letters of a game in their order, each shown by its first form.

    `equivalents[i]` are other typed forms of `letters[i]`. If no letter is lower case, lower case is accepted too, and
    marks a blank in an otherwise upper-case word. `folds` are signs with the letters that they stand for, such as ß
    with SS. `meant` are signs that the alphabet lacks, with what people may mean by them, for errors. With
    `drops_accents`, an accent that no letter has is ignored.

    Raises `BadData` if a form is empty, too long, reserved, or stands for two letters, if a sign stands for what the
    alphabet cannot spell, or if there are too many letters or forms.
    """

    letters: tuple[str, ...]
    equivalents: tuple[tuple[str, ...], ...] = ()
    folds: tuple[tuple[str, str], ...] = ()
    meant: tuple[tuple[str, tuple[str, ...]], ...] = ()
    drops_accents: bool = False
    folds_case: bool = field(init=False)
    _forms: Mapping[str, str] = field(init=False, repr=False, compare=False, hash=False)
    _indexes: Mapping[str, int] = field(init=False, repr=False, compare=False, hash=False)
    _longest: int = field(init=False, repr=False, compare=False, hash=False)
    _reading: re.Pattern[str] = field(init=False, repr=False, compare=False, hash=False)
    _accents: Mapping[int, str] = field(init=False, repr=False, compare=False, hash=False)
    _written: Mapping[str, str] = field(init=False, repr=False, compare=False, hash=False)
    _folding: re.Pattern[str] | None = field(init=False, repr=False, compare=False, hash=False)
    _to_small: Mapping[int, str] = field(default_factory=dict, init=False, repr=False, compare=False, hash=False)
    _to_capitals: Mapping[int, str] = field(default_factory=dict, init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.letters) <= MAX_LETTERS:
            raise BadData(
                "alphabet",
                Internal("has {count} letters; 1 to {most} are possible", count=len(self.letters), most=MAX_LETTERS),
            )
        if any(_DOTTED in letter for letter in self.letters):
            object.__setattr__(self, "_to_small", str.maketrans("Iİ", "ıi"))
            object.__setattr__(self, "_to_capitals", str.maketrans("ıi", "Iİ"))
        # The sharp s has no one-character upper case and also appears among capitals.
        folds = all(letter == letter.upper() or len(letter) < len(letter.upper()) for letter in self.letters)
        forms = self._collect_forms(folds)
        object.__setattr__(self, "folds_case", folds)
        object.__setattr__(self, "_forms", forms)
        object.__setattr__(self, "_indexes", {x: i for i, x in enumerate(self.letters, 1)})
        object.__setattr__(self, "_longest", max(map(len, forms)))
        object.__setattr__(self, "_reading", re.compile(_any_of(forms)))
        written = {self.lower(sign) if folds else sign: letters for sign, letters in self.folds}
        pattern = _any_of(written)
        object.__setattr__(self, "_written", written)
        object.__setattr__(self, "_folding", re.compile(pattern, re.IGNORECASE * folds) if pattern else None)
        object.__setattr__(self, "_accents", _accents_to_drop({*forms, *written}) if self.drops_accents else {})
        self._check_folds()

    def _check_folds(self) -> None:
        for sign, letters in self.folds:
            if not 0 < len(sign) <= LONGEST_LETTER or (RESERVED - {"."}) & set(sign) or sign in (*self._forms, "."):
                raise BadData("alphabet", Sentence("{sign} cannot stand for letters", sign=repr(sign)))
            try:
                self.split(letters)
            except UnknownLetter as error:
                unknown = Sentence(
                    "{letters}, which {sign} stands for, has unknown letters", letters=repr(letters), sign=repr(sign)
                )
                raise BadData("alphabet", unknown) from error

    def _collect_forms(self, folds: bool) -> dict[str, str]:
        forms: dict[str, str] = {}
        extra = self.equivalents or ((),) * len(self.letters)
        for letter, others in zip(self.letters, extra, strict=True):
            if len(others) >= MAX_FORMS:
                many = Internal(
                    "has {count} forms of {letter}; {most} are possible",
                    count=len(others) + 1,
                    letter=repr(letter),
                    most=MAX_FORMS,
                )
                raise BadData("alphabet", many)
            for form in dict.fromkeys((letter, *others)):
                if not 0 < len(form) <= LONGEST_LETTER or RESERVED & set(form):
                    raise BadData("alphabet", Sentence("{form} cannot stand for a letter", form=repr(form)))
                if forms.setdefault(form, letter) != letter:
                    raise BadData("alphabet", Sentence("{form} stands for two letters", form=repr(form)))
        if folds:
            for form, letter in list(forms.items()):
                small = self.lower(form)
                for other in (small, form[:1].title() + self.lower(form[1:]), small.replace("σ", "ς")):
                    forms.setdefault(other, letter)
        return forms

    @property
    def forms(self) -> Mapping[str, str]:
        """Every typed form of a letter, mapped to the letter."""
        return self._forms

    def lower(self, text: str) -> str:
        """A text in small letters, as this alphabet has them."""
        return text.translate(self._to_small).lower()

    def upper(self, text: str) -> str:
        """A text in capitals, as this alphabet has them."""
        return text.translate(self._to_capitals).upper()

    def __len__(self) -> int:
        return len(self.letters)

    def __contains__(self, letter: object) -> bool:
        return letter in self._indexes

    def index(self, letter: str) -> int:
        """The position of a displayed letter in the alphabet, from 1 (0 is reserved for blanks). Raises `KeyError`."""
        return self._indexes[letter]

    def normal(self, text: str) -> str:
        """The text in the characters of this alphabet, however the keyboard composed them; call it before `read`.

        What nobody sees is left out, accents are composed (NFC), those that no letter has may be dropped, and each sign
        of `folds` gives its letters in the case that it was typed in.
        """
        if text.isascii() and not any(sign.isascii() for sign in self._written):
            return text
        text = translated(unicodedata.normalize("NFC", visible(text)), self._accents)
        return self._folding.sub(self._unfold, text) if self._folding else text

    def _unfold(self, found: re.Match[str]) -> str:
        sign, text = found[0], found.string
        letters = self._written[self.lower(sign) if self.folds_case else sign]
        if not self.folds_case:
            return letters
        if len(sign.upper()) > len(sign):
            # The sharp s has no capital on most keyboards, so its neighbour tells the case.
            sign = text[max(found.start() - 1, 0) : found.start()] or text[found.end() : found.end() + 1]
        if sign.islower():
            return self.lower(letters)
        is_first = len(sign) == 1 and text[found.end() : found.end() + 1].islower()
        return letters[:1] + self.lower(letters[1:]) if is_first else letters

    def read(self, text: str, position: int = 0) -> tuple[str, int]:
        """The letter at a position in the text, and the position after it; the longest form wins.

        `[CH]` forces a multi-character letter and `[C]` a single-character one. Raises `UnknownLetter`.
        """
        if text[position : position + 1] == "[":
            end = text.find("]", position)
            letter = self._forms.get(text[position + 1 : end]) if end > 0 else None
            if letter is None:
                raise UnknownLetter(text, position, self._near(text[position + 1 : end]))
            return letter, end + 1
        for length in range(self._longest, 0, -1):
            form = text[position : position + length]
            if len(form) == length and form in self._forms:
                return self._forms[form], position + length
        raise UnknownLetter(text, position, self._near(text[position : position + 1]))

    def _near(self, sign: str) -> tuple[str, ...]:
        """The letters that someone may mean by a sign that the alphabet lacks."""
        wanted = self.upper(sign) if self.folds_case else sign
        if not wanted:
            return ()
        known = dict(self.meant).get(wanted, ())
        alike = (other for pair in _ALIKE if wanted in pair for other in pair if other in self)
        holding = (letter for letter in self.letters if wanted in letter)
        bare = unicodedata.normalize("NFD", wanted)[0]
        return tuple(known) or tuple(alike) or tuple(holding) or ((self._forms[bare],) if bare in self._forms else ())

    def readings(self, form: str) -> tuple[Word, ...]:
        """The ways to read a form of one letter as several letters: `CH` as C and H. The longest letters come first."""
        return tuple(word for word in self._segments(form) if len(word) > 1)

    def _segments(self, text: str) -> Iterator[Word]:
        if not text:
            yield ()
        for length in range(min(len(text), self._longest), 0, -1):
            letter = self._forms.get(text[:length])
            if letter is not None:
                yield from ((letter, *rest) for rest in self._segments(text[length:]))

    def small(self, letter: str) -> str | None:
        """The form of a letter that marks a blank standing for it; None if case cannot tell."""
        small = self.lower(letter)
        return small if self.folds_case and small != letter else None

    def split(self, text: str) -> Word:
        """The letters that a text spells, ignoring case.

        Raises `UnknownLetter` with the normal text and the position of the first unknown character.
        """
        text = self.normal(text)
        found = self._reading.findall(text)  # skips what is no form
        if sum(map(len, found)) == len(text):
            return tuple([self._forms[form] for form in found])
        letters, position = [], 0
        while position < len(text):
            letter, position = self.read(text, position)
            letters.append(letter)
        return tuple(letters)

    def spell(self, word: Word) -> str:
        """The text of a word, which `split` reads back; brackets appear only where it would be read differently."""
        plain = "".join(word)
        if self._longest == 1:
            return plain
        try:
            if self.split(plain) == word:
                return plain
        except UnknownLetter:
            pass
        return "".join(f"[{letter}]" for letter in word)


def _any_of(forms: Iterable[str]) -> str:
    """The pattern of these forms, by which the longest wins."""
    return "|".join(map(re.escape, sorted(forms, key=lambda form: (-len(form), form))))


def _accents_to_drop(known: set[str]) -> dict[int, str]:
    """What remains of each accented character, of those that are not known, without its accents."""
    bare = {ord(letter): base for letter, base in _bare_letters() if letter not in known and base in known}
    used = frozenset("".join(known))
    return bare | {code: "" for code in _MARKS if chr(code) not in used}


@cache
def _bare_letters() -> tuple[tuple[str, str], ...]:
    """Every accented letter with the one below its accents."""
    letters = (chr(code) for codes in _ACCENTED for code in codes)
    pairs = ((letter, unicodedata.normalize("NFD", letter)[0]) for letter in letters)
    return tuple((letter, base) for letter, base in pairs if letter != base)


def bracketed(letter: str) -> str:
    """A letter as game records write it: in brackets unless it is one character that means nothing else there."""
    return letter if len(letter) == 1 and letter.isalpha() else f"[{letter}]"


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One kind of tile: a letter (empty for a blank) and its points, which may be negative."""

    letter: str
    points: int

    @property
    def is_blank(self) -> bool:
        """Whether the tile may stand for any letter."""
        return not self.letter

    def __str__(self) -> str:
        return f"{self.letter or BLANK}({self.points})"


@dataclass(frozen=True, slots=True)
class Tiles:
    """A multiset of tiles. Build it with `Tiles.of`; it is sorted, so that the order reveals nothing.

    `str()` writes a rack as game records do, `AEIN?`: a letter of several characters in brackets, blanks last. It
    leaves out the points; where tiles of one letter differ in them, use `engine.formats.tiletext.write_rack`.
    """

    items: tuple[Tile, ...] = ()

    @staticmethod
    def of(tiles: Iterable[Tile]) -> Tiles:
        """The multiset of these tiles."""
        return Tiles(tuple(sorted(tiles)))

    def __str__(self) -> str:
        letters = (tile.letter for tile in self.items if tile.letter)
        return "".join(map(bracketed, letters)) + BLANK * sum(tile.is_blank for tile in self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Tile]:
        return iter(self.items)

    def __contains__(self, tile: object) -> bool:
        return tile in self.items

    def __add__(self, other: Tiles) -> Tiles:
        return Tiles.of((*self.items, *other.items))

    def __sub__(self, other: Tiles) -> Tiles:
        """The tiles left after removing others. Raises `TilesNotOnRack` if some are missing."""
        counts = Counter(self.items)
        counts.subtract(other.items)
        missing = [tile for tile, count in counts.items() for _ in range(-count)]
        if missing:
            raise TilesNotOnRack(tuple(str(tile) for tile in sorted(missing)))
        return Tiles.of(counts.elements())

    def covers(self, other: Tiles) -> bool:
        """Whether this multiset contains the other one."""
        return not Counter(other.items) - Counter(self.items)

    def count(self, tile: Tile) -> int:
        """The number of tiles of that kind."""
        return self.items.count(tile)

    @property
    def points(self) -> int:
        """The sum of the tiles' points."""
        return sum(tile.points for tile in self.items)

    @property
    def kinds(self) -> tuple[Tile, ...]:
        """The different kinds of tile, sorted: blanks first, then by letter and points."""
        return tuple(dict.fromkeys(self.items))


@dataclass(frozen=True, slots=True)
class TileSet:
    """All tiles of a game."""

    tiles: Tiles
    kinds: tuple[Tile, ...] = field(init=False, repr=False, compare=False, hash=False)
    """The different kinds of tile, sorted."""

    def __post_init__(self) -> None:
        # cached, because readers need them for every tile of a text
        object.__setattr__(self, "kinds", self.tiles.kinds)

    def __len__(self) -> int:
        return len(self.tiles)

    @property
    def blanks(self) -> tuple[Tile, ...]:
        """The kinds of blank, sorted by points."""
        return tuple(tile for tile in self.kinds if tile.is_blank)

    def of_letter(self, letter: str) -> tuple[Tile, ...]:
        """The kinds of tile with a letter, lowest points first."""
        return tuple(tile for tile in self.kinds if tile.letter == letter)

    def seats(self, rack_size: int) -> int:
        """How many seats can be dealt full racks."""
        return len(self.tiles) // rack_size


@dataclass(frozen=True, slots=True)
class KnownRack:
    """A rack whose tiles are known."""

    tiles: Tiles = Tiles()

    def __len__(self) -> int:
        return len(self.tiles)

    def plus(self, tiles: Tiles) -> KnownRack:
        """The rack with tiles added."""
        return KnownRack(self.tiles + tiles)

    def minus(self, tiles: Tiles) -> KnownRack:
        """The rack with tiles removed. Raises `TilesNotOnRack`."""
        return KnownRack(self.tiles - tiles)


@dataclass(frozen=True, slots=True)
class HiddenRack:
    """A rack with only its size known: a real rack at a table, or one missing from a game record."""

    size: int = 0

    def __len__(self) -> int:
        return self.size

    def plus(self, tiles: Tiles) -> HiddenRack:
        """The rack with that many more tiles."""
        return HiddenRack(self.size + len(tiles))

    def minus(self, tiles: Tiles) -> HiddenRack:
        """The rack with that many fewer tiles. Raises `TilesNotOnRack` if it has fewer."""
        if len(tiles) > self.size:
            raise TilesNotOnRack(tuple(str(tile) for tile in tiles))
        return HiddenRack(self.size - len(tiles))


Rack = KnownRack | HiddenRack


def find_tile(tile_set: TileSet, letter: str, points: int | None, blank: bool) -> Tile | None:
    """The matching kind of tile: the one with these points, or the highest-scoring one; None if the set has none."""
    kinds = tile_set.blanks if blank else tile_set.of_letter(letter)
    fitting = [kind for kind in kinds if points in (None, kind.points)]
    return max(fitting, key=lambda kind: kind.points, default=None)
