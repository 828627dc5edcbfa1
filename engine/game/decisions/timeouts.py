"""Time: expired clocks, reminders, pauses, players who are away, and claims, so that nobody waits for ever."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.errors import (
    AgreedAlready,
    ClaimPending,
    ClaimTooEarly,
    GameIsOver,
    NobodyToGiveTime,
    NobodyToNudge,
    NoLongTurns,
    NotAway,
    NotClaimed,
    NothingToClaim,
    NoTimeToGive,
    NotPaused,
    NotSeated,
    NotStarted,
    NudgedLately,
    StaleTurn,
    TimeGivenAlready,
    TimeIsUp,
)
from engine.game import clock
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decision import Context, Decision, check_running, check_turn, seat_of, seat_on_turn
from engine.game.decisions import lobby
from engine.game.decisions.endings import close_windows, finish_move
from engine.game.decisions.seats import fall_silent, lose_on_time, remove
from engine.game.hotseat import plays_against_people
from engine.game.phases import AwaitAnswer, AwaitTiles, EndReason, FinalPass, Lobby, Over, Paused, Reminder, Turn
from engine.game.state import GameState, Person, member_seats
from engine.game.views import TableView


def decide_pause(state: GameState, command: cmd.PauseCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events of pausing and resuming: at once for the host and moderators, for others once all people agree.

    A game from a file goes on only once all people agree, whoever asks. Nor does anyone stop the clocks alone in a game
    against other people: the player on turn could think on, with the board and the rack at hand.
    """
    match command:
        case cmd.Pause(by=by, name=name, usual=usual):
            check_running(state)
            return _agree(state, command, ev.GamePaused(context.now, by, name or state.setup.name, usual), context)
        case cmd.Resume(by=by):
            _check_paused(state)
            return _agree(state, command, ev.GameResumed(context.now, by), context)
        case cmd.Load():
            return _load(state, command, context)
        case _:
            assert_never(command)


def _check_paused(state: GameState) -> Paused:
    if not isinstance(state.phase, Paused):
        check_running(state)
        raise NotPaused
    return state.phase


def _load(state: GameState, command: cmd.Load, context: Context) -> tuple[ev.Event, ...]:
    """Load a game; a player who loads it agrees to go on."""
    paused = _check_paused(state)
    seats = member_seats(state)
    seat, plays = seats.get(command.by), command.by in seats
    if not plays and not state.directs(command.by, moderator=command.moderator):
        raise NotSeated
    if paused.all_agree and plays:
        return _agree(state, cmd.Resume(command.by), ev.GameResumed(context.now, command.by), context)
    decision = Decision(state)
    decision.add(ev.Loaded(context.now, command.by, command.save, command.name, command.rewinds))
    others = set(seats.values()) - {seat}
    if seat is not None:
        agreed = ev.PauseAgreed(context.now, seat, resumes=True)
        decision.add(agreed if others else ev.GameResumed(context.now, command.by))
    return decision.events


def _agree(
    state: GameState, command: cmd.Pause | cmd.Resume, event: ev.GamePaused | ev.GameResumed, context: Context
) -> tuple[ev.Event, ...]:
    seats = member_seats(state)
    alone = state.directs(command.by, moderator=command.moderator) or _may_revive(state, command)
    if alone and not _needs_agreement(state, command):
        return (event,)
    seat = seats[command.by] if command.by in seats else seat_of(state, command.by)
    if seat in state.agreed:
        raise AgreedAlready
    decision = Decision(state)
    decision.add(ev.PauseAgreed(context.now, seat, isinstance(event, ev.GameResumed)))
    if set(seats.values()) <= set(decision.state.agreed):
        decision.add(event)
    return decision.events


def _may_revive(state: GameState, command: cmd.Pause | cmd.Resume) -> bool:
    """Whether a player resumes a game that was paused since nobody touched it, or by one player alone.

    A host who is about to lose could stop it for ever.
    """
    paused = isinstance(state.phase, Paused) and isinstance(command, cmd.Resume) and state.phase
    return bool(paused and (paused.by_itself or paused.alone)) and command.by in member_seats(state)


def _needs_agreement(state: GameState, command: cmd.Pause | cmd.Resume) -> bool:
    """Whether not even the host may do this alone."""
    stops_clocks = isinstance(command, cmd.Pause) and state.rules.is_timed
    return state.waits_for_agreement or (stops_clocks and plays_against_people(state, command.by))


def never_agreed(events: Iterable[ev.Event]) -> bool:
    """Whether a game was loaded from a file and never resumed: its racks may be those of a running game."""
    waits = False
    for event in events:
        waits = isinstance(event, ev.Loaded) or (waits and not isinstance(event, ev.GameResumed))
    return waits


_ACTS = (cmd.Play, cmd.Pass, cmd.Exchange, cmd.Undo, cmd.TakeHint, *(cmd.Swap, cmd.TradeBlank, cmd.ExchangeFour))
"""What only a player who is there does, with the clock running."""


def decide_absence(state: GameState, command: cmd.AbsenceCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events of going away and coming back, also in a pause."""
    if isinstance(state.phase, Lobby):
        raise NotStarted
    if isinstance(state.phase, Over):
        raise GameIsOver
    match command:
        case cmd.GoAway():
            return _go_away(state, command, context)
        case cmd.ComeBack(by=by):
            back = [number for number in state.seats_of(by) if state.seats[number].away is not None]
        case cmd.EndAbsence(seat=seat):
            until = state.seats[seat].away
            back = [seat] if until is not None and context.now >= until else []
        case _:
            assert_never(command)
    if not back:
        raise NotAway
    return tuple(ev.CameBack(context.now, number) for number in back)


def _go_away(state: GameState, command: cmd.GoAway, context: Context) -> tuple[ev.Event, ...]:
    if not clock.may_be_away(state.rules):
        raise NoLongTurns
    seats = [number for number in state.seats_of(command.by) if state.seats[number].in_play]
    if not seats:
        raise NotSeated
    if command.until <= context.now:
        return ()
    told: list[ev.Event] = []
    for number in seats:
        away = state.seats[number].away
        # An absence that is over, but whose end has not been noticed yet, does not go on until the new one ends.
        told += [ev.CameBack(context.now, number)] if away is not None and away <= context.now else []
        told += [ev.WentAway(context.now, number, command.until)] if away != command.until else []
    return tuple(told)


def before_acting(state: GameState, command: cmd.Command, context: Context) -> tuple[ev.Event, ...]:
    """The event by which a player who is away comes back, if the command is a player's act in a turn.

    What was said ahead is no sign of its player.
    """
    if isinstance(command, cmd.Play | cmd.Pass | cmd.Exchange) and command.ahead:
        return ()
    seat = state.seat_of(command.by) if isinstance(command, _ACTS) else None
    if seat is None or state.seats[seat].away is None:
        return ()
    return (ev.CameBack(context.now, seat),)


def decide_claim(state: GameState, command: cmd.ClaimCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events of claiming a game and of deciding about it."""
    check_running(state)
    match command:
        case cmd.Claim():
            return _claim(state, command, context)
        case cmd.OpenClaim(turn=turn):
            return _open(state, turn, context)
        case cmd.Settle():
            return _settle(state, command, context)
        case _:
            assert_never(command)


def settlements(state: GameState | TableView, by: str) -> tuple[cmd.Settlement, ...]:
    """How a player who waits for another person can have the game go on; none where there is nobody to wait for.

    A computer player cannot take over real tiles, and nobody ends a game in which others play on.
    """
    silent, members = _awaited(state), _members(state)
    if silent is None or by not in members or silent.member == by:
        return ()
    found = [] if state.rules.tabletop else [cmd.Settlement.COMPUTER]
    ends = members == {by, silent.member}
    return (*found, cmd.Settlement.WIN, *([cmd.Settlement.END] if ends else []))


def _awaited(state: GameState | TableView) -> Person | None:
    """The person on turn."""
    player = state.seats[state.phase.seat].player if isinstance(state.phase, Turn) else None
    return player if isinstance(player, Person) else None


def _members(state: GameState | TableView) -> set[str]:
    return {seat.player.member for seat in state.seats if isinstance(seat.player, Person) and seat.in_play}


def _claim(state: GameState, command: cmd.Claim, context: Context) -> tuple[ev.Event, ...]:
    turn = _claimable(state, command.by, command.turn)
    _check_waited(state, turn, context.now)
    return (ev.Claimed(context.now, turn.seat, command.by),)


def _check_waited(state: GameState, turn: Turn, now: int) -> None:
    """Raise `NothingToClaim` where a clock ends the turn, `ClaimTooEarly`, and `ClaimPending` after a claim."""
    if turn.claim is not None:
        raise ClaimPending(turn.claim.at + clock.last_time(state.rules))
    if (at := clock.claimable_from(state)) is None:
        raise NothingToClaim
    if now < at:
        raise ClaimTooEarly(at)


def _claimable(state: GameState, by: str, number: int | None) -> Turn:
    """The turn that somebody waits to end. Raises `StaleTurn`, `NotSeated`, `HasLeft` and `NothingToClaim`."""
    check_turn(state, number)
    seat_of(state, by)
    if not isinstance(state.phase, Turn) or not settlements(state, by):
        raise NothingToClaim
    return state.phase


def _open(state: GameState, number: int, context: Context) -> tuple[ev.Event, ...]:
    claim = state.phase.claim if isinstance(state.phase, Turn) else None
    if state.turn != number or claim is None or claim.due or context.now < claim.at + clock.last_time(state.rules):
        raise StaleTurn(number, state.turn)
    assert isinstance(state.phase, Turn)
    return (ev.ClaimDue(context.now, state.phase.seat, claim.by),)


def _settle(state: GameState, command: cmd.Settle, context: Context) -> tuple[ev.Event, ...]:
    turn = _claimable(state, command.by, command.turn)
    if command.how not in settlements(state, command.by):
        raise NothingToClaim
    if not may_settle(state, command.gone):
        _check_waited(state, turn, context.now)
        raise NotClaimed
    match command.how:
        case cmd.Settlement.COMPUTER:
            return fall_silent(state, turn.seat, context)
        case cmd.Settlement.WIN:
            if command.moderator and not may_settle(state):
                return remove(state, turn.seat, "", context)
            return lose_on_time(state, turn.seat, context)
        case cmd.Settlement.END:
            return (ev.Ended(context.now, EndReason.ENDED, (), (), command.by),)
        case _:
            assert_never(command.how)


def may_settle(state: GameState | TableView, gone: frozenset[str] = frozenset()) -> bool:
    """Whether those who wait may decide now: the last time to move has passed, or the person is `gone`."""
    silent, turn = _awaited(state), state.phase
    is_due = isinstance(turn, Turn) and turn.claim is not None and turn.claim.due
    return is_due or (silent is not None and silent.member in gone)


def decide(state: GameState, command: cmd.ClockCommand, context: Context) -> tuple[ev.Event, ...]:
    """The events that the passing of time, or a command about it, leads to."""
    match command:
        case cmd.OpenDraft():
            return _open_draft(state, command, context)
        case cmd.Expire():
            return _expire(state, command.turn, context)
        case cmd.Remind():
            return _remind(state, command.turn, context)
        case cmd.Nudge():
            return _nudge(state, command.by, context)
        case cmd.KeepOpen():
            in_lobby = isinstance(state.phase, Lobby)
            return (lobby.keep_open if in_lobby else _keep_open)(state, command.by, context)
        case cmd.PutAside():
            return _put_aside(state, command, context)
        case cmd.CountOvertime():
            return _count_overtime(state, command.turn, context)
        case cmd.LoseTime():
            return _lose_time(state, command, context)
        case cmd.GiveTime():
            return _give_time(state, command, context)
        case _:
            assert_never(command)


def check_in_time(state: GameState, command: cmd.TurnCommand, context: Context) -> None:
    """Raise `TimeIsUp` for a move once the time for the turn is up.

    The only exception is the last preview opened in time. Between the end of the time and the expiry a moment later,
    nobody may act.
    """
    if not isinstance(command, cmd.Play | cmd.Pass | cmd.Exchange):
        return
    if not isinstance(state.phase, Turn) or state.seat_of(command.by) != state.phase.seat:
        return  # refused later for another reason
    flag = clock.flag_falls(state)
    if flag is not None and context.now >= flag:
        raise TimeIsUp
    end = clock.turn_ends(state)
    if end is None or context.now < end:
        return
    draft = command.draft if isinstance(command, cmd.Play) else None
    if draft is None or draft != state.phase.draft or context.now >= end + state.rules.clock_grace:
        raise TimeIsUp


def _turn_of(state: GameState) -> Turn:
    assert isinstance(state.phase, Turn)
    return state.phase


def _open_draft(state: GameState, command: cmd.OpenDraft, context: Context) -> tuple[ev.Event, ...]:
    seat = seat_on_turn(state, command.by, command.turn)
    end = clock.turn_ends(state)
    if end is None or not state.rules.clock_grace or context.now >= end:
        return ()
    return (ev.DraftOpened(context.now, seat, command.draft),)


def _expire(state: GameState, turn: int, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    if state.turn != turn or not isinstance(state.phase, Turn):
        raise StaleTurn(turn, state.turn)
    flag, end = clock.flag_falls(state), clock.last_call(state)
    if flag is not None and context.now >= flag + clock.LATE:
        return lose_on_time(state, state.phase.seat, context)
    if end is None or context.now < end + clock.LATE:
        raise StaleTurn(turn, state.turn)
    decision = Decision(state)
    close_windows(decision, context)
    decision.add(ev.TurnExpired(context.now, state.phase.seat))
    finish_move(decision, context)
    return decision.events


def _remind(state: GameState, turn: int, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    at = clock.next_reminder(state)
    if state.turn != turn or at is None or context.now < at:
        raise StaleTurn(turn, state.turn)
    return (ev.Reminded(context.now, _turn_of(state).seat, clock.reminder_reason(state, context.now)),)


def _nudge(state: GameState, by: str, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    seat, turn = seat_of(state, by), state.phase
    if not isinstance(turn, Turn) or turn.seat == seat or not state.seats[turn.seat].is_human:
        raise NobodyToNudge
    again = turn.since + clock.NUDGE_FIRST if turn.nudged is None else turn.nudged + clock.NUDGE_AGAIN
    again = max(again, state.seats[turn.seat].away or 0)
    if context.now < again:
        raise NudgedLately(again)
    return (ev.Reminded(context.now, turn.seat, Reminder.NUDGE, by),)


def _give_time(state: GameState, command: cmd.GiveTime, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    check_turn(state, command.turn)
    own = member_seats(state).get(command.by)
    giver, turn = seat_of(state, command.by) if own is None else own, state.phase
    player = state.seats[turn.seat].player if isinstance(turn, Turn) else None
    if not isinstance(turn, Turn) or not isinstance(player, Person) or player.member == command.by:
        raise NobodyToGiveTime
    if not clock.gift(state.rules):
        raise NoTimeToGive
    if giver in turn.givers:
        raise TimeGivenAlready
    return (ev.TimeGiven(context.now, turn.seat, giver, clock.gift(state.rules)),)


def _keep_open(state: GameState, by: str, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    seat = seat_of(state, by)
    if not isinstance(state.phase, Turn) or state.phase.quiet is None:
        return ()
    claim, own = state.phase.claim, seat == state.phase.seat
    if claim and own and state.rules.is_live and (claim.due or not clock.answers_claim(state, context.now)):
        raise TimeIsUp
    return (ev.KeptOpen(context.now, seat),)


def _count_overtime(state: GameState, turn: int, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    at = clock.next_overtime(state)
    if state.turn != turn or at is None or context.now < at:
        raise StaleTurn(turn, state.turn)
    seat = _turn_of(state).seat
    return (ev.OvertimeCounted(context.now, seat, clock.minutes_over(state, seat, context.now)),)


def _put_aside(state: GameState, command: cmd.PutAside, context: Context) -> tuple[ev.Event, ...]:
    check_running(state)
    at = clock.put_aside(state)
    if state.turn != command.turn or at is None or context.now < at:
        raise StaleTurn(command.turn, state.turn)
    return (ev.GamePaused(context.now, "", command.name, usual=True),)


def _lose_time(state: GameState, command: cmd.LoseTime, context: Context) -> tuple[ev.Event, ...]:
    """Record lost time; no event if no clock runs, no window is open and nobody has been asked anything."""
    end, phase = min(command.end, context.now), state.phase
    asked = isinstance(phase, FinalPass | AwaitAnswer | AwaitTiles) or (
        isinstance(phase, Lobby) and phase.asked is not None
    )
    waits = asked or (isinstance(phase, Turn) and clock.time_matters(state))
    return (ev.TimeLost(context.now, command.start, end),) if waits and command.start < end else ()
