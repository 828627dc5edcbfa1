"""Words that the lexicon lacks, challenging a play, accepting it, and the final pass after the last tiles are down."""

from __future__ import annotations

from typing import assert_never

from engine.errors import (
    AnswerAwaited,
    ChallengeIsOff,
    NoSuchQuestion,
    NotAsked,
    NothingToChallenge,
    NotInLexicon,
    OnlyHostDecides,
    OwnPlay,
    StaleTurn,
    TooManyQuestions,
    UnknownLetter,
    WordNotInPlay,
    WordsAwaited,
    WordsRefused,
)
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context, Decision, check_running, check_turn, seat_of
from engine.game.decisions.endings import (
    answer_deadline,
    close_windows,
    end_by_challenge,
    end_game,
    end_if_over,
    finish_move,
    place_tiles,
    skip_lost_turns,
)
from engine.game.phases import AwaitAnswer, EndReason, FinalPass
from engine.game.state import AskedWord, GameState, LatestPlay, Verdict
from engine.model.rules import ChallengeRule
from engine.model.tiles import Word
from engine.play.placement import Placement, ScoreSheet

MOST_OPEN = 5
"""How many words of one seat may await the host's answer, so that nobody floods the host with questions."""


def decide_words(state: GameState, command: cmd.WordCommand, context: Context) -> tuple[ev.Event, ...]:
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
    """End a seat's turn with a play that does not count; `words` is empty if the play itself is invalid."""
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


def decide(state: GameState, command: cmd.ChallengeCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events that a command about another seat's play leads to."""
    check_running(state)
    match command:
        case cmd.Challenge():
            if isinstance(state.phase, AwaitAnswer):
                return answer_by_move(state, command.by, command.turn, False, context)
            return _challenge(state, command, context)
        case cmd.Accept():
            if isinstance(state.phase, AwaitAnswer):
                return answer_play(state, command.by, command.turn, True, context)
            _open_play(state, command.by, command.turn)
            return accept_play(state, command.by, context)
        case cmd.CloseFinalPass():
            return _close_final_pass(state, command.turn, context)
        case _:
            assert_never(command)


def _open_play(state: GameState, by: str, turn: int | None) -> tuple[int, LatestPlay]:
    """The player's seat and the play that it may challenge."""
    seat = seat_of(state, by)
    if not state.rules.phonies_stand:
        raise ChallengeIsOff
    latest = state.latest
    if turn is not None and (latest is None or latest.turn != turn):
        raise StaleTurn(turn, state.turn)
    if not isinstance(latest, LatestPlay) or not latest.open:
        raise NothingToChallenge
    if latest.seat == seat:
        raise OwnPlay
    return seat, latest


def _challenge(state: GameState, command: cmd.Challenge, context: Context) -> tuple[ev.Event, ...]:
    seat, play = _open_play(state, command.by, command.turn)
    words = _challenged_words(state, play, command.words)
    valid = all(context.judge(words))
    decision = Decision(state)
    decision.add(ev.Challenged(context.now, play.seat, seat, words, valid))
    if not valid:
        decision.add(ev.Withdrawn(context.now, play.seat))
    if state.rules.failed_challenge.decides:
        end_by_challenge(decision, play.seat if valid else seat, context)
    elif valid:
        _pay_for_error(decision, play, seat, len(words), context)
    else:
        end_if_over(decision, context)
    skip_lost_turns(decision, context)
    return decision.events


def _pay_for_error(decision: Decision, play: LatestPlay, challenger: int, words: int, context: Context) -> None:
    """Charges for the challenge of a valid play, before the end of the game that it may bring."""
    cost = decision.state.rules.failed_challenge
    if points := cost.bonus * words:
        decision.add(ev.ChallengeBonus(context.now, play.seat, points))
    if isinstance(decision.state.phase, FinalPass):
        end_game(decision, EndReason.OUT, context)
    elif cost.costs_turn:
        decision.add(ev.TurnForfeited(context.now, challenger))


def _challenged_words(state: GameState, play: LatestPlay, named: tuple[str, ...]) -> tuple[Word, ...]:
    formed = tuple(dict.fromkeys(word.word for word in play.sheet.words))
    chosen: list[Word] = []
    for text in named:
        try:
            word = state.variant.alphabet.split(text)
        except UnknownLetter:
            raise WordNotInPlay(text) from None
        # A typed word cannot tell whether a pair of letters is one tile or two.
        same = next((one for one in formed if "".join(one) == "".join(word)), None)
        if same is None:
            raise WordNotInPlay(text)
        chosen.append(same)
    return tuple(dict.fromkeys(chosen)) or formed


def accept_play(state: GameState, by: str, context: Context) -> tuple[ev.Event, ...]:
    """An opponent accepts the latest play; in the final pass, the last acceptance ends the game."""
    seat, play = _open_play(state, by, None)
    if seat in play.accepted:
        return ()
    decision = Decision(state)
    decision.add(ev.Accepted(context.now, seat))
    if isinstance(decision.state.phase, FinalPass) and not decision.state.phase.waiting:
        end_game(decision, EndReason.OUT, context)
    return decision.events


def _close_final_pass(state: GameState, turn: int, context: Context) -> tuple[ev.Event, ...]:
    if not isinstance(state.phase, FinalPass) or state.turn != turn or context.now < state.phase.deadline:
        raise StaleTurn(turn, state.turn)
    decision = Decision(state)
    end_game(decision, EndReason.OUT, context)
    return decision.events
