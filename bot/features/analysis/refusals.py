"""What analysis boards can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.refusals.facts import Wordings, fact, quoted, says
from engine.sentences import Sentence


class UnknownBoard(BotError):
    """There is no such analysis board any more, or it belongs to someone else."""


class RackImpossible(BotError):
    """Tiles cannot be on a rack of up to `most`: there are too many, or they are on the board or another rack."""

    most: int


class RackNeeded(BotError):
    """The best moves cannot be found without a rack."""


class TooManySteps(BotError):
    """An analysis board has as many positions as it can have (`most`)."""

    most: int


class PositionIsOver(BotError):
    """The game ends in this position, so that nobody moves."""


class NoPosition(BotError):
    """A text is no position in CGP; `reason` says why, and quotes nothing but the text."""

    reason: Sentence


class NoSuchTurn(BotError):
    """A game has no turn with that number; it has `turns`, none if nobody has moved."""

    number: int
    turns: int


WORDINGS: Wordings = {
    UnknownBoard: says("I no longer have this analysis board. Open another one with `/analyze`."),
    RackImpossible: says(
        "A rack holds up to {most} tiles, and only tiles that are neither on the board nor on another rack.",
        most=fact("most"),
    ),
    RackNeeded: says("I need to know the rack first. Press **Set rack** or **Draw tiles**."),
    TooManySteps: says(
        "This analysis board has {most} positions, which is the limit. Step back, or open another one with `/analyze`.",
        most=fact("most"),
    ),
    PositionIsOver: says("The game ends in this position. Press **Step back** to try something else."),
    NoPosition: says(
        "I cannot read this position with the board and tiles that you chose: {reason}. In CGP format, a position "
        "has the rows of the board, the racks, the scores and the number of scoreless turns.",
        reason=lambda error, asked: quoted(asked.texts.told(error.reason), 200),
    ),
    NoSuchTurn: says("There is no turn {number} in that game.", number=fact("number")),
}
