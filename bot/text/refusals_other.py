"""Refusals about seats, phases, rules and files, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.text.clocks import moment
from bot.text.names import escape
from bot.text.refusal_facts import MOST_QUOTED, Asked, Wordings, quoted
from bot.text.rules import contradiction_text
from bot.text.texts import N_
from engine import errors as err
from engine.game.state import LEVELS
from engine.loading import LexiconMissing, ResourceMissing

SENTENCES: Mapping[type[Exception], str] = {
    err.EngineError: N_("That is not possible."),
    err.RuleViolation: N_("The rules of this game do not allow that."),
    err.NotSeated: N_("You have no seat in this game. You can join while it gathers players, or watch."),
    err.AlreadySeated: N_("You have a seat in this game already."),
    err.NobodySeated: N_("Nobody has a seat yet. Press Join first."),
    err.AlreadyStarted: N_("The game has started already; that is possible only before."),
    err.NotStarted: N_("The game has not started yet. Anybody seated can press Start."),
    err.GameIsOver: N_("This game is over. Start another one with /game new."),
    err.OnlyHost: N_("Only the host of the game or a moderator can do that."),
    err.HostIsComputer: N_(
        "With the rule ask_host the host decides about words, so the host must be a person. Choose another challenge "
        "rule."
    ),
    err.NotAsked: N_("Nobody waits for your answer to a play just now."),
    err.OnlyHostDecides: N_("Only the host of the game decides whether a word counts."),
    err.NoSuchQuestion: N_("That question is settled already. Nothing was changed."),
    err.NoSuchOffer: N_("You are not asked to give a seat up, or not any more."),
    err.HasLeft: N_("That player has left the game."),
    err.TimeIsUp: N_("The time for this turn is over."),
    err.NotPaused: N_("This game is not paused: it goes on."),
    err.NobodyToNudge: N_("There is nobody to remind: the game waits for no other person."),
    err.AgreedAlready: N_("You have agreed already. The others still have to; the host and moderators need not wait."),
    ResourceMissing: N_("The bot's installation is incomplete. Please tell whoever runs it."),
}
"""Refusals without facts."""


def _not_your_turn(error: err.NotYourTurn, asked: Asked) -> str:
    return asked.texts.gettext(
        "It is not your turn: {name} is to move. With /try you can test a move meanwhile.",
        name=asked.name(error.on_turn),
    )


def _stale_turn(error: err.StaleTurn, asked: Asked) -> str:
    del error
    return asked.texts.gettext("The board has changed since then. Have a look at the newest board and try again.")


def _game_is_paused(error: err.GameIsPaused, asked: Asked) -> str:
    return asked.texts.gettext(
        "The game is paused as {name}. `/game resume` lets it go on.", name=quoted(error.name or "?")
    )


def _nudged_lately(error: err.NudgedLately, asked: Asked) -> str:
    return asked.texts.gettext("Please wait a little: a reminder is possible {moment}.", moment=moment(error.again))


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


def _no_such_level(error: err.NoSuchLevel, asked: Asked) -> str:
    return asked.texts.gettext(
        "Computer players have levels {lowest} to {highest}; {level} is none of them.",
        lowest=LEVELS[0],
        highest=LEVELS[-1],
        level=error.level,
    )


def _no_such_rule(error: err.NoSuchRule, asked: Asked) -> str:
    return asked.texts.gettext("There is no rule called {rule}. /game rules shows them all.", rule=quoted(error.rule))


def _rule_value_refused(error: err.RuleValueRefused, asked: Asked) -> str:
    return asked.texts.gettext(
        "The rule {rule} cannot be {value}. Possible are: {allowed}.",
        rule=escape(error.rule),
        value=quoted(error.value),
        allowed=asked.texts.either(map(escape, _shortened(error.allowed))),
    )


def _shortened(values: tuple[str, ...]) -> tuple[str, ...]:
    """The values, with a long run of numbers replaced by its ends."""
    numbers = [value for value in values if value.isdigit()]
    if len(numbers) < 6:
        return values
    others = tuple(value for value in values if not value.isdigit())
    low, high = min(numbers, key=int), max(numbers, key=int)
    if low == "0":
        others, low = (*others, "0"), min((n for n in numbers if n != "0"), key=int)
    return (*others, f"{low}–{high}")


def _rules_contradict(error: err.RulesContradict, asked: Asked) -> str:
    told = asked.texts.gettext(
        "The rules {rule} and {other} do not go together like that. Change the other one first.",
        rule=escape(error.rule),
        other=escape(error.other),
    )
    return f"{told} {contradiction_text(error.rule, error.other, asked.texts)}".strip()


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


def _answer_awaited(error: err.AnswerAwaited, asked: Asked) -> str:
    return asked.texts.gettext(
        "The latest play waits for an answer first: {names} can accept or reject it by the buttons under the board.",
        names=asked.texts.join(map(asked.name, error.waiting)),
    )


def _bad_data(error: err.BadData, asked: Asked) -> str:
    facts = {"where": quoted(error.where), "reason": quoted(error.reason, 4 * MOST_QUOTED)}
    if error.line:
        return asked.texts.gettext("{where} cannot be used: line {line}: {reason}.", line=error.line, **facts)
    return asked.texts.gettext("{where} cannot be used: {reason}.", **facts)


def _too_large(error: err.TooLarge, asked: Asked) -> str:
    facts = {
        "where": quoted(error.where),
        "reason": asked.texts.gettext(error.what.value, limit=asked.texts.number(error.limit)),
    }
    return asked.texts.gettext("{where} is too large: it {reason}. Please make it smaller and try again.", **facts)


def _lexicon_missing(error: LexiconMissing, asked: Asked) -> str:
    facts = {"name": quoted(error.where), "known": asked.texts.join(map(escape, error.available))}
    if not error.available:
        return asked.texts.gettext("There is no dictionary called {name}.", **facts)
    return asked.texts.gettext("There is no dictionary called {name}. You can choose: {known}.", **facts)


WORDINGS: Wordings = {
    err.NotYourTurn: _not_your_turn,
    err.StaleTurn: _stale_turn,
    err.GameIsPaused: _game_is_paused,
    err.NudgedLately: _nudged_lately,
    err.NoSeatFree: _no_seat_free,
    err.SeatsKept: _seats_kept,
    err.NoSuchSeat: _no_such_seat,
    err.NoSuchLevel: _no_such_level,
    err.NoSuchRule: _no_such_rule,
    err.RuleValueRefused: _rule_value_refused,
    err.RulesContradict: _rules_contradict,
    err.WrongNumberOfSeats: _wrong_number_of_seats,
    err.TooManySeated: _too_many_seated,
    err.AnswerAwaited: _answer_awaited,
    err.BadData: _bad_data,
    err.TooLarge: _too_large,
    LexiconMissing: _lexicon_missing,
}
"""Refusals with facts."""
