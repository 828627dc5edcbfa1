"""Before the first move: seats, rules, the draw for the start (ledger N1, N3, D1)."""

from __future__ import annotations

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
    NoSuchSeat,
    NotSeated,
    NotStarted,
    OnlyHost,
    RuleIsOff,
    RuleValueRefused,
    SeatsKept,
    WrongNumberOfSeats,
)
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game import tabletop
from engine.game.asking import Chain, seat_of
from engine.game.context import Context
from engine.game.drawing import draw
from engine.game.evolve import replay
from engine.game.phases import EndReason, Lobby, Over, Paused
from engine.game.seating import new_computer
from engine.game.state import LEVELS, Computer, GameState, Person, Player
from engine.game.waiting import awaited_with, decline, place_of
from engine.model.rules import PRESETS, TRIPLE_SEATS, ChallengeRule, FirstPlayer, Rules, preset_rules
from engine.model.tiles import Tile, Tiles

PRESET = "preset"
"""Set like a rule, this sets all rules at once."""

MAX_REDRAWS = 20
"""Rounds of the draw for the start before chance decides; a set of equal tiles would tie for ever."""


def open_lobby(command: cmd.Open, context: Context) -> tuple[ev.Event, ...]:
    """A new lobby, with its host seated or looking on, and with whoever of the table need not be asked.

    Raises `RulesContradict` and `HostIsComputer`.
    """
    rules = command.setup.rules
    rules.check()
    if rules.challenge is ChallengeRule.ASK_HOST and isinstance(command.host, Computer):
        raise HostIsComputer
    opened = ev.Opened(context.now, command.host, command.setup, command.seated, command.table, command.patience)
    chain = Chain(replay((opened,)))
    for player in command.table:
        if player.id != command.host.id and player not in chain.state.awaited:
            chain.add(ev.Joined(context.now, player, place_of(chain.state, player.id)))
    return (opened, *chain.events)


def decide(
    state: GameState, command: cmd.Join | cmd.AddComputer | cmd.SetRule | cmd.Start, context: Context
) -> tuple[ev.Event, ...]:
    """What a wish in the lobby leads to."""
    if isinstance(state.phase, Over):
        raise GameIsOver
    if isinstance(state.phase, Paused) and isinstance(command, cmd.Start):
        raise GameIsPaused(state.setup.name)
    if not isinstance(state.phase, Lobby):
        raise AlreadyStarted
    match command:
        case cmd.Join():
            return _join(state, command.player, context)
        case cmd.AddComputer():
            _check_may_arrange(state, command.by)
            if command.level not in LEVELS:
                raise NoSuchLevel(command.level)
            return _join(state, new_computer(state, command.level), context)
        case cmd.SetRule():
            return _set_rule(state, command, context)
        case cmd.Start():
            _check_may_arrange(state, command.by)
            if not state.seats:
                raise NobodySeated
            return _start(state, command, context)
        case _:
            assert_never(command)


def _check_may_arrange(state: GameState, player: str) -> None:
    if not state.may_arrange(player):
        raise NotSeated


def _join(state: GameState, player: Player, context: Context) -> tuple[ev.Event, ...]:
    if state.seat_of(player.id) is not None:
        raise AlreadySeated
    expected = awaited_with(state, player.id)
    kept = 0 if expected else len(state.awaited)
    if len(state.seats) + max(1, len(expected)) > state.max_seats:
        raise NoSeatFree(state.max_seats)
    if len(state.seats) + kept >= state.max_seats:
        raise SeatsKept(tuple(one.name for one in state.awaited))
    chain = Chain(state)
    for one in expected or (player,):
        chain.add(ev.Joined(context.now, player if one.id == player.id else one, place_of(chain.state, one.id)))
    return chain.events


def _set_rule(state: GameState, command: cmd.SetRule, context: Context) -> tuple[ev.Event, ...]:
    if not state.directs(command.by, moderator=command.moderator):
        raise OnlyHost
    if command.rule == PRESET:
        name, rules = _preset(state, command.value)
        return (ev.RulesChanged(context.now, PRESET, name, rules),)
    rules = state.rules.with_value(command.rule, command.value)
    _check_seats(state, rules, most_only=True)
    return (ev.RulesChanged(context.now, command.rule, rules.value_text(command.rule), rules),)


def _preset(state: GameState, text: str) -> tuple[str, Rules]:
    """A preset by its name; how many may play stays as it was chosen."""
    name = text.strip().lower()
    if name not in PRESETS:
        raise RuleValueRefused(PRESET, text, tuple(PRESETS))
    rules = replace(preset_rules(name, state.variant.language), players=state.rules.players)
    _check_seats(state, rules, most_only=True)
    return name, rules


def _check_seats(state: GameState, rules: Rules, *, most_only: bool = False) -> None:
    """Raises `WrongNumberOfSeats` and `HostIsComputer` where the challenge rule is not for those who are seated."""
    seats = len(state.seats)
    if rules.challenge is ChallengeRule.TRIPLE and (seats > TRIPLE_SEATS or (seats < TRIPLE_SEATS and not most_only)):
        raise WrongNumberOfSeats("challenge", rules.challenge.value, TRIPLE_SEATS, seats)
    host = state.host_seat
    if rules.challenge is ChallengeRule.ASK_HOST and (host is None or not state.seats[host].is_human):
        raise HostIsComputer


def leave(
    state: GameState, command: cmd.Leave | cmd.RemoveSeat | cmd.Resign | cmd.End, context: Context
) -> tuple[ev.Event, ...]:
    """Gives a seat of the lobby up, or closes the lobby; when its last person goes, it closes too."""
    match command:
        case cmd.Leave(by=by):
            return decline(state, by, context) or _free(state, seat_of(state, by), by, context)
        case cmd.RemoveSeat(by=by, seat=seat):
            if not state.directs(by, moderator=command.moderator):
                raise OnlyHost
            if not 0 <= seat < len(state.seats):
                raise NoSuchSeat(seat)
            return _free(state, seat, by, context)
        case cmd.Resign(by=by):
            if state.seat_of(by) is None:
                raise NotSeated
            raise NotStarted
        case cmd.End(by=by):
            if not state.directs(by, moderator=command.moderator):
                raise OnlyHost
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
    # Guests go with the member beside whom they sit, later seats first, since those behind move up.
    return tuple(ev.SeatFreed(context.now, number, by, host) for number in reversed(gone))


def _start(state: GameState, command: cmd.Start, context: Context) -> tuple[ev.Event, ...]:
    state.rules.check()
    _check_seats(state, state.rules)
    chain = Chain(state)
    if state.rules.tabletop:
        first = tabletop.choose_first(chain, command, context)
    elif command.drawn or command.first is not None:
        raise RuleIsOff("tabletop")
    else:
        first = _choose_first(chain, context)
    pinned = None if command.lexicon == state.setup.lexicon else command.lexicon
    chain.add(ev.Started(context.now, command.by, first, pinned))
    for seat in range(len(state.seats)):
        draw(chain, seat, context)
    return chain.events


def _choose_first(chain: Chain, context: Context) -> int:
    state = chain.state
    if state.rules.first_player is FirstPlayer.HOST:
        # The seats of a rematch are in such an order that whoever sits behind the one who began before comes first.
        return 0 if state.table else state.seat_of(state.host) or 0
    tied = list(range(len(state.seats)))
    if state.rules.first_player is FirstPlayer.DRAW:
        for _ in range(MAX_REDRAWS):
            if len(tied) > 1:
                tied = _draw_round(chain, tied, context)
    return tied[context.pick(len(tied))] if len(tied) > 1 else tied[0]


def _draw_round(chain: Chain, seats: list[int], context: Context) -> list[int]:
    """One tile for each seat; those nearest to the beginning of the alphabet are left, a blank before everything."""
    state, pool = chain.state, chain.state.pool
    drawn: list[tuple[int, Tile]] = []
    for seat in seats:
        tile = context.draw(pool, 1).items[0]
        pool -= Tiles((tile,))
        drawn.append((seat, tile))
    chain.add(ev.StartDrawn(context.now, tuple(drawn)))
    return tabletop.nearest_to_start(tuple(drawn), state.variant)
