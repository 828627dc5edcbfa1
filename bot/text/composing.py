"""Composing a move tile by tile, and exchanges, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.service.composing import MovePrefix
from bot.text.moves import alphabetical, letters_text, play_text
from bot.text.names import SeatNames, bold, code, escape, in_code
from bot.text.status import example
from bot.text.tables import table
from bot.text.texts import Texts
from engine.game.views import SeatView
from engine.model.board import Board, Cell, Direction, PlacedTile
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.model.variant import Variant
from engine.play.placement import Placement, ScoreSheet


def next_step(
    held: Tile | None, letter: str, square: Cell | None, way: Direction, cast: SeatNames, texts: Texts
) -> str:
    """The effect of the next tap: where the next tile goes, or what the player has to choose first."""
    if held is not None and held.is_blank and not letter:
        return texts.gettext("Which letter should the blank be?")
    if square is not None:
        return _next_square(f"**{cast.square(square.row, square.column)}**", way, texts)
    if held is not None:
        tile = f"**{escape(letter or held.letter)}**"
        return texts.gettext("You are holding {tile}. Press an arrow to place it elsewhere.", tile=tile)
    return texts.gettext("The line ends here. An arrow shows the next free square.")


def _next_square(square: str, way: Direction, texts: Texts) -> str:
    if way is Direction.ACROSS:
        return texts.gettext("The next tile goes on {square}, across.", square=square)
    return texts.gettext("The next tile goes on {square}, down.", square=square)


def direction_label(way: Direction, texts: Texts) -> str:
    """The label of the button that turns the word: which direction it has now."""
    return texts.gettext("Direction: across") if way is Direction.ACROSS else texts.gettext("Direction: down")


def letters_label(letters: Sequence[str], texts: Texts) -> str:
    """The hint of a menu of letters."""
    return texts.gettext("{first} to {last}", first=letters[0], last=letters[-1])


def kept_note(texts: Texts) -> str:
    """That the first move has been kept."""
    return texts.gettext("I keep this move. Once you compose another one, **Compare** shows both.")


def play_label(texts: Texts) -> str:
    """The button that plays what is composed."""
    return texts.gettext("Play")


def changed_note(texts: Texts) -> str:
    """That the board has changed under a composition."""
    return texts.gettext("The board has changed. Tiles that no longer fit are back on your rack.")


def not_yet_note(name: str, texts: Texts) -> str:
    """That the move composed can only be played on a later turn."""
    return texts.gettext("It is {name}'s turn. You can already compose your next move.", name=name)


def place_question(way: Direction, texts: Texts, *, in_line: bool) -> str:
    """What to press before any tile is placed; `in_line` if the line of the word is known."""
    if in_line:
        return texts.gettext("Press your tiles, or choose a square first.")
    if way is Direction.ACROSS:
        return texts.gettext("Press your tiles, or choose a row first.")
    return texts.gettext("Press your tiles, or choose a column first.")


def no_other_place(texts: Texts) -> str:
    """That the tiles make a move nowhere else."""
    return texts.gettext("In this order, your tiles make no other valid move.")


def nothing_tried(cast: SeatNames, texts: Texts) -> str:
    """What to do for someone who has not tried a move this turn."""
    return texts.gettext(
        "You have not tried a move this turn. Type one, such as `/try move:{example}`, or press **Compose**.",
        example=example(cast, texts),
    )


def laid_text(laid: Mapping[Cell, PlacedTile], cast: SeatNames, texts: Texts) -> str:
    """The positions of the tiles placed so far, as text for players who cannot see the picture."""
    if not laid:
        return texts.gettext("You have not placed any tiles yet.")
    named = [f"{placed.letter} {cast.square(cell.row, cell.column)}" for cell, placed in sorted(laid.items())]
    return texts.gettext("Your tiles on the board: {tiles}.", tiles=", ".join(named))


def place_label(place: MovePrefix, cast: SeatNames, texts: Texts) -> str:
    """A line of the board and the first square in it where a tile can go."""
    row, column = place.cell
    square = cast.square(row, column)
    if place.direction is Direction.ACROSS:
        return texts.gettext("Row {row}, across from {square}", row=cast.row(row), square=square)
    return texts.gettext("Column {column}, down from {square}", column=cast.column(column), square=square)


def line_letters(board: Board, line: Sequence[Cell]) -> str:
    """The letters in a line, a dot for each free square."""
    placed = map(board.at, line)
    return "".join(one.letter if one else "·" for one in placed)


def tile_label(tile: Tile, texts: Texts) -> str:
    """The button label of a tile on the rack: `C 3`."""
    if tile.is_blank:
        return texts.pgettext("tile", "Blank")
    return f"{tile.letter} {texts.number(tile.points)}"


def tries_heading(game: str, texts: Texts) -> str:
    """The heading of the moves tried in a game."""
    return texts.gettext("Your tries in {game}", game=bold(game))


def try_label(play: str, placement: Placement, sheet: ScoreSheet, cast: SeatNames, texts: Texts) -> str:
    """The label of the button that plays a tried move; `play` says what playing is called there."""
    return texts.titled(play, play_text(placement, sheet, cast.setup))


def tries_table(
    view: SeatView, tries: Iterable[tuple[Placement, ScoreSheet, bool]], cast: SeatNames, texts: Texts
) -> str:
    """Tried moves as a table: each with its points and its leave, and whether it would be refused."""
    heads = (texts.gettext("Move"), texts.gettext("Points"), texts.gettext("You keep"))
    lines = [_try_line(view, placement, sheet, refused, cast, texts) for placement, sheet, refused in tries]
    return code(table([heads, *lines], right=(1,)))


def _try_line(
    view: SeatView, placement: Placement, sheet: ScoreSheet, refused: bool, cast: SeatNames, texts: Texts
) -> tuple[str, str, str]:
    move = play_text(placement, sheet, cast.setup)
    leave = _leave(view, placement)
    if refused:
        leave = texts.gettext("{leave} (not in the dictionary)", leave=leave)
    return in_code(move), texts.number(sheet.total), in_code(leave)


def _leave(view: SeatView, placement: Placement) -> str:
    if not isinstance(view.rack, KnownRack):
        return ""
    kept = view.rack.tiles - placement.used
    return letters_text(alphabetical(kept, view.table.variant), view.table.variant) if kept else "–"


def exchange_label(count: int, texts: Texts) -> str:
    """The label of the button that exchanges the ticked tiles."""
    if not count:
        return texts.gettext("Exchange")
    return texts.ngettext("Exchange {count} tile", "Exchange {count} tiles", count)


def equal_label(tile: str, number: int, count: int, texts: Texts) -> str:
    """The label of one of several equal tiles."""
    return texts.gettext("{tile} ({number} of {count})", tile=tile, number=number, count=count)


def ticked_text(gone: Tiles, rack: Tiles, most: int, variant: Variant, texts: Texts) -> str:
    """What exchanging the ticked tiles would do; before anything is ticked, what to do first."""
    if not gone:
        text = texts.gettext("Tick the tiles that you want to exchange. Exchanging ends your turn.")
        if most < len(rack):
            limit = texts.ngettext(
                "You can exchange only {count} tile: the pool has no more.",
                "You can exchange at most {count} tiles: the pool has no more.",
                most,
            )
            return f"{text} {limit}"
        return text
    kept = rack - gone
    if not kept:
        return texts.gettext("You exchange all your tiles.")
    return texts.gettext(
        "You exchange {tiles} and keep {kept}.", tiles=_letters(gone, variant), kept=_letters(kept, variant)
    )


def _letters(tiles: Tiles, variant: Variant) -> str:
    return bold(letters_text(alphabetical(tiles, variant), variant))


def ticks_lost(texts: Texts) -> str:
    """Why the ticked tiles were not exchanged."""
    return texts.gettext("Your tiles have changed, so nothing has been exchanged.")


def count_question(texts: Texts) -> str:
    """Asks for a number of real tiles."""
    return texts.gettext("How many of your tiles are you exchanging at the table?")


def all_or_only(letters: str, texts: Texts) -> tuple[str, str]:
    """Asks whether the word for all tiles means them, or its own letters; and the label of the latter."""
    question = texts.gettext("Do you want to exchange all your tiles, or only {letters}?", letters=escape(letters))
    return question, texts.gettext("Only {letters}", letters=letters)
