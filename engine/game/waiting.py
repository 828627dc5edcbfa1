"""A lobby that waits: for the players of the game before, and for anybody at all (ledger M10).

Who played before has a place kept, in the order of that game, until all have come, somebody declines, or whoever opened
the lobby waits no longer. A lobby that nobody touches is asked about, and closed when nobody answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.errors import AlreadyStarted, OnlyHost, StaleTurn
from engine.game import clock
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.asking import seat_of
from engine.game.context import Context
from engine.game.phases import EndReason, Lobby
from engine.game.state import GameState, Person, Player, Seat, Standing


def table_again(state: GameState, events: Iterable[ev.Event]) -> tuple[Player, ...]:
    """Who would play again, in the order of the seats, so that the one behind the seat that began comes first.

    Where a computer player plays on for somebody, that person is meant; who was taken out of the game is not. Empty
    for a game that never began.
    """
    told = tuple(events)
    first = next((event.first for event in told if isinstance(event, ev.Started)), None)
    if first is None:
        return ()
    stood_in = {event.computer.id: event for event in told if isinstance(event, ev.TakenOver)}
    count = len(state.seats)
    order = [(first + 1 + number) % count for number in range(count)]
    players = [_who_sat(state.seats[number], stood_in) for number in order]
    # Somebody who left one seat and took another one plays once.
    return tuple({player.id: player for player in players if player is not None}.values())


def _who_sat(seat: Seat, stood_in: Mapping[str, ev.TakenOver]) -> Player | None:
    if seat.barred:
        return None if seat.is_human or seat.standing is not Standing.IN_PLAY else seat.player
    gone = stood_in.get(seat.player.id)
    return seat.owner or (gone.person if gone else seat.player)


def awaited_with(state: GameState, member: str) -> tuple[Person, ...]:
    """Those who are waited for and come together: a member, and the guests at the same screen."""
    return tuple(person for person in state.awaited if person.member == member)


def place_of(state: GameState, player: str) -> int | None:
    """The seat that a player of the game before takes, so that the order is kept; None for who comes last."""
    if player not in state.table:
        return None
    mine = state.table.index(player)
    before = [one for one in state.seats if one.player.id in state.table[:mine]]
    return len(before) if len(before) < len(state.seats) else None


def stop_waiting(state: GameState, command: cmd.StopWaiting, context: Context) -> tuple[ev.Event, ...]:
    """Frees all places that are kept. Raises `AlreadyStarted` and `OnlyHost`."""
    if not isinstance(state.phase, Lobby):
        raise AlreadyStarted
    if not state.directs(command.by, moderator=command.moderator):
        raise OnlyHost
    return _ended(state.awaited, command.by, context)


def decline(state: GameState, member: str, context: Context) -> tuple[ev.Event, ...]:
    """Frees the places kept for a member; nothing where there are none."""
    return _ended(awaited_with(state, member), member, context)


def _ended(people: tuple[Person, ...], by: str, context: Context) -> tuple[ev.Event, ...]:
    return (ev.InvitationsEnded(context.now, tuple(one.id for one in people), by),) if people else ()


def tend(state: GameState, context: Context) -> tuple[ev.Event, ...]:
    """Asks whether a quiet lobby stays open, or closes it where nobody has answered. Raises `StaleTurn` before."""
    due = clock.lobby_due(state)
    if not isinstance(state.phase, Lobby) or due is None or context.now < due:
        raise StaleTurn(state.turn, state.turn)
    if state.phase.asked is None:
        return (ev.LobbyQuiet(context.now),)
    return (ev.Ended(context.now, EndReason.UNUSED, (), ()),)


def keep_open(state: GameState, by: str, context: Context) -> tuple[ev.Event, ...]:
    """Somebody seated wants the lobby to stay open; nothing where nobody has asked. Raises `NotSeated`."""
    seat = seat_of(state, by)
    asked = isinstance(state.phase, Lobby) and state.phase.asked is not None
    return (ev.KeptOpen(context.now, seat),) if asked else ()
