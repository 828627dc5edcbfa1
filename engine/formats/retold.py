"""A game record told again as the events of a game, so that everything that reads a journal can read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.errors import MalformedText, TilesNotOnRack
from engine.formats import gcg
from engine.formats.cgp import sizes_of
from engine.formats.gcg import WHERE, GcgGame, MalformedGcg
from engine.formats.replay import ReplayedTurn
from engine.formats.replay import replay as replay_record
from engine.formats.tiletext import read_rack
from engine.game import events as ev
from engine.game.evolve import evolve, replay
from engine.game.phases import Adjustment, EndReason, Overtime
from engine.game.state import GameState, Person, Setup
from engine.model.board import Board, Cell, PlacedTile
from engine.model.tiles import HiddenRack, KnownRack, Rack, Tiles
from engine.sentences import Sentence

ENDING = gcg.GcgRackGain | gcg.GcgRackLoss | gcg.GcgTimePenalty
"""What a record tells of the end; a penalty before it counts there too."""


def names_of(record: GcgGame) -> tuple[str, ...]:
    """The names of the players."""
    return tuple(player.name or player.nick for player in record.players)


def finished(record: GcgGame, setup: Setup, host: Person, players: Sequence[Person], at: int) -> tuple[ev.Event, ...]:
    """The journal of a finished game that says what a record says; everything happens at one instant.

    A rack that the record tells only a part of is not known. A game that the record breaks off has ended without a
    winner. Raises `MalformedGcg` for an impossible play, and for more tiles than the set has.
    """
    teller = _Teller(record, setup, host, players, at)
    return (*teller.events, teller.ended())


def unfinished(record: GcgGame, setup: Setup, host: Person, players: Sequence[Person], at: int) -> tuple[ev.Event, ...]:
    """The same without an end, with the racks that the record tells last. Raises also if the record tells the end."""
    if any(isinstance(event, ENDING) for event in record.events):
        raise MalformedGcg(WHERE, Sentence("the game is over"))
    if len(players) < 2:
        raise MalformedGcg(WHERE, Sentence("needs at least two players"))
    teller = _Teller(record, setup, host, players, at)
    teller.leave_racks()
    return tuple(teller.events)


class _Teller:
    def __init__(self, record: GcgGame, setup: Setup, host: Person, players: Sequence[Person], at: int) -> None:
        self._record, self._setup, self._at, self._host = record, setup, at, host
        replayed = replay_record(record, setup.variant)
        first = replayed.turns[0].event.player if replayed.turns else 0
        joined = (ev.Joined(at, player) for player in players)
        self.events: list[ev.Event] = [ev.Opened(at, host, setup, seated=False), *joined]
        self.events.append(ev.Started(at, host.id, first))
        self._state: GameState = replay(self.events)
        boards = [turn.board for turn in replayed.turns[1:]] + [replayed.board]
        for turn, after in zip(replayed.turns, boards, strict=False):
            try:
                self._take(turn, after)
            except TilesNotOnRack as error:
                raise MalformedGcg(WHERE, Sentence("there are more tiles than the set has"), turn.event.line) from error
        self._turns = replayed.turns

    def _tell(self, event: ev.Event) -> None:
        self._state = evolve(self._state, event)
        self.events.append(event)

    def _take(self, turn: ReplayedTurn, after: Board) -> None:
        at, event = self._at, turn.event
        seat = event.player
        match event:
            case gcg.GcgPlay():
                assert turn.placement
                assert turn.sheet
                self._hold(seat, event.rack, len(turn.placement.used))
                self._tell(ev.Played(at, seat, turn.placement, turn.sheet))
            case gcg.GcgExchange():
                self._hold(seat, event.rack, event.count)
                self._tell(self._exchange(event, turn.score))
            case gcg.GcgPass():
                self._hold(seat, event.rack, 0)
                self._tell(ev.Passed(at, seat, turn.score))
            case gcg.GcgWithdrawn():
                self._tell(ev.Withdrawn(at, seat))
            case gcg.GcgChallengeBonus():
                self._tell(ev.ChallengeBonus(at, seat, turn.score))
            case _:
                pass
        for cell, placed in self._traded(after):
            self._trade(seat, cell, placed)

    # --- racks ---

    def _hold(self, seat: int, told: str, used: int) -> None:
        """Tells the rack of a seat that moves, and how many tiles the others hold; the rest is in the pool."""
        everyone = range(len(self._state.seats))
        unseen = self._setup.variant.tile_set.tiles - _tiles_on(self._state.board)
        rack = self._rack(told, unseen, used)
        sizes = sizes_of([0] * (len(everyone) - 1), len(unseen) - len(rack), self._setup.variant.rack_size)
        sizes.insert(seat, 0)
        for other in everyone:
            self._show(other, rack if other == seat else HiddenRack(sizes[other]))

    def _rack(self, told: str, unseen: Tiles, used: int) -> Rack:
        size = self._setup.variant.rack_size
        tiles = self._read(told)
        others = size * (len(self._state.seats) - 1)
        whole = tiles and (len(tiles) == size or len(unseen) - len(tiles) <= others) and unseen.covers(tiles)
        if tiles and whole and len(tiles) >= used:
            return KnownRack(tiles)
        return HiddenRack(max(used, min(size, len(unseen))))

    def _read(self, text: str) -> Tiles | None:
        try:
            return read_rack(text, self._setup.variant)
        except MalformedText:
            return None

    def _show(self, seat: int, rack: Rack) -> None:
        """Tells a rack unless the game knows it so. An empty one is known either way."""
        now = self._state.seats[seat].rack
        if now == rack or len(now) == len(rack) == 0:
            return
        tiles = rack.tiles if isinstance(rack, KnownRack) else Tiles()
        self._tell(ev.RackRecorded(self._at, seat, tiles, 0 if tiles else len(rack)))

    def leave_racks(self) -> None:
        """Tells the racks at the end of an unfinished game, as far as they are known and possible."""
        unseen = self._setup.variant.tile_set.tiles - _tiles_on(self._state.board)
        told = dict(self._record.racks)
        if self._record.incomplete and self._state.on_turn is not None:
            told.setdefault(self._state.on_turn, self._record.incomplete)
        for seat in range(len(self._state.seats)):
            self._show(seat, HiddenRack())
        for seat, text in told.items():
            tiles = self._read(text) or Tiles()
            if len(tiles) <= self._setup.variant.rack_size and unseen.covers(tiles):
                unseen -= tiles
                self._show(seat, KnownRack(tiles))

    # --- moves ---

    def _exchange(self, event: gcg.GcgExchange, points: int) -> ev.Exchanged:
        given, rack = self._read(event.tiles) or Tiles(), self._state.seats[event.player].rack
        if isinstance(rack, KnownRack) and given and rack.tiles.covers(given):
            return ev.Exchanged(self._at, event.player, given, Tiles(), points)
        return ev.Exchanged(self._at, event.player, Tiles(), Tiles(), points, hidden=event.count)

    def _traded(self, after: Board) -> Iterator[tuple[Cell, PlacedTile]]:
        """The squares where a real tile has taken the place of a blank."""
        for cell, placed in after.tiles():
            before = self._state.board.at(cell)
            if before is not None and before != placed:
                yield cell, placed

    def _trade(self, seat: int, cell: Cell, placed: PlacedTile) -> None:
        lying = self._state.board.at(cell)
        assert lying
        self._show(seat, KnownRack(Tiles((placed.tile,))))
        self._tell(ev.BlankTraded(self._at, seat, cell, placed.tile, lying.tile))

    # --- the end ---

    def ended(self) -> ev.Ended:
        """The end with its adjustments; those who lead have won unless the record breaks off."""
        adjustments = tuple(self._adjustments())
        late = [turn for turn in self._turns if isinstance(turn.event, gcg.GcgTimePenalty)]
        overtime = (Overtime(turn.event.player, turn.score, 0) for turn in late)
        broken = self._record.incomplete is not None or not adjustments
        out = any(isinstance(turn.event, gcg.GcgRackGain) for turn in self._turns)
        reason = EndReason.OUT if out else EndReason.ENDED if broken else EndReason.SCORELESS
        return ev.Ended(self._at, reason, (*adjustments, *overtime), () if broken else self._leaders())

    def _adjustments(self) -> Iterator[Adjustment]:
        for turn in self._turns:
            if isinstance(turn.event, gcg.GcgRackGain):
                yield Adjustment(turn.event.player, turn.score, None)
            elif isinstance(turn.event, gcg.GcgRackLoss):
                yield Adjustment(turn.event.player, turn.score, self._read(turn.event.tiles))

    def _leaders(self) -> tuple[int, ...]:
        totals = {turn.event.player: turn.total for turn in self._turns}
        return tuple(seat for seat, total in sorted(totals.items()) if total == max(totals.values()))


def _tiles_on(board: Board) -> Tiles:
    return Tiles.of(tile.tile for _, tile in board.tiles())
