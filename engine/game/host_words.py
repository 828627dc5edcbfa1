"""The challenge rule `ask_host`: the host decides about words that the lexicon lacks, beside the game (ledger K15)."""

from __future__ import annotations

from engine.errors import NoSuchQuestion, NotInLexicon, OnlyHostDecides, TooManyQuestions, WordsAwaited, WordsRefused
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import check_running
from engine.game.context import Context
from engine.game.state import AskedWord, GameState, Verdict
from engine.model.alphabet import Word

MOST_OPEN = 5
"""So many words of one seat may wait for the host's answer, so that nobody floods the host with questions."""


def added(state: GameState) -> frozenset[Word]:
    """The words that the host has added to this game."""
    return _with(state.asked, Verdict.ADDED)


def _with(asked: tuple[AskedWord, ...], verdict: Verdict) -> frozenset[Word]:
    return frozenset(one.word for one in asked if one.verdict is verdict)


def ask(state: GameState, seat: int, words: tuple[Word, ...], context: Context) -> tuple[ev.Event, ...]:
    """Puts words to the host; the tiles stay on the rack, and the turn goes on.

    Raises `WordsRefused` and `WordsAwaited` for what the host was asked before, `TooManyQuestions`, and `NotInLexicon`
    when the host has left.
    """
    if refused := tuple(word for word in words if word in _with(state.asked, Verdict.REFUSED)):
        raise WordsRefused(refused)
    if state.host_seat is None:
        raise NotInLexicon(words)
    waiting = _with(tuple(one for one in state.asked if one.seat == seat), Verdict.OPEN)
    new = tuple(word for word in words if word not in waiting)
    if not new:
        raise WordsAwaited(words)
    if len(waiting) + len(new) > MOST_OPEN:
        raise TooManyQuestions(MOST_OPEN)
    return (ev.HostAsked(context.now, seat, new),)


def answer(state: GameState, command: cmd.AnswerWord, context: Context) -> tuple[ev.Event, ...]:
    """The host's answer. Raises `OnlyHostDecides` and `NoSuchQuestion`."""
    check_running(state)
    if command.by != state.host:
        raise OnlyHostDecides
    if not 0 <= command.number < len(state.asked):
        raise NoSuchQuestion
    question = state.asked[command.number]
    if question.verdict is not Verdict.OPEN:
        raise NoSuchQuestion
    return (ev.HostAnswered(context.now, question.word, command.add),)
