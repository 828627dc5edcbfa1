"""Replaying a game record: scores every event again on a board of the variant, whatever the dictionary.

An event that cannot be put on the board is an error in the file; oddities only produce remarks, because records of real
games contain phonies, slips of the pen and partial racks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import assert_never

from engine.errors import MalformedCoordinate, MalformedText, RuleViolation
from engine.formats import gcg
from engine.formats.gcg import GcgEvent, GcgGame, MalformedGcg
from engine.formats.tiletext import Aliases, read_rack, read_word, square_at
from engine.model.board import STANDARD, Board, Cell, Direction, PlacedTile
from engine.model.tiles import Tile, Tiles, Word
from engine.model.variant import Variant
from engine.play.notation import TypedLetter
from engine.play.placement import Placement, ScoreSheet, arrange, check, score, write_move
from engine.reading import shortened
from engine.sentences import Sentence

WHERE = "game record"

Judge = Callable[[Word], bool]
"""Says whether a word is in the dictionary."""


@dataclass(frozen=True, slots=True)
class Phonies:
    """Words of a play that are not in the dictionary."""

    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class NotOnRack:
    """Tiles of a move that are not on its recorded rack."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class TooManyTiles:
    """Tiles that appear more often on board and rack than in the set."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class TilesMissing:
    """Tiles of the set that are neither on the board nor among those left at the end."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A rack that names something other than a tile of the variant."""

    text: str


@dataclass(frozen=True, slots=True)
class Irregular:
    """A play that breaks the placement rules, such as one that touches nothing."""

    refusal: RuleViolation


@dataclass(frozen=True, slots=True)
class WrongTotal:
    """The recorded total is not the previous one plus the recorded score; `expected` is that sum."""

    expected: int


@dataclass(frozen=True, slots=True)
class NotWithdrawn:
    """Tiles of a withdrawn play, or of its rack, that are not on the rack recorded afterwards."""

    tiles: tuple[Tile, ...]


Remark = Phonies | NotOnRack | TooManyTiles | TilesMissing | Unreadable | Irregular | WrongTotal | NotWithdrawn


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """An event as recorded and as computed: its move as text, its score, and the player's total after it.

    `board` is the board before it, and a play has its placement and score sheet.
    """

    event: GcgEvent
    move: str
    score: int
    total: int
    board: Board
    placement: Placement | None = None
    sheet: ScoreSheet | None = None
    remarks: tuple[Remark, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether the score or total is recorded wrongly; an earlier wrong score does not count."""
        return self.score != self.event.score or any(isinstance(one, WrongTotal) for one in self.remarks)


@dataclass(frozen=True, slots=True)
class LeftRack:
    """A rack at the end of an unfinished game; `name` is its place in the file."""

    name: str
    tiles: str
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed game. `board` is the final board, `totals` the computed scores by player."""

    turns: tuple[ReplayedTurn, ...]
    board: Board
    totals: tuple[int, ...]
    racks: tuple[LeftRack, ...] = ()

    @property
    def differences(self) -> int:
        """How many events are recorded with a wrong score or total."""
        return sum(turn.differs for turn in self.turns)


def replay(game: GcgGame, variant: Variant, judge: Judge | None = None) -> Replay:
    """Replays a record; without a judge no word is questioned.

    Points that only the players at the table know (challenge bonuses, overtime) are taken as recorded. Tiles left on
    the opponents' racks count double if nobody is recorded as losing them. Raises `MalformedGcg` with the line of an
    impossible play.
    """
    replayer = _Replayer(game, variant, judge)
    turns = tuple(replayer.take(event) for event in game.events)
    return Replay(turns, replayer.board, tuple(replayer.totals), tuple(replayer.racks()))


@dataclass(frozen=True, slots=True)
class _Outcome:
    score: int
    sheet: ScoreSheet | None = None
    remarks: tuple[Remark, ...] = ()
    move: str | None = None
    placement: Placement | None = None


class _Replayer:
    """The game as replayed so far."""

    def __init__(self, game: GcgGame, variant: Variant, judge: Judge | None) -> None:
        self._variant, self._judge = variant, judge
        self._aliases: Aliases = {small: large for large, small in game.tile_forms if small != large}
        self._game = game
        self._gain_factor = 1 if any(map(self._loses, game.events)) else 2
        self._before: tuple[gcg.GcgPlay, Board, ScoreSheet, Placement] | None = None
        self._recorded = [0] * len(game.players)
        self._excess = Counter[Tile]()
        self._stock = Counter(variant.tile_set.tiles)
        self.board = Board.empty(variant.layout)
        self.totals = [0] * len(game.players)

    def take(self, event: GcgEvent) -> ReplayedTurn:
        """Replays the next event. Raises `MalformedGcg`."""
        board = self.board
        outcome = self._outcome(event)
        if not isinstance(event, gcg.GcgPlay | gcg.GcgChallengeBonus | gcg.GcgTimePenalty):
            self._before = None
        self._trade(event)
        self.totals[event.player] += outcome.score
        remarks = outcome.remarks
        expected = self._recorded[event.player] + event.score
        if event.total != expected:
            remarks = (*remarks, WrongTotal(expected))
        self._recorded[event.player] = event.total
        move = outcome.move or gcg.move_text(event)
        total = self.totals[event.player]
        return ReplayedTurn(event, move, outcome.score, total, board, outcome.placement, outcome.sheet, remarks)

    def _outcome(self, event: GcgEvent) -> _Outcome:
        match event:
            case gcg.GcgPlay():
                return self._play(event)
            case gcg.GcgWithdrawn():
                return self._withdraw(event)
            case gcg.GcgPass():
                # A turn that was lost looks like a pass, but costs nothing.
                points = self._variant.pass_points if event.score else 0
                return _Outcome(points, remarks=self._rack_remarks(event.rack, Tiles()))
            case gcg.GcgExchange():
                return self._exchange(event)
            case gcg.GcgChallengeBonus() | gcg.GcgTimePenalty():
                return _Outcome(event.score)
            case gcg.GcgRackGain() | gcg.GcgRackLoss():
                return self._end_rack(event)
            case _:
                assert_never(event)

    def _play(self, event: gcg.GcgPlay) -> _Outcome:
        new, direction = self._new_tiles(event)
        remarks: list[Remark] = []
        try:
            check(new, self.board, direction)
        except RuleViolation as refusal:
            remarks.append(Irregular(refusal))
        placement = arrange(new, self.board, direction)
        sheet = score(self.board, placement, self._variant)
        if self._judge:
            phonies = tuple(word.word for word in sheet.words if not self._judge(word.word))
            remarks += [Phonies(phonies)] if phonies else []
        move = write_move(self.board, placement, self._variant)
        self._before = event, self.board, sheet, placement
        self.board = placement.on(self.board)
        remarks += self._rack_remarks(event.rack, placement.used)
        return _Outcome(sheet.total, sheet, tuple(remarks), move, placement)

    def _new_tiles(self, event: gcg.GcgPlay) -> tuple[dict[Cell, PlacedTile], Direction]:
        try:
            first, direction = STANDARD.read(event.place, self._variant.layout.size)
            squares = read_word(event.tiles, self._variant, self._aliases)
        except MalformedCoordinate:
            raise MalformedGcg(WHERE, Sentence("{text} is not a square", text=repr(event.place)), event.line) from None
        except MalformedText as error:
            strange = square_at(event.tiles, error.position)
            none = Sentence("{text} in {tiles} is not a tile", text=repr(strange), tiles=shortened(event.tiles))
            raise MalformedGcg(WHERE, none, event.line) from None
        new: dict[Cell, PlacedTile] = {}
        for number, square in enumerate(squares):
            cell = first.step(direction, number)
            reason = self._conflict(cell, square, direction)
            if reason:
                told = Sentence("{move}: {reason}", move=gcg.move_text(event)[:60], reason=reason)
                raise MalformedGcg(WHERE, told, event.line)
            if isinstance(square, PlacedTile) and not self.board[cell]:
                new[cell] = square
        if not new:
            none = Sentence("{move} places no tile", move=gcg.move_text(event)[:60])
            raise MalformedGcg(WHERE, none, event.line)
        return new, direction

    def _conflict(self, cell: Cell, square: PlacedTile | TypedLetter, direction: Direction) -> Sentence | None:
        """Why a square of a play is impossible, or None if it is possible."""
        if cell not in self.board.layout:
            return Sentence("runs off the board")
        name = STANDARD.name(cell, direction, self.board.layout.size)
        if self.board.layout[cell].blocked:
            return Sentence("{square} is blocked", square=name)
        lying = self.board[cell]
        if lying is None and isinstance(square, TypedLetter):
            return Sentence("there is no tile on {square}", square=name)
        if lying and square.letter not in (None, lying.letter):
            return Sentence("{square} has {letter}, not {typed}", square=name, letter=lying.letter, typed=square.letter)
        return None

    def _withdraw(self, event: gcg.GcgWithdrawn) -> _Outcome:
        if self._before is None or self._before[0].player != event.player:
            raise MalformedGcg(WHERE, Sentence("this player has no play to withdraw"), event.line)
        play, self.board, sheet, placement = self._before
        back, held = self._tiles(event.rack), self._tiles(play.rack) or Tiles()
        if back is None:
            return _Outcome(-sheet.total, remarks=(Unreadable(event.rack),))
        expected = placement.used if len(back) < len(held) else held
        missing = tuple(sorted((Counter(expected) - Counter(back)).elements())) if back else ()
        return _Outcome(-sheet.total, remarks=(NotWithdrawn(missing),) if missing else ())

    def _trade(self, event: GcgEvent) -> None:
        """Put the real tiles on the board for which blanks were traded after an event."""
        for place, text in gcg.trades(event.note):
            with suppress(MalformedText, ValueError):
                cell, _ = STANDARD.read(place, self._variant.layout.size)
                (tile,) = read_rack(text, self._variant)
                if cell in self.board.layout and (lying := self.board[cell]) and lying.is_blank:
                    self.board, self._before = self.board.place({cell: PlacedTile(tile, tile.letter)}), None

    def _exchange(self, event: gcg.GcgExchange) -> _Outcome:
        given = self._tiles(event.tiles)
        if given is None:
            return _Outcome(event.score, remarks=(Unreadable(event.tiles),))
        points = self._variant.exchange_points
        gained = points[min(event.count, self._variant.rack_size)] if points else 0
        return _Outcome(gained, remarks=self._rack_remarks(event.rack, given))

    def _loses(self, event: GcgEvent) -> bool:
        """Whether a player loses the own tiles: the points do not tell if tiles can be worth less than nothing."""
        if not isinstance(event, gcg.GcgRackLoss):
            return False
        tiles = None if event.rack else self._tiles(event.tiles)
        return tiles is None or tiles.points >= 0

    def _end_rack(self, event: gcg.GcgRackGain | gcg.GcgRackLoss) -> _Outcome:
        tiles = self._tiles(event.tiles)
        if tiles is None:
            return _Outcome(event.score, remarks=(Unreadable(event.tiles),))
        loses = self._loses(event)
        seen = Counter(placed.tile for _, placed in self.board.tiles()) + Counter(tiles)
        missing = tuple(sorted((self._stock - seen).elements()))
        remarks = self._excess_remarks(tiles)
        if missing and not loses:
            remarks = (*remarks, TilesMissing(missing))
        return _Outcome((-1 if loses else self._gain_factor) * tiles.points, remarks=remarks)

    def racks(self) -> Iterator[LeftRack]:
        """The racks at the end of an unfinished game, with what is odd about them."""
        named = [(f"#rack{player + 1}", text) for player, text in self._game.racks]
        held = Tiles()
        for name, text in named or [("#incomplete", self._game.incomplete or "")]:
            tiles = self._tiles(text)
            held += tiles or Tiles()
            yield LeftRack(name, text, (Unreadable(text),) if tiles is None else self._excess_remarks(held))

    def _tiles(self, text: str) -> Tiles | None:
        try:
            return read_rack(text, self._variant)
        except MalformedText:
            return None

    def _rack_remarks(self, text: str, used: Tiles) -> tuple[Remark, ...]:
        """Oddities of a rack and the tiles played from it; racks may be recorded in part."""
        rack = self._tiles(text)
        if rack is None:
            return (Unreadable(text),)
        missing = tuple(sorted((Counter(used) - Counter(rack)).elements()))
        remarks: tuple[Remark, ...] = ()
        if len(rack) + len(missing) > self._variant.rack_size and missing:
            remarks = (NotOnRack(missing),)
        kept = Tiles.of((Counter(rack) - Counter(used)).elements())
        return remarks + self._excess_remarks(kept)

    def _excess_remarks(self, rack: Tiles) -> tuple[Remark, ...]:
        """Tiles of which there are too many, each reported once."""
        seen = Counter(placed.tile for _, placed in self.board.tiles()) + Counter(rack)
        excess = seen - self._stock
        grown = tuple(sorted((excess - self._excess).elements()))
        self._excess |= excess
        return (TooManyTiles(grown),) if grown else ()
