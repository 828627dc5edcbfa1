"""The challenge rule `house`: people say whether a play counts whose words the lexicon lacks (ledger C16).

With people opposite, one who rejects it takes turn and score from the player; who gives no answer in time accepts. With
nobody but computer players opposite, the player decides.
"""

from __future__ import annotations

from typing import assert_never

from engine.errors import AnswerAwaited, NotAsked, OwnPlay, StaleTurn
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import Chain, check_running, check_turn, seat_of
from engine.game.context import Context
from engine.game.moves import go_on, put_down
from engine.game.phases import AwaitAnswer
from engine.game.state import GameState
from engine.game.windows import answer_deadline, settle
from engine.model.alphabet import Word
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet


def ask(
    state: GameState, seat: int, placement: Placement, sheet: ScoreSheet, words: tuple[Word, ...], context: Context
) -> tuple[ev.Event, ...]:
    """Puts a play to the human opponents of a seat, or to its own player where there are none."""
    opponents = tuple(number for number in state.in_play if number != seat and state.seats[number].is_human)
    chain = Chain(state)
    settle(chain, context)
    deadline = answer_deadline(state, context.now)
    chain.add(ev.HouseAsked(context.now, seat, placement, sheet, words, opponents or (seat,), deadline))
    return chain.events


def decide(state: GameState, command: cmd.Reject | cmd.CloseAnswer, context: Context) -> tuple[ev.Event, ...]:
    """What the end of waiting leads to."""
    check_running(state)
    match command:
        case cmd.Reject(by=by, turn=turn):
            return answer(state, by, turn, False, context)
        case cmd.CloseAnswer():
            return _close(state, command.turn, context)
        case _:
            assert_never(command)


def answer(state: GameState, by: str, turn: int | None, accepts: bool, context: Context) -> tuple[ev.Event, ...]:
    """An answer to the play that waits. Raises `NotAsked` and `OwnPlay` for who has none to give."""
    seat = seat_of(state, by)
    check_turn(state, turn)
    if not isinstance(state.phase, AwaitAnswer):
        raise NotAsked
    if seat not in state.phase.waiting:
        raise OwnPlay if seat == state.phase.seat else NotAsked
    chain = Chain(state)
    chain.add(ev.HouseAnswered(context.now, seat, accepts))
    if not accepts:
        play = state.phase
        chain.add(ev.TurnLost(context.now, play.seat, play.words, seat, play.placement, play.sheet))
        go_on(chain, context)
    else:
        stand_if_answered(chain, context)
    return chain.events


def answer_for_others(
    state: GameState, by: str, turn: int | None, accepts: bool, context: Context
) -> tuple[ev.Event, ...]:
    """An answer given as a pass or a challenge, which for the own play would be in doubt. Raises `AnswerAwaited`."""
    assert isinstance(state.phase, AwaitAnswer)
    if seat_of(state, by) == state.phase.seat:
        raise AnswerAwaited(state.phase.waiting)
    return answer(state, by, turn, accepts, context)


def _close(state: GameState, turn: int, context: Context) -> tuple[ev.Event, ...]:
    if not isinstance(state.phase, AwaitAnswer) or state.turn != turn or context.now < state.phase.deadline:
        raise StaleTurn(turn, state.turn)
    chain = Chain(state)
    chain.add(ev.HouseExpired(context.now, state.phase.waiting))
    _stand(chain, context)
    return chain.events


def stand_if_answered(chain: Chain, context: Context) -> None:
    """Lets the play stand when nobody's answer is missing any more."""
    if isinstance(chain.state.phase, AwaitAnswer) and not chain.state.phase.waiting:
        _stand(chain, context)


def _stand(chain: Chain, context: Context) -> None:
    play = chain.state.phase
    assert isinstance(play, AwaitAnswer)
    put_down(chain, play.seat, play.placement, play.sheet, context)
    # What others have accepted is not taken back.
    settle(chain, context)
    go_on(chain, context)
