"""The words for what word study refuses."""

from __future__ import annotations

from bot.features.study import errors
from bot.text.refusals.facts import Wordings, quote, says

WORDINGS: Wordings = {
    errors.StudyNothing: says("There is no question for you. Begin with `/study`."),
    errors.StudyNoWord: says(
        "**{word}** is not in the dictionary. Please name a word that is in it.", word=quote("word")
    ),
}
