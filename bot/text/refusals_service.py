"""What the application refuses, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.service import errors as err
from bot.text.refusal_facts import Wordings
from bot.text.texts import N_

SENTENCES: Mapping[type[Exception], str] = {
    err.ServiceError: N_("That did not work. Nothing has changed; please try again."),
    err.UnknownGame: N_("There is no such game here. Start one with /game new, or check the code."),
    err.ChannelBusy: N_(
        "A game is going on in this channel already. Finish it first, or open yours in a thread or another channel."
    ),
    err.TooBusy: N_("Several people did something at the same moment. Please try once more."),
    err.GettingReady: N_(
        "I am still getting ready to look for words. On a new machine this takes about a minute, once. Please ask "
        "again then; this has cost you nothing."
    ),
    err.LexiconUnavailable: N_(
        "The dictionary of this game cannot be read just now, so nothing was changed. Please tell whoever runs the bot."
    ),
    err.UnknownDraft: N_("This preview is not there any more. Make a new one with /try."),
    err.DatabaseInUse: N_("The bot is running already with this database."),
    err.DatabaseUnusable: N_("The database cannot be opened. Please tell whoever runs the bot."),
}
"""Refusals by class; none needs its facts, and a path of the machine is nobody's business on Discord."""

WORDINGS: Wordings = {}
