"""A play with words that the lexicon lacks, under the challenge rules that look words up as they are played.

`void` refuses it, `strict` takes the turn, `house` asks the opponents, and `ask_host` asks the host.

Under `house`, a single rejection costs the player turn and score; an opponent who does not answer in time accepts. With
only computer opponents the player decides. Under `ask_host`, turn and clock go on while the question is open.
"""

from __future__ import annotations

from typing import assert_never

from engine.errors import (
    AnswerAwaited,
    NoSuchQuestion,
    NotAsked,
    NotInLexicon,
    OnlyHostDecides,
    OwnPlay,
    StaleTurn,
    TooManyQuestions,
    WordsAwaited,
    WordsRefused,
)
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context, Decision, check_running, check_turn, seat_of
from engine.game.decisions.drawing import close_windows
from engine.game.decisions.endings import answer_deadline, finish_move, place_tiles
from engine.game.phases import AwaitAnswer
from engine.game.state import AskedWord, GameState, Verdict
from engine.model.alphabet import Word
from engine.model.rules import ChallengeRule
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet

MOST_OPEN = 5
"""How many words of one seat may await the host's answer, so that nobody floods the host with questions."""


def decide(state: GameState, command: cmd.WordCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events that an answer about unknown words, or the end of the time for it, leads to."""
    check_running(state)
    match command:
        case cmd.Reject(by=by, turn=turn):
            return answer_play(state, by, turn, False, context)
        case cmd.CloseAnswer():
            return _close(state, command.turn, context)
        case cmd.AnswerWord():
            return (ev.HostAnswered(context.now, question_of(state, command).word, command.add),)
        case _:
            assert_never(command)


def unknown_words(state: GameState, sheet: ScoreSheet, context: Context) -> tuple[Word, ...]:
    """The words of a play that are not in the lexicon and that the host has not added, each once."""
    words = tuple(dict.fromkeys(word.word for word in sheet.words))
    added = words_added(state)
    verdicts = context.judge(words)
    return tuple(word for word, known in zip(words, verdicts, strict=True) if not known and word not in added)


def refuse_or_ask(
    state: GameState, seat: int, placement: Placement, sheet: ScoreSheet, words: tuple[Word, ...], context: Context
) -> tuple[ev.Event, ...]:
    """The events that a play with these unknown words leads to under the challenge rule.

    Raises `NotInLexicon`, and under `ask_host` also `WordsRefused`, `WordsAwaited` or `TooManyQuestions`.
    """
    match state.rules.challenge:
        case ChallengeRule.VOID:
            raise NotInLexicon(words)
        case ChallengeRule.STRICT:
            return lose_turn(state, seat, words, context)
        case ChallengeRule.HOUSE:
            return _ask_opponents(state, seat, placement, sheet, words, context)
        case ChallengeRule.ASK_HOST:
            return _ask_host(state, seat, words, context)
        case _:
            raise AssertionError("words are not looked up before a challenge")


def lose_turn(state: GameState, seat: int, words: tuple[Word, ...], context: Context) -> tuple[ev.Event, ...]:
    """Ends a seat's turn with a play that does not count; `words` is empty if the play itself is invalid."""
    decision = Decision(state)
    close_windows(decision, context)
    decision.add(ev.TurnLost(context.now, seat, words))
    finish_move(decision, context)
    return decision.events


# --- asking the opponents (`house`) -------------------------------------------------------------------------------


def _ask_opponents(
    state: GameState, seat: int, placement: Placement, sheet: ScoreSheet, words: tuple[Word, ...], context: Context
) -> tuple[ev.Event, ...]:
    """Asks the human opponents of a seat about its play, or its own player if there are none."""
    opponents = tuple(number for number in state.in_play if number != seat and state.seats[number].is_human)
    decision = Decision(state)
    close_windows(decision, context)
    deadline = answer_deadline(state, context.now)
    decision.add(ev.HouseAsked(context.now, seat, placement, sheet, words, opponents or (seat,), deadline))
    return decision.events


def answer_play(state: GameState, by: str, turn: int | None, accepts: bool, context: Context) -> tuple[ev.Event, ...]:
    """An answer about the waiting play. Raises `OwnPlay` for its player and `NotAsked` for others not asked."""
    seat = seat_of(state, by)
    check_turn(state, turn)
    if not isinstance(state.phase, AwaitAnswer):
        raise NotAsked
    if seat not in state.phase.waiting:
        raise OwnPlay if seat == state.phase.seat else NotAsked
    decision = Decision(state)
    decision.add(ev.HouseAnswered(context.now, seat, accepts))
    if not accepts:
        play = state.phase
        decision.add(ev.TurnLost(context.now, play.seat, play.words, seat, play.placement, play.sheet))
        finish_move(decision, context)
    else:
        stand_if_answered(decision, context)
    return decision.events


def answer_by_move(
    state: GameState, by: str, turn: int | None, accepts: bool, context: Context
) -> tuple[ev.Event, ...]:
    """An answer given by a pass or a challenge. Raises `AnswerAwaited` for the player, who could mean either."""
    assert isinstance(state.phase, AwaitAnswer)
    if seat_of(state, by) == state.phase.seat:
        raise AnswerAwaited(state.phase.waiting)
    return answer_play(state, by, turn, accepts, context)


def _close(state: GameState, turn: int, context: Context) -> tuple[ev.Event, ...]:
    if not isinstance(state.phase, AwaitAnswer) or state.turn != turn or context.now < state.phase.deadline:
        raise StaleTurn(turn, state.turn)
    decision = Decision(state)
    decision.add(ev.HouseExpired(context.now, state.phase.waiting))
    _stand(decision, context)
    return decision.events


def stand_if_answered(decision: Decision, context: Context) -> None:
    """Lets the play stand once all seats that were asked have answered or left."""
    if isinstance(decision.state.phase, AwaitAnswer) and not decision.state.phase.waiting:
        _stand(decision, context)


def _stand(decision: Decision, context: Context) -> None:
    play = decision.state.phase
    assert isinstance(play, AwaitAnswer)
    place_tiles(decision, play.seat, play.placement, play.sheet, context)
    # A play that others have accepted cannot be undone.
    close_windows(decision, context)
    finish_move(decision, context)


# --- asking the host (`ask_host`) ---------------------------------------------------------------------------------


def words_added(state: GameState) -> frozenset[Word]:
    """The words that the host has added to this game."""
    return _with(state.asked, Verdict.ADDED)


def _with(asked: tuple[AskedWord, ...], verdict: Verdict) -> frozenset[Word]:
    return frozenset(one.word for one in asked if one.verdict is verdict)


def _ask_host(state: GameState, seat: int, words: tuple[Word, ...], context: Context) -> tuple[ev.Event, ...]:
    """Asks the host about words; the tiles stay on the rack. Raises `NotInLexicon` when the host has left."""
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


def question_of(state: GameState, command: cmd.AnswerWord) -> AskedWord:
    """The open question that the host answers. Raises `OnlyHostDecides`, `NoSuchQuestion` and what stops any answer."""
    check_running(state)
    if command.by != state.host:
        raise OnlyHostDecides
    if not 0 <= command.number < len(state.asked):
        raise NoSuchQuestion
    question = state.asked[command.number]
    if question.verdict is not Verdict.OPEN:
        raise NoSuchQuestion
    return question
