"""What word study can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.refusals.facts import Wordings, quote, says


class StudyNothing(BotError):
    """Nobody has begun to study, so there is nothing to answer or continue."""


class StudyNoWord(BotError):
    """Somebody wants to learn the hooks of something that is no word."""

    word: str


WORDINGS: Wordings = {
    StudyNothing: says("There is no question for you. Begin with `/study`."),
    StudyNoWord: says("**{word}** is not in the dictionary. Please name a word that is in it.", word=quote("word")),
}
