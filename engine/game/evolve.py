"""From one state to the next by what happened; replaying a journal is nothing but this, again and again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine.errors import BadData
from engine.game import events as ev
from engine.game import evolve_special, timing
from engine.game.changing import begin_turn, close_latest, no_longer_awaited
from engine.game.changing import change_seat as _change_seat
from engine.game.changing import next_turn as _next_turn
from engine.game.phases import AwaitAnswer, FinalPass, Lobby, Over, Turn
from engine.game.state import AskedWord, Computer, GameState, LatestPass, LatestPlay, Person, Seat, Standing, Verdict
from engine.model.board import Board
from engine.model.tiles import HiddenRack, Rack, Tiles


def replay(events: Iterable[ev.Event]) -> GameState:
    """The state that a journal leads to. Raises `BadData` when it is empty or does not begin with the opening."""
    state: GameState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise BadData("journal", "holds no event")
    return state


def evolve(state: GameState | None, event: ev.Event) -> GameState:
    """The state after an event. Raises `BadData` unless the first event, and no other, is the opening."""
    if state is None:
        if isinstance(event, ev.Opened):
            return _opened(event)
        raise BadData("journal", "does not begin with the opening of a game")
    after = timing.charge(state, _apply(state, event), event)
    agreed = after.agreed if after.turn == state.turn else ()
    return replace(after, sequence=state.sequence + 1, agreed=agreed)


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
    """Those of the game before who must come of themselves: everybody but the host, guests and computer players."""
    host = event.host.id
    people = (one for one in event.table if not isinstance(one, Computer))
    return tuple(one for one in people if one.member != host)


def _apply(state: GameState, event: ev.Event) -> GameState:
    match event:
        case ev.Opened():
            raise BadData("journal", "opens a game twice")
        case ev.Joined() | ev.SeatFreed() | ev.RulesChanged() | ev.StartDrawn() | ev.Started():
            return _apply_before_play(state, event)
        case ev.InvitationsEnded() | ev.LobbyQuiet():
            return _apply_to_waiting(state, event)
        case ev.TilesDrawn():
            return _drawn(state, event)
        case ev.Played():
            return _played(state, event)
        case ev.Passed():
            return _passed(state, event)
        case ev.Exchanged():
            return _exchanged(state, event)
        case ev.TurnSkipped(seat=seat):
            state = _change_seat(state, seat, lost_turns=state.seats[seat].lost_turns - 1)
            return _next_turn(replace(state, scoreless=state.scoreless + 1), seat, event.at)
        case ev.TurnExpired(seat=seat):
            return _next_turn(replace(state, scoreless=state.scoreless + 1, passes=0, latest=None), seat, event.at)
        case ev.DraftOpened() | ev.Reminded() | ev.KeptOpen():
            return timing.change_turn(state, event)
        case ev.TimeLost() | ev.PauseAgreed() | ev.Paused() | ev.Loaded() | ev.Resumed():
            return _apply_rest(state, event)
        case ev.Undone():
            return _undone(state)
        case ev.Withdrawn():
            return _withdrawn(state, event)
        case ev.Challenged() | ev.TurnForfeited() | ev.Accepted() | ev.WindowsClosed() | ev.FinalPassOpened():
            return _apply_to_latest(state, event)
        case ev.HintGiven(seat=seat, cost=cost):
            taken = state.seats[seat]
            return _change_seat(state, seat, hints=taken.hints + 1, score=taken.score - cost)
        case ev.Swapped():
            return _swapped(state, event)
        case ev.ChallengeBonus(seat=seat, points=points):
            return _change_seat(state, seat, score=state.seats[seat].score + points)
        case ev.TurnLost():
            state = replace(state, latest=None, scoreless=state.scoreless + 1, passes=0)
            return _next_turn(state, event.seat, event.at)
        case ev.HouseAsked() | ev.HouseAnswered() | ev.HouseExpired() | ev.HostAsked() | ev.HostAnswered():
            return _apply_question(state, event)
        case ev.SeatLeft():
            return _seat_left(state, event)
        case ev.Ended():
            return _ended(state, event)
        case ev.BlankTraded() | ev.FourExchanged() | ev.TakenOver() | ev.SeatTaken() | ev.SeatOffered():
            return evolve_special.apply(state, event)
        case ev.DrawOpened() | ev.HiddenDrawn() | ev.TilesAwaited() | ev.LeftDeclared():
            return evolve_special.apply(state, event)
        case _:
            assert_never(event)


def _apply_rest(
    state: GameState, event: ev.TimeLost | ev.PauseAgreed | ev.Paused | ev.Loaded | ev.Resumed
) -> GameState:
    match event:
        case ev.TimeLost(start=start, end=end):
            return timing.lose_time(state, start, end)
        case ev.PauseAgreed(seat=seat):
            return replace(state, agreed=(*state.agreed, seat))
        case ev.Paused():
            return timing.pause(state, event)
        case ev.Loaded():
            return timing.take_from_file(state, event)
        case ev.Resumed():
            return timing.resume(state, event)
        case _:
            assert_never(event)


def _apply_before_play(
    state: GameState, event: ev.Joined | ev.SeatFreed | ev.RulesChanged | ev.StartDrawn | ev.Started
) -> GameState:
    match event:
        case ev.Joined():
            place = len(state.seats) if event.seat is None else event.seat
            seats = (*state.seats[:place], Seat(event.player), *state.seats[place:])
            awaited = tuple(one for one in state.awaited if one.id != event.player.id)
            return replace(state, seats=seats, awaited=awaited, phase=Lobby(event.at))
        case ev.SeatFreed():
            seats = state.seats[: event.seat] + state.seats[event.seat + 1 :]
            return replace(state, seats=seats, host=event.host, phase=Lobby(event.at))
        case ev.RulesChanged():
            return replace(state, setup=replace(state.setup, rules=event.rules), phase=Lobby(event.at))
        case ev.StartDrawn():
            return state
        case ev.Started():
            setup = replace(state.setup, lexicon=event.lexicon or state.setup.lexicon)
            return replace(_seats_at_table(state), setup=setup, phase=Turn(event.first, event.at), turn=1, awaited=())
        case _:
            assert_never(event)


def _apply_to_waiting(state: GameState, event: ev.InvitationsEnded | ev.LobbyQuiet) -> GameState:
    match event:
        case ev.InvitationsEnded(at=at, players=players):
            awaited = tuple(one for one in state.awaited if one.id not in players)
            return replace(state, awaited=awaited, phase=Lobby(at))
        case ev.LobbyQuiet(at=at):
            assert isinstance(state.phase, Lobby)
            return replace(state, phase=replace(state.phase, asked=at))
        case _:
            assert_never(event)


def _seats_at_table(state: GameState) -> GameState:
    """The state with the racks of people hidden where they lie on a real table."""
    for number, seat in enumerate(state.seats):
        if state.rules.tabletop and seat.is_human:
            state = _change_seat(state, number, rack=HiddenRack())
    return state


def _drawn(state: GameState, event: ev.TilesDrawn) -> GameState:
    seat = state.seats[event.seat]
    due = max(0, seat.due - len(event.tiles))
    state = _change_seat(state, event.seat, rack=seat.rack.plus(event.tiles), due=due)
    state = replace(state, pool=state.pool - event.tiles)
    if seat.due and not due:
        state = no_longer_awaited(state, event.seat)
        # The turn of who began the game counts from the moment at which its rack is full.
        state = begin_turn(state, event.seat, event.at)
    latest = state.latest
    if isinstance(latest, LatestPlay) and latest.seat == event.seat and (seat.due or latest.drawn is None):
        # Whoever may undo has seen no replacement tile yet; with the tiles in hand the window is over.
        drawn = (latest.drawn or Tiles()) + event.tiles
        latest = replace(latest, drawn=drawn, open=latest.open and not state.rules.undo)
        if not latest.open:
            state = timing.begin_computers_turn(state, event.at)
    return replace(state, latest=latest)


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
        spent=timing.spent(state, event.at),
    )
    state = _change_seat(
        state,
        event.seat,
        rack=seat.rack.minus(event.placement.used),
        score=seat.score + event.sheet.total,
    )
    scoreless = 0 if event.sheet.total > 0 else state.scoreless + 1
    pool = state.pool - event.placement.used if isinstance(seat.rack, HiddenRack) else state.pool
    board = event.placement.on(state.board)
    state = replace(state, board=board, pool=pool, latest=latest, scoreless=scoreless, passes=0)
    return _next_turn(state, event.seat, event.at)


def _passed(state: GameState, event: ev.Passed) -> GameState:
    time = timing.spent(state, event.at)
    latest = LatestPass(event.seat, state.turn, event.at, state.scoreless, state.passes, spent=time)
    state = _change_seat(state, event.seat, score=state.seats[event.seat].score + event.points)
    state = replace(state, latest=latest, scoreless=state.scoreless + 1, passes=state.passes + 1)
    return _next_turn(state, event.seat, event.at)


def _exchanged(state: GameState, event: ev.Exchanged) -> GameState:
    seat = state.seats[event.seat]
    rack = seat.rack.minus(event.returned).plus(event.drawn)
    state = _change_seat(state, event.seat, rack=rack, score=seat.score + event.points)
    pool = state.pool - event.drawn + event.returned
    state = replace(state, pool=pool, latest=None, scoreless=state.scoreless + 1, passes=0)
    return _next_turn(state, event.seat, event.at)


def _undone(state: GameState) -> GameState:
    latest = state.latest
    assert latest is not None
    if isinstance(latest, LatestPlay):
        state = _take_back(state, latest)
    else:
        points = state.variant.pass_points
        state = _change_seat(state, latest.seat, score=state.seats[latest.seat].score - points)
    state = _change_seat(state, latest.seat, used=state.seats[latest.seat].used - latest.spent)
    state = replace(state, scoreless=latest.scoreless_before, passes=latest.passes_before, latest=None)
    # Its clock runs on as if the move had never been made; else taking back again and again would win time.
    return replace(state, phase=Turn(latest.seat, latest.at - latest.spent), turn=state.turn + 1)


def _take_back(state: GameState, play: LatestPlay) -> GameState:
    """The tiles of a play go back to its rack, its replacement tiles to the pool, its score away."""
    seat = state.seats[play.seat]
    back = play.drawn or Tiles()
    if isinstance(seat.rack, HiddenRack):
        rack: Rack = HiddenRack(seat.rack.size - play.drawn_unseen + len(play.placement.used))
        back += play.placement.used
    else:
        rack = seat.rack.minus(back).plus(play.placement.used)
    state = _change_seat(state, play.seat, rack=rack, score=seat.score - play.sheet.total, due=0)
    return replace(state, board=state.board.remove(play.placement.cells), pool=state.pool + back)


def _withdrawn(state: GameState, event: ev.Withdrawn) -> GameState:
    latest = state.latest
    assert isinstance(latest, LatestPlay)
    state = _take_back(state, latest)
    state = replace(state, scoreless=latest.scoreless_before + 1, passes=0, latest=None)
    if isinstance(state.phase, Turn):
        # Whoever is on turn has another board to think about, and a new turn's time for it.
        return replace(state, phase=Turn(state.phase.seat, event.at), turn=state.turn + 1)
    return _next_turn(state, latest.seat, event.at)


def _apply_to_latest(
    state: GameState,
    event: ev.Challenged | ev.TurnForfeited | ev.Accepted | ev.WindowsClosed | ev.FinalPassOpened,
) -> GameState:
    match event:
        case ev.Challenged() | ev.WindowsClosed():
            return timing.begin_computers_turn(close_latest(state), event.at)
        case ev.TurnForfeited(seat=seat):
            return _change_seat(state, seat, lost_turns=state.seats[seat].lost_turns + 1)
        case ev.Accepted():
            return _accepted(state, event.seat, event.at)
        case ev.FinalPassOpened():
            return replace(state, phase=FinalPass(event.waiting, event.deadline))
        case _:
            assert_never(event)


def _apply_question(
    state: GameState, event: ev.HouseAsked | ev.HouseAnswered | ev.HouseExpired | ev.HostAsked | ev.HostAnswered
) -> GameState:
    match event:
        case ev.HouseAsked():
            phase = AwaitAnswer(event.seat, event.placement, event.sheet, event.words, event.waiting, event.deadline)
            return replace(state, phase=phase, turn=state.turn + 1)
        case ev.HouseAnswered(seat=seat):
            return _stop_waiting(state, seat)
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
    """The questions of these numbers are settled, as far as they were open."""
    chosen = frozenset(numbers)
    asked = (
        replace(one, verdict=verdict) if one.number in chosen and one.verdict is Verdict.OPEN else one
        for one in state.asked
    )
    return replace(state, asked=tuple(asked))


def _accepted(state: GameState, seat: int, at: int) -> GameState:
    if isinstance(state.latest, LatestPlay):
        accepted = (*state.latest.accepted, seat)
        state = replace(state, latest=replace(state.latest, accepted=accepted))
    return timing.begin_computers_turn(_stop_waiting(state, seat), at)


def _stop_waiting(state: GameState, seat: int) -> GameState:
    if not isinstance(state.phase, FinalPass | AwaitAnswer):
        return state
    waiting = tuple(number for number in state.phase.waiting if number != seat)
    return replace(state, phase=replace(state.phase, waiting=waiting))


def _swapped(state: GameState, event: ev.Swapped) -> GameState:
    one, other = state.seats[event.seat], state.seats[event.other]
    state = _change_seat(state, event.seat, rack=other.rack, score=other.score)
    state = _change_seat(state, event.other, rack=one.rack, score=one.score)
    return replace(state, turn=state.turn + 1, swapped=True)


def _seat_left(state: GameState, event: ev.SeatLeft) -> GameState:
    standing = Standing.RESIGNED if event.resigned else Standing.LEFT
    host = state.host_seat == event.seat
    player = state.seats[event.seat].player
    owner = player if isinstance(player, Person) and not event.resigned else None
    removed = event.by is not None
    left = _change_seat(state, event.seat, standing=standing, owner=owner, barred=removed, due=0, offer=None)
    state = replace(_stop_waiting(left, event.seat), host_out=state.host_out or (removed and host))
    lapsed = (one.number for one in state.asked if host or one.seat == event.seat)
    state = _settle_questions(state, Verdict.LAPSED, lapsed)
    own_play = isinstance(state.phase, AwaitAnswer) and state.phase.seat == event.seat
    return _next_turn(state, event.seat, event.at) if own_play or state.on_turn == event.seat else state


def _ended(state: GameState, event: ev.Ended) -> GameState:
    for adjustment in event.adjustments:
        score = state.seats[adjustment.seat].score + adjustment.points
        state = _change_seat(state, adjustment.seat, score=score)
    for overtime in event.overtime:
        state = _change_seat(state, overtime.seat, score=state.seats[overtime.seat].score + overtime.points)
    over = Over(event.reason, event.adjustments, event.winners, event.at, event.overtime)
    return replace(state, phase=over, latest=None, turn=state.turn + 1)
