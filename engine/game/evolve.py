"""From one state to the next by an event; replaying a game is nothing but repeating this."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine.errors import BadData
from engine.game import events as ev
from engine.game.clock import (
    add_increment,
    begin_computers_turn,
    charge_of,
    charge_turn,
    lose_time,
    mind_absence,
    reminders_due,
)
from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Over, Paused, PendingClaim, Reminder, Turn
from engine.game.state import (
    AskedWord,
    Computer,
    Departed,
    GameState,
    LatestPass,
    LatestPlay,
    Offer,
    Person,
    Player,
    Seat,
    Standing,
    Verdict,
    member_seats,
)
from engine.model.board import Board, PlacedTile
from engine.model.tiles import HiddenRack, KnownRack, Rack, Tiles
from engine.sentences import Internal, Sentence


def replay(events: Iterable[ev.Event]) -> GameState:
    """The state that a journal leads to. Raises `BadData` if it is empty or does not begin with the opening."""
    state: GameState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise BadData("journal", Internal("holds no event"))
    return state


def evolve(state: GameState | None, event: ev.Event) -> GameState:
    """The state after an event. Raises `BadData` unless the first event, and no other, is the opening."""
    if state is None:
        if isinstance(event, ev.Opened):
            return _opened(event)
        raise BadData("journal", Sentence("does not begin with the opening of a game"))
    after = add_increment(charge_turn(state, _apply(state, event), event), event)
    after = mind_absence(state, after, event)
    agreed = after.agreed if after.turn == state.turn else ()
    return replace(after, sequence=state.sequence + 1, agreed=agreed)


def _apply(state: GameState, event: ev.Event) -> GameState:
    if isinstance(event, ev.Opened):
        raise BadData("journal", Sentence("opens a game twice"))
    if isinstance(event, ev.LobbyEvent):
        return _apply_lobby(state, event)
    if isinstance(event, ev.MoveEvent):
        return _apply_move(state, event)
    if isinstance(event, ev.TradeEvent):
        return _apply_trade(state, event)
    if isinstance(event, ev.TileEvent):
        return _apply_tiles(state, event)
    if isinstance(event, ev.ChallengeEvent):
        return _apply_challenge(state, event)
    if isinstance(event, ev.WordEvent):
        return _apply_words(state, event)
    if isinstance(event, ev.ClockEvent):
        return _apply_clock(state, event)
    if isinstance(event, ev.PauseEvent):
        return _apply_pause(state, event)
    if isinstance(event, ev.SeatEvent):
        return _apply_seats(state, event)
    return _ended(state, event)


# --- steps that several events share ------------------------------------------------------------------------------


def _change_seat(state: GameState, number: int, **changes: object) -> GameState:
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)  # type: ignore[arg-type]  # the callers name fields of Seat
    return replace(state, seats=tuple(seats))


def _moved(state: GameState, seat: int, moves: int = 1) -> GameState:
    return _change_seat(state, seat, moves=state.seats[seat].moves + moves)


def _add_points(state: GameState, seat: int, points: int) -> GameState:
    return _change_seat(state, seat, score=state.seats[seat].score + points)


def _next_turn(state: GameState, after: int, at: int) -> GameState:
    """The state with the next seat in play on turn."""
    return replace(state, phase=Turn(state.next_seat(after), at), turn=state.turn + 1)


def _scoreless_turn(state: GameState, after: int, at: int) -> GameState:
    """The state after a turn that scored nothing, was not a pass, and leaves nothing to undo or challenge."""
    return _next_turn(replace(state, scoreless=state.scoreless + 1, passes=0, latest=None), after, at)


def _close_latest(state: GameState) -> GameState:
    """The state in which the latest move can no longer be undone or challenged."""
    return replace(state, latest=replace(state.latest, open=False) if state.latest else None)


def _no_longer_waiting(state: GameState, seat: int) -> GameState:
    """The state in which a seat's answer is no longer awaited."""
    if not isinstance(state.phase, FinalPass | AwaitAnswer):
        return state
    waiting = tuple(number for number in state.phase.waiting if number != seat)
    return replace(state, phase=replace(state.phase, waiting=waiting))


# --- the lobby and the start --------------------------------------------------------------------------------------


def _opened(event: ev.Opened) -> GameState:
    setup = event.setup
    return GameState(
        setup,
        event.host.id,
        event.at,
        (Seat(event.host),) if event.seated else (),
        Board.empty(setup.variant.layout),
        setup.variant.tile_set.tiles,
        Lobby(event.at),
        sequence=1,
        table=tuple(player.id for player in event.table),
        awaited=_awaited(event),
        patience=event.patience,
    )


def _awaited(event: ev.Opened) -> tuple[Person, ...]:
    """The players of the previous game who must join by themselves: all but the host, guests and computer players."""
    host = event.host.id
    people = (one for one in event.table if not isinstance(one, Computer))
    return tuple(one for one in people if one.member != host)


def _apply_lobby(state: GameState, event: ev.LobbyEvent) -> GameState:
    match event:
        case ev.Joined():
            place = len(state.seats) if event.seat is None else event.seat
            seats = (*state.seats[:place], Seat(event.player), *state.seats[place:])
            awaited = tuple(one for one in state.awaited if one.id != event.player.id)
            return replace(state, seats=seats, awaited=awaited, phase=Lobby(event.at))
        case ev.SeatFreed():
            gone = state.seats[event.seat].player
            seats = state.seats[: event.seat] + state.seats[event.seat + 1 :]
            is_sent = isinstance(gone, Person) and not gone.is_guest and gone.id != event.by
            sent_away = state.sent_away | {gone.id} if is_sent else state.sent_away
            return replace(state, seats=seats, host=event.host, phase=Lobby(event.at), sent_away=sent_away)
        case ev.RulesChanged():
            return replace(state, setup=replace(state.setup, rules=event.rules), phase=Lobby(event.at))
        case ev.InvitationsEnded(at=at, players=players):
            awaited = tuple(one for one in state.awaited if one.id not in players)
            return replace(state, awaited=awaited, phase=Lobby(at))
        case ev.LobbyQuiet(at=at):
            assert isinstance(state.phase, Lobby)
            return replace(state, phase=replace(state.phase, asked=at))
        case ev.StartDrawn():
            return state
        case ev.Started():
            setup = replace(state.setup, lexicon=event.lexicon or state.setup.lexicon)
            return replace(_hide_racks(state), setup=setup, phase=Turn(event.first, event.at), turn=1, awaited=())
        case _:
            assert_never(event)


def _hide_racks(state: GameState) -> GameState:
    """The state with people's racks hidden if they hold real tiles on a table."""
    for number, seat in enumerate(state.seats):
        if state.rules.tabletop and seat.is_human:
            state = _change_seat(state, number, rack=HiddenRack())
    return state


# --- moves --------------------------------------------------------------------------------------------------------


def _apply_move(state: GameState, event: ev.MoveEvent) -> GameState:
    match event:
        case ev.Played(seat=seat):
            return _played(_moved(state, seat), event)
        case ev.Passed(seat=seat):
            return _passed(_moved(state, seat), event)
        case ev.Exchanged(seat=seat):
            return _exchanged(_moved(state, seat), event)
        case ev.Undone():
            return _undone(state)
        case ev.WindowsClosed():
            return begin_computers_turn(_close_latest(state), event.at)
        case ev.TurnSkipped(seat=seat):
            state = _change_seat(state, seat, lost_turns=state.seats[seat].lost_turns - 1)
            return _next_turn(replace(state, scoreless=state.scoreless + 1), seat, event.at)
        case _:
            assert_never(event)


def _played(state: GameState, event: ev.Played) -> GameState:
    seat = state.seats[event.seat]
    latest = LatestPlay(
        event.seat,
        state.turn,
        event.at,
        event.placement,
        event.sheet,
        state.scoreless,
        state.passes,
        charge=charge_of(state, event.at),
    )
    rack = seat.rack.minus(event.placement.used)
    state = _change_seat(state, event.seat, rack=rack, score=seat.score + event.sheet.total)
    scoreless = 0 if event.sheet.total > 0 else state.scoreless + 1
    pool = state.pool - event.placement.used if isinstance(seat.rack, HiddenRack) else state.pool
    board = event.placement.on(state.board)
    state = replace(state, board=board, pool=pool, latest=latest, scoreless=scoreless, passes=0)
    return _next_turn(state, event.seat, event.at)


def _passed(state: GameState, event: ev.Passed) -> GameState:
    charge = charge_of(state, event.at)
    latest = LatestPass(event.seat, state.turn, event.at, state.scoreless, state.passes, charge=charge)
    state = _add_points(state, event.seat, event.points)
    state = replace(state, latest=latest, scoreless=state.scoreless + 1, passes=state.passes + 1)
    return _next_turn(state, event.seat, event.at)


def _exchanged(state: GameState, event: ev.Exchanged) -> GameState:
    seat = state.seats[event.seat]
    rack = seat.rack.minus(event.returned).plus(event.drawn)
    aside = _aside(state, event)
    state = _change_seat(state, event.seat, rack=rack, score=seat.score + event.points, aside=aside)
    state = replace(state, pool=state.pool - event.drawn + event.returned)
    return _scoreless_turn(state, event.seat, event.at)


def _aside(state: GameState, event: ev.Exchanged | ev.FourExchanged) -> Tiles:
    """The tiles that a seat exchanged for others that it still has to draw by hand."""
    return Tiles() if event.drawn or state.rules.tabletop else event.returned


def _undone(state: GameState) -> GameState:
    latest = state.latest
    assert latest is not None
    if isinstance(latest, LatestPlay):
        state = _take_back(state, latest)
    else:
        state = _add_points(state, latest.seat, -state.variant.pass_points)
    state = _moved(state, latest.seat, -1)
    charge, seat = latest.charge, state.seats[latest.seat]
    state = _change_seat(state, latest.seat, used=seat.used - charge.spent, banked=seat.banked - charge.banked)
    state = replace(state, scoreless=latest.scoreless_before, passes=latest.passes_before, latest=None)
    # Its clock runs on as if the move had never been made; otherwise repeated undoing would gain time.
    turn = Turn(latest.seat, latest.at - charge.spent, extra=charge.extra, givers=charge.givers)
    return replace(state, phase=turn, turn=state.turn + 1)


def _take_back(state: GameState, play: LatestPlay) -> GameState:
    """The state with the tiles of a play back on its rack, its replacement tiles in the pool, and its score gone."""
    seat = state.seats[play.seat]
    back = play.drawn or Tiles()
    if isinstance(seat.rack, HiddenRack):
        rack: Rack = HiddenRack(seat.rack.size - play.drawn_unseen + len(play.placement.used))
        back += play.placement.used
    else:
        rack = seat.rack.minus(back).plus(play.placement.used)
    state = _change_seat(state, play.seat, rack=rack, score=seat.score - play.sheet.total, due=0)
    return replace(state, board=state.board.remove(play.placement.cells), pool=state.pool + back)


# --- help and trades ----------------------------------------------------------------------------------------------


def _apply_trade(state: GameState, event: ev.TradeEvent) -> GameState:
    match event:
        case ev.HintGiven(seat=seat, cost=cost):
            taken = state.seats[seat]
            return _change_seat(state, seat, hints=taken.hints + 1, score=taken.score - cost)
        case ev.Swapped():
            return _swapped(state, event)
        case ev.BlankTraded():
            return _blank_traded(state, event)
        case ev.FourExchanged():
            rack = state.seats[event.seat].rack.minus(event.returned).plus(event.drawn)
            pool, aside = state.pool - event.drawn + event.returned, _aside(state, event)
            state = _change_seat(state, event.seat, rack=rack, aside=aside)
            return _close_latest(replace(state, pool=pool, turn=state.turn + 1))
        case _:
            assert_never(event)


def _swapped(state: GameState, event: ev.Swapped) -> GameState:
    one, other = state.seats[event.seat], state.seats[event.other]
    state = _change_seat(state, event.seat, rack=other.rack, score=other.score)
    state = _change_seat(state, event.other, rack=one.rack, score=one.score)
    return replace(state, turn=state.turn + 1, swapped=True)


def _blank_traded(state: GameState, event: ev.BlankTraded) -> GameState:
    rack = state.seats[event.seat].rack.minus(Tiles((event.tile,))).plus(Tiles((event.blank,)))
    board = state.board.place({event.cell: PlacedTile(event.tile, event.tile.letter)})
    state = replace(_change_seat(state, event.seat, rack=rack), board=board, turn=state.turn + 1)
    # The blank may belong to the latest play, which could then no longer be withdrawn as it was placed.
    return _close_latest(state)


# --- drawing tiles, and real tiles on a table ---------------------------------------------------------------------


def _apply_tiles(state: GameState, event: ev.TileEvent) -> GameState:
    match event:
        case ev.TilesDrawn():
            return _drawn(state, event)
        case ev.DrawOpened(seat=seat, count=count, at=at):
            return _replace_tiles(_change_seat(state, seat, due=count, due_since=at), seat, 0, at)
        case ev.HiddenDrawn(seat=seat, count=count, at=at):
            rack = HiddenRack(len(state.seats[seat].rack) + count)
            return _replace_tiles(_change_seat(state, seat, rack=rack), seat, count, at)
        case ev.TilesAwaited(waiting=waiting, reason=reason, deadline=deadline):
            phase = AwaitTiles(waiting, reason, deadline)
            return _close_latest(replace(state, phase=phase, turn=state.turn + 1))
        case ev.RackDeclared(seat=seat, tiles=tiles):
            state = replace(_change_seat(state, seat, rack=KnownRack(tiles)), pool=state.pool - tiles)
            return _no_longer_awaited(state, seat)
        case ev.RackRecorded():
            return _recorded(state, event)
        case _:
            assert_never(event)


def _recorded(state: GameState, event: ev.RackRecorded) -> GameState:
    before = state.seats[event.seat].rack
    back = before.tiles if isinstance(before, KnownRack) else Tiles()
    rack: Rack = HiddenRack(event.hidden) if event.hidden else KnownRack(event.tiles)
    state = _change_seat(state, event.seat, rack=rack, aside=Tiles())
    return replace(state, pool=state.pool + back - event.tiles)


def _drawn(state: GameState, event: ev.TilesDrawn) -> GameState:
    seat = state.seats[event.seat]
    due = max(0, seat.due - len(event.tiles))
    aside = seat.aside if due else Tiles()
    state = _change_seat(state, event.seat, rack=seat.rack.plus(event.tiles), due=due, aside=aside)
    state = replace(state, pool=state.pool - event.tiles)
    if seat.due and not due:
        state = _no_longer_awaited(state, event.seat)
        # The first turn of a game counts from when its player's rack is full; no exchange gains time.
        state = state if seat.aside else _begin_turn(state, event.seat, event.at)
    latest = state.latest
    if isinstance(latest, LatestPlay) and latest.seat == event.seat and (seat.due or latest.drawn is None):
        # A player who may undo has seen no replacement tiles yet; once they are drawn, the window is closed.
        drawn = (latest.drawn or Tiles()) + event.tiles
        latest = replace(latest, drawn=drawn, open=latest.open and not state.rules.undo)
        if not latest.open:
            state = begin_computers_turn(state, event.at)
    return replace(state, latest=latest)


def _replace_tiles(state: GameState, seat: int, unseen: int, at: int) -> GameState:
    """The state in which a seat has drawn replacements for its latest play, which can no longer be undone."""
    latest = state.latest
    if isinstance(latest, LatestPlay) and latest.seat == seat and latest.drawn is None:
        stays = latest.open and not state.rules.undo
        state = replace(state, latest=replace(latest, drawn=Tiles(), drawn_unseen=unseen, open=stays))
        return state if stays else begin_computers_turn(state, at)
    return state


def _begin_turn(state: GameState, seat: int, at: int) -> GameState:
    """The state in which the current turn counts from an instant, if it is that seat's."""
    if not isinstance(state.phase, Turn) or state.phase.seat != seat:
        return state
    return replace(state, phase=replace(state.phase, since=at, stopped=None))


def _no_longer_awaited(state: GameState, seat: int) -> GameState:
    """The state in which the tiles of a seat no longer need to be typed in."""
    if not isinstance(state.phase, AwaitTiles):
        return state
    waiting = tuple(number for number in state.phase.waiting if number != seat)
    return replace(state, phase=replace(state.phase, waiting=waiting))


# --- challenges ---------------------------------------------------------------------------------------------------


def _apply_challenge(state: GameState, event: ev.ChallengeEvent) -> GameState:
    match event:
        case ev.Challenged(by=by):
            return begin_computers_turn(_close_latest(_moved(state, by)), event.at)
        case ev.Withdrawn():
            return _withdrawn(state, event)
        case ev.TurnForfeited(seat=seat):
            return _change_seat(state, seat, lost_turns=state.seats[seat].lost_turns + 1)
        case ev.ChallengeBonus(seat=seat, points=points):
            return _add_points(state, seat, points)
        case ev.Accepted():
            return _accepted(state, event.seat, event.at)
        case ev.FinalPassOpened():
            return replace(state, phase=FinalPass(event.waiting, event.deadline))
        case _:
            assert_never(event)


def _withdrawn(state: GameState, event: ev.Withdrawn) -> GameState:
    latest = state.latest
    assert isinstance(latest, LatestPlay)
    state = _take_back(state, latest)
    state = replace(state, scoreless=latest.scoreless_before + 1, passes=0, latest=None)
    if isinstance(state.phase, Turn):
        # The player on turn faces a different board, and gets a new turn's time for it.
        return replace(state, phase=Turn(state.phase.seat, event.at), turn=state.turn + 1)
    return _next_turn(state, latest.seat, event.at)


def _accepted(state: GameState, seat: int, at: int) -> GameState:
    if isinstance(state.latest, LatestPlay):
        accepted = (*state.latest.accepted, seat)
        state = replace(state, latest=replace(state.latest, accepted=accepted))
    return begin_computers_turn(_no_longer_waiting(state, seat), at)


# --- words that the lexicon lacks ---------------------------------------------------------------------------------


def _apply_words(state: GameState, event: ev.WordEvent) -> GameState:
    match event:
        case ev.TurnLost(seat=seat):
            return _scoreless_turn(_moved(state, seat), seat, event.at)
        case ev.HouseAsked():
            phase = AwaitAnswer(event.seat, event.placement, event.sheet, event.words, event.waiting, event.deadline)
            return replace(state, phase=phase, turn=state.turn + 1)
        case ev.HouseAnswered(seat=seat):
            return _no_longer_waiting(state, seat)
        case ev.HouseExpired():
            return state
        case ev.HostAsked(seat=seat, words=words):
            new = (AskedWord(number, seat, word) for number, word in enumerate(words, len(state.asked)))
            return replace(state, asked=(*state.asked, *new))
        case ev.HostAnswered(word=word, added=added):
            verdict = Verdict.ADDED if added else Verdict.REFUSED
            return _settle_questions(state, verdict, [one.number for one in state.asked if one.word == word])
        case _:
            assert_never(event)


def _settle_questions(state: GameState, verdict: Verdict, numbers: Iterable[int]) -> GameState:
    """The state in which the open ones among these questions are settled."""
    chosen = frozenset(numbers)
    asked = (
        replace(one, verdict=verdict) if one.number in chosen and one.verdict is Verdict.OPEN else one
        for one in state.asked
    )
    return replace(state, asked=tuple(asked))


# --- clocks -------------------------------------------------------------------------------------------------------


def _apply_clock(state: GameState, event: ev.ClockEvent) -> GameState:
    match event:
        case ev.TurnExpired(seat=seat):
            return _scoreless_turn(state, seat, event.at)
        case ev.TimeLost(start=start, end=end):
            return lose_time(state, start, end)
        case ev.TimeGiven():
            return _time_given(state, event)
        case ev.WentAway(seat=seat, until=until):
            return _change_seat(state, seat, away=until)
        case ev.CameBack(seat=seat):
            return _change_seat(state, seat, away=None)
        case ev.DraftOpened() | ev.Reminded() | ev.KeptOpen() | ev.Claimed() | ev.ClaimDue() | ev.OvertimeCounted():
            return _note_on_turn(state, event)
        case _:
            assert_never(event)


def _time_given(state: GameState, event: ev.TimeGiven) -> GameState:
    turn = state.phase
    assert isinstance(turn, Turn)
    turn = replace(turn, extra=turn.extra + event.time, givers=(*turn.givers, event.giver), overtime=0)
    on_clock = 0 if state.rules.game_clock is None else event.time
    gained = state.seats[event.seat].gained + on_clock
    return _change_seat(replace(state, phase=turn), event.seat, gained=gained)


def _note_on_turn(
    state: GameState,
    event: ev.DraftOpened | ev.Reminded | ev.KeptOpen | ev.Claimed | ev.ClaimDue | ev.OvertimeCounted,
) -> GameState:
    """The state with something recorded on the current turn, or on the lobby."""
    turn = state.phase
    if isinstance(turn, Lobby):
        return replace(state, phase=Lobby(event.at))
    assert isinstance(turn, Turn)
    match event:
        case ev.DraftOpened(draft=draft):
            turn = replace(turn, draft=draft)
        case ev.KeptOpen(at=at, seat=seat):
            here = state.rules.is_live and seat == turn.seat
            turn = replace(turn, quiet=at, reminders=0, claim=None if here else turn.claim)
        case ev.Reminded(at=at, reason=Reminder.NUDGE):
            turn = replace(turn, nudged=at)
        case ev.Reminded(at=at, reason=Reminder.IDLE):
            turn = replace(turn, quiet=at, reminders=turn.reminders + 1)
        case ev.Reminded(at=at):
            turn = replace(turn, reminders=reminders_due(state, turn, at))
        case ev.Claimed(at=at, by=by):
            turn = replace(turn, claim=PendingClaim(by, at), quiet=at, reminders=0)
        case ev.ClaimDue(at=at, by=by):
            turn = replace(turn, claim=PendingClaim(by, at, due=True))
        case ev.OvertimeCounted(minutes=minutes):
            turn = replace(turn, overtime=minutes)
        case _:
            assert_never(event)
    return replace(state, phase=turn)


# --- pauses and saved games ---------------------------------------------------------------------------------------


def _apply_pause(state: GameState, event: ev.PauseEvent) -> GameState:
    match event:
        case ev.PauseAgreed(seat=seat):
            return replace(state, agreed=(*state.agreed, seat))
        case ev.GamePaused():
            seats, named = member_seats(state), state.setup.name if event.usual else None
            alone = event.by in seats and len({*seats.values()} - {*state.agreed, seats[event.by]}) > 0
            paused = Paused(state.phase, event.at, by_itself=not event.by, named=named, alone=alone)
            return replace(_rename(state, event.name), phase=paused, agreed=())
        case ev.Loaded():
            assert isinstance(state.phase, Paused)
            return replace(_rename(state, event.name), phase=replace(state.phase, all_agree=True), agreed=())
        case ev.GameResumed():
            assert isinstance(state.phase, Paused)
            before, named = state.phase.before, state.phase.named
            if named is not None:
                state = replace(state, setup=replace(state.setup, name=named))
            assert isinstance(state.phase, Paused)
            if state.phase.by_itself and isinstance(before, Turn):
                before = replace(before, quiet=event.at, reminders=0)
            return lose_time(replace(state, phase=before, agreed=()), state.phase.since, event.at)
        case _:
            assert_never(event)


def _rename(state: GameState, name: str) -> GameState:
    """The state under a new name; an empty name keeps the old one."""
    return replace(state, setup=replace(state.setup, name=name)) if name else state


# --- seats, and the end -------------------------------------------------------------------------------------------


def _apply_seats(state: GameState, event: ev.SeatEvent) -> GameState:
    match event:
        case ev.SeatLeft():
            return _seat_left(state, event)
        case ev.TakenOver():
            return _taken_over(state, event)
        case ev.SeatTaken():
            return _seat_taken(state, event)
        case ev.SeatOffered(seat=seat, player=player, by=by, to_heir=to_heir):
            return _change_seat(state, seat, offer=Offer(player, by, state.sequence + 1, to_heir))
        case ev.MemoryLacked(seat=seat, level=weaker):
            computer = state.seats[seat].player
            assert isinstance(computer, Computer)
            return _change_seat(state, seat, player=replace(computer, level=weaker or computer.level))
        case ev.Renamed(seat=seat, name=name):
            return _change_seat(state, seat, player=replace(state.seats[seat].player, name=name))
        case ev.HostPassed(host=host):
            return replace(state, host=host.id)
        case _:
            assert_never(event)


def _sent_away(state: GameState, seat: int, by: str, at: int) -> GameState:
    """The state before a player loses a seat against their will.

    Who sends the only opponent away gives up the game, or a host could win it so, or not lose it. Among more people,
    and if someone does it who does not play, its result counts for no rating.
    """
    people = member_seats(state)
    if by not in people or len(people) > 2 or not state.seats[seat].moves:
        return replace(state, meddled=True)
    for number in state.seats_of(by):
        player = state.seats[number].player
        assert isinstance(player, Person)
        given_up = replace(_parted(state.seats[number], player, at), for_good=True)
        state = _change_seat(state, number, departed=given_up)
    return state


def _seat_left(state: GameState, event: ev.SeatLeft) -> GameState:
    lost = Standing.OUT_OF_TIME if event.by_time else Standing.RESIGNED
    standing = lost if event.resigned else Standing.LEFT
    hosted = state.host_seat == event.seat
    player = state.seats[event.seat].player
    owner = player if isinstance(player, Person) and not event.resigned else None
    removed = event.by is not None
    state = state if event.by is None else _sent_away(state, event.seat, event.by, event.at)
    left = _change_seat(
        state, event.seat, standing=standing, owner=owner, barred=removed, due=0, aside=Tiles(), offer=None, away=None
    )
    state = _no_longer_waiting(left, event.seat)
    lapsed = (one.number for one in state.asked if hosted or one.seat == event.seat)
    state = _without_host(_settle_questions(state, Verdict.LAPSED, lapsed), event.seat, player)
    own_play = isinstance(state.phase, AwaitAnswer) and state.phase.seat == event.seat
    return _next_turn(state, event.seat, event.at) if own_play or state.on_turn == event.seat else state


def _taken_over(state: GameState, event: ev.TakenOver) -> GameState:
    lost = event.how in (ev.Departure.RESIGNED, ev.Departure.OVERTIME)
    owner = None if lost else event.person
    barred = event.how is ev.Departure.REMOVED
    state, seat = _sent_away(state, event.seat, event.by or "", event.at) if barred else state, state.seats[event.seat]
    departed = _parted(seat, event.person, event.at)
    changed = {"player": event.computer, "owner": owner, "barred": barred, "departed": departed}
    state = _change_seat(state, event.seat, **changed, offer=None, away=None)
    return _without_host(_unclaimed(state, event.seat), event.seat, event.person)


def _seat_taken(state: GameState, event: ev.SeatTaken) -> GameState:
    # The previous player may have agreed to a pause; the new one has not.
    agreed = tuple(seat for seat in state.agreed if seat != event.seat)
    seat = state.seats[event.seat]
    held = seat.is_human and seat.in_play and event.by != event.before.member
    taken_away = held and event.player.id != event.before.id
    state = _sent_away(state, event.seat, event.by, event.at) if taken_away else state
    state = replace(state, agreed=agreed)
    if event.returned:
        state = _with_new_tiles(state, event)
    state = _change_seat(
        state,
        event.seat,
        player=event.player,
        standing=Standing.IN_PLAY,
        owner=None,
        barred=False,
        departed=_departed(seat, event),
        offer=None,
        away=None,
    )
    return _without_host(_unclaimed(state, event.seat), event.seat, seat.player)


def _parted(seat: Seat, person: Person, at: int) -> Departed:
    """Whose part ends as somebody else goes on in a seat: that of the one who was there first."""
    return seat.departed or Departed(person, at, seat.score, seat.moves)


def _departed(seat: Seat, event: ev.SeatTaken) -> Departed | None:
    """Whose part in a seat has ended for good, now that a person takes it; None if nobody else has moved there."""
    if not seat.moves or event.before.is_nobody:
        return None
    is_back = event.player.id == event.before.id
    if is_back and seat.is_human:
        return seat.departed
    left = _parted(seat, event.before, event.at)
    if left.for_good or left.moves < seat.moves:
        # Who left before the first move has come back to moves of others; else these are the computer player's.
        first = left.player if left.moves or is_back else seat.player
        return replace(left, player=first, for_good=True)
    return None if is_back else replace(left, for_good=True)


def _unclaimed(state: GameState, seat: int) -> GameState:
    """The state after the player of a seat has changed: nobody has waited for the new one yet."""
    turn = state.phase
    return replace(state, phase=replace(turn, claim=None)) if isinstance(turn, Turn) and turn.seat == seat else state


def _without_host(state: GameState, seat: int, gone: Player) -> GameState:
    """The state after a player has given up a seat: a host passes the host's rights on to the next person in play.

    What the player has offered others is withdrawn.
    """
    if not isinstance(gone, Person) or any(state.seats[number].in_play for number in state.seats_of(gone.member)):
        return state
    for number, one in enumerate(state.seats):
        if one.offer and one.offer.by == gone.member:
            state = _change_seat(state, number, offer=None)
    order = (*state.seats[seat + 1 :], *state.seats[: seat + 1])
    heir = next((one.player.member for one in order if isinstance(one.player, Person) and one.in_play), None)
    return replace(state, host=heir) if heir and gone.member == state.host else state


def _with_new_tiles(state: GameState, event: ev.SeatTaken) -> GameState:
    """The state with the rack replaced by tiles from the pool; other traces of the old tiles are dropped."""
    rack = state.seats[event.seat].rack.minus(event.returned).plus(event.drawn)
    latest = state.latest
    if isinstance(latest, LatestPlay) and latest.seat == event.seat and latest.drawn:
        # Withdrawing the play would return the tiles that its seat drew for it to the pool, but those are gone.
        assert isinstance(rack, KnownRack)
        state = replace(state, latest=replace(latest, drawn=Tiles(rack.tiles.items[: len(latest.drawn)])))
    state = _settle_questions(state, Verdict.LAPSED, (one.number for one in state.asked if one.seat == event.seat))
    state = replace(state, pool=state.pool - event.drawn + event.returned)
    return _change_seat(state, event.seat, rack=rack, asked_from=len(state.asked))


def _ended(state: GameState, event: ev.Ended) -> GameState:
    for change in event.changes:
        state = _add_points(state, change.seat, change.points)
    over = Over(event.reason, event.changes, event.winners, event.at, event.by)
    return replace(state, phase=over, latest=None, turn=state.turn + 1)
