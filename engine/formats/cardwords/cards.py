"""The card set: the number of cards, then that many cards `[x #]`.

A card is a bracket, the letter, one space, the points and a bracket; a wildcard has a space for its letter. `[ E-2]` is
a wildcard that has been played as E, which a set cannot contain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.formats.cardwords.source import Source, whole_number
from engine.limits import MOST_POINTS, MOST_TILES
from engine.model.alphabet import Alphabet
from engine.model.tiles import Tile, Tiles, TileSet
from engine.reading import shortened

_PIECE = re.compile(r"\[[^\[\]\n]*\]?|[^\s\[]+")
_CARD = re.compile(r"\[([^\s\[\]]| ) ([-+]?\d+)\]\Z", re.ASCII)
_PLAYED = re.compile(r"\[ [^\s\[\]][-+]?\d+\]\Z", re.ASCII)


def read_cards(source: Source, alphabet: Alphabet | None) -> TileSet | None:
    """The tiles, or None if there were faults. Checks letters if the alphabet is known."""
    pieces = [(source.line_at(match.start()), match[0]) for match in _PIECE.finditer(source.text)]
    if not pieces:
        source.add(1, "the file is empty; it begins with the number of cards")
        return None
    (line, count), cards = pieces[0], pieces[1:]
    total = whole_number(count)
    if total is None:
        source.add(line, f"{shortened(count)} is not the number of cards")
        cards = pieces if count.startswith("[") else cards
    elif total != len(cards):
        source.add(line, f"{total} cards are announced, and {len(cards)} follow")
    if len(cards) > MOST_TILES:
        source.add(line, f"a set has up to {MOST_TILES} cards, not {len(cards)}")
        return None
    letters = _letters(alphabet) if alphabet else None
    tiles = [_read_card(source, number, text, letters) for number, text in cards]
    return None if source.faults else TileSet(Tiles.of(tile for tile in tiles if tile))


def _read_card(source: Source, line: int, text: str, letters: Mapping[str, str] | None) -> Tile | None:
    match = _CARD.match(text)
    if not match:
        reason = "is a wildcard that has been played; in a set it has two spaces" if _PLAYED.match(text) else ""
        source.add(line, f"{shortened(text)} {reason or 'is no card of the form [A 1]: letter, one space, points'}")
        return None
    points = whole_number(match[2])
    if points is None or abs(points) > MOST_POINTS:
        source.add(line, f"{shortened(text)}: points are {-MOST_POINTS} to {MOST_POINTS}")
        return None
    if match[1] == " " or letters is None:
        return Tile("", points)
    if match[1] not in letters:
        source.add(line, f"{match[1]!r} in {shortened(text)} is not in the charset")
        return None
    return Tile(letters[match[1]], points)


def _letters(alphabet: Alphabet) -> Mapping[str, str]:
    """Every form that stands for a letter, mapped to that letter."""
    own = zip(alphabet.letters, alphabet.equivalents, strict=True)
    return {form: letter for letter, forms in own for form in (letter, *forms)}
