"""What planned moves can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.refusals.facts import Wordings, counts, fact, says


class TooFastForAhead(BotError):
    """The game has no turn clock, or one that leaves too little time for planned moves."""


class AlreadyOnTurn(BotError):
    """It is the person's turn, so nothing is ahead of it."""


class TooManyAhead(BotError):
    """A person has as many planned moves in a game as they may (`most`)."""

    most: int


WORDINGS: Wordings = {
    TooFastForAhead: says("You can plan moves only in games with an hour or more per turn."),
    AlreadyOnTurn: says("It is your turn now. Play your move with `/play`."),
    TooManyAhead: counts(
        "You have planned {count} move in this game; that is the limit. Remove it with `/move plan` first.",
        "You have planned {count} moves in this game; that is the limit. Remove one with `/move plan` first.",
        fact("most"),
    ),
}
