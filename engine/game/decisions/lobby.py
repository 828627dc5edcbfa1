"""Before the first move: seats, rules, the draw for the start, and a lobby that waits.

After a game, the same table can meet again: seats are kept for its players, in order, until all have come, someone
declines, or the host stops waiting. If nobody touches a lobby, its players are asked about it, and it closes if nobody
answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from engine.errors import (
    AlreadySeated,
    AlreadyStarted,
    GameIsOver,
    GameIsPaused,
    HostIsComputer,
    NobodySeated,
    NoSeatFree,
    NoSuchLevel,
    NotSeated,
    NotStarted,
    RuleIsOff,
    RuleValueRefused,
    RuleViolation,
    SeatsKept,
    SentAway,
    StaleTurn,
    TooLateToJoin,
    TooManySeated,
    WrongNumberOfSeats,
)
from engine.game import clock
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context, Decision, check_host, check_may_arrange, seat_of
from engine.game.decisions import tabletop
from engine.game.decisions.endings import draw
from engine.game.decisions.seats import check_holder, new_computer
from engine.game.evolve import replay
from engine.game.phases import EndReason, Lobby, Over, Paused
from engine.game.state import Computer, GameState, Person, Player, Seat, Setup, Standing
from engine.model.levels import NUMBERS
from engine.model.rules import DECIDED_SEATS, PRESETS, ChallengeRule, FirstPlayer, Rules, StartRule, preset_rules
from engine.model.tiles import Tile, Tiles

PRESET = "preset"
"""The name that is set like a rule but sets all rules at once."""

MAX_REDRAWS = 20
"""Rounds of the draw for the start before chance decides; a set of identical tiles would tie forever."""


def open_lobby(command: cmd.Open, context: Context) -> tuple[ev.Event, ...]:
    """A new lobby, its host seated or watching, with those of the table who need not be asked.

    Raises `RulesContradict` and `HostIsComputer`.
    """
    setup = _setup_for(command)
    setup.rules.check()
    if setup.rules.challenge is ChallengeRule.ASK_HOST and isinstance(command.host, Computer):
        raise HostIsComputer
    opened = ev.Opened(context.now, command.host, setup, command.seated, command.table, command.patience)
    decision = Decision(replay((opened,)))
    for player in command.table:
        if player.id != command.host.id and player not in decision.state.awaited:
            decision.add(ev.Joined(context.now, player, _kept_place(decision.state, player.id)))
    return (opened, *decision.events)


def _setup_for(command: cmd.Open) -> Setup:
    """The setup with a seat for everyone at the table: a lobby may have given up some of those that it waited for."""
    rules = command.setup.rules
    return replace(command.setup, rules=replace(rules, players=max(rules.players, len(command.table))))


def decide(state: GameState, command: cmd.LobbyCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events that a command to the lobby leads to."""
    match command:
        case cmd.TendLobby():
            return _tend(state, context)
        case cmd.AddGuest() | cmd.StopWaiting():
            if not isinstance(state.phase, Lobby):
                raise AlreadyStarted
        case cmd.Join() | cmd.AddComputer() | cmd.SetRule() | cmd.Start():
            _check_open(state, command)
        case _:
            assert_never(command)
    events = _decide(state, command, context)
    if isinstance(command, cmd.Start):
        return events
    return events + _start_if_full(state, events, _asker(command), context)


def _asker(command: cmd.Join | cmd.AddComputer | cmd.AddGuest | cmd.SetRule | cmd.StopWaiting) -> str:
    return command.player.id if isinstance(command, cmd.Join) else command.by


def _start_if_full(state: GameState, events: tuple[ev.Event, ...], by: str, context: Context) -> tuple[ev.Event, ...]:
    """Start the game that these events have filled, if its rules say so and suit the players seated."""
    decision = Decision(state)
    for event in events:
        decision.add(event)
    full = decision.state
    if full.rules.start is not StartRule.FULL or full.awaited or len(full.seats) < full.max_seats:
        return ()
    with suppress(RuleViolation):
        return _start(full, cmd.Start(by), context)
    return ()


def _check_open(state: GameState, command: cmd.LobbyCommand) -> None:
    if isinstance(state.phase, Over):
        raise GameIsOver
    if isinstance(state.phase, Paused) and isinstance(command, cmd.Start):
        raise GameIsPaused(state.setup.name)
    if not isinstance(state.phase, Lobby):
        if isinstance(command, cmd.Join):
            raise TooLateToJoin if state.seat_of(command.player.id) is None else AlreadySeated
        raise AlreadyStarted


def _decide(
    state: GameState,
    command: cmd.Join | cmd.AddComputer | cmd.AddGuest | cmd.SetRule | cmd.StopWaiting | cmd.Start,
    context: Context,
) -> tuple[ev.Event, ...]:
    match command:
        case cmd.Join():
            return _join(state, command.player, context)
        case cmd.AddComputer():
            check_may_arrange(state, command.by)
            if command.level not in NUMBERS:
                raise NoSuchLevel(command.level)
            return _join(state, new_computer(state, command.level, context.names), context)
        case cmd.AddGuest():
            return _add_guest(state, command, context)
        case cmd.SetRule():
            return _set_rule(state, command, context)
        case cmd.StopWaiting():
            check_host(state, command.by, command.moderator)
            return _end_invitations(state.awaited, command.by, context)
        case cmd.Start():
            check_may_arrange(state, command.by)
            if not state.seats:
                raise NobodySeated
            return _start(state, command, context)
        case _:
            assert_never(command)


# --- seats --------------------------------------------------------------------------------------------------------


def _join(state: GameState, player: Player, context: Context) -> tuple[ev.Event, ...]:
    if state.seat_of(player.id) is not None:
        raise AlreadySeated
    if player.id in state.sent_away:
        raise SentAway
    expected = _awaited_with(state, player.id)
    kept = 0 if expected else len(state.awaited)
    _check_seat_free(state, max(1, len(expected)), kept)
    decision = Decision(state)
    for one in expected or (player,):
        seated = player if one.id == player.id else one
        decision.add(ev.Joined(context.now, seated, _kept_place(decision.state, one.id)))
    return decision.events


def _check_seat_free(state: GameState, needed: int, kept: int) -> None:
    """Raise `NoSeatFree`, or `SeatsKept` if the only free seats are kept for others."""
    if len(state.seats) + needed > state.max_seats:
        raise NoSeatFree(state.max_seats)
    if len(state.seats) + kept >= state.max_seats:
        raise SeatsKept(tuple(one.name for one in state.awaited))


def _add_guest(state: GameState, command: cmd.AddGuest, context: Context) -> tuple[ev.Event, ...]:
    """Seats a member's guest. Raises `NotSeated`, `NoSeatFree` and `SeatsKept`."""
    seat_of(state, command.by)
    _check_seat_free(state, 1, len(state.awaited))
    taken = {seat.player.id for seat in state.seats} | set(state.table)
    number = next(n for n in range(2, len(taken) + 3) if f"{command.by}#{n}" not in taken)
    return (ev.Joined(context.now, Person(f"{command.by}#{number}", command.name)),)


def leave(state: GameState, command: cmd.GoingCommand, context: Context) -> tuple[ev.Event, ...]:
    """Give up a seat in the lobby, or close the lobby; it also closes when its last person leaves."""
    match command:
        case cmd.Leave(by=by):
            declined = _end_invitations(_awaited_with(state, by), by, context)
            return declined or _free(state, seat_of(state, by), by, context)
        case cmd.RemoveSeat(by=by, seat=seat):
            check_host(state, by, command.moderator)
            check_holder(state, command)
            return _free(state, seat, by, context)
        case cmd.Resign(by=by) | cmd.Cancel(by=by):
            if state.seat_of(by) is None:
                raise NotSeated
            raise NotStarted
        case cmd.End(by=by):
            check_host(state, by, command.moderator)
            return (ev.Ended(context.now, EndReason.ENDED, (), (), by),)
        case _:
            assert_never(command)


def _free(state: GameState, seat: int, by: str, context: Context) -> tuple[ev.Event, ...]:
    player = state.seats[seat].player
    gone = state.seats_of(player.id) or (seat,)
    people = [
        one.player.member
        for number, one in enumerate(state.seats)
        if number not in gone and isinstance(one.player, Person)
    ]
    if not people:
        return (ev.Ended(context.now, EndReason.ENDED, (), (), by),)
    host = state.host if state.host in people else people[0]
    # Guests leave with their member. The last seat is freed first, since freeing one renumbers those after it.
    return tuple(ev.SeatFreed(context.now, number, by, host) for number in reversed(gone))


# --- rules --------------------------------------------------------------------------------------------------------


def _set_rule(state: GameState, command: cmd.SetRule, context: Context) -> tuple[ev.Event, ...]:
    check_host(state, command.by, command.moderator)
    if command.rule == PRESET:
        name, rules = _preset(state, command.value)
        return (ev.RulesChanged(context.now, PRESET, name, rules),)
    rules = state.rules.with_value(command.rule, command.value)
    _check_players(state, rules)
    _check_seats(state, rules, most_only=True)
    return (ev.RulesChanged(context.now, command.rule, rules.value_text(command.rule), rules),)


def _preset(state: GameState, text: str) -> tuple[str, Rules]:
    """The name and rules of a preset, with the present choice of when the game starts and for how many players."""
    name = text.strip().lower()
    if name not in PRESETS:
        raise RuleValueRefused(PRESET, text, tuple(PRESETS))
    kept = state.rules
    rules = replace(preset_rules(name, state.variant.language), players=kept.players, start=kept.start)
    _check_seats(state, rules, most_only=True)
    return name, rules


def _check_players(state: GameState, rules: Rules) -> None:
    """Raise `TooManySeated` if a lower number of players would leave someone at the table without a seat."""
    seats = len(state.seats) + len(state.awaited)
    if rules.players < min(seats, state.rules.players):
        raise TooManySeated(rules.players, seats)


def _check_seats(state: GameState, rules: Rules, *, most_only: bool = False) -> None:
    """Raise `WrongNumberOfSeats` and `HostIsComputer` if the challenge rule does not suit the players seated."""
    seats = len(state.seats)
    if rules.failed_challenge.decides and (seats > DECIDED_SEATS or (seats < DECIDED_SEATS and not most_only)):
        raise WrongNumberOfSeats("challenge", rules.challenge.value, DECIDED_SEATS, seats)
    host = state.host_seat
    if rules.challenge is ChallengeRule.ASK_HOST and (host is None or not state.seats[host].is_human):
        raise HostIsComputer


# --- the start ----------------------------------------------------------------------------------------------------


def _start(state: GameState, command: cmd.Start, context: Context) -> tuple[ev.Event, ...]:
    state.rules.check()
    _check_seats(state, state.rules)
    decision = Decision(state)
    if state.rules.tabletop:
        first = tabletop.choose_first(decision, command, context)
    elif command.drawn or command.first is not None:
        raise RuleIsOff("tabletop")
    else:
        first = _choose_first(decision, context)
    pinned = None if context.lexicon == state.setup.lexicon else context.lexicon
    decision.add(ev.Started(context.now, command.by, first, pinned))
    for seat in range(len(state.seats)):
        draw(decision, seat, context)
    return decision.events


def _choose_first(decision: Decision, context: Context) -> int:
    state = decision.state
    if state.rules.first_player is FirstPlayer.HOST:
        # The seats of a rematch are ordered so that first comes the player after the one who began last time.
        return 0 if state.table else state.seat_of(state.host) or 0
    tied = list(range(len(state.seats)))
    if state.rules.first_player is FirstPlayer.DRAW:
        for _ in range(MAX_REDRAWS):
            if len(tied) > 1:
                tied = _draw_round(decision, tied, context)
    return tied[context.pick(len(tied))] if len(tied) > 1 else tied[0]


def _draw_round(decision: Decision, seats: list[int], context: Context) -> list[int]:
    """Draws one tile for each seat and returns the seats nearest to the beginning of the alphabet."""
    state, pool = decision.state, decision.state.pool
    drawn: list[tuple[int, Tile]] = []
    for seat in seats:
        tile = context.draw(pool, 1).items[0]
        pool -= Tiles((tile,))
        drawn.append((seat, tile))
    decision.add(ev.StartDrawn(context.now, tuple(drawn)))
    return tabletop.nearest_to_start(tuple(drawn), state.variant)


# --- a rematch, and a lobby that waits ----------------------------------------------------------------------------


def table_again(state: GameState, events: Iterable[ev.Event]) -> tuple[Player, ...]:
    """The players of a rematch in seat order, starting after the seat that began.

    A person whose seat a computer player took over is included; a player who was removed is left out. A computer player
    that lacked memory has its own level again. Empty for a game that never began.
    """
    known = tuple(events)
    first = next((event.first for event in known if isinstance(event, ev.Started)), None)
    if first is None:
        return ()
    stood_in = {event.computer.id: event for event in known if isinstance(event, ev.TakenOver)}
    count = len(state.seats)
    order = [(first + 1 + number) % count for number in range(count)]
    players = [_player_of(state.seats[number], stood_in) for number in order]
    joined = {event.player.id: event.player for event in known if isinstance(event, ev.Joined)}
    again = [joined.get(one.id, one) if isinstance(one, Computer) else one for one in players if one is not None]
    # A player who left one seat and took another gets only one.
    return tuple({player.id: player for player in again}.values())


def _player_of(seat: Seat, stood_in: Mapping[str, ev.TakenOver]) -> Player | None:
    if seat.barred:
        return None if seat.is_human or seat.standing is not Standing.IN_PLAY else seat.player
    gone = stood_in.get(seat.player.id)
    return seat.owner or (gone.person if gone else seat.player)


def _awaited_with(state: GameState, member: str) -> tuple[Person, ...]:
    """The players with kept seats who come together: a member and any guests on the same screen."""
    return tuple(person for person in state.awaited if person.member == member)


def _kept_place(state: GameState, player: str) -> int | None:
    """The seat that a player of the previous game takes to keep the order; None for the last place."""
    if player not in state.table:
        return None
    mine = state.table.index(player)
    before = [one for one in state.seats if one.player.id in state.table[:mine]]
    return len(before) if len(before) < len(state.seats) else None


def _end_invitations(people: tuple[Person, ...], by: str, context: Context) -> tuple[ev.Event, ...]:
    return (ev.InvitationsEnded(context.now, tuple(one.id for one in people), by),) if people else ()


def _tend(state: GameState, context: Context) -> tuple[ev.Event, ...]:
    """Asks whether a quiet lobby stays open, or closes it if nobody has answered. Raises `StaleTurn` if too early."""
    due = clock.lobby_due(state)
    if not isinstance(state.phase, Lobby) or due is None or context.now < due:
        raise StaleTurn(state.turn, state.turn)
    if state.phase.asked is None:
        return (ev.LobbyQuiet(context.now),)
    return (ev.Ended(context.now, EndReason.UNUSED, (), ()),)


def keep_open(state: GameState, by: str, context: Context) -> tuple[ev.Event, ...]:
    """Keep the lobby open for a seated player; no event if nobody was asked. Raises `NotSeated`."""
    seat = seat_of(state, by)
    asked = isinstance(state.phase, Lobby) and state.phase.asked is not None
    return (ev.KeptOpen(context.now, seat),) if asked else ()
