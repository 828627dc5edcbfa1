"""Moves in written form: coordinate and word, marked blanks, racks, how a score adds up, and what a move is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from bot.text.names import escape
from bot.text.texts import Texts
from engine.game.state import Setup
from engine.game.views import TableView
from engine.model.board import Board, Cell, Direction
from engine.model.tiles import Tile, Tiles, Word
from engine.model.variant import Variant
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.play.placement import Placement, ScoreSheet, score
from engine.review import values as rv
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


MoveLine = tuple[str, str, str]
"""The scoring item, its calculation and its points."""


def reckoning(board: Board, placement: Placement, variant: Variant, texts: Texts) -> tuple[MoveLine, ...]:
    """A line for each new word, for the squares' points and for the bonus; the total, if there are several."""
    after, sheet = placement.on(board), score(board, placement, variant)
    runs = [after.run(placement.cell, placement.direction)]
    runs += [after.run(cell, placement.direction.other) for cell in placement.cells]
    counted = [run for run in runs if len(run) > 1]
    lines = [
        (word_text(word.word), _product(after, run, frozenset(placement.cells), texts), texts.number(word.points))
        for word, run in zip(sheet.words, counted, strict=True)
    ]
    if sheet.cell_points:
        lines.append((texts.pgettext("part of a score", "Squares"), "", texts.signed(sheet.cell_points)))
    if sheet.bonus:
        count = texts.ngettext("for {count} tile", "for {count} tiles", len(placement.tiles))
        lines.append((texts.pgettext("part of a score", "Bonus"), count, texts.signed(sheet.bonus)))
    if len(lines) > 1:
        lines.append((texts.pgettext("part of a score", "Total"), "", texts.number(sheet.total)))
    return tuple(lines)


def _product(board: Board, run: Iterable[Cell], new: frozenset[Cell], texts: Texts) -> str:
    """`1 + 1×2 + 4 + 1`, in parentheses if the whole word counts several times."""
    parts, factors = [], ""
    for cell in run:
        placed, square = board[cell], board.layout[cell]
        assert placed
        points = texts.number(placed.tile.points)
        points = f"({points})" if placed.tile.points < 0 else points
        covered = cell in new
        parts.append(f"{points}×{square.letter}" if covered and square.letter != 1 else points)
        factors += f" × {square.word}" if covered and square.word != 1 else ""
    total = " + ".join(parts)
    return f"({total}){factors}" if factors else total


def tiles_text(tiles: Tiles, variant: Variant) -> str:
    """Tiles without spaces, blanks last: `AERST?`."""
    return escape("".join(tile_name(tile, variant) for tile in alphabetical(tiles, variant)))


def move_text(move: rv.ReviewedMove, view: TableView, texts: Texts) -> str:
    """A move in the position before it, such as `8H HELLO`."""
    match move:
        case ScoredPlay(placement=placement):
            return f"**{escape(play_text(placement, score(view.board, placement, view.variant), view.setup))}**"
        case ScoredExchange(tiles=tiles) if len(tiles):
            return texts.gettext("exchange {tiles}", tiles=f"**{tiles_text(tiles, view.variant)}**")
        case _:
            return texts.pgettext("move", "pass")


def figures_text(figures: rv.MoveFigures, view: TableView, texts: Texts) -> str:
    """A move with what it is worth: points, chance to win, and lead at the end."""
    points = texts.ngettext("{count} point", "{count} points", figures.score)
    parts = [move_text(figures.move, view, texts), points]
    if figures.win is not None:
        parts.append(texts.gettext("{percent}% chance to win", percent=percent_text(figures.win, texts)))
    if figures.lead is not None:
        parts.append(texts.gettext("lead {points}", points=texts.signed(round(figures.lead))))
    elif figures.win is None:
        parts.append(texts.gettext("equity {points}", points=texts.decimal(figures.equity)))
    return " · ".join(parts)


def percent_text(chance: float, texts: Texts) -> str:
    """A chance from 0 to 1 as a percentage without its sign; with a decimal near certainty."""
    percent = 100 * chance
    return texts.decimal(percent) if 0 < percent < 1 or 99 < percent < 100 else texts.number(round(percent))
