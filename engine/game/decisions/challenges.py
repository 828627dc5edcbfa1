"""Challenging a play, accepting it, and the final pass after the last tiles are down."""

from __future__ import annotations

from typing import assert_never

from engine.errors import ChallengeIsOff, NothingToChallenge, OwnPlay, StaleTurn, UnknownLetter, WordNotInPlay
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context, Decision, check_running, seat_of
from engine.game.decisions.endings import end_by_challenge, end_game, end_if_over, skip_lost_turns
from engine.game.decisions.unknown_words import answer_by_move, answer_play
from engine.game.phases import AwaitAnswer, EndReason, FinalPass
from engine.game.state import GameState, LatestPlay
from engine.model.alphabet import Word


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
