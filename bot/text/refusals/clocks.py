"""Refusals about time: clocks, reminders, pauses."""

from __future__ import annotations

from bot.model import errors as bot
from bot.text.clocks import moment
from bot.text.refusals.facts import RefusalContext, Wordings, quote, quoted, says
from engine import errors as err


def _no_such_pause(error: bot.NoSuchPause, asked: RefusalContext) -> str:
    if not error.known:
        return asked.texts.gettext("No game is paused here.")
    known = asked.texts.either(quoted(name) for name in error.known[:10])
    if not error.name:
        return asked.texts.gettext("Several games are paused here. Name the one to resume: {known}.", known=known)
    return asked.texts.gettext(
        "No paused game is called {name}. You can choose {known}.", name=quoted(error.name), known=known
    )


WORDINGS: Wordings = {
    err.TimeIsUp: says("The time for this turn has run out."),
    err.NudgedLately: says(
        "Please wait a little. You can send the next reminder {moment}.", moment=lambda error, _: moment(error.again)
    ),
    err.NobodyToNudge: says("There is nobody to remind: the game is not waiting for anyone else."),
    err.NothingToClaim: says(
        "There is nothing to claim: the game is not waiting for anyone else, or a clock ends the turn."
    ),
    err.ClaimTooEarly: says(
        "You can claim this game {moment}, if nobody has moved by then. To remind the player now, use `/nudge`.",
        moment=lambda error, _: moment(error.at),
    ),
    err.ClaimPending: says(
        "This game has been claimed. If there is still no move, those who are waiting decide {moment}.",
        moment=lambda error, _: moment(error.at),
    ),
    err.NotClaimed: says("Nobody has claimed this game yet. Use `/game claim`."),
    err.NobodyToGiveTime: says("There is nobody to give time to: the game is not waiting for anyone else."),
    err.NoTimeToGive: says("In this game, players cannot give each other time."),
    err.TimeGivenAlready: says("You have already given more time in this turn. You can do it again in the next one."),
    err.NoLongTurns: says("Clocks stop for players who are away only where a turn can take an hour or more."),
    err.NotAway: says("You are not away in this game."),
    err.GameIsPaused: says("The game is paused as {name}. Use `/game resume` to continue it.", name=quote("name")),
    err.NotPaused: says("This game is not paused."),
    err.AgreedAlready: says("You have already agreed. The others still have to."),
    bot.NoSuchPause: _no_such_pause,
}
