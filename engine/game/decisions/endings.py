"""What follows a move: tiles drawn at random, by hand or on a real table, and how a game ends and is scored."""

from __future__ import annotations

from collections import Counter

from engine.errors import NothingToDraw, NotSeated, RuleIsOff, StaleTurn
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import overtime_points, time_left
from engine.game.decision import Context, Decision, check_running, seat_of
from engine.game.phases import Adjustment, AwaitTiles, EndReason, Overtime, ScoreChange, Turn
from engine.game.state import GameState, LatestPlay, has_played
from engine.model.rules import DrawTiles, EndAdjustment
from engine.model.tiles import HiddenRack, KnownRack, Rack, Tiles
from engine.play.placement import Placement, ScoreSheet


def decide(state: GameState, command: cmd.Draw | cmd.FinishDraw, context: Context) -> tuple[ev.Event, ...]:
    """The events of drawing by hand; chance decides only now which tiles they are."""
    check_running(state)
    if isinstance(command, cmd.FinishDraw):
        return _finish(state, command.seat, context)
    seat = _drawer(state, command)
    if state.rules.draw_tiles is not DrawTiles.MANUAL:
        raise RuleIsOff("draw_tiles")
    due = state.seats[seat].due
    count = due if command.count is None else command.count
    if not 0 < count <= due:
        raise NothingToDraw(due)
    return (ev.TilesDrawn(context.now, seat, context.draw(_pool_for(state, seat, count), count)),)


def _pool_for(state: GameState, seat: int, count: int) -> Tiles:
    """The tiles that a seat may draw: not those that it has just exchanged, unless too few others are left."""
    aside = Counter(state.seats[seat].aside)
    fresh = Tiles.of((Counter(state.pool) - aside).elements())
    return fresh if len(fresh) >= count else state.pool


def _drawer(state: GameState, command: cmd.Draw) -> int:
    held = state.seats_of(command.by) or (seat_of(state, command.by),)
    if command.seat is not None:
        if command.seat not in held:
            raise NotSeated
        return command.seat
    return next((seat for seat in held if state.seats[seat].due), held[0])


def _finish(state: GameState, seat: int, context: Context) -> tuple[ev.Event, ...]:
    drawer = state.seats[seat]
    if not drawer.due or context.now < drawer.due_since + state.rules.draw_time:
        raise StaleTurn(state.turn, state.turn)
    decision = Decision(state)
    draw_rest(decision, seat, context)
    return decision.events


def draw_rest(decision: Decision, seat: int, context: Context) -> None:
    """Draws the tiles that a seat has not drawn by hand."""
    due = decision.state.seats[seat].due
    if due and not decision.state.rules.tabletop:
        drawn = context.draw(_pool_for(decision.state, seat, due), due)
        decision.add(ev.TilesDrawn(context.now, seat, drawn))


def draw(decision: Decision, seat: int, context: Context) -> bool:
    """Fill the rack of a seat from the pool as the rules say; False if there is nothing to draw."""
    state = decision.state
    drawer = state.seats[seat]
    count = min(state.variant.rack_size - len(drawer.rack) - drawer.due, state.drawable)
    if count <= 0:
        return False
    if isinstance(drawer.rack, HiddenRack):
        decision.add(ev.HiddenDrawn(context.now, seat, count))
    elif state.rules.tabletop or draws_by_hand(state, seat):
        decision.add(ev.DrawOpened(context.now, seat, count))
    else:
        decision.add(ev.TilesDrawn(context.now, seat, context.draw(state.pool, count)))
    return True


def draws_by_hand(state: GameState, seat: int) -> bool:
    """Whether a seat picks its tiles from the face-down pool."""
    return state.seats[seat].is_human and state.rules.draw_tiles is DrawTiles.MANUAL and not state.rules.tabletop


def draw_for_latest(decision: Decision, context: Context) -> bool:
    """Draws the replacement tiles for the latest play; False if there are none."""
    assert isinstance(decision.state.latest, LatestPlay)
    return draw(decision, decision.state.latest.seat, context)


def close_windows(decision: Decision, context: Context) -> None:
    """Close the window to undo the latest move and draw its replacement tiles."""
    latest = decision.state.latest
    if not decision.state.rules.undo or not latest or not latest.open:
        return
    if not (isinstance(latest, LatestPlay) and draw_for_latest(decision, context)):
        decision.add(ev.WindowsClosed(context.now))


UNTIMELY = frozenset({EndReason.LEFT, EndReason.TIME})
"""Reasons for an end at which the tiles left are not counted."""
TYPING_TIME = 15 * 60_000
"""Milliseconds allowed for typing in the tiles left on real racks."""


# --- after a move -------------------------------------------------------------------------------------------------


def place_tiles(decision: Decision, seat: int, placement: Placement, sheet: ScoreSheet, context: Context) -> None:
    """Put a play on the board; replacement tiles are drawn at once unless it may be undone."""
    decision.add(ev.Played(context.now, seat, placement, sheet))
    if not decision.state.rules.undo:
        draw_for_latest(decision, context)


def finish_move(decision: Decision, context: Context) -> None:
    """End the game if the move ends it, or skip turns lost to earlier challenges."""
    latest = decision.state.latest
    if latest and not decision.state.seats[latest.seat].is_human:
        # A computer player never undoes a move, so there is nothing to wait for.
        close_windows(decision, context)
    end_if_over(decision, context)
    skip_lost_turns(decision, context)


def skip_lost_turns(decision: Decision, context: Context) -> None:
    """Skips seats that lose this turn to a failed challenge, until one may move or the game ends.

    The seat that may move gets the tiles that it has not drawn by hand.
    """
    while isinstance(decision.state.phase, Turn) and decision.state.seats[decision.state.phase.seat].lost_turns:
        decision.add(ev.TurnSkipped(context.now, decision.state.phase.seat))
        end_if_over(decision, context)
    if decision.state.on_turn is not None and decision.state.turn != decision.before.turn:
        draw_rest(decision, decision.state.on_turn, context)


# --- the end ------------------------------------------------------------------------------------------------------


def answer_deadline(state: GameState, now: int) -> int:
    """The instant until which a play made now waits for answers."""
    return now + state.rules.patience


def end_if_over(decision: Decision, context: Context) -> None:
    """End the game if the latest move ends it, or open the final pass if its words may be challenged."""
    state = decision.state
    if not isinstance(state.phase, Turn):
        return
    if _is_out(state):
        _go_out(decision, context)
    elif state.drawable <= 0 and state.passes >= len(state.in_play):
        end_game(decision, EndReason.ALL_PASSED, context)
    elif state.scoreless >= state.rules.scoreless_limit(len(state.in_play)):
        end_game(decision, EndReason.SCORELESS, context)


def _is_out(state: GameState) -> bool:
    latest = state.latest
    return isinstance(latest, LatestPlay) and state.drawable <= 0 and not len(state.seats[latest.seat].rack)


def _go_out(decision: Decision, context: Context) -> None:
    state, play = decision.state, decision.state.latest
    assert isinstance(play, LatestPlay)
    waiting = tuple(seat for seat in state.in_play if seat != play.seat)
    if state.rules.phonies_stand and play.open and waiting:
        decision.add(ev.FinalPassOpened(context.now, waiting, answer_deadline(state, context.now)))
    else:
        end_game(decision, EndReason.OUT, context)


def end_game(decision: Decision, reason: EndReason, context: Context) -> None:
    """End the game for a reason, or as void if it does not count. If real tiles count, it first waits for them.

    Tiles still to be drawn by hand are drawn before the racks are counted.
    """
    if not decision.state.counts:
        decision.add(ev.Ended(context.now, EndReason.VOID, (), ()))
        return
    for seat in decision.state.in_play:
        draw_rest(decision, seat, context)
    if reason not in UNTIMELY and decision.state.rules.end_adjustment is not EndAdjustment.NONE:
        _declare_last_rack(decision, context)
        if waiting := _undeclared(decision.state):
            if not isinstance(decision.state.phase, AwaitTiles):
                decision.add(ev.TilesAwaited(context.now, waiting, reason, context.now + TYPING_TIME))
            return
    end_now(decision, reason, context)


def _undeclared(state: GameState) -> tuple[int, ...]:
    """The seats whose tiles are still to be typed in."""
    return tuple(
        number
        for number, seat in enumerate(state.seats)
        if seat.due or (isinstance(seat.rack, HiddenRack) and len(seat.rack))
    )


def _declare_last_rack(decision: Decision, context: Context) -> None:
    """Declare the last hidden rack if all other tiles are known, so that nobody has to type it in."""
    waiting = _undeclared(decision.state)
    racks = [decision.state.seats[seat].rack for seat in waiting]
    if len(racks) == 1 and isinstance(racks[0], HiddenRack) and len(racks[0]) == len(decision.state.pool):
        decision.add(ev.RackDeclared(context.now, waiting[0], decision.state.pool))


def end_now(decision: Decision, reason: EndReason, context: Context) -> None:
    """End the game at once, with what changes the scores then, and with winners."""
    state = decision.state
    changes: tuple[ScoreChange, ...] = ()
    if reason not in UNTIMELY:
        changes = (*adjust(state, reason), *charge_overtime(state))
    decision.add(ev.Ended(context.now, reason, changes, find_winners(state, changes)))


def end_by_challenge(decision: Decision, winner: int, context: Context) -> None:
    """End the game in favour of the seat that was right; the scores stand (challenge rule `triple`)."""
    decision.add(ev.Ended(context.now, EndReason.CHALLENGE, (), (winner,)))


def adjust(state: GameState, reason: EndReason) -> tuple[Adjustment, ...]:
    """How the tiles left change each seat's score.

    Standard: every seat loses the points of its rack, and the seat that went out gains those of all others. American:
    the seat that went out gains twice the points of the others, and nobody loses; if no seat went out, each loses the
    points of its rack. A hidden rack counts as zero.
    """
    kind = state.rules.end_adjustment
    if kind is EndAdjustment.NONE:
        return ()
    left = [_points(seat.rack) for seat in state.seats]
    points = [-lost for lost in left]
    if reason is EndReason.OUT and isinstance(state.latest, LatestPlay):
        american = kind is EndAdjustment.AMERICAN
        points = [0] * len(left) if american else points
        points[state.latest.seat] += sum(left) * (2 if american else 1)
    return tuple(
        Adjustment(number, change, seat.rack.tiles if isinstance(seat.rack, KnownRack) else None)
        for number, (seat, change) in enumerate(zip(state.seats, points, strict=True))
    )


def charge_overtime(state: GameState) -> tuple[Overtime, ...]:
    """The overtime penalty of each seat in play, computer players included."""
    charged: list[Overtime] = []
    for number in state.in_play:
        over = -(time_left(state, number) or 0)
        if points := overtime_points(state.rules, over):
            charged.append(Overtime(number, -points, over))
    return tuple(charged)


def _points(rack: Rack) -> int:
    return rack.tiles.points if isinstance(rack, KnownRack) else 0


def find_winners(state: GameState, changes: tuple[ScoreChange, ...]) -> tuple[int, ...]:
    """The seats that won: those with the highest final score, ties going to the higher score before the changes.

    Seats that have left or never played do not win; an unbroken tie is shared.
    """
    scores = {number: state.seats[number].score for number in state.in_play if has_played(state.seats[number])}
    ranks = {
        number: (score + sum(one.points for one in changes if one.seat == number), score)
        for number, score in scores.items()
    }
    best = max(ranks.values(), default=None)
    return tuple(number for number, rank in ranks.items() if rank == best)
