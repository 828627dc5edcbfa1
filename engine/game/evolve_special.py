"""What the events of the special rules make of a state."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from engine.game import timing
from engine.game.changing import change_seat, close_latest, no_longer_awaited
from engine.game.phases import AwaitTiles
from engine.game.special_events import (
    BlankTraded,
    Departure,
    DrawOpened,
    FourExchanged,
    HiddenDrawn,
    LeftDeclared,
    SeatOffered,
    SeatTaken,
    SpecialEvent,
    TakenOver,
    TilesAwaited,
)
from engine.game.state import GameState, LatestPlay, Offer, Standing, Verdict
from engine.model.board import PlacedTile
from engine.model.tiles import HiddenRack, KnownRack, Tiles


def apply(state: GameState, event: SpecialEvent) -> GameState:
    """The state after an event of a special rule; the count of events is the caller's."""
    match event:
        case BlankTraded():
            return _traded(state, event)
        case FourExchanged():
            return _four_exchanged(state, event)
        case TakenOver():
            return _taken_over(state, event)
        case SeatTaken():
            return _seat_taken(state, event)
        case SeatOffered(seat=seat, player=player, by=by):
            return change_seat(state, seat, offer=Offer(player, by, state.sequence + 1))
        case DrawOpened(seat=seat, count=count, at=at):
            return _replaces(change_seat(state, seat, due=count, due_since=at), seat, 0, at)
        case HiddenDrawn(seat=seat, count=count, at=at):
            rack = HiddenRack(len(state.seats[seat].rack) + count)
            return _replaces(change_seat(state, seat, rack=rack), seat, count, at)
        case TilesAwaited(waiting=waiting, reason=reason, deadline=deadline):
            phase = AwaitTiles(waiting, reason, deadline)
            return close_latest(replace(state, phase=phase, turn=state.turn + 1))
        case LeftDeclared(seat=seat, tiles=tiles):
            return _declared(state, seat, tiles)
        case _:
            assert_never(event)


def _traded(state: GameState, event: BlankTraded) -> GameState:
    rack = state.seats[event.seat].rack.minus(Tiles((event.tile,))).plus(Tiles((event.blank,)))
    board = state.board.place({event.cell: PlacedTile(event.tile, event.tile.letter)})
    state = replace(change_seat(state, event.seat, rack=rack), board=board, turn=state.turn + 1)
    # The blank may be one of the latest play, which could not be taken off the board as it was put there.
    return close_latest(state)


def _four_exchanged(state: GameState, event: FourExchanged) -> GameState:
    rack = state.seats[event.seat].rack.minus(event.returned).plus(event.drawn)
    pool = state.pool - event.drawn + event.returned
    return close_latest(replace(change_seat(state, event.seat, rack=rack), pool=pool, turn=state.turn + 1))


def _taken_over(state: GameState, event: TakenOver) -> GameState:
    owner = event.person if event.how in (Departure.LEFT, Departure.REMOVED) else None
    barred = event.how is Departure.REMOVED
    out = state.host_out or (barred and event.person.id == state.host)
    state = replace(state, host_out=out)
    return change_seat(state, event.seat, player=event.computer, owner=owner, barred=barred, offer=None)


def _seat_taken(state: GameState, event: SeatTaken) -> GameState:
    """Whoever sat there before may have agreed to something; the new player has not."""
    agreed = tuple(seat for seat in state.agreed if seat != event.seat)
    state = replace(state, agreed=agreed, host_out=state.host_out and event.player.id != state.host)
    if event.returned:
        state = _with_new_tiles(state, event)
    return change_seat(
        state, event.seat, player=event.player, standing=Standing.IN_PLAY, owner=None, barred=False, offer=None
    )


def _with_new_tiles(state: GameState, event: SeatTaken) -> GameState:
    """The rack changed for tiles of the pool; whatever else would tell the new player of the old ones is dropped."""
    rack = state.seats[event.seat].rack.minus(event.returned).plus(event.drawn)
    latest = state.latest
    if isinstance(latest, LatestPlay) and latest.seat == event.seat and latest.drawn:
        # Taken back, the play gives as many tiles to the pool as its seat drew for it; those are gone.
        assert isinstance(rack, KnownRack)
        state = replace(state, latest=replace(latest, drawn=Tiles(rack.tiles.items[: len(latest.drawn)])))
    asked = (
        replace(one, verdict=Verdict.LAPSED) if one.seat == event.seat and one.verdict is Verdict.OPEN else one
        for one in state.asked
    )
    state = replace(state, pool=state.pool - event.drawn + event.returned, asked=tuple(asked))
    return change_seat(state, event.seat, rack=rack, asked_from=len(state.asked))


def _replaces(state: GameState, seat: int, unseen: int, at: int) -> GameState:
    """What a seat draws replaces the tiles of its latest play, which can no longer be undone."""
    latest = state.latest
    if isinstance(latest, LatestPlay) and latest.seat == seat and latest.drawn is None:
        stays = latest.open and not state.rules.undo
        state = replace(state, latest=replace(latest, drawn=Tiles(), drawn_unseen=unseen, open=stays))
        return state if stays else timing.begin_computers_turn(state, at)
    return state


def _declared(state: GameState, seat: int, tiles: Tiles) -> GameState:
    state = replace(change_seat(state, seat, rack=KnownRack(tiles)), pool=state.pool - tiles)
    return no_longer_awaited(state, seat)
