"""Seats that change hands in a running game: a computer takes over, the owner comes back (ledger K3, N8)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from engine.errors import AlreadySeated, HasLeft, NoSuchOffer, NoSuchSeat, NotAgreed, OnlyHost, SeatNotFree
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import Chain, check_running
from engine.game.context import Context
from engine.game.drawing import draw_rest
from engine.game.phases import AwaitAnswer, Paused
from engine.game.state import Computer, GameState, Person, Seat, Standing
from engine.game.windows import settle
from engine.model.rules import OnLeave
from engine.model.tiles import KnownRack, Tiles


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


def decide(
    state: GameState, command: cmd.TakeSeat | cmd.OfferSeat | cmd.AgreeToOffer, context: Context
) -> tuple[ev.Event, ...]:
    """What a wish about a seat of the running game leads to, also while a game from a file waits for agreement."""
    if not state.waits_for_agreement:
        check_running(state)
    match command:
        case cmd.TakeSeat():
            return _take(state, command, context)
        case cmd.OfferSeat():
            return _offer(state, command, context)
        case cmd.AgreeToOffer():
            return _agree(state, command, context)
        case _:
            assert_never(command)


def keeps_tiles(state: GameState, number: int, player: str, by: str) -> bool:
    """Whether somebody who takes a seat plays on with its tiles.

    So it is for its owner, and where its holder left it or gives it up. Tiles on a real table change hands there.
    """
    seat = state.seats[number]
    if state.rules.tabletop or not isinstance(seat.rack, KnownRack):
        return True
    holder = _holder(seat)
    gives_up = holder is not None and by == holder.member
    gone = seat.owner is not None and not seat.barred
    return gone or gives_up or (holder is not None and holder.id == player)


def _holder(seat: Seat) -> Person | None:
    """The person whose seat it is, also while a computer keeps it."""
    return seat.player if isinstance(seat.player, Person) else seat.owner


def _take(state: GameState, command: cmd.TakeSeat, context: Context) -> tuple[ev.Event, ...]:
    """A person takes a seat, see `TakeSeat`.

    Raises `NoSuchSeat`, `AlreadySeated`, `SeatNotFree`, `OnlyHost` or `NotAgreed`.
    """
    before = _check_heir(state, command.seat, command.player)
    if state.waits_for_agreement and command.player.id != before.id and command.by != before.member:
        # The game may go on elsewhere, and nobody is to see its tiles here.
        raise NotAgreed(command.seat, of_file=True)
    free = _is_free(state.seats[command.seat], command.player.id)
    if not free and not state.directs(command.by, moderator=command.moderator):
        raise OnlyHost
    keeps = keeps_tiles(state, command.seat, command.player.id, command.by)
    return _seated(state, ev.SeatTaken(context.now, command.seat, command.player, before, command.by), keeps, context)


def _offer(state: GameState, command: cmd.OfferSeat, context: Context) -> tuple[ev.Event, ...]:
    """Its holder is asked. Raises as `_take`, and `HasLeft` where nobody plays there who could agree."""
    _check_heir(state, command.seat, command.player)
    if not state.directs(command.by, moderator=command.moderator):
        raise OnlyHost
    seat = state.seats[command.seat]
    if not seat.is_human or not seat.in_play:
        raise HasLeft
    return (ev.SeatOffered(context.now, command.seat, command.player, command.by),)


def _agree(state: GameState, command: cmd.AgreeToOffer, context: Context) -> tuple[ev.Event, ...]:
    """Its holder gives the seat up to the person of the offer. Raises `NoSuchOffer`, `AlreadySeated`."""
    for number in state.seats_of(command.by):
        offer = state.seats[number].offer
        if offer and offer.number == command.number:
            before = _check_heir(state, number, offer.player)
            taken = ev.SeatTaken(context.now, number, offer.player, before, command.by)
            return _seated(state, taken, True, context)
    raise NoSuchOffer


def _check_heir(state: GameState, number: int, player: Person) -> Person:
    """Whose seat a person would take. Raises `NoSuchSeat`, `AlreadySeated` and `SeatNotFree`."""
    if not 0 <= number < len(state.seats):
        raise NoSuchSeat(number)
    seat, held = state.seats[number], state.seat_of(player.id)
    if held not in (None, number) or (held is not None and seat.in_play):
        raise AlreadySeated
    before = _holder(seat)
    if seat.standing is Standing.RESIGNED or before is None:
        raise SeatNotFree(number)
    return before


def _seated(state: GameState, taken: ev.SeatTaken, keeps: bool, context: Context) -> tuple[ev.Event, ...]:
    chain = Chain(state)
    if not state.waits_for_agreement:
        settle(chain, context)
    chain.add(taken if keeps else _with_new_tiles(chain.state, taken, context))
    return chain.events


def _with_new_tiles(state: GameState, taken: ev.SeatTaken, context: Context) -> ev.SeatTaken:
    """The rack is changed for tiles of the pool, all but those of a play that everybody sees. Raises `NotAgreed`."""
    rack = state.seats[taken.seat].rack
    assert isinstance(rack, KnownRack)
    returned = rack.tiles - _shown_tiles(state, taken.seat)
    if len(returned) > state.drawable:
        # Out of a smaller pool the very same tiles would come back.
        raise NotAgreed(taken.seat)
    return replace(taken, returned=returned, drawn=context.draw(state.pool, len(returned)))


def _shown_tiles(state: GameState, seat: int) -> Tiles:
    """The tiles of a seat's play that people are asked about."""
    phase = state.phase.before if isinstance(state.phase, Paused) else state.phase
    return phase.placement.used if isinstance(phase, AwaitAnswer) and phase.seat == seat else Tiles()


def _is_free(seat: Seat, player: str) -> bool:
    """Whether somebody needs nobody's leave to take a seat."""
    if seat.owner and seat.owner.id == player:
        return not seat.barred
    return seat.standing is Standing.LEFT
