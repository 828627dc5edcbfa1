"""Refusals about rights: who may do what."""

from __future__ import annotations

from bot.model import errors as bot
from bot.text.permissions import not_allowed
from bot.text.refusals.facts import Wordings, says
from engine import errors as err

WORDINGS: Wordings = {
    err.OnlyHost: says("Only the host of the game or a moderator can do that."),
    bot.ModeratorsOnly: says("Only a moderator can do that: someone with the Manage Server permission."),
    bot.NotAllowed: lambda error, asked: not_allowed(error.action, error.rule, error.here, asked.texts),
    bot.NotDirector: says("Only the director and moderators can do this."),
    bot.NotForWatchers: says(
        "Only a player of that game or a moderator can show it in this channel. To watch it yourself, send "
        "me `/game watch` in a direct message."
    ),
    bot.StillRunning: says("I review a game only after it has ended, because a review shows racks."),
    bot.NeverAgreed: says(
        "That game came from a file, and it ended before all its players agreed to play on. So its racks stay hidden."
    ),
    bot.KinRuns: says(
        "That game is also played on from a file, perhaps with the same racks. You can see its racks when every game "
        "that goes on from it is over."
    ),
}
