"""The messages that new events call for: one delivery each, without content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeGuard

from bot.model.deliveries import DeliveryKind, NewDelivery, Target, TargetKind, thread_target
from bot.model.games import Place
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.evolve import evolve, replay
from engine.game.phases import Lobby, Over, Paused, Reminder, Turn
from engine.game.state import Computer, GameState, LatestPlay, Person
from engine.model.durations import MINUTE
from engine.model.levels import level
from engine.model.tiles import KnownRack, Tiles

COMPUTER_PAUSE = 2_500
"""Milliseconds a board waits for a computer player that may act at once, so that one message shows both moves."""


ARCHIVE_WAIT = 10 * MINUTE
"""How long the thread of a game that is over stays in the list of threads, for those who talk about it."""

UNDO_SHOWN = 30_000
"""Milliseconds a board keeps a button to undo that comes too late, which pressing it tells: the next board mostly
comes sooner, so that this one need not be edited."""

HINTS_TOGETHER = 2_500
"""Milliseconds a board waits to tell of a hint and its cost, so that it is edited once for several hints."""


def fan_out(before: GameState | None, events: tuple[ev.Event, ...], after: GameState) -> tuple[NewDelivery, ...]:
    """The deliveries that new events cause, in reading order for each target."""
    now = events[-1].at
    first = after.sequence - len(events) + 1
    notices = [
        NewDelivery(_kind_of_notice(event), first + place, now, target)
        for place, event in enumerate(events)
        if not _shown_by_board(event, events, before, after)
        for target in _told(event, after)
    ]
    notices += [_reminder(event, first + place, after) for place, event in enumerate(events) if _reminds(event)]
    notices += _invitations(events, after)
    public = max((_public(event, after) for event in events), key=_PUBLIC.index)
    due = now if public is None else _due(public, after, now)
    if public is None and _closes_undo(before, after):
        public, due = DeliveryKind.BOARD, now + UNDO_SHOWN
    elif public is None and any(isinstance(event, ev.HintGiven) for event in events):
        public, due = DeliveryKind.BOARD, now + HINTS_TOGETHER
    table = [] if public is None else [NewDelivery(public, after.sequence, due)]
    return (*notices, *table, *_racks(before, after, now))


def about_thread(
    before: GameState | None, after: GameState, place: Place, brief: Iterable[Target], now: int
) -> tuple[NewDelivery, ...]:
    """What the channel of a thread is told as a game comes into it, and what becomes of the thread once it rests.

    The lobby in the channel says where the game is; `brief` are the channels that have one, if the game has just come.
    """
    if place.parent is None or before is None:
        return ()
    if rests(after):
        archive = NewDelivery(DeliveryKind.ARCHIVE, after.sequence, now + ARCHIVE_WAIT, thread_target(place))
        return () if rests(before) else (archive,)
    return tuple(NewDelivery(DeliveryKind.LOBBY, after.sequence, now, one) for one in brief)


def rests(state: GameState) -> bool:
    """Whether a game has not begun, is paused or is over, so that nobody looks for its board."""
    return isinstance(state.phase, Lobby | Paused | Over)


def _shown_by_board(event: ev.Event, events: Sequence[ev.Event], before: GameState | None, after: GameState) -> bool:
    """Whether the board says enough of an event, though others of its kind have a notice of their own.

    That is who has agreed, where it names those who have yet to, or where the last one has done so; and who has taken a
    free seat of a record.
    """
    waits = after.waits_for_agreement or (before is not None and before.waits_for_agreement)
    match event:
        case ev.PauseAgreed():
            return waits or any(isinstance(one, ev.GamePaused | ev.GameResumed) for one in events)
        case ev.SeatTaken(before=last):
            return waits and last.is_nobody
    return False


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
        case ev.HostPassed():
            return DeliveryKind.LOBBY if isinstance(after.phase, Lobby) else None
        case (
            ev.DrawOpened() | ev.HiddenDrawn() | ev.RackRecorded() | ev.SeatOffered() | ev.MemoryLacked() | ev.Renamed()
        ):
            return None
        case ev.StartDrawn() | ev.TurnForfeited() | ev.Accepted() | ev.WindowsClosed():
            return None
        case ev.PauseAgreed():
            return DeliveryKind.BOARD if after.waits_for_agreement else None
        case ev.DraftOpened() | ev.Reminded() | ev.KeptOpen() | ev.LobbyQuiet():
            return None
        case ev.Claimed() | ev.ClaimDue():
            return None
        case ev.HouseAnswered() | ev.HouseExpired() | ev.HostAsked() | ev.HostAnswered():
            return None
        case ev.WentAway(seat=seat) | ev.CameBack(seat=seat):
            # The board says when the turn of that seat ends.
            return DeliveryKind.BOARD if after.on_turn == seat else None
        case ev.HintGiven():
            # The present board is edited, since its score may have changed, or the next one reports it.
            return None
        case _:
            return DeliveryKind.BOARD


def is_shown_anew(event: ev.Event, state: GameState) -> bool:
    """Whether an event calls for a message of its own; other events only change what the previous message shows."""
    gathers = state.waits_for_agreement and isinstance(event, ev.PauseAgreed | ev.SeatTaken)
    return _public(event, state) is not None and not amends(event) and not gathers


def amends(event: ev.Event) -> bool:
    """Whether an event is about the play or the clocks that the previous board shows, and calls nobody to a turn."""
    about_time = isinstance(event, ev.TimeGiven | ev.OvertimeCounted | ev.WentAway | ev.CameBack)
    about_play = isinstance(event, ev.Undone | ev.ChallengeBonus) or (isinstance(event, ev.Challenged) and event.valid)
    return about_time or about_play


def board_event(events: Sequence[ev.Event], state: GameState) -> int:
    """The number of the last event for which a board was sent or updated; 0 for none."""
    numbers = range(len(events), 0, -1)
    last = next((number for number in numbers if _public(events[number - 1], state) is DeliveryKind.BOARD), 0)
    before = replay(events[:last]) if last else None
    for number, event in enumerate(events[last:], last + 1):
        after = evolve(before, event)
        if _closes_undo(before, after) or isinstance(event, ev.HintGiven):
            last = number
        before = after
    return last


Reminding = ev.Reminded | ev.LobbyQuiet | ev.Claimed | ev.ClaimDue


def _reminds(event: ev.Event) -> TypeGuard[Reminding]:
    return isinstance(event, Reminding)


def _reminder(event: Reminding, upto: int, state: GameState) -> NewDelivery:
    """A reminder for the player on turn; for a quiet game or lobby, a question to everyone whether to continue.

    The player who has claimed the game is asked how it should go on.
    """
    if isinstance(event, ev.LobbyQuiet):
        return NewDelivery(DeliveryKind.REMINDER, upto, event.at)
    if isinstance(event, ev.ClaimDue):
        return NewDelivery(DeliveryKind.REMINDER, upto, event.at, _person(event.by))
    player = state.seats[event.seat].player
    assert isinstance(player, Person)
    everybody = isinstance(event, ev.Reminded) and event.reason is Reminder.IDLE
    target = None if everybody else Target(TargetKind.PERSON, int(player.member))
    return NewDelivery(DeliveryKind.REMINDER, upto, event.at, target)


def _invitations(events: tuple[ev.Event, ...], after: GameState) -> list[NewDelivery]:
    """An invitation to everyone for whom a seat is kept in a new lobby; guests hear of it from their member."""
    opened = next((event for event in events if isinstance(event, ev.Opened)), None)
    if opened is None:
        return []
    people = [one for one in after.awaited if not one.is_guest]
    return [NewDelivery(DeliveryKind.INVITE, after.sequence, opened.at, _person(one.member)) for one in people]


TOLD_ALONE = (
    ev.Challenged,
    ev.HostAsked,
    ev.HostPassed,
    ev.SeatLeft,
    ev.PauseAgreed,
    ev.TakenOver,
    ev.TimeGiven,
    ev.WentAway,
    ev.CameBack,
    ev.SeatTaken,
    ev.SeatOffered,
)
"""Events with a notice of their own: nobody should miss them because of a newer board, which need not repeat them."""


def _kind_of_notice(event: ev.Event) -> DeliveryKind:
    """What tells an event on its own: who is away, or ready, is told in one message, which the next one replaces."""
    if isinstance(event, ev.PauseAgreed):
        return DeliveryKind.READY
    return DeliveryKind.AWAY if isinstance(event, ev.WentAway | ev.CameBack) else DeliveryKind.NOTICE


def _told(event: ev.Event, after: GameState) -> tuple[Target | None, ...]:
    """The targets of an event's separate notice; None means everyone.

    Everyone hears that the host is asked; the question is for the host alone, and its answer for the players who asked.
    Who has left is told with the end if the game ends with that.
    """
    match event:
        case ev.SeatLeft() | ev.TakenOver() if who := removed_by(event, after):
            return (*(() if isinstance(after.phase, Over) else (None,)), *([_person(who)] if who.isdecimal() else []))
        case ev.SeatLeft() if isinstance(after.phase, Over):
            return ()
        case ev.HostAsked(seat=seat):
            asker = after.seats[seat].player
            return () if isinstance(asker, Person) and asker.member == after.host else (None, _person(after.host))
        case ev.HostAnswered(word=word):
            seats = dict.fromkeys(one.seat for one in after.asked if one.word == word)
            people = [after.seats[seat].player for seat in seats if after.seats[seat].in_play]
            members = dict.fromkeys(one.member for one in people if isinstance(one, Person))
            return tuple(_person(one) for one in members if one != after.host)
        case _:
            return (None,) if isinstance(event, TOLD_ALONE) else ()


def removed_by(event: ev.SeatLeft | ev.TakenOver, after: GameState) -> str:
    """The member whom someone else has removed from a game by an event; empty if it is none of that kind."""
    player = event.person if isinstance(event, ev.TakenOver) else after.seats[event.seat].player
    is_removal = event.how is ev.Departure.REMOVED if isinstance(event, ev.TakenOver) else event.by is not None
    return player.member if is_removal and isinstance(player, Person) and player.member != event.by else ""


def calls(
    before: GameState | None, events: Sequence[ev.Event], after: GameState, messages: Iterable[NewDelivery]
) -> dict[str, bool]:
    """The people to call by direct message, and whether only if they want text only, which also says everything else.

    Called are the person whose turn it is now and the owner of a challenged play; in words only, also someone whose
    rack changes in their turn, someone whose turn an undo has ended, and everyone at the end of the game.
    """
    if before is None or isinstance(after.phase, Over):
        return {} if before is None or isinstance(before.phase, Lobby) else dict.fromkeys(_people_in(before), True)
    challenged = [event.seat for event in events if isinstance(event, ev.Challenged)]
    undone = [before.on_turn for event in events if isinstance(event, ev.Undone)]
    now, earlier = _person_on_turn(after), _person_on_turn(before)
    racks = {one.target for one in messages if one.kind is DeliveryKind.RACK}
    found = dict[str, bool]()
    if now is not None and (now != earlier or challenged):
        found[now] = False
    elif now is not None and now.isdecimal() and _person(now) in racks:
        found[now] = True
    people = _people_in(after)
    owners = [after.seats[seat].player.id for seat in challenged]
    found |= {one: False for one in owners if one in people}
    ended = [after.seats[seat].player.id for seat in undone if seat is not None]
    return {one: True for one in ended if one in people} | found


def _people_in(state: GameState) -> list[str]:
    """The people who still take turns, without guests."""
    return [seat.player.id for seat in state.seats if seat.is_human and seat.in_play and seat.player.id.isdecimal()]


def _person_on_turn(state: GameState) -> str | None:
    player = state.seats[state.on_turn].player if state.on_turn is not None else None
    return player.id if isinstance(player, Person) else None


def called_next(state: GameState, now: int) -> str | None:
    """The person by ear whose turn comes as soon as a computer player has moved, which it may do at once."""
    if not _plays_at_once(state, now) or not isinstance(state.phase, Turn):
        return None
    seats, number = state.seats, state.phase.seat
    order = [seats[(number + step) % len(seats)] for step in range(1, len(seats))]
    following = next((seat.player for seat in order if seat.in_play), None)
    return following.id if isinstance(following, Person) and following.by_ear and following.id.isdecimal() else None


_OWN_MOVES = (ev.Played, ev.Passed, ev.Exchanged, ev.TurnLost)
"""Events that the answer to a player's own move has told."""
_OWN = (*_OWN_MOVES, ev.HintGiven, ev.HouseAsked, ev.HostAsked)
_MADE = (*_OWN_MOVES, ev.Undone)


def news_for(events: Sequence[ev.Event], own: Sequence[int], told: int = 0) -> tuple[ev.Event, ...]:
    """What the players of the seats `own` have not heard: all since their last move, whose effect its answer has told.

    `told` is the number of the last event that an earlier call has told; if nothing is new, it is told again. A move
    that was undone counts for nothing once its seat has made another one.
    """
    known, news = {id(event) for event in events[:told]}, _since_own_move(events, own)
    return tuple(event for event in news if id(event) not in known) or news


def _since_own_move(events: Sequence[ev.Event], own: Sequence[int]) -> tuple[ev.Event, ...]:
    left = _without_undone(events, own)
    since = [number for number, event in enumerate(left, 1) if isinstance(event, _OWN_MOVES) and event.seat in own]
    start = since[-1] if since else 0
    return tuple(event for event in left[start:] if not (isinstance(event, _OWN) and event.seat in own))


def _without_undone(events: Iterable[ev.Event], own: Sequence[int]) -> list[ev.Event]:
    """The events without undone moves, except one of someone else who has not made another yet."""
    kept: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.Undone) and event.seat in own:
            kept = _without_last(kept, 1)
            continue
        if isinstance(event, _OWN_MOVES) and _has_undone(kept, event.seat):
            kept = _without_last(kept, 2)
        kept.append(event)
    return kept


def _has_undone(events: Sequence[ev.Event], seat: int) -> bool:
    """Whether the newest of the moves and undos is an undo of that seat."""
    newest = next((event for event in reversed(events) if isinstance(event, _MADE)), None)
    return isinstance(newest, ev.Undone) and newest.seat == seat


def _without_last(events: Sequence[ev.Event], count: int) -> list[ev.Event]:
    """The events without the last few moves and undos."""
    made = [number for number, event in enumerate(events) if isinstance(event, _MADE)][-count:]
    return [event for number, event in enumerate(events) if number not in made]


def _person(member: str) -> Target:
    return Target(TargetKind.PERSON, int(member))


def _due(kind: DeliveryKind, after: GameState, now: int) -> int:
    waits = kind is DeliveryKind.BOARD and _plays_at_once(after, now) and not _shows_thinking(after)
    return now + COMPUTER_PAUSE if waits else now


def _plays_at_once(state: GameState, now: int) -> bool:
    """Whether a computer player on turn need not wait.

    In the final pass a computer's answer shows nothing, so there is nothing to wait for.
    """
    deadline = next_deadline(state) if isinstance(state.phase, Turn) else None
    return deadline is not None and deadline.due is Due.COMPUTER and deadline.at <= now


def _shows_thinking(state: GameState) -> bool:
    """Whether the board is needed at once, to show what the computer on turn considers."""
    player = state.seats[state.on_turn].player if state.on_turn is not None else None
    return state.rules.show_thinking and isinstance(player, Computer) and bool(level(player.level).plans)


def _racks(before: GameState | None, after: GameState, now: int) -> list[NewDelivery]:
    if isinstance(after.phase, Over):
        return []
    # Their pictures show the board, so the first ones wait for a computer player as it does, and follow its opening.
    starts = before is None or isinstance(before.phase, Lobby)
    due = _due(DeliveryKind.BOARD, after, now) if starts else now
    opened = before is not None and _computer_opens(before, after)
    earlier = {} if before is None else {seat.player.id: _shown(before, n) for n, seat in enumerate(before.seats)}
    return [
        NewDelivery(DeliveryKind.RACK, after.sequence, due, Target(TargetKind.PERSON, int(seat.player.id)))
        for number, seat in enumerate(after.seats)
        if _is_sent(after, number) and (opened or _shown(after, number) != earlier.get(seat.player.id, _NOTHING))
    ]


def _computer_opens(before: GameState, after: GameState) -> bool:
    """Whether a computer player makes the first play."""
    opens = before.board.is_empty and not after.board.is_empty
    return opens and before.on_turn is not None and not before.seats[before.on_turn].is_human


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
