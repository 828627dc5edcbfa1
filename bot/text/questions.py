"""Questions about words that are not in the dictionary, their answers, and challenges, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.cast import SeatNames
from bot.text.moves import play_text, word_text
from bot.text.names import bold, escape
from bot.text.rules import challenge_cost
from bot.text.texts import Texts
from engine.game.state import AskedWord, LatestPlay, Verdict
from engine.game.views import TableView


def open_line(question: AskedWord, cast: SeatNames, texts: Texts) -> str:
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


def settled_text(settled: Sequence[AskedWord], texts: Texts, *, alone: bool) -> str:
    """The outcomes of questions, a line each; if there are none and nothing else is shown, that nobody has asked."""
    if alone and not settled:
        return texts.gettext("Nobody has asked about a word.")
    return "\n".join(verdict_line(one, texts) for one in settled)


def asked_heading(game: str, texts: Texts) -> str:
    """The heading of a game's questions."""
    return texts.gettext("Words in question in {game}", game=bold(game))


def answered_text(question: AskedWord, game: str, place: str, texts: Texts, *, on_turn: bool) -> str:
    """The answer to a question, and the game's name and place, for someone who asked it."""
    heading = texts.gettext("The host has answered in {game}", game=bold(game))
    told = f"{heading} {place}".strip() + f"\n{verdict_line(question, texts)}"
    if question.verdict is Verdict.ADDED and on_turn:
        told += " " + texts.gettext("It is still your turn, so you can play it now.")
    return told


def call_text(mention: str, texts: Texts) -> str:
    """Calls someone whom direct messages do not reach to the questions; without a mention, whoever it is."""
    return texts.gettext(
        "{name}, I have a question about words for you, but I cannot send you direct messages. "
        "Press **Words in question**.",
        name=mention or texts.gettext("A player"),
    )


def challenge_question(play: LatestPlay, view: TableView, texts: Texts) -> str:
    """Asks whether to challenge a play, and says what a failed challenge costs."""
    shown = bold(play_text(play.placement, play.sheet, view.setup))
    question = texts.gettext("Do you want to challenge {play}?", play=shown)
    return f"{question} {challenge_cost(view.rules, texts)}".strip()
