"""Questions about words that are not in the dictionary, and their answers, in words."""

from __future__ import annotations

from bot.text.cast import Cast
from bot.text.moves import word_text
from bot.text.names import escape
from bot.text.texts import Texts
from engine.game.state import AskedWord, Verdict


def open_line(question: AskedWord, cast: Cast, texts: Texts) -> str:
    """A question that the host has not answered yet."""
    return texts.gettext(
        "{name} would like to play **{word}**, which is not in the dictionary. Does it count?",
        name=cast.name(question.seat),
        word=escape(word_text(question.word)),
    )


def verdict_line(question: AskedWord, texts: Texts) -> str:
    """The outcome of a question."""
    word = f"**{escape(word_text(question.word))}**"
    match question.verdict:
        case Verdict.OPEN:
            return texts.gettext("{word} is waiting for the host's answer.", word=word)
        case Verdict.ADDED:
            return texts.gettext("{word} counts in this game.", word=word)
        case Verdict.REFUSED:
            return texts.gettext("{word} does not count in this game.", word=word)
        case Verdict.LAPSED:
            return texts.gettext("{word} no longer needs an answer.", word=word)
