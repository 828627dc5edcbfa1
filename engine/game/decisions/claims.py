"""Claims: nobody waits for ever for a player who has fallen silent or is gone for good.

A claim gives the player on turn a last time to move. Whoever waits then decides how the game goes on; if the player is
gone, at once.
"""

from __future__ import annotations

from typing import assert_never

from engine.errors import ClaimPending, ClaimTooEarly, NotClaimed, NothingToClaim, StaleTurn
from engine.game import clock
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context, check_running, check_turn, seat_of
from engine.game.decisions.seats import fall_silent, lose_on_time, remove
from engine.game.phases import EndReason, Turn
from engine.game.state import GameState, Person
from engine.game.views import TableView


def decide(state: GameState, command: cmd.ClaimCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events of claiming a game and of deciding about it."""
    check_running(state)
    match command:
        case cmd.Claim():
            return _claim(state, command, context)
        case cmd.OpenClaim(turn=turn):
            return _open(state, turn, context)
        case cmd.Settle():
            return _settle(state, command, context)
        case _:
            assert_never(command)


def settlements(state: GameState | TableView, by: str) -> tuple[cmd.Settlement, ...]:
    """How a player who waits for another person can have the game go on; none where there is nobody to wait for.

    A computer player cannot take over real tiles, and nobody ends a game in which others play on.
    """
    silent, members = _awaited(state), _members(state)
    if silent is None or by not in members or silent.member == by:
        return ()
    found = [] if state.rules.tabletop else [cmd.Settlement.COMPUTER]
    ends = members == {by, silent.member}
    return (*found, cmd.Settlement.WIN, *([cmd.Settlement.END] if ends else []))


def _awaited(state: GameState | TableView) -> Person | None:
    """The person on turn."""
    player = state.seats[state.phase.seat].player if isinstance(state.phase, Turn) else None
    return player if isinstance(player, Person) else None


def _members(state: GameState | TableView) -> set[str]:
    return {seat.player.member for seat in state.seats if isinstance(seat.player, Person) and seat.in_play}


def _claim(state: GameState, command: cmd.Claim, context: Context) -> tuple[ev.Event, ...]:
    turn = _claimable(state, command.by, command.turn)
    _check_waited(state, turn, context.now)
    return (ev.Claimed(context.now, turn.seat, command.by),)


def _check_waited(state: GameState, turn: Turn, now: int) -> None:
    """Raises `NothingToClaim` where a clock ends the turn, `ClaimTooEarly`, and `ClaimPending` after a claim."""
    if turn.claim is not None:
        raise ClaimPending(turn.claim.at + clock.LAST_TIME)
    if (at := clock.claimable_from(state)) is None:
        raise NothingToClaim
    if now < at:
        raise ClaimTooEarly(at)


def _claimable(state: GameState, by: str, number: int | None) -> Turn:
    """The turn that somebody waits to end. Raises `StaleTurn`, `NotSeated`, `HasLeft` and `NothingToClaim`."""
    check_turn(state, number)
    seat_of(state, by)
    if not isinstance(state.phase, Turn) or not settlements(state, by):
        raise NothingToClaim
    return state.phase


def _open(state: GameState, number: int, context: Context) -> tuple[ev.Event, ...]:
    claim = state.phase.claim if isinstance(state.phase, Turn) else None
    if state.turn != number or claim is None or claim.due or context.now < claim.at + clock.LAST_TIME:
        raise StaleTurn(number, state.turn)
    assert isinstance(state.phase, Turn)
    return (ev.ClaimDue(context.now, state.phase.seat, claim.by),)


def _settle(state: GameState, command: cmd.Settle, context: Context) -> tuple[ev.Event, ...]:
    turn = _claimable(state, command.by, command.turn)
    if command.how not in settlements(state, command.by):
        raise NothingToClaim
    if not may_settle(state, command.gone):
        _check_waited(state, turn, context.now)
        raise NotClaimed
    match command.how:
        case cmd.Settlement.COMPUTER:
            return fall_silent(state, turn.seat, context)
        case cmd.Settlement.WIN:
            if command.moderator and not may_settle(state):
                return remove(state, turn.seat, command.by, context)
            return lose_on_time(state, turn.seat, context)
        case cmd.Settlement.END:
            return (ev.Ended(context.now, EndReason.ENDED, (), (), command.by),)
        case _:
            assert_never(command.how)


def may_settle(state: GameState | TableView, gone: frozenset[str] = frozenset()) -> bool:
    """Whether those who wait may decide now: the last time to move has passed, or the person is `gone`."""
    silent, turn = _awaited(state), state.phase
    is_due = isinstance(turn, Turn) and turn.claim is not None and turn.claim.due
    return is_due or (silent is not None and silent.member in gone)
