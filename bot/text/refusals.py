"""Every refusal as a friendly sentence that says what was wrong and what to do.

`refusal` is for the person who asked, `public_refusal` for everybody: it never reveals what is, or is not, on a rack.
"""

from __future__ import annotations

from bot.model.errors import ServiceError
from bot.text import refusals_moves, refusals_other, refusals_service, refusals_special
from bot.text.cast import Cast
from bot.text.refusal_facts import Asked, Wordings
from bot.text.texts import Texts
from engine.errors import (
    BadData,
    EngineError,
    LetterNotOnRack,
    NoFourOfAKind,
    NotInLexicon,
    TilesNotOnRack,
    TooManyQuestions,
    WordsAwaited,
    WordsRefused,
)

_TOPICS = (refusals_moves, refusals_other, refusals_service, refusals_special)
_SENTENCES = {kind: text for topic in _TOPICS for kind, text in topic.SENTENCES.items()}
_WORDINGS: Wordings = {kind: wording for topic in _TOPICS for kind, wording in topic.WORDINGS.items()}

_TELLS_OF_A_RACK = (
    TilesNotOnRack,
    NotInLexicon,
    LetterNotOnRack,
    NoFourOfAKind,
    WordsAwaited,
    WordsRefused,
    TooManyQuestions,
)
"""A word is looked up only after its tiles were found, so this refusal reveals the rack too."""


def worded() -> frozenset[type[Exception]]:
    """The refusal classes that have their own sentence."""
    return frozenset({*_SENTENCES, *_WORDINGS})


def refusal(error: Exception, texts: Texts, cast: Cast | None = None) -> str:
    """What was wrong and what to do, for the person who asked. `cast` names players and squares of the game."""
    asked = Asked(texts, cast)
    for kind in type(error).__mro__:
        if kind in _SENTENCES:
            return texts.gettext(_SENTENCES[kind])
        if kind in _WORDINGS:
            return _WORDINGS[kind](error, asked)
    return texts.gettext("Something went wrong on my side. Nothing has changed; please try again.")


def public_refusal(error: Exception, texts: Texts, cast: Cast | None = None) -> str:
    """The public version. Refusals that could reveal a rack are all replaced by the same sentence."""
    if isinstance(error, _TELLS_OF_A_RACK):
        return texts.gettext("That move is not possible as it stands. Press Why? to see the reason privately.")
    return refusal(error, texts, cast)


def is_expected(error: Exception) -> bool:
    """Whether an exception is a refusal that a person can act on, not a bug."""
    return isinstance(error, EngineError | ServiceError) and not isinstance(error, BadData)
