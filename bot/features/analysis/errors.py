"""What analysis boards can refuse."""

from __future__ import annotations

from bot.model.errors import BotError
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
