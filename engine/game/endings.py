"""When a game is over, what the tiles left change, and who has won (REFERENCE 1, ledger N7, N14, C18)."""

from __future__ import annotations

from engine.game import events as ev
from engine.game.asking import Chain
from engine.game.clock import overtime_points
from engine.game.context import Context
from engine.game.drawing import draw_rest
from engine.game.phases import Adjustment, AwaitTiles, EndReason, Overtime, Turn
from engine.game.state import GameState, LatestPlay
from engine.game.windows import answer_deadline
from engine.model.rules import EndAdjustment
from engine.model.tiles import HiddenRack, KnownRack, Rack

SCORELESS_TURNS_A_SEAT = 3
LAST_RESORT_TURNS_A_SEAT = 10
UNTIMELY = frozenset({EndReason.LEFT, EndReason.TIME})
"""Ends at which the tiles left are not counted."""
TYPING_TIME = 15 * 60_000
"""Milliseconds in which the tiles left on real racks are to be typed in."""


def end_if_over(chain: Chain, context: Context) -> None:
    """Ends the game when the move just made calls for it, or opens the final pass where the words may be challenged."""
    state = chain.state
    if not isinstance(state.phase, Turn):
        return
    if _is_out(state):
        _go_out(chain, context)
    elif state.drawable <= 0 and state.passes >= len(state.in_play):
        end(chain, EndReason.ALL_PASSED, context)
    elif state.scoreless >= _scoreless_limit(state):
        end(chain, EndReason.SCORELESS, context)


def _scoreless_limit(state: GameState) -> int:
    limit = state.rules.scoreless_end
    turns_a_seat = LAST_RESORT_TURNS_A_SEAT if limit == 0 else SCORELESS_TURNS_A_SEAT
    return limit or turns_a_seat * len(state.in_play)


def _is_out(state: GameState) -> bool:
    latest = state.latest
    return isinstance(latest, LatestPlay) and state.drawable <= 0 and not len(state.seats[latest.seat].rack)


def _go_out(chain: Chain, context: Context) -> None:
    state, play = chain.state, chain.state.latest
    assert isinstance(play, LatestPlay)
    waiting = tuple(seat for seat in state.in_play if seat != play.seat)
    if state.rules.phonies_stand and play.open and waiting:
        chain.add(ev.FinalPassOpened(context.now, waiting, answer_deadline(state, context.now)))
    else:
        end(chain, EndReason.OUT, context)


def end(chain: Chain, reason: EndReason, context: Context) -> None:
    """Ends the game for a reason; where real tiles count, once they are typed in.

    What somebody has not picked by hand yet is drawn before the tiles are counted.
    """
    for seat in chain.state.in_play:
        draw_rest(chain, seat, context)
    if reason not in UNTIMELY and chain.state.rules.end_adjustment is not EndAdjustment.NONE:
        _declare_the_last(chain, context)
        if waiting := _undeclared(chain.state):
            if not isinstance(chain.state.phase, AwaitTiles):
                chain.add(ev.TilesAwaited(context.now, waiting, reason, context.now + TYPING_TIME))
            return
    finish(chain, reason, context)


def _undeclared(state: GameState) -> tuple[int, ...]:
    """The seats whose tiles are still to be typed in."""
    return tuple(
        number
        for number, seat in enumerate(state.seats)
        if seat.due or (isinstance(seat.rack, HiddenRack) and len(seat.rack))
    )


def _declare_the_last(chain: Chain, context: Context) -> None:
    """When nothing else is unseen, the tiles of the last hidden rack are known without anybody typing them."""
    waiting = _undeclared(chain.state)
    racks = [chain.state.seats[seat].rack for seat in waiting]
    if len(racks) == 1 and isinstance(racks[0], HiddenRack) and len(racks[0]) == len(chain.state.pool):
        chain.add(ev.LeftDeclared(context.now, waiting[0], chain.state.pool))


def finish(chain: Chain, reason: EndReason, context: Context) -> None:
    """Ends the game at once, with adjustments and winners."""
    untimely = reason in UNTIMELY
    adjustments = () if untimely else adjust(chain.state, reason)
    overtime = () if untimely else charge_overtime(chain.state)
    winners = find_winners(chain.state, adjustments, overtime)
    chain.add(ev.Ended(context.now, reason, adjustments, winners, overtime=overtime))


def end_by_challenge(chain: Chain, winner: int, context: Context) -> None:
    """Ends the game for the seat that was right; the scores stand (challenge rule `triple`)."""
    chain.add(ev.Ended(context.now, EndReason.CHALLENGE, (), (winner,)))


def adjust(state: GameState, reason: EndReason) -> tuple[Adjustment, ...]:
    """What the tiles left change for each seat.

    Standard: everybody loses the own rack, and who went out gains all the others'. American: who went out gains twice
    the others' and nobody loses; when nobody went out, everybody loses the own rack. A hidden rack counts nothing.
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
    """What each seat in play loses for the time by which it was over its clock; computers keep time like everybody."""
    charged: list[Overtime] = []
    for number in state.in_play:
        used = state.seats[number].used
        if points := overtime_points(state.rules, used):
            charged.append(Overtime(number, -points, used - (state.rules.game_clock or 0)))
    return tuple(charged)


def _points(rack: Rack) -> int:
    return rack.tiles.points if isinstance(rack, KnownRack) else 0


def find_winners(
    state: GameState, adjustments: tuple[Adjustment, ...], overtime: tuple[Overtime, ...] = ()
) -> tuple[int, ...]:
    """The seats that won: highest final score, a tie going to the higher score before adjustment (ledger N14).

    Who left does not win; an unbroken tie is shared.
    """
    changes = {adjustment.seat: adjustment.points for adjustment in adjustments}
    for one in overtime:
        changes[one.seat] = changes.get(one.seat, 0) + one.points
    ranks = {
        number: (state.seats[number].score + changes.get(number, 0), state.seats[number].score)
        for number in state.in_play
    }
    best = max(ranks.values(), default=None)
    return tuple(number for number, rank in ranks.items() if rank == best)
