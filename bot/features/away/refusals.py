"""What going away can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.clocks import date_and_time
from bot.text.refusals.facts import Wordings, counts, says


class AwayAlready(BotError):
    """The person is away or will be, until an instant."""

    until: int


class TooManyDays(BotError):
    """The person may be away for fewer days than that within a year."""

    left: int


class NeverAway(BotError):
    """The person is not away, and will not be."""


class NoDays(BotError):
    """Somebody says when they go away, but not for how long."""


WORDINGS: Wordings = {
    AwayAlready: says(
        "You have already said that you are away until {date}. To change that, use `/away`, press **I am back**, and "
        "say it again.",
        date=lambda error, _: date_and_time(error.until),
    ),
    TooManyDays: counts(
        "You can be away for {count} more day within a year here.",
        "You can be away for {count} more days within a year here.",
        lambda error, _: error.left,
    ),
    NoDays: says("Please say for how many days you are away: `/away days:`."),
    NeverAway: says("You are not away."),
}
