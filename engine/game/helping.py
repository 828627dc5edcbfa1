"""Help against the computer: hints, and changing places with it (ledger N19, C14, M6, M7)."""

from __future__ import annotations

from typing import assert_never

from engine.errors import HintNeedsRack, HintsAreOff, NoHintLeft, NothingToSwap, RackIsHidden
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import Chain, check_drawn, seat_on_turn
from engine.game.context import Context
from engine.game.state import GameState
from engine.game.windows import settle
from engine.model.tiles import KnownRack


def decide(state: GameState, command: cmd.TakeHint | cmd.Swap, context: Context) -> tuple[ev.Event, ...]:
    """What a wish for help leads to."""
    match command:
        case cmd.TakeHint():
            return _take_hint(state, command, context)
        case cmd.Swap():
            return _swap(state, command, context)
        case _:
            assert_never(command)


def check_hint(state: GameState, command: cmd.TakeHint) -> int:
    """The seat that may have a hint now.

    Raises what `seat_on_turn` raises, `HintsAreOff`, `NoHintLeft`, `HintNeedsRack` and `DrawFirst`.
    """
    seat, allowed = seat_on_turn(state, command.by, command.turn), state.rules.hints
    if allowed == 0:
        raise HintsAreOff
    if allowed is not None and state.seats[seat].hints >= allowed:
        raise NoHintLeft(allowed)
    if not isinstance(state.seats[seat].rack, KnownRack):
        raise HintNeedsRack
    check_drawn(state, seat)
    return seat


def _take_hint(state: GameState, command: cmd.TakeHint, context: Context) -> tuple[ev.Event, ...]:
    seat = check_hint(state, command)
    chain = Chain(state)
    # A hint is about the board as it lies: what was paid for is not to be undone by the one who moved before.
    settle(chain, context)
    chain.add(ev.HintGiven(context.now, seat, command.kind, state.rules.hint_cost))
    return chain.events


def _swap(state: GameState, command: cmd.Swap, context: Context) -> tuple[ev.Event, ...]:
    seat = seat_on_turn(state, command.by, command.turn)
    others = [number for number in range(len(state.seats)) if number != seat]
    if len(others) != 1 or state.seats[others[0]].is_human or state.seats[others[0]].owner:
        raise NothingToSwap
    check_drawn(state, seat)
    if state.rules.tabletop:
        raise RackIsHidden
    chain = Chain(state)
    settle(chain, context)
    if chain.state.latest and chain.state.latest.open:
        # The tiles of the latest play could not go back to the rack that they came from.
        chain.add(ev.WindowsClosed(context.now))
    chain.add(ev.Swapped(context.now, seat, others[0]))
    return chain.events
