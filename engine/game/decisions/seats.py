"""Seats of a running game: leaving, removal, resignation, computer players that take over, and taking a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from engine.errors import (
    AlreadySeated,
    EndingResigns,
    GameIsOver,
    HasLeft,
    NoSuchOffer,
    NotAgreed,
    NotCancellable,
    OnlyHost,
    SeatNotFree,
    StaleTurn,
)
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import is_asked_on
from engine.game.decision import Context, Decision, check_host, check_running, check_seat, check_turn, seat_of
from engine.game.decisions.challenges import stand_if_answered
from engine.game.decisions.endings import close_windows, draw_rest, end_game, skip_lost_turns
from engine.game.hotseat import plays_against_people
from engine.game.phases import AwaitAnswer, AwaitTiles, EndReason, FinalPass, Lobby, Over, Paused, Turn
from engine.game.state import Computer, GameState, HasPlayer, Offer, Person, Player, Seat, Standing, member_seats
from engine.game.views import TableView
from engine.model.rules import OnLeave
from engine.model.tiles import KnownRack, Tiles

# --- giving up a seat ---------------------------------------------------------------------------------------------


def leave(state: GameState, command: cmd.GoingCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events of leaving a running game, removing someone from it, or ending it from outside."""
    if not isinstance(command, cmd.End):
        check_running(state)
    match command:
        case cmd.End(by=by):
            if isinstance(state.phase, Over):
                raise GameIsOver
            check_host(state, by, command.moderator)
            if ending_resigns(state, by, command.gone):
                return _resign_to_end(state, command, context)
            return (ev.Ended(context.now, EndReason.ENDED, (), (), by),)
        case cmd.Cancel(by=by):
            if not may_cancel(state, by):
                raise NotCancellable
            return (ev.Ended(context.now, EndReason.VOID, (), (), by),)
        case cmd.Leave(by=by):
            return _give_up(state, _meant(state, command), ev.Departure.LEFT, by, context)
        case cmd.Resign(by=by):
            how = ev.Departure.OVERTIME if command.by_time else ev.Departure.RESIGNED
            return _give_up(state, _meant(state, command), how, by, context)
        case cmd.RemoveSeat(by=by):
            return remove(state, _removable(state, command), by, context)
        case _:
            assert_never(command)


def ending_resigns(state: GameState, member: str, gone: frozenset[str] = frozenset()) -> bool:
    """Whether a member who ends the game resigns from it: others play on, and a loss is not ended for nothing.

    It is no loss if all others are `gone` for good, or if someone else has let a game wait so long that the bot asks
    whether it goes on. A game from a file may be running elsewhere, so it is only put away.
    """
    if is_asked_on(state) and state.on_turn not in state.seats_of(member):
        return False
    running = not isinstance(state.phase, Lobby | Over) and not state.waits_for_agreement
    return running and plays_against_people(state, member, gone)


def may_cancel(state: GameState | TableView, member: str) -> bool:
    """Whether a member may call off a running game: it does not count yet, and goes on for nobody without the member.

    Others play on where there are several, and where one of them is a person.
    """
    running = isinstance(state.phase, Turn | AwaitAnswer | FinalPass | AwaitTiles)
    own = state.seats_of(member)
    seats: Sequence[HasPlayer] = state.seats
    playing = [number for number, seat in enumerate(seats) if seat.in_play]
    others = [seats[number].player for number in playing if number not in own]
    alone = len(others) < 2 or not any(isinstance(other, Person) for other in others)
    return running and not state.counts and alone and len(others) < len(playing)


def _resign_to_end(state: GameState, command: cmd.End, context: Context) -> tuple[ev.Event, ...]:
    """The player's seats and those of the player's guests resign; a paused game stays paused for the others."""
    if not command.resigns:
        raise EndingResigns
    decision, paused = Decision(state), isinstance(state.phase, Paused)
    if paused:
        decision.add(ev.GameResumed(context.now, command.by))
    for seat in state.seats_of(command.by):
        if decision.state.seats[seat].in_play and not isinstance(decision.state.phase, Over):
            for event in _give_up(decision.state, seat, ev.Departure.RESIGNED, command.by, context):
                decision.add(event)
    if paused and not isinstance(decision.state.phase, Over):
        usual = isinstance(state.phase, Paused) and state.phase.named is not None
        decision.add(ev.GamePaused(context.now, command.by, state.setup.name, usual))
    return decision.events


def fall_silent(state: GameState, seat: int, context: Context) -> tuple[ev.Event, ...]:
    """A computer player plays on for a seat whose player has not moved for long, until that player comes back."""
    decision = Decision(state)
    close_windows(decision, context)
    _take_over(decision, seat, ev.Departure.SILENT, context)
    return decision.events


def remove(state: GameState, seat: int, by: str, context: Context) -> tuple[ev.Event, ...]:
    """A player is removed by another, or without a name by a moderator who claims the game."""
    return _give_up(state, seat, ev.Departure.REMOVED, by, context)


def lose_on_time(state: GameState, seat: int, context: Context) -> tuple[ev.Event, ...]:
    """A seat whose time is up for good loses to a single opponent, and resigns among several."""
    return _give_up(state, seat, ev.Departure.OVERTIME, "", context)


def _meant(state: GameState, command: cmd.Leave | cmd.Resign) -> int:
    """The seat that its player gives up. Raises `StaleTurn` if that is no longer the one meant."""
    check_turn(state, command.turn)
    seat = seat_of(state, command.by)
    if command.seat not in (None, seat):
        raise StaleTurn(state.turn, state.turn)
    return seat


def _removable(state: GameState, command: cmd.RemoveSeat) -> int:
    check_host(state, command.by, command.moderator)
    check_holder(state, command)
    if not state.seats[command.seat].in_play:
        raise HasLeft
    return command.seat


def check_holder(state: GameState, command: cmd.RemoveSeat) -> None:
    """Raise `NoSuchSeat`, or `HasLeft` if the player who is meant has handed the seat over."""
    check_seat(state, command.seat)
    player = state.seats[command.seat].player
    if command.member not in (None, player.member if isinstance(player, Person) else ""):
        raise HasLeft


def _pass_host(state: GameState, command: cmd.PassHost, context: Context) -> tuple[ev.Event, ...]:
    """Another player becomes host. Raises `GameIsOver`, and `OnlyHost` if the host is there or nobody can follow."""
    if isinstance(state.phase, Over):
        raise GameIsOver
    people = {number: seat.player for number, seat in enumerate(state.seats) if seat.is_human and seat.in_play}
    others = [one for one in people.values() if isinstance(one, Person) and not one.is_guest]
    heirs = [one for one in others if one.id not in command.gone | {state.host}]
    heirs.sort(key=lambda one: (one.id == command.by) is command.judges)
    is_away = state.host in command.gone or is_asked_on(state)
    if not heirs or not is_away or command.by not in {one.id for one in others}:
        raise OnlyHost
    return (ev.HostPassed(context.now, heirs[0]),)


def _give_up(state: GameState, seat: int, how: ev.Departure, by: str, context: Context) -> tuple[ev.Event, ...]:
    decision = Decision(state)
    close_windows(decision, context)
    remover = by if how is ev.Departure.REMOVED else None
    if _may_take_over(decision.state, seat, how):
        _take_over(decision, seat, how, context, remover)
        return decision.events
    by_time = how is ev.Departure.OVERTIME
    decision.add(ev.SeatLeft(context.now, seat, by_time or how is ev.Departure.RESIGNED, by_time, remover))
    left = decision.state
    people = any(one.is_human and one.in_play for one in left.seats)
    if left.rules.on_leave is OnLeave.STOP or len(left.in_play) < 2 or not people:
        end_game(decision, EndReason.TIME if by_time else EndReason.LEFT, context)
    elif isinstance(left.phase, FinalPass) and not left.phase.waiting:
        end_game(decision, EndReason.OUT, context)
    else:
        # A player who has left gives no answer, and a play that nobody rejects stands.
        stand_if_answered(decision, context)
    skip_lost_turns(decision, context)
    return decision.events


def _may_take_over(state: GameState, seat: int, how: ev.Departure) -> bool:
    """Whether a computer player takes over from a person: if the rule says so and other people are playing.

    With two players, one who resigns or runs out of time loses instead.
    """
    others = [one for number, one in enumerate(state.seats) if number != seat and one.in_play]
    lost = how in (ev.Departure.RESIGNED, ev.Departure.OVERTIME) and len(others) < 2
    people = any(one.is_human for one in others)
    return state.rules.on_leave is OnLeave.COMPUTER and state.seats[seat].is_human and people and not lost


def _take_over(decision: Decision, seat: int, how: ev.Departure, context: Context, by: str | None = None) -> None:
    draw_rest(decision, seat, context)
    person = decision.state.seats[seat].player
    assert isinstance(person, Person)
    computer = new_computer(decision.state, decision.state.rules.computer_level, context.names)
    decision.add(ev.TakenOver(context.now, seat, person, computer, how, by))


def new_computer(state: GameState, level: int, names: Iterable[str]) -> Computer:
    """A computer player with an id and name that no seat has yet.

    Its name is the first of `names` that is free; if there is none, Robot1, Robot2 and so on.
    """
    taken = {seat.player.id for seat in state.seats}
    number = next(n for n in range(1, len(taken) + 2) if f"computer-{n}" not in taken)
    called = _names_at(state)
    name = next((one for one in names if one.casefold() not in called), f"Robot{number}")
    return Computer(f"computer-{number}", name, level)


def _names_at(state: GameState) -> frozenset[str]:
    """The names of everyone who plays, is awaited or may come back."""
    owners = (seat.owner for seat in state.seats if seat.owner)
    players: Iterable[Player] = (*(seat.player for seat in state.seats), *state.awaited, *owners)
    return frozenset(player.name.casefold() for player in players)


# --- taking a seat ------------------------------------------------------------------------------------------------


def renamed(state: GameState, player: str, name: str, at: int) -> tuple[ev.Event, ...]:
    """The event by which a person at the table gets another name; none if it is the same, empty, or nobody's."""
    seat = state.seat_of(player)
    if seat is None or not name or isinstance(state.phase, Over) or state.seats[seat].player.name == name:
        return ()
    return (ev.Renamed(at, seat, name),) if state.seats[seat].is_human else ()


def hand_over(state: GameState, command: cmd.SeatCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events of taking or offering a seat, even while a game from a file waits for everyone to agree."""
    if isinstance(command, cmd.PassHost):
        return _pass_host(state, command, context)
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
    """Whether a person who takes a seat plays on with its tiles.

    Its owner does, as does anyone if its last player left it or gives it up. Real tiles on a table also change hands.
    """
    seat = state.seats[number]
    if state.rules.tabletop or not isinstance(seat.rack, KnownRack):
        return True
    holder = _holder(seat)
    gives_up = holder is not None and by == holder.member
    gone = (seat.owner is not None and not seat.barred) or is_vacant(seat)
    return gone or gives_up or (holder is not None and holder.id == player)


def is_vacant(seat: Seat) -> bool:
    """Whether a seat has only a name from a record, so that anyone may take it."""
    return isinstance(seat.player, Person) and seat.player.is_nobody


def _holder(seat: Seat) -> Person | None:
    """The person whose seat it is, even while a computer player keeps it."""
    return seat.player if isinstance(seat.player, Person) else seat.owner


def _take(state: GameState, command: cmd.TakeSeat, context: Context) -> tuple[ev.Event, ...]:
    """A person takes a seat.

    Raises `NoSuchSeat`, `AlreadySeated`, `SeatNotFree`, `NoSuchOffer`, `OnlyHost` or `NotAgreed`.
    """
    before = _check_heir(state, command.seat, command.player)
    if command.by != command.player.member:
        # Nobody plays, and loses, in a game without having agreed to it.
        raise NoSuchOffer
    _check_of_file(state, command.seat, command.player, command.by)
    if command.player.member in state.sent_away or not _is_free_for(state.seats[command.seat], command.player.id):
        check_host(state, command.by, command.moderator)
    keeps = keeps_tiles(state, command.seat, command.player.id, command.by)
    taken = ev.SeatTaken(context.now, command.seat, command.player, before, command.by)
    agrees = state.waits_for_agreement and is_vacant(state.seats[command.seat])
    return _seated(state, taken, keeps, context, agrees=agrees)


def _offer(state: GameState, command: cmd.OfferSeat, context: Context) -> tuple[ev.Event, ...]:
    """Asks the player of the seat, or else the person who is to follow. Raises as `_take`."""
    _check_heir(state, command.seat, command.player)
    check_host(state, command.by, command.moderator)
    seat = state.seats[command.seat]
    held = isinstance(seat.player, Person) and seat.in_play and seat.player.member != command.by
    if held and not command.new_tiles:
        return (ev.SeatOffered(context.now, command.seat, command.player, command.by),)
    if command.by == command.player.member:
        take = cmd.TakeSeat(command.player, command.seat, command.by, command.moderator)
        return _take(state, take, context)
    return _ask_heir(state, command.seat, command.player, command.by, context)


def _ask_heir(state: GameState, seat: int, heir: Person, by: str, context: Context) -> tuple[ev.Event, ...]:
    """Asks whether somebody wants a seat that `by` gives away. Raises `NotAgreed` if it could not change hands."""
    _check_of_file(state, seat, heir, by)
    if not keeps_tiles(state, seat, heir.id, by):
        _check_renewable(state, seat)
    return (ev.SeatOffered(context.now, seat, heir, by, to_heir=True),)


def _agree(state: GameState, command: cmd.AgreeToOffer, context: Context) -> tuple[ev.Event, ...]:
    """Give up a seat to the person named in the offer, who is asked next, or take it as that person.

    Raises `NoSuchOffer`, `AlreadySeated`, `SeatNotFree` and `NotAgreed`.
    """
    number, offer = _offer_to(state, command)
    before = _check_heir(state, number, offer.player)
    if not offer.to_heir and offer.player.member not in (command.by, offer.by):
        return _ask_heir(state, number, offer.player, command.by, context)
    by = offer.by if offer.to_heir else command.by
    _check_of_file(state, number, offer.player, by)
    keeps = keeps_tiles(state, number, offer.player.id, by)
    return _seated(state, ev.SeatTaken(context.now, number, offer.player, before, by), keeps, context)


def _offer_to(state: GameState, command: cmd.AgreeToOffer) -> tuple[int, Offer]:
    """The seat and the offer that somebody is asked about. Raises `NoSuchOffer`."""
    for number, seat in enumerate(state.seats):
        if seat.offer and seat.offer.number == command.number and is_asked(seat, command.by):
            return number, seat.offer
    raise NoSuchOffer


def is_asked(seat: Seat, person: str) -> bool:
    """Whether somebody is asked to give up a seat, or to take it over."""
    asked = seat.offer.player if seat.offer and seat.offer.to_heir else seat.player
    return seat.offer is not None and isinstance(asked, Person) and asked.member == person


def _check_of_file(state: GameState, seat: int, heir: Person, by: str) -> None:
    """Raise `NotAgreed` in a game from a file if a seat would change hands without its player.

    The game may be running elsewhere, so nobody may see its tiles here.
    """
    before = _holder(state.seats[seat])
    if is_vacant(state.seats[seat]):
        return
    if state.waits_for_agreement and before and heir.id != before.id and by != before.member:
        raise NotAgreed(seat, of_file=True)


def _check_heir(state: GameState, number: int, player: Person) -> Person:
    """The last person in a seat that another wants to take. Raises `NoSuchSeat`, `AlreadySeated` and `SeatNotFree`."""
    check_seat(state, number)
    seat, held = state.seats[number], state.seat_of(player.id)
    if held not in (None, number) or (held is not None and seat.in_play):
        raise AlreadySeated
    before = _holder(seat)
    if seat.standing in (Standing.RESIGNED, Standing.OUT_OF_TIME) or before is None:
        raise SeatNotFree(number)
    return before


def _seated(
    state: GameState, taken: ev.SeatTaken, keeps: bool, context: Context, *, agrees: bool = False
) -> tuple[ev.Event, ...]:
    """The events of taking a seat; one who `agrees` by it resumes the game if everyone has."""
    decision = Decision(state)
    if not state.waits_for_agreement:
        close_windows(decision, context)
    decision.add(taken if keeps else _with_new_tiles(decision.state, taken, context))
    if agrees:
        decision.add(ev.PauseAgreed(context.now, taken.seat, resumes=True))
        if set(member_seats(decision.state).values()) <= set(decision.state.agreed):
            decision.add(ev.GameResumed(context.now, taken.by))
    return decision.events


def _with_new_tiles(state: GameState, taken: ev.SeatTaken, context: Context) -> ev.SeatTaken:
    """Replace the rack by tiles from the pool, except the tiles of a play that everyone sees. Raises `NotAgreed`."""
    returned = _check_renewable(state, taken.seat)
    return replace(taken, returned=returned, drawn=context.draw(state.pool, len(returned)))


def _check_renewable(state: GameState, seat: int) -> Tiles:
    """The tiles of a seat that new ones replace. Raises `NotAgreed` if the pool has too few."""
    rack = state.seats[seat].rack
    assert isinstance(rack, KnownRack)
    returned = rack.tiles - _shown_tiles(state, seat)
    if len(returned) > state.drawable:
        # From a smaller pool the same tiles would come back.
        raise NotAgreed(seat)
    return returned


def _shown_tiles(state: GameState, seat: int) -> Tiles:
    """The tiles of a seat's play that people are asked about."""
    phase = state.phase.before if isinstance(state.phase, Paused) else state.phase
    return phase.placement.used if isinstance(phase, AwaitAnswer) and phase.seat == seat else Tiles()


def _is_free_for(seat: Seat, player: str) -> bool:
    """Whether a player may take a seat without anyone's consent."""
    if seat.owner and seat.owner.id == player:
        return not seat.barred
    return seat.standing is Standing.LEFT or is_vacant(seat)
