"""One of our games as a GCG record."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine.errors import TooLarge
from engine.formats.gcg import (
    TRADE,
    WHERE,
    GcgChallengeBonus,
    GcgEvent,
    GcgExchange,
    GcgGame,
    GcgPass,
    GcgPlay,
    GcgPlayer,
    GcgRackGain,
    GcgRackLoss,
    GcgTimePenalty,
    GcgWithdrawn,
    distinct,
)
from engine.formats.tiletext import write_rack, write_tile
from engine.game import events as ev
from engine.game.evolve import evolve
from engine.game.phases import Adjustment, Over, Overtime, ScoreChange
from engine.game.state import GameState
from engine.limits import LONGEST_NAME
from engine.model.board import STANDARD, Board, Direction
from engine.model.tiles import KnownRack, Tiles
from engine.model.variant import Variant
from engine.play.placement import Placement
from engine.reading import composed


def record(events: Iterable[ev.Event], *, open_racks: bool) -> GcgGame:
    """The record of a game from its journal, which begins with `Opened`.

    With `open_racks` every rack and exchange is recorded; otherwise only placed tiles are, so that the record is safe
    to show during the game. Undone moves and departures are left out. The cost of a hint appears as a penalty. If racks
    and scores changed hands, each player continues as the other in the record. Raises `ValueError` without events.
    """
    writer = _Writer(open_racks)
    state: GameState | None = None
    for event in events:
        if state is not None:
            writer.take(event, state)
        state = evolve(state, event)
    if state is None:
        raise ValueError("a journal begins with the opening of the game")
    return writer.finish(state)


def placed_text(board: Board, placement: Placement, variant: Variant) -> tuple[str, str]:
    """The square and the tiles of a play as records have them: `8D`, `HE.Lo`."""
    new = dict(placement.tiles)
    cells = board.place(new).run(placement.cell, placement.direction)
    texts = (write_tile(new[cell], variant) if cell in new else "." for cell in cells)
    return STANDARD.name(placement.cell, placement.direction, variant.layout.size), "".join(texts)


class _Writer:
    def __init__(self, open_racks: bool) -> None:
        self._open_racks = open_racks
        self._events: list[GcgEvent] = []
        self._totals: dict[int, int] = {}
        self._places: dict[int, int] = {}

    def take(self, event: ev.Event, before: GameState) -> None:
        """Record an event, given the game before it."""
        match event:
            case ev.Played(seat=seat, placement=placement, sheet=sheet):
                self._add(self._play(before, seat, placement), sheet.total)
            case ev.Passed(seat=seat, points=points):
                self._add(GcgPass(player=seat, rack=self._rack(before, seat)), points)
            case ev.TurnSkipped(seat=seat) | ev.TurnExpired(seat=seat):
                self._add(GcgPass(player=seat, rack=self._rack(before, seat)), 0)
            case ev.TurnLost():
                self._lose_turn(before, event)
            case ev.ChallengeBonus(seat=seat, points=points):
                self._add(GcgChallengeBonus(player=seat), points)
            case ev.Exchanged(seat=seat, points=points):
                self._add(self._exchange(before, event), points)
            case ev.BlankTraded():
                self._note_trade(before, event)
            case ev.Withdrawn(seat=seat):
                place = self._place(seat)
                play = next(e for e in reversed(self._events) if isinstance(e, GcgPlay) and e.player == place)
                self._add(GcgWithdrawn(player=seat, rack=play.rack), -play.score)
            case ev.Undone():
                # The player on turn then may have paid for a hint.
                kinds = GcgPlay | GcgPass | GcgExchange
                latest = max(n for n, one in enumerate(self._events) if isinstance(one, kinds))
                undone = self._events.pop(latest)
                self._totals[undone.player] -= undone.score
            case ev.HintGiven(seat=seat, cost=cost) if cost:
                self._add(GcgTimePenalty(player=seat, note="hint"), -cost)
            case ev.Swapped(seat=seat, other=other):
                self._places |= {seat: self._place(other), other: self._place(seat)}
            case ev.Ended(changes=changes):
                for change in changes:
                    self._change(change, changes, before)
            case _:
                pass

    def _place(self, seat: int) -> int:
        """The recorded player whose rack and score a seat holds."""
        return self._places.get(seat, seat)

    def _add(self, event: GcgEvent, points: int) -> None:
        place = self._place(event.player)
        total = self._totals.get(place, 0) + points
        self._totals[place] = total
        self._events.append(replace(event, player=place, score=points, total=total))

    def _rack(self, state: GameState, seat: int, shown: Tiles | None = None) -> str:
        rack = state.seats[seat].rack
        known = rack.tiles if self._open_racks and isinstance(rack, KnownRack) else shown
        return write_rack(known or (), state.variant)

    def _play(self, state: GameState, seat: int, placement: Placement) -> GcgPlay:
        place, tiles = placed_text(state.board, placement, state.variant)
        return GcgPlay(player=seat, rack=self._rack(state, seat, placement.used), place=place, tiles=tiles)

    def _lose_turn(self, before: GameState, event: ev.TurnLost) -> None:
        """Record a rejected play and its withdrawal if players saw it, otherwise a pass."""
        if event.placement is None or event.sheet is None:
            self._add(GcgPass(player=event.seat, rack=self._rack(before, event.seat)), 0)
            return
        play = self._play(before, event.seat, event.placement)
        self._add(play, event.sheet.total)
        self._add(GcgWithdrawn(player=event.seat, rack=play.rack), -event.sheet.total)

    def _exchange(self, state: GameState, event: ev.Exchanged) -> GcgExchange:
        tiles = write_rack(event.returned, state.variant) if self._open_racks else ""
        return GcgExchange(player=event.seat, rack=self._rack(state, event.seat), tiles=tiles, count=event.count)

    def _note_trade(self, state: GameState, event: ev.BlankTraded) -> None:
        """Add a traded blank as a note to the previous event: the format has no other place for it."""
        place = STANDARD.name(event.cell, Direction.ACROSS, state.variant.layout.size)
        remark = TRADE.format(place=place, tile=write_rack((event.tile,), state.variant))
        last = self._events[-1]
        self._events[-1] = replace(last, note=f"{last.note} {remark}".strip())

    def _change(self, change: ScoreChange, everyone: tuple[ScoreChange, ...], state: GameState) -> None:
        match change:
            case Adjustment(points=0):
                pass
            case Adjustment(seat=seat, points=points, left=left) if left:
                own = write_rack(left, state.variant)
                self._add(GcgRackLoss(player=seat, rack=own, tiles=own), points)
            case Adjustment(seat=seat, points=points):
                racks = [one.left or () for one in everyone if isinstance(one, Adjustment) and one.seat != seat]
                tiles = write_rack((tile for rack in racks for tile in rack), state.variant)
                self._add(GcgRackGain(player=seat, tiles=tiles), points)
            case Overtime(seat=seat, points=points):
                self._add(GcgTimePenalty(player=seat, rack=self._rack(state, seat)), points)
            case _:
                assert_never(change)

    def finish(self, state: GameState) -> GcgGame:
        """The whole record, with the current racks if the game is unfinished."""
        runs = not isinstance(state.phase, Over)
        racks = ((self._place(seat), self._rack(state, seat)) for seat in range(len(state.seats)) if runs)
        return GcgGame(
            players_named([seat.player.name for seat in state.seats]),
            tuple(self._events),
            title=_readable(state.setup.name),
            lexicon=_readable(state.setup.lexicon.name),
            incomplete="" if runs else None,
            racks=tuple((seat, rack) for seat, rack in racks if rack),
        )


def players_named(names: Iterable[str]) -> tuple[GcgPlayer, ...]:
    """Players with distinct short names that can be seen and are one word without a colon."""
    whole = [_readable(name)[: LONGEST_NAME // 3].strip() for name in names]
    nicks = (_nick(name) or f"player{number}" for number, name in enumerate(whole, 1))
    return tuple(map(GcgPlayer, distinct(nicks), whole))


def _nick(name: str) -> str:
    seen = "".join(one for one in name if one.isprintable())
    return re.sub(r"[\s:]+", "_", seen.strip()).strip("_")


def _readable(name: str) -> str:
    """A name on one line, without accents if it has more than readers accept."""
    line = " ".join(name.split())
    try:
        return composed(line, WHERE)
    except TooLarge:
        return "".join(one for one in line if not unicodedata.combining(unicodedata.normalize("NFD", one)[0])).strip()
