"""Refusals about tiles: exchanged, traded, drawn by hand, or on a real table."""

from __future__ import annotations

from bot.text.names import escape
from bot.text.refusals.facts import (
    RefusalContext,
    Wordings,
    counts,
    fact,
    number,
    quote,
    says,
    seat,
    seats,
    square,
    typed,
)
from bot.text.typed import TypedMeaning
from engine import errors as err
from engine.model.rules import ExchangeRule


def _names(seats: tuple[int, ...], asked: RefusalContext) -> str:
    return asked.texts.join(asked.name(seat) for seat in seats)


def _pool_too_small(error: err.PoolTooSmall, asked: RefusalContext) -> str:
    full_rack = asked.cast is not None and asked.cast.setup.rules.exchange_min_pool is ExchangeRule.RACK
    if full_rack:
        return asked.texts.ngettext(
            "An exchange needs {count} tile in the pool, and there are {pool}. You can play or pass.",
            "An exchange needs {count} tiles in the pool, and there are {pool}. You can play or pass.",
            error.needed,
            pool=asked.texts.number(error.pool),
        )
    if not error.pool:
        return asked.texts.gettext("The pool is empty, so you cannot exchange tiles. You can play or pass.")
    return asked.texts.ngettext(
        "The pool has only {count} tile. You can exchange that many, play, or pass.",
        "The pool has only {count} tiles. You can exchange that many, play, or pass.",
        error.pool,
    )


def _nothing_to_draw(error: err.NothingToDraw, asked: RefusalContext) -> str:
    if not error.due:
        return asked.texts.gettext("You have no tiles to draw now.")
    return asked.texts.ngettext(
        "You can draw {count} tile.",
        "You can draw 1 to {count} tiles.",
        error.due,
    )


WORDINGS: Wordings = {
    err.PoolTooSmall: _pool_too_small,
    err.NothingToExchange: says(
        "Name the tiles to exchange: their letters, ? for a blank, or {all} for the whole rack.",
        all=typed(TypedMeaning.ALL),
    ),
    err.NoFourOfAKind: says("You need four tiles of one letter on your rack, not counting blanks."),
    err.NoBlankThere: says("There is no blank on {square}. Name the square of a blank on the board.", square=square),
    err.LetterNotOnRack: says("You need {letter} on your rack to trade it for that blank.", letter=quote("letter")),
    err.NothingToDraw: _nothing_to_draw,
    err.DrawFirst: counts(
        "Draw your tiles first: you need {count} more. Press **Draw** or use `/draw`.",
        "Draw your tiles first: you need {count} more. Press **Draw** or use `/draw`.",
        fact("due"),
    ),
    err.RackIsHidden: says("Your tiles are on your own table, so I cannot see them."),
    err.TilesNotUnseen: counts(
        "{tiles} cannot be right: that tile is on the board or on a rack that I know. Please check.",
        "{tiles} cannot be right: those tiles are on the board or on a rack that I know. Please check.",
        lambda error, _: len(error.missing),
        tiles=lambda error, asked: asked.texts.join(map(escape, error.missing)),
    ),
    err.WrongNumberOfTiles: counts(
        "You typed {typed}, but there should be {count} tile. Please count again.",
        "You typed {typed}, but there should be {count} tiles. Please count again.",
        fact("needed"),
        typed=number("given"),
    ),
    err.NoTilesAwaited: says("{name} has no tiles to type in now.", name=seat("seat")),
    err.OnlyTilesLeft: says(
        "The last move has been played. Type in only the tiles left on the racks of {names}, with `/tabletop left`.",
        names=seats("waiting"),
    ),
    err.StartNotTyped: says(
        "Have everyone draw a real tile, then type in the tiles with `/tabletop start tiles`, one for each "
        "player in order. Or say who goes first with `/tabletop start player`."
    ),
    err.StartTied: says(
        "Type one tile for each of {names}, in this order. After a tie, those who tied draw again: type "
        "their tiles after a comma, like `A A C, B D`.",
        names=seats("waiting"),
    ),
}
