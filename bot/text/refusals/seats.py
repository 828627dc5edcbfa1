"""Refusals about seats: taken, kept, given up, handed over."""

from __future__ import annotations

from bot.model import errors as bot
from bot.text.names import escape
from bot.text.refusals.facts import RefusalContext, Wordings, counts, fact, named, number, quote, rule, says, seat
from engine import errors as err


def _not_agreed(error: err.NotAgreed, asked: RefusalContext) -> str:
    if error.of_file:
        return asked.texts.gettext(
            "In a game loaded from a file, a seat changes hands only if its player agrees, and {name} has not.",
            name=asked.name(error.seat),
        )
    return asked.texts.gettext(
        "{name} has not agreed to that, and the pool has too few tiles for a new rack.", name=asked.name(error.seat)
    )


WORDINGS: Wordings = {
    bot.NoSeatForBots: says(
        "{name} is a bot and cannot take a seat. To add a computer player, use `/seat computer`.", name=named("name")
    ),
    bot.NoSuchPlayer: says(
        "Nobody called {name} is playing here. Type {names}, or the number of the seat.",
        name=quote("name"),
        names=lambda error, asked: asked.texts.either(map(escape, error.names)),
    ),
    err.NotSeated: says("You have no seat in this game. You can join a game before it starts, or watch it."),
    err.AlreadySeated: says("You are already in this game."),
    err.NobodySeated: says("Nobody has joined yet. Press **Join** first."),
    err.NoSeatFree: counts(
        "The game has {count} seat, and it is taken.", "All {count} seats of this game are taken.", fact("seats")
    ),
    err.SeatsKept: says(
        "The free seats are kept for {names}. The host can open them with **Stop waiting**.",
        names=lambda error, asked: asked.texts.join(map(escape, error.names)),
    ),
    err.NoSuchSeat: says("There is no seat {number} in this game.", number=lambda error, _: error.seat + 1),
    err.HasLeft: says("That player has left the game."),
    err.SeatKept: says(
        "{name} is playing for you. Press **More** and **Take my seat back**, or use `/game join`.", name=seat("seat")
    ),
    err.EndingResigns: says(
        "You are playing, and so are others: to end the game for good, resign with `/game resign`, or keep it for "
        "later with `/game pause`."
    ),
    err.NotAgreed: _not_agreed,
    err.NoSuchOffer: says("Nobody is asking you about a seat now."),
    err.SeatNotFree: says(
        "You cannot take over the seat of {name}: a computer player has it, or its player resigned.", name=seat("seat")
    ),
    err.WrongNumberOfSeats: counts(
        "The rule {rule}, as it is set, needs exactly {needed} players, and there is {count}. Change the rule or the "
        "players.",
        "The rule {rule}, as it is set, needs exactly {needed} players, and there are {count}. Change the rule or the "
        "players.",
        fact("seats"),
        rule=rule("rule"),
        needed=number("needed"),
    ),
    err.TooManySeated: counts(
        "{count} seat is taken or kept, so there cannot be only {players} players. Free a seat first.",
        "{count} seats are taken or kept, so there cannot be only {players} players. Free a seat first.",
        fact("seats"),
        players=number("players"),
    ),
}
