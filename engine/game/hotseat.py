"""Several persons at one computer: guest seats that a member holds besides the own one (ledger N26).

A guest is a `Person` whose id is that of the member with a number behind it, `<member>#2`. Who types is always the
member; which of the seats is meant follows from the game.
"""

from __future__ import annotations

from dataclasses import replace

from engine.errors import NoSeatFree, SeatsKept
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import seat_of
from engine.game.context import Context
from engine.game.phases import FinalPass
from engine.game.state import GameState, LatestPlay, Person

_ON_TURN = (cmd.OpenDraft, cmd.Play, cmd.Pass, cmd.Exchange, cmd.TradeBlank, cmd.ExchangeFour, cmd.TakeHint, cmd.Swap)
_GOING = (cmd.Leave, cmd.Resign)
_ANSWERS = (cmd.Challenge, cmd.Accept)
_OWN_MOVE = (cmd.Undo, cmd.CloseWindows)


def add_guest(state: GameState, command: cmd.AddGuest, context: Context) -> tuple[ev.Event, ...]:
    """Seats a guest of a member in the lobby. Raises `NotSeated` and `NoSeatFree`."""
    seat_of(state, command.by)
    if len(state.seats) >= state.max_seats:
        raise NoSeatFree(state.max_seats)
    if len(state.seats) + len(state.awaited) >= state.max_seats:
        raise SeatsKept(tuple(one.name for one in state.awaited))
    taken = {seat.player.id for seat in state.seats} | set(state.table)
    number = next(n for n in range(2, len(taken) + 3) if f"{command.by}#{n}" not in taken)
    return (ev.Joined(context.now, Person(f"{command.by}#{number}", command.name)),)


def acting_seat(state: GameState, member: str) -> int | None:
    """The seat that a member acts for: the one on turn or asked for an answer, else the own one, else a guest's."""
    held = state.seats_of(member)
    playing = [seat for seat in held if state.seats[seat].in_play]
    if state.on_turn in playing:
        return state.on_turn
    if isinstance(state.phase, FinalPass):
        playing = [seat for seat in playing if seat in state.phase.waiting] or playing
    return next(iter([*playing, *held]), None)


def member_seats(state: GameState) -> dict[str, int]:
    """One seat in play for each member: the own one, or that of a guest where the own one is given up."""
    found: dict[str, int] = {}
    for number in state.in_play:
        player = state.seats[number].player
        if isinstance(player, Person) and (player.member not in found or not player.is_guest):
            found[player.member] = number
    return found


def for_seat(state: GameState, command: cmd.Command) -> cmd.Command:
    """The command in the name of the seat that a member with guests means; any other as it is."""
    by = getattr(command, "by", None)
    if not isinstance(by, str) or len(state.seats_of(by)) < 2:
        return command
    seat = _meant(state, command, by)
    if seat is None or not isinstance(command, (*_ON_TURN, *_GOING, *_ANSWERS, *_OWN_MOVE)):
        return command
    return replace(command, by=state.seats[seat].player.id)


def _meant(state: GameState, command: cmd.Command, member: str) -> int | None:
    held, latest = state.seats_of(member), state.latest
    if isinstance(command, _OWN_MOVE) and latest and latest.seat in held:
        return latest.seat
    if isinstance(command, _ANSWERS) and isinstance(latest, LatestPlay):
        return _answering(state, held, latest)
    return acting_seat(state, member)


def _answering(state: GameState, held: tuple[int, ...], play: LatestPlay) -> int | None:
    """The seat of a member that answers a play: one that is on turn or waited for, never that of the play itself."""
    others = [seat for seat in held if seat != play.seat and state.seats[seat].in_play and seat not in play.accepted]
    if state.on_turn in others:
        return state.on_turn
    return next(iter(others), held[0])
