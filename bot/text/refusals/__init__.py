"""Every refusal, as a friendly sentence that says what was wrong and what to do.

`refusal` is for the person who asked, `public_refusal` for everyone: it tells no reason, since most reasons are
a fact of someone's rack or games, and a button shows it to the person alone.
Each table holds the wordings of one subject.
"""

from __future__ import annotations

from types import MappingProxyType

from bot.model.errors import BotError
from bot.text.names import SeatNames
from bot.text.refusals import games, moves, words
from bot.text.refusals.facts import RefusalContext, Wordings
from bot.text.texts import Texts
from engine.errors import BadData, EngineError, TooLarge

_SUBJECTS = (
    *(games.REQUESTS, games.GAMES, games.RIGHTS, games.PLACES, games.SEATS, games.TIME, games.FAIR_USE),
    *(moves.MOVES, moves.TILES, moves.CHALLENGES, moves.SECRETS),
    *(words.WORDS, words.FILES),
)
WORDINGS: Wordings = {kind: wording for subject in _SUBJECTS for kind, wording in subject.items()}
"""The wordings of the refusals of the game, by class."""


def refusal(
    error: Exception, texts: Texts, cast: SeatNames | None = None, added: Wordings = MappingProxyType({})
) -> str:
    """What was wrong and what to do, for the person who asked. `cast` names players and squares of the game.

    `added` words the refusals of features.
    """
    asked = RefusalContext(texts, cast)
    for kind in type(error).__mro__:
        if wording := WORDINGS.get(kind) or added.get(kind):
            return wording(error, asked)
    return fault_text(texts)


def fault_text(texts: Texts) -> str:
    """That something failed which is no fault of the person who asked."""
    return texts.gettext("Something went wrong on my side. Nothing has changed; please try again.")


def unshown_text(texts: Texts) -> str:
    """That something may have been done, but cannot be shown."""
    return texts.gettext(
        "Something went wrong on my side while I answered. Please check whether it worked before you try again."
    )


def public_refusal(texts: Texts) -> str:
    """The public version, the same for every reason."""
    return texts.gettext("That move is not possible. Press **Why?** to see the reason in private.")


def is_expected(error: Exception) -> bool:
    """Whether an exception is a refusal that a person can act on, not a bug: bad data of the program's own is one."""
    return isinstance(error, EngineError | BotError) and (not isinstance(error, BadData) or isinstance(error, TooLarge))
