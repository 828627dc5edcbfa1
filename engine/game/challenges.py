"""Challenging a play, letting it stand, and the final pass (REFERENCE 1, ledger C17, M8)."""

from __future__ import annotations

from typing import assert_never

from engine.errors import ChallengeIsOff, NothingToChallenge, OwnPlay, StaleTurn, UnknownLetter, WordNotInPlay
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game import house
from engine.game.asking import Chain, check_running, seat_of
from engine.game.context import Context
from engine.game.endings import end, end_by_challenge, end_if_over
from engine.game.phases import AwaitAnswer, EndReason, FinalPass
from engine.game.skipping import skip_lost_turns
from engine.game.state import GameState, LatestPlay
from engine.model.alphabet import Word
from engine.model.rules import BONUSES, ChallengeRule


def decide(
    state: GameState, command: cmd.Challenge | cmd.Accept | cmd.CloseFinalPass, context: Context
) -> tuple[ev.Event, ...]:
    """What a wish about somebody else's play leads to."""
    check_running(state)
    match command:
        case cmd.Challenge():
            if isinstance(state.phase, AwaitAnswer):
                return house.answer_for_others(state, command.by, command.turn, False, context)
            return _challenge(state, command, context)
        case cmd.Accept():
            if isinstance(state.phase, AwaitAnswer):
                return house.answer(state, command.by, command.turn, True, context)
            _open_play(state, command.by, command.turn)
            return let_stand(state, command.by, context)
        case cmd.CloseFinalPass():
            return _close_final_pass(state, command.turn, context)
        case _:
            assert_never(command)


def _open_play(state: GameState, by: str, turn: int | None) -> tuple[int, LatestPlay]:
    """The seat of who asks and the play that stands open to it."""
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
    words = _named_words(state, play, command.words)
    valid = all(context.judge(words))
    chain = Chain(state)
    chain.add(ev.Challenged(context.now, play.seat, seat, words, valid))
    if not valid:
        chain.add(ev.Withdrawn(context.now, play.seat))
    if state.rules.challenge is ChallengeRule.TRIPLE:
        end_by_challenge(chain, play.seat if valid else seat, context)
    elif valid:
        _pay_for_error(chain, play, seat, len(words), context)
    else:
        end_if_over(chain, context)
    skip_lost_turns(chain, context)
    return chain.events


def _pay_for_error(chain: Chain, play: LatestPlay, challenger: int, words: int, context: Context) -> None:
    """What a challenge of a good play costs, before the end that it may bring."""
    rules = chain.state.rules
    if points := BONUSES.get(rules.challenge, 0) * words:
        chain.add(ev.ChallengeBonus(context.now, play.seat, points))
    if isinstance(chain.state.phase, FinalPass):
        end(chain, EndReason.OUT, context)
    elif rules.challenge is ChallengeRule.DOUBLE:
        chain.add(ev.TurnForfeited(context.now, challenger))


def _named_words(state: GameState, play: LatestPlay, named: tuple[str, ...]) -> tuple[Word, ...]:
    formed = tuple(dict.fromkeys(word.word for word in play.sheet.words))
    chosen: list[Word] = []
    for text in named:
        try:
            word = state.variant.alphabet.split(text)
        except UnknownLetter:
            raise WordNotInPlay(text) from None
        # A pair of letters may be one tile or two; who types the word cannot tell them apart.
        same = next((one for one in formed if "".join(one) == "".join(word)), None)
        if same is None:
            raise WordNotInPlay(text)
        chosen.append(same)
    return tuple(dict.fromkeys(chosen)) or formed


def let_stand(state: GameState, by: str, context: Context) -> tuple[ev.Event, ...]:
    """An opponent lets the latest play stand; the game ends when the last one did so in the final pass."""
    seat, play = _open_play(state, by, None)
    if seat in play.accepted:
        return ()
    chain = Chain(state)
    chain.add(ev.Accepted(context.now, seat))
    if isinstance(chain.state.phase, FinalPass) and not chain.state.phase.waiting:
        end(chain, EndReason.OUT, context)
    return chain.events


def _close_final_pass(state: GameState, turn: int, context: Context) -> tuple[ev.Event, ...]:
    if not isinstance(state.phase, FinalPass) or state.turn != turn or context.now < state.phase.deadline:
        raise StaleTurn(turn, state.turn)
    chain = Chain(state)
    end(chain, EndReason.OUT, context)
    return chain.events
