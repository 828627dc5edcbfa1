"""Refusals about seats: taken, kept, given up, handed over."""

from __future__ import annotations

from bot.text.names import escape
from bot.text.refusals.facts import Asked, Wordings, says
from engine import errors as err


def _no_seat_free(error: err.NoSeatFree, asked: Asked) -> str:
    return asked.texts.ngettext(
        "The game has {count} seat, and it is taken.", "All {count} seats of this game are taken.", error.seats
    )


def _seats_kept(error: err.SeatsKept, asked: Asked) -> str:
    return asked.texts.gettext(
        "The seats that are free are kept for {names}. The host can free them with **Stop waiting**.",
        names=asked.texts.join(map(escape, error.names)),
    )


def _no_such_seat(error: err.NoSuchSeat, asked: Asked) -> str:
    return asked.texts.gettext("This game has no seat number {number}.", number=error.seat + 1)


def _seat_kept(error: err.SeatKept, asked: Asked) -> str:
    return asked.texts.gettext(
        "{name} keeps your seat. Press **Take my seat back** under the board, or use /game join.",
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


def _seat_not_free(error: err.SeatNotFree, asked: Asked) -> str:
    return asked.texts.gettext(
        "The seat of {name} cannot be taken: it belongs to a computer player, or was given up for good.",
        name=asked.name(error.seat),
    )


def _wrong_number_of_seats(error: err.WrongNumberOfSeats, asked: Asked) -> str:
    return asked.texts.ngettext(
        "The rule {rule} = {value} is for exactly {needed} players, and {count} is seated. Change the rule, or who "
        "plays.",
        "The rule {rule} = {value} is for exactly {needed} players, and {count} are seated. Change the rule, or who "
        "plays.",
        error.seats,
        rule=escape(error.rule),
        value=escape(error.value),
        needed=asked.texts.number(error.needed),
    )


def _too_many_seated(error: err.TooManySeated, asked: Asked) -> str:
    return asked.texts.ngettext(
        "{count} seat is taken or kept, so there cannot be only {players} players. Free a seat first.",
        "{count} seats are taken or kept, so there cannot be only {players} players. Free a seat first.",
        error.seats,
        players=asked.texts.number(error.players),
    )


WORDINGS: Wordings = {
    err.NotSeated: says("You have no seat in this game. You can join while it gathers players, or watch."),
    err.AlreadySeated: says("You have a seat in this game already."),
    err.NobodySeated: says("Nobody has a seat yet. Press Join first."),
    err.NoSeatFree: _no_seat_free,
    err.SeatsKept: _seats_kept,
    err.NoSuchSeat: _no_such_seat,
    err.HasLeft: says("That player has left the game."),
    err.SeatKept: _seat_kept,
    err.NotAgreed: _not_agreed,
    err.NoSuchOffer: says("You are not asked to give a seat up, or not any more."),
    err.SeatNotFree: _seat_not_free,
    err.WrongNumberOfSeats: _wrong_number_of_seats,
    err.TooManySeated: _too_many_seated,
}
