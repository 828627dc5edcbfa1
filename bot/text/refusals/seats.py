"""Refusals about seats: taken, kept, given up, handed over."""

from __future__ import annotations

from bot.text.names import bold, escape
from bot.text.refusals.facts import Asked, Wordings, says
from bot.text.rules import rule_title
from engine import errors as err


def _no_seat_free(error: err.NoSeatFree, asked: Asked) -> str:
    return asked.texts.ngettext(
        "The game has {count} seat, and it is taken.", "All {count} seats of this game are taken.", error.seats
    )


def _seats_kept(error: err.SeatsKept, asked: Asked) -> str:
    return asked.texts.gettext(
        "The free seats are kept for {names}. The host can open them with **Stop waiting**.",
        names=asked.texts.join(map(escape, error.names)),
    )


def _no_such_seat(error: err.NoSuchSeat, asked: Asked) -> str:
    return asked.texts.gettext("There is no seat {number} in this game.", number=error.seat + 1)


def _seat_kept(error: err.SeatKept, asked: Asked) -> str:
    return asked.texts.gettext(
        "{name} is playing for you. Press **More** and **Take my seat back**, or use `/game join`.",
        name=asked.name(error.seat),
    )


def _not_agreed(error: err.NotAgreed, asked: Asked) -> str:
    if error.of_file:
        return asked.texts.gettext(
            "In a game loaded from a file, a seat changes hands only if its player agrees, and {name} has not.",
            name=asked.name(error.seat),
        )
    return asked.texts.gettext(
        "{name} has not agreed to that, and the pool has too few tiles for a new rack.", name=asked.name(error.seat)
    )


def _seat_not_free(error: err.SeatNotFree, asked: Asked) -> str:
    return asked.texts.gettext(
        "You cannot take over the seat of {name}: a computer player has it, or its player resigned.",
        name=asked.name(error.seat),
    )


def _wrong_number_of_seats(error: err.WrongNumberOfSeats, asked: Asked) -> str:
    return asked.texts.ngettext(
        "The rule {rule}, as it is set, needs exactly {needed} players, and there is {count}. Change the rule or the "
        "players.",
        "The rule {rule}, as it is set, needs exactly {needed} players, and there are {count}. Change the rule or the "
        "players.",
        error.seats,
        rule=bold(rule_title(error.rule, asked.texts)),
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
    err.NotSeated: says("You have no seat in this game. You can join a game before it starts, or watch it."),
    err.AlreadySeated: says("You are already in this game."),
    err.NobodySeated: says("Nobody has joined yet. Press **Join** first."),
    err.NoSeatFree: _no_seat_free,
    err.SeatsKept: _seats_kept,
    err.NoSuchSeat: _no_such_seat,
    err.HasLeft: says("That player has left the game."),
    err.SeatKept: _seat_kept,
    err.EndingResigns: says(
        "You are playing, and so are others: to end the game for good, resign with `/game resign`, or keep it for "
        "later with `/game pause`."
    ),
    err.NotAgreed: _not_agreed,
    err.NoSuchOffer: says("Nobody is asking you about a seat now."),
    err.SeatNotFree: _seat_not_free,
    err.WrongNumberOfSeats: _wrong_number_of_seats,
    err.TooManySeated: _too_many_seated,
}
