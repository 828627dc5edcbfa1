"""Moves in written form: coordinate and word, marked blanks, tiles of a rack."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from bot.text.names import escape
from bot.text.texts import Texts
from engine.game.state import Setup
from engine.model.alphabet import Word
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import Tile, Tiles
from engine.model.variant import Variant
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet
from engine.sentences import NP_

BLANK = "?"


def play_text(placement: Placement, sheet: ScoreSheet, setup: Setup) -> str:
    """A play such as `8H HELLo`: the coordinate in the game's orientation and the main word, new blanks marked."""
    return f"{place_text(placement, setup)} {main_word(placement, sheet, setup.variant)}"


def place_text(placement: Placement, setup: Setup) -> str:
    """The coordinate pair of a play in the game's orientation."""
    return setup.orientation.name(placement.cell, placement.direction, setup.variant.layout.size)


def main_word(placement: Placement, sheet: ScoreSheet, variant: Variant) -> str:
    """The main word of a play; new blanks are in lower case, or after a `?` if case has another meaning."""
    blanks = {_offset(placement, cell) for cell, placed in placement.tiles if placed.is_blank}
    word = sheet.words[0].word if sheet.words else tuple(placed.letter for _, placed in placement.tiles)
    return marked_word(word, blanks, variant)


def marked_word(word: Word, blanks: Collection[int], variant: Variant) -> str:
    """A word whose letters at the positions `blanks`, from 0, are in lower case, or after a `?`."""
    return "".join(_blank_text(letter, variant) if index in blanks else letter for index, letter in enumerate(word))


def _offset(placement: Placement, cell: Cell) -> int:
    across = placement.direction is Direction.ACROSS
    return cell.column - placement.cell.column if across else cell.row - placement.cell.row


def _blank_text(letter: str, variant: Variant) -> str:
    return variant.alphabet.small(letter) or BLANK + letter


def word_text(word: Word) -> str:
    """A word for display."""
    return "".join(word)


def words_text(words: Iterable[Word], texts: Texts) -> str:
    """Words as a list in a sentence."""
    return texts.join(map(word_text, words))


def blank_letters(placement: Placement) -> tuple[str, ...]:
    """The letters that a play's blanks stand for, in order."""
    return tuple(placed.letter for _, placed in placement.tiles if placed.is_blank)


def blanks_text(placement: Placement, sheet: ScoreSheet, texts: Texts) -> str:
    """Which letters of a play are blanks, also of several equal ones, as a sentence; empty if there are none."""
    count = len(blank_letters(placement))
    if not count:
        return ""
    letters = escape(_played_blanks(placement, sheet, texts))
    return texts.ngettext("The {letters} is a blank.", "The {letters} are blanks.", count, letters=letters)


def _played_blanks(placement: Placement, sheet: ScoreSheet, texts: Texts) -> str:
    if not sheet.words:
        return texts.join(blank_letters(placement))
    places = {_offset(placement, cell) for cell, placed in placement.tiles if placed.is_blank}
    return blanks_named(sheet.words[0].word, places, texts)


_PLACES = (
    NP_("which of several equal letters", "first"),
    NP_("which of several equal letters", "second"),
    NP_("which of several equal letters", "third"),
    NP_("which of several equal letters", "fourth"),
    NP_("which of several equal letters", "fifth"),
    NP_("which of several equal letters", "sixth"),
)


def blanks_named(word: Word, places: Collection[int], texts: Texts) -> str:
    """The letters of a word at these places, from 0, as a list: `O`, `second L`, `first and second L`."""
    return texts.join(_blanks_named(word, places, texts))


def _blanks_named(word: Word, places: Collection[int], texts: Texts) -> Iterator[str]:
    for letter in dict.fromkeys(word[place] for place in sorted(places)):
        equal = [place for place, one in enumerate(word) if one == letter]
        told = [_place(number, texts) for number, place in enumerate(equal) if place in places]
        if len(equal) == 1:
            yield letter
        else:
            # Translators: which of several equal letters of a word, such as "second L" or "first and second L".
            yield texts.gettext("{places} {letter}", places=texts.join(told), letter=letter)


def _place(number: int, texts: Texts) -> str:
    """An ordinal number, counted from 0."""
    if number < len(_PLACES):
        return texts.pgettext(*_PLACES[number])
    return texts.pgettext("which of several equal letters", "number {number}", number=texts.number(number + 1))


def tile_text(tile: Tile, texts: Texts) -> str:
    """A single tile in a sentence: its letter, or the word for a blank."""
    return texts.gettext("a blank") if tile.is_blank else tile.letter


def letters_text(tiles: Iterable[Tile], variant: Variant) -> str:
    """Tiles as letters separated by spaces, blanks last: `A E(0) R ?`."""
    listed = sorted(tiles, key=lambda tile: tile.is_blank)
    return " ".join(tile_name(tile, variant) for tile in listed)


def tile_name(tile: Tile, variant: Variant) -> str:
    """A tile as players type it: its letter, with its points if another tile has the same face."""
    kinds = variant.tile_set.blanks if tile.is_blank else variant.tile_set.of_letter(tile.letter)
    return (tile.letter or BLANK) + (f"({tile.points})" if len(kinds) > 1 else "")


def alphabetical(tiles: Tiles | Iterable[Tile], variant: Variant) -> tuple[Tile, ...]:
    """Tiles in alphabetical order, blanks last."""
    alphabet = variant.alphabet
    last = len(alphabet) + 1
    return tuple(sorted(tiles, key=lambda t: (last if t.is_blank else alphabet.index(t.letter), t.points)))
