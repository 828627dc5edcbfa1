"""What everyone may know about a game, and what one seat may know.

Everything shown to a player or computed for one is made from these values, so that no hidden tile leaks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Phase, Turn
from engine.game.state import (
    LOBBY_PATIENCE,
    AskedWord,
    AtTable,
    Computer,
    GameState,
    Latest,
    LatestPass,
    LatestPlay,
    Person,
    Player,
    Setup,
    Standing,
)
from engine.model.board import Board
from engine.model.rules import ShowRacks
from engine.model.tiles import KnownRack, Rack, Tiles

FOUR = 4
"""How many tiles of one letter let a seat exchange its rack."""


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """What everyone sees of a seat.

    `tiles` is the number on its rack, `hints` how many hints it has taken. `moves`, and `used`, `banked`, `gained` and
    `away`, which are about its time, are as in `Seat`. `owner` is the person who left the seat or for whom a computer
    player keeps it; `barred` means that the owner needs consent to come back. `due` counts tiles still to be drawn
    by hand or typed in; `shown` is the rack if the rules let everyone see it, else None.
    """

    player: Player
    score: int
    tiles: int
    standing: Standing
    lost_turns: int
    moves: int = 0
    hints: int = 0
    used: int = 0
    banked: int = 0
    gained: int = 0
    away: int | None = None
    owner: Person | None = None
    barred: bool = False
    due: int = 0
    shown: Tiles | None = None

    @property
    def in_play(self) -> bool:
        """Whether the seat still takes turns."""
        return self.standing is Standing.IN_PLAY


@dataclass(frozen=True, slots=True)
class TableView(AtTable):
    """What everyone may know. `pool` is a number of tiles; `latest.drawn` is always None here.

    `awaited` lists players of the previous game for whom the lobby keeps seats; it waits untouched for `patience`
    milliseconds.
    """

    setup: Setup
    host: str
    opened: int
    phase: Phase
    turn: int
    board: Board
    seats: tuple[SeatSummary, ...]
    pool: int
    scoreless: int
    latest: Latest | None
    sequence: int
    swapped: bool = False
    agreed: tuple[int, ...] = ()
    awaited: tuple[Person, ...] = ()
    patience: int = LOBBY_PATIENCE
    is_rematch: bool = False

    @property
    def is_running(self) -> bool:
        """Whether the game has started and not ended."""
        return isinstance(self.phase, Turn | AwaitAnswer | FinalPass | AwaitTiles)

    @property
    def ends_without_score(self) -> bool:
        """Whether the game ends if the seat on turn scores nothing."""
        players = sum(seat.in_play for seat in self.seats)
        return self.on_turn is not None and self.scoreless + 1 >= self.rules.scoreless_limit(players)

    @property
    def ends_with_pass(self) -> bool:
        """Whether the game ends if the seat on turn passes, since all others have passed and the pool is empty."""
        players = sum(seat.in_play for seat in self.seats)
        passes = self.latest.passes_before + 1 if isinstance(self.latest, LatestPass) else 0
        return self.on_turn is not None and self.pool == 0 and passes + 1 >= players > 1

    def hints_left(self, seat: int) -> int | None:
        """How many hints a seat may still take, None for any number."""
        allowed = self.rules.hints
        return None if allowed is None else max(0, allowed - self.seats[seat].hints)

    def can_swap(self, seat: int) -> bool:
        """Whether a seat could swap racks and scores with its only opponent, a computer player on its own account."""
        opposite = [one for number, one in enumerate(self.seats) if number != seat]
        if self.rules.tournament or self.rules.tabletop or self.seats[seat].due or len(opposite) != 1:
            return False
        return isinstance(opposite[0].player, Computer) and not opposite[0].owner

    @property
    def drawable(self) -> int:
        """How many tiles of the pool belong to no seat yet."""
        return self.pool - sum(seat.due for seat in self.seats)

    @property
    def exchangeable(self) -> int:
        """How many tiles an exchange finds in the pool: any move first draws those due for an undoable play."""
        latest = self.latest
        if not self.undoable or not isinstance(latest, LatestPlay):
            return self.drawable
        mover = self.seats[latest.seat]
        return self.drawable - min(max(self.variant.rack_size - mover.tiles - mover.due, 0), self.drawable)

    @property
    def shown(self) -> Board:
        """The board as players see it, including a play that waits for their answers."""
        return self.phase.placement.on(self.board) if isinstance(self.phase, AwaitAnswer) else self.board

    @property
    def undoable(self) -> bool:
        """Whether the latest move may still be undone by its seat."""
        return bool(self.is_running and self.rules.undo and self.latest and self.latest.open)

    @property
    def challengeable(self) -> LatestPlay | None:
        """The play that may be challenged now."""
        play = self.latest
        standing = self.is_running and self.rules.phonies_stand
        return play if standing and isinstance(play, LatestPlay) and play.open else None


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat may know: the table, its rack, and the words that it asked the host about.

    The host's seat knows every word that anyone asked about.
    """

    table: TableView
    seat: int
    rack: Rack
    asked: tuple[AskedWord, ...] = ()

    @property
    def unseen(self) -> Tiles:
        """All tiles that are neither on the board nor on this rack: the pool and the other racks together."""
        return unseen(self.table, self.rack)

    @property
    def playable(self) -> KnownRack:
        """The tiles that this seat may play: its rack, or all tiles that a hidden rack may hold."""
        if isinstance(self.rack, KnownRack):
            return self.rack
        shown = Tiles.of(tile for seat in self.table.seats for tile in seat.shown or ())
        return KnownRack(self.unseen - shown)

    @property
    def can_exchange_four(self) -> bool:
        """Whether the rack's four of a kind may be exchanged now."""
        table, own = self.table, self.rack
        allowed = table.rules.exchange_four and table.on_turn == self.seat
        enough = table.exchangeable >= table.variant.rack_size
        return allowed and enough and isinstance(own, KnownRack) and has_four(own.tiles)


def has_four(rack: Tiles) -> bool:
    """Whether a rack holds four or more of one letter; blanks do not count."""
    counts = Counter(tile.letter for tile in rack if not tile.is_blank)
    return max(counts.values(), default=0) >= FOUR


def unseen(table: TableView, rack: Rack | None = None) -> Tiles:
    """The tiles that are neither on the board nor on a given rack."""
    own = rack.tiles if isinstance(rack, KnownRack) else Tiles()
    on_board = Tiles.of(placed.tile for _, placed in table.board.tiles())
    return table.variant.tile_set.tiles - on_board - own


def table_view(state: GameState) -> TableView:
    """The part of a state that everyone may know."""
    latest = replace(state.latest, drawn=None) if isinstance(state.latest, LatestPlay) else state.latest
    return TableView(
        state.setup,
        state.host,
        state.opened,
        state.phase,
        state.turn,
        state.board,
        tuple(_summary(state, number) for number in range(len(state.seats))),
        state.in_pool,
        state.scoreless,
        latest,
        state.sequence,
        state.swapped,
        state.agreed,
        state.awaited,
        state.patience,
        bool(state.table),
    )


def _summary(state: GameState, number: int) -> SeatSummary:
    seat = state.seats[number]
    shown = seat.rack.tiles if is_shown(state, number) and isinstance(seat.rack, KnownRack) else None
    return SeatSummary(
        seat.player,
        seat.score,
        len(seat.rack),
        seat.standing,
        seat.lost_turns,
        seat.moves,
        seat.hints,
        seat.used,
        seat.banked,
        seat.gained,
        seat.away,
        seat.owner,
        seat.barred,
        seat.due,
        shown,
    )


def is_shown(state: GameState, seat: int) -> bool:
    """Whether the rules let everyone see the rack of a seat now."""
    if state.rules.tabletop:
        return not state.seats[seat].is_human
    match state.rules.show_racks:
        case ShowRacks.OFF:
            return False
        case ShowRacks.MOVER:
            return state.on_turn == seat
        case ShowRacks.ALL:
            return not isinstance(state.phase, Lobby)


def seat_view(state: GameState, seat: int) -> SeatView:
    """The part of a state that a seat may know. Raises `IndexError` for a seat that does not exist."""
    player = state.seats[seat].player.id
    since = state.seats[seat].asked_from
    own = (one for one in state.asked if one.seat == seat and one.number >= since)
    asked = state.asked if player == state.host else tuple(own)
    return SeatView(table_view(state), seat, state.seats[seat].rack, asked)
