"""Moves in written form: coordinate and word, marked blanks, tiles of a rack."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.text.names import escape
from bot.text.texts import Texts
from engine.game.state import Setup
from engine.model.alphabet import Word
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import Tile, Tiles
from engine.model.variant import Variant
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet

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


def blanks_text(placement: Placement, texts: Texts) -> str:
    """The letters of a play that are blanks, as a sentence; empty if there are none."""
    letters = [escape(letter) for letter in blank_letters(placement)]
    if not letters:
        return ""
    return texts.ngettext(
        "The {letters} is a blank.", "The {letters} are blanks.", len(letters), letters=texts.join(letters)
    )


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
