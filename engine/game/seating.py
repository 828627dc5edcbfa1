"""Seats that change hands in a running game: a computer takes over, the owner comes back (ledger K3, N8)."""

from __future__ import annotations

from engine.errors import AlreadySeated, NoSuchSeat, OnlyHost, SeatNotFree
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import Chain, check_running
from engine.game.context import Context
from engine.game.drawing import draw_rest
from engine.game.phases import Paused
from engine.game.state import Computer, GameState, Person, Seat, Standing
from engine.game.windows import settle
from engine.model.rules import OnLeave


def new_computer(state: GameState, level: int) -> Computer:
    """A computer player whose id and name no seat has yet: Robot1, Robot2 and so on (ledger K22)."""
    taken = {seat.player.id for seat in state.seats}
    number = next(n for n in range(1, len(taken) + 2) if f"computer-{n}" not in taken)
    return Computer(f"computer-{number}", f"Robot{number}", level)


def may_take_over(state: GameState, seat: int, how: ev.Departure) -> bool:
    """Whether a computer plays on for who goes: under that rule, and while other people play.

    Where two play, somebody who resigns or runs out of time has lost.
    """
    others = [one for number, one in enumerate(state.seats) if number != seat and one.in_play]
    lost = how in (ev.Departure.RESIGNED, ev.Departure.OVERTIME) and len(others) < 2
    people = any(one.is_human for one in others)
    return state.rules.on_leave is OnLeave.COMPUTER and state.seats[seat].is_human and people and not lost


def take_over(chain: Chain, seat: int, how: ev.Departure, context: Context) -> None:
    """Seats a computer player of the rules' level for somebody who goes."""
    draw_rest(chain, seat, context)
    person = chain.state.seats[seat].player
    assert isinstance(person, Person)
    computer = new_computer(chain.state, chain.state.rules.computer_level)
    chain.add(ev.TakenOver(context.now, seat, person, computer, how))


def take_seat(state: GameState, command: cmd.TakeSeat, context: Context) -> tuple[ev.Event, ...]:
    """A person takes a seat, see `TakeSeat`, also while a game from a file waits for everybody to agree.

    Raises `NoSuchSeat`, `AlreadySeated`, `SeatNotFree` or `OnlyHost`.
    """
    from_file = isinstance(state.phase, Paused) and state.phase.all_agree
    if not from_file:
        check_running(state)
    if not 0 <= command.seat < len(state.seats):
        raise NoSuchSeat(command.seat)
    seat, held = state.seats[command.seat], state.seat_of(command.player.id)
    if held not in (None, command.seat) or (held is not None and seat.in_play):
        raise AlreadySeated
    before = seat.player if isinstance(seat.player, Person) else seat.owner
    if seat.standing is Standing.RESIGNED or before is None:
        raise SeatNotFree(command.seat)
    if not _is_free(seat, command.player.id) and command.by != state.host and not command.moderator:
        raise OnlyHost
    chain = Chain(state)
    if not from_file:
        settle(chain, context)
    chain.add(ev.SeatTaken(context.now, command.seat, command.player, before, command.by))
    return chain.events


def _is_free(seat: Seat, player: str) -> bool:
    """Whether somebody needs nobody's leave to take a seat."""
    if seat.owner and seat.owner.id == player:
        return not seat.barred
    return seat.standing is Standing.LEFT
