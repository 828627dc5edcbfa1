"""Refusals of challenges, and of questions about words."""

from __future__ import annotations

from bot.text.moves import words_text
from bot.text.names import escape
from bot.text.refusals.facts import RefusalContext, Wordings, counts, fact, quote, says, seats
from engine import errors as err


def _words(error: err.WordsAwaited | err.WordsRefused, asked: RefusalContext) -> str:
    return escape(words_text(error.words, asked.texts))


WORDINGS: Wordings = {
    err.ChallengeIsOff: says("There is nothing to challenge: in this game, every word is checked as it is played."),
    err.NothingToChallenge: says(
        "There is no play to challenge now. You can challenge a play only until the next player moves."
    ),
    err.OwnPlay: says("That is your own play. Only the others can challenge it."),
    err.WordNotInPlay: says(
        "The play did not make the word {word}. Name a word that it made, or no word to challenge them all.",
        word=quote("word"),
    ),
    err.OnlyChallengeOrPass: says(
        "The last tiles have been played. You can challenge the play, or press **Accept** to let it stand."
    ),
    err.AnswerAwaited: says(
        "The latest play needs an answer first: {names} can accept or reject it with the buttons under the board.",
        names=seats("waiting"),
    ),
    err.NotAsked: says("No play needs your answer at the moment."),
    err.WordsAwaited: says(
        "The host has been asked about {words} and has not answered yet. Wait for an answer, or make another move.",
        words=_words,
    ),
    err.WordsRefused: says("The host has refused {words} in this game. Try another move.", words=_words),
    err.TooManyQuestions: counts(
        "The host already has {count} word of yours to decide on. Wait for an answer, or make another move.",
        "The host already has {count} words of yours to decide on. Wait for an answer, or make another move.",
        fact("most"),
    ),
    err.OnlyHostDecides: says("Only the host of the game can decide whether a word counts."),
    err.NoSuchQuestion: says("That question is already settled. Nothing has changed."),
}
