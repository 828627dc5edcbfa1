"""The messages that new events call for: one delivery each, without content."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from bot.model.deliveries import DeliveryKind, NewDelivery, Target, TargetKind
from engine.computer.levels import level
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.evolve import evolve, replay
from engine.game.phases import Lobby, Over, Reminder, Turn
from engine.game.state import Computer, GameState, LatestPlay, Person
from engine.model.tiles import KnownRack, Tiles

COMPUTER_PAUSE = 2_500
"""Milliseconds a board waits for a computer player that may act at once, so that one message shows both moves."""


def fan_out(before: GameState | None, events: tuple[ev.Event, ...], after: GameState) -> tuple[NewDelivery, ...]:
    """The deliveries that new events cause, in reading order for each target."""
    now = events[-1].at
    first = after.sequence - len(events) + 1
    notices = [
        NewDelivery(DeliveryKind.NOTICE, first + place, now, target)
        for place, event in enumerate(events)
        for target in _told(event, after)
    ]
    notices += [_reminder(event, first + place, after) for place, event in enumerate(events) if _reminds(event)]
    notices += _invitations(events, after)
    public = max((_public(event, after) for event in events), key=_PUBLIC.index)
    if public is None and _closes_undo(before, after):
        public = DeliveryKind.BOARD
    table = [] if public is None else [NewDelivery(public, after.sequence, _due(public, after, now))]
    return (*notices, *table, *_racks(before, after, now))


def _closes_undo(before: GameState | None, after: GameState) -> bool:
    """Whether a person's move can no longer be undone, although the previous board still offers it."""
    latest = before.latest if before else None
    if before is None or latest is None or after.latest is None or not isinstance(after.phase, Turn):
        return False
    shown = before.rules.undo and latest.open and before.seats[latest.seat].is_human
    return shown and after.turn == before.turn and not after.latest.open


def newest_view(state: GameState) -> DeliveryKind:
    """The delivery that shows a game as it is now."""
    match state.phase:
        case Lobby():
            return DeliveryKind.LOBBY
        case Over():
            return DeliveryKind.END
        case _:
            return DeliveryKind.BOARD


_PUBLIC = (None, DeliveryKind.LOBBY, DeliveryKind.BOARD, DeliveryKind.END)
"""In rising priority: the events of one command together cause only the highest of these that any of them needs."""


def _public(event: ev.Event, after: GameState) -> DeliveryKind | None:
    """The delivery that shows everyone an event: a board, unless the event is named here."""
    match event:
        case ev.TimeLost():
            # The board says when time runs out, and that instant has just moved.
            return DeliveryKind.BOARD if after.rules.is_timed and not isinstance(after.phase, Lobby) else None
        case ev.Opened() | ev.Joined() | ev.SeatFreed() | ev.RulesChanged() | ev.InvitationsEnded():
            return DeliveryKind.LOBBY
        case ev.Ended():
            return DeliveryKind.END
        case ev.TilesDrawn():
            # At a real table everyone can see a computer player's tiles.
            return DeliveryKind.BOARD if after.rules.tabletop else None
        case ev.DrawOpened() | ev.HiddenDrawn() | ev.SeatOffered():
            return None
        case ev.StartDrawn() | ev.TurnForfeited() | ev.Accepted() | ev.WindowsClosed():
            return None
        case ev.DraftOpened() | ev.PauseAgreed() | ev.Reminded() | ev.KeptOpen() | ev.LobbyQuiet():
            return None
        case ev.HouseAnswered() | ev.HouseExpired() | ev.HostAsked() | ev.HostAnswered():
            return None
        case ev.HintGiven():
            # The next board reports it; the present one is still right about the turn.
            return None
        case _:
            return DeliveryKind.BOARD


def is_shown_anew(event: ev.Event, state: GameState) -> bool:
    """Whether an event calls for a message of its own; other events only change what the previous message shows."""
    return _public(event, state) is not None


def board_event(events: Sequence[ev.Event], state: GameState) -> int:
    """The number of the last event for which a board was sent or updated; 0 for none."""
    numbers = range(len(events), 0, -1)
    last = next((number for number in numbers if _public(events[number - 1], state) is DeliveryKind.BOARD), 0)
    before = replay(events[:last]) if last else None
    for number, event in enumerate(events[last:], last + 1):
        after = evolve(before, event)
        if _closes_undo(before, after):
            last = number
        before = after
    return last


def _reminds(event: ev.Event) -> TypeGuard[ev.Reminded | ev.LobbyQuiet]:
    return isinstance(event, ev.Reminded | ev.LobbyQuiet)


def _reminder(event: ev.Reminded | ev.LobbyQuiet, upto: int, state: GameState) -> NewDelivery:
    """A reminder for the player on turn; for a quiet game or lobby, a question to everyone whether to continue."""
    if isinstance(event, ev.LobbyQuiet):
        return NewDelivery(DeliveryKind.REMINDER, upto, event.at)
    player = state.seats[event.seat].player
    assert isinstance(player, Person)
    everybody = event.reason is Reminder.IDLE
    target = None if everybody else Target(TargetKind.PERSON, int(player.member))
    return NewDelivery(DeliveryKind.REMINDER, upto, event.at, target)


def _invitations(events: tuple[ev.Event, ...], after: GameState) -> list[NewDelivery]:
    """An invitation to everyone for whom a seat is kept in a new lobby; guests hear of it from their member."""
    opened = next((event for event in events if isinstance(event, ev.Opened)), None)
    if opened is None:
        return []
    people = [one for one in after.awaited if not one.is_guest]
    return [NewDelivery(DeliveryKind.INVITE, after.sequence, opened.at, _person(one.member)) for one in people]


TOLD_ALONE = (ev.Challenged, ev.SeatLeft, ev.PauseAgreed, ev.TakenOver, ev.SeatTaken, ev.SeatOffered)
"""Events with a notice of their own: nobody should miss them because of a newer board, which need not repeat them."""


def _told(event: ev.Event, after: GameState) -> tuple[Target | None, ...]:
    """The targets of an event's separate notice; None means everyone.

    A question to the host is for the host alone, and its answer for the players who asked.
    """
    match event:
        case ev.HostAsked(seat=seat):
            asker = after.seats[seat].player
            return () if isinstance(asker, Person) and asker.member == after.host else (_person(after.host),)
        case ev.HostAnswered(word=word):
            seats = dict.fromkeys(one.seat for one in after.asked if one.word == word)
            people = [after.seats[seat].player for seat in seats if after.seats[seat].in_play]
            members = dict.fromkeys(one.member for one in people if isinstance(one, Person))
            return tuple(_person(one) for one in members if one != after.host)
        case _:
            return (None,) if isinstance(event, TOLD_ALONE) else ()


def _person(member: str) -> Target:
    return Target(TargetKind.PERSON, int(member))


def _due(kind: DeliveryKind, after: GameState, now: int) -> int:
    deadline = next_deadline(after)
    # In the final pass a computer's answer shows nothing, so there is nothing to wait for.
    plays = deadline if isinstance(after.phase, Turn) else None
    at_once = plays is not None and plays.due is Due.COMPUTER and plays.at <= now and not _shows_thinking(after)
    return now + COMPUTER_PAUSE if kind is DeliveryKind.BOARD and at_once else now


def _shows_thinking(state: GameState) -> bool:
    """Whether the board is needed at once, to show what the computer on turn considers."""
    player = state.seats[state.on_turn].player if state.on_turn is not None else None
    return state.rules.show_thinking and isinstance(player, Computer) and bool(level(player.level).plans)


def _racks(before: GameState | None, after: GameState, now: int) -> list[NewDelivery]:
    if isinstance(after.phase, Over):
        return []
    earlier = {} if before is None else {seat.player.id: _shown(before, n) for n, seat in enumerate(before.seats)}
    return [
        NewDelivery(DeliveryKind.RACK, after.sequence, now, Target(TargetKind.PERSON, int(seat.player.id)))
        for number, seat in enumerate(after.seats)
        if _is_sent(after, number) and _shown(after, number) != earlier.get(seat.player.id, _NOTHING)
    ]


def _is_sent(state: GameState, number: int) -> bool:
    """Whether a seat's rack is sent separately: not if it is on a real table or its player shares a screen."""
    seat = state.seats[number]
    return not state.rules.tabletop and seat.is_human and seat.in_play and len(state.seats_of(seat.player.id)) == 1


_NOTHING = (Tiles(), False)


def _shown(state: GameState, number: int) -> tuple[Tiles, bool]:
    """The rack as its owner last received it, and whether the owner has tiles to pick.

    Nothing new is sent while a play can be undone and its replacement tiles are due, nor for each tile picked.
    """
    rack = state.seats[number].rack
    tiles = rack.tiles if isinstance(rack, KnownRack) else Tiles()
    if state.seats[number].due:
        return Tiles(), True
    latest = state.latest
    waits = state.rules.undo and isinstance(latest, LatestPlay) and latest.open and latest.drawn is None
    if waits and isinstance(latest, LatestPlay) and latest.seat == number:
        return tiles + latest.placement.used, False
    return tiles, False
