"""Refusals under the special rules, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.text.names import escape
from bot.text.refusal_facts import Asked, Wordings
from bot.text.texts import N_
from engine import errors as err

SENTENCES: Mapping[type[Exception], str] = {
    err.NoFourOfAKind: N_("That takes four tiles of one letter on your rack, blanks not counted."),
    err.RackIsHidden: N_("Your tiles lie on your own table, so I do not know them. Look at your rack there."),
    err.StartNotTyped: N_(
        "Let everybody draw a real tile for the start and type them with `/tabletop start tiles`, one for each player "
        "in order; or name who begins with `/tabletop start player`."
    ),
}
"""Refusals without facts."""


def _rule_is_off(error: err.RuleIsOff, asked: Asked) -> str:
    return asked.texts.gettext(
        "This game is played without the rule {rule}. The host can set it with /game rules before a game starts.",
        rule=escape(error.rule),
    )


def _no_blank_there(error: err.NoBlankThere, asked: Asked) -> str:
    return asked.texts.gettext(
        "On {square} lies no blank. Name the square of a blank on the board.",
        square=asked.square(error.row, error.column),
    )


def _letter_not_on_rack(error: err.LetterNotOnRack, asked: Asked) -> str:
    return asked.texts.gettext(
        "You need the tile {letter} on your rack to trade it for that blank.", letter=escape(error.letter)
    )


def _seat_kept(error: err.SeatKept, asked: Asked) -> str:
    return asked.texts.gettext(
        "{name} keeps your seat. Press **Take my seat back** under the board, or use /game join.",
        name=asked.name(error.seat),
    )


def _seat_not_free(error: err.SeatNotFree, asked: Asked) -> str:
    return asked.texts.gettext(
        "The seat of {name} cannot be taken: it belongs to a computer player, or was given up for good.",
        name=asked.name(error.seat),
    )


def _not_agreed(error: err.NotAgreed, asked: Asked) -> str:
    if error.of_file:
        return asked.texts.gettext(
            "A seat of a game from a file changes hands only if its player agrees, and {name} has not.",
            name=asked.name(error.seat),
        )
    return asked.texts.gettext(
        "{name} has not agreed to that, and the pool has too few tiles for new ones.", name=asked.name(error.seat)
    )


def _nothing_to_draw(error: err.NothingToDraw, asked: Asked) -> str:
    if not error.due:
        return asked.texts.gettext("You have no tiles to draw now.")
    return asked.texts.ngettext(
        "You can draw {count} tile, no more and no fewer than one.",
        "You can draw from 1 to {count} tiles.",
        error.due,
    )


def _draw_first(error: err.DrawFirst, asked: Asked) -> str:
    return asked.texts.ngettext(
        "Draw your tiles first: {count} is still missing. Press Draw, or use /draw.",
        "Draw your tiles first: {count} are still missing. Press Draw, or use /draw.",
        error.due,
    )


def _tiles_not_unseen(error: err.TilesNotUnseen, asked: Asked) -> str:
    tiles = [escape(tile) for tile in error.missing]
    return asked.texts.ngettext(
        "The tile {tiles} cannot be there: it lies on the board or on a rack that I know. Please check.",
        "The tiles {tiles} cannot be there: they lie on the board or on a rack that I know. Please check.",
        len(tiles),
        tiles=asked.texts.join(tiles),
    )


def _wrong_number_of_tiles(error: err.WrongNumberOfTiles, asked: Asked) -> str:
    return asked.texts.ngettext(
        "You typed {typed}, and there is {count} tile. Please count again.",
        "You typed {typed}, and there are {count} tiles. Please count again.",
        error.needed,
        typed=asked.texts.number(error.given),
    )


def _no_tiles_awaited(error: err.NoTilesAwaited, asked: Asked) -> str:
    return asked.texts.gettext("No tiles of {name} are to be typed in now.", name=asked.name(error.seat))


def _names(seats: tuple[int, ...], asked: Asked) -> str:
    return asked.texts.join(asked.name(seat) for seat in seats)


def _only_tiles_left(error: err.OnlyTilesLeft, asked: Asked) -> str:
    return asked.texts.gettext(
        "The game is decided. Only the tiles left of {names} are to be typed in, with `/tabletop left`.",
        names=_names(error.waiting, asked),
    )


def _start_tied(error: err.StartTied, asked: Asked) -> str:
    return asked.texts.gettext(
        "Type one tile for each of {names}, in this order. After a tie those who tied draw again: type their tiles "
        "behind a comma, like `A A C, B D`.",
        names=_names(error.waiting, asked),
    )


WORDINGS: Wordings = {
    err.NothingToDraw: _nothing_to_draw,
    err.DrawFirst: _draw_first,
    err.TilesNotUnseen: _tiles_not_unseen,
    err.WrongNumberOfTiles: _wrong_number_of_tiles,
    err.NoTilesAwaited: _no_tiles_awaited,
    err.OnlyTilesLeft: _only_tiles_left,
    err.StartTied: _start_tied,
    err.RuleIsOff: _rule_is_off,
    err.NoBlankThere: _no_blank_there,
    err.LetterNotOnRack: _letter_not_on_rack,
    err.SeatKept: _seat_kept,
    err.NotAgreed: _not_agreed,
    err.SeatNotFree: _seat_not_free,
}
"""Refusals with facts."""
