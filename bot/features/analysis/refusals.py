"""The words for what analysis boards refuse."""

from __future__ import annotations

from bot.features.analysis import errors
from bot.text.refusals.facts import Wordings, fact, quoted, says

WORDINGS: Wordings = {
    errors.UnknownBoard: says("I no longer have this analysis board. Open another one with `/analyze`."),
    errors.RackImpossible: says(
        "A rack holds up to {most} tiles, and only tiles that are neither on the board nor on another rack.",
        most=fact("most"),
    ),
    errors.RackNeeded: says("I need to know the rack first. Press **Set rack** or **Draw tiles**."),
    errors.TooManySteps: says(
        "This analysis board has {most} positions, which is the limit. Step back, or open another one with `/analyze`.",
        most=fact("most"),
    ),
    errors.PositionIsOver: says("The game ends in this position. Press **Step back** to try something else."),
    errors.NoPosition: says(
        "I cannot read this position with the board and tiles that you chose: {reason}. In CGP format, a position "
        "has the rows of the board, the racks, the scores and the number of scoreless turns.",
        reason=lambda error, asked: quoted(asked.texts.told(error.reason), 200),
    ),
    errors.NoSuchTurn: says("There is no turn {number} in that game.", number=fact("number")),
}
