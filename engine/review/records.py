"""The decisions in a game record, so that games from anywhere can be reviewed."""

from __future__ import annotations

from dataclasses import replace

from engine.computer.selfplay import RULES
from engine.errors import MalformedText
from engine.formats import gcg
from engine.formats.cgp import sizes_of
from engine.formats.gcg import GcgGame
from engine.formats.replay import ReplayedTurn
from engine.formats.replay import replay as replay_record
from engine.formats.tiletext import read_rack
from engine.game.phases import Turn
from engine.game.state import LexiconRef, Person, Setup, Standing
from engine.game.views import SeatSummary, SeatView, TableView
from engine.model.board import Board
from engine.model.rules import ChallengeRule
from engine.model.tiles import HiddenRack, KnownRack, Rack, Tiles
from engine.model.variant import Variant
from engine.review.turns import Act, ExchangedTiles, Moment, PassedTurn, PlacedTiles, ReviewedTurn, ShownTiles
from engine.words.lexicon import Lexicon

CHALLENGED = replace(RULES, challenge=ChallengeRule.SINGLE)
"""The rules that a record is read by: phonies stand unless the record withdraws them."""


def record_moments(game: GcgGame, variant: Variant, lexicon: Lexicon) -> tuple[Moment, ...]:
    """The decisions in a record. An event of the record has the number of its place, the first event being 2.

    A rack that the record tells only a part of counts as not known. A turn lost to a challenge looks like a pass, and
    is taken for one. Raises `MalformedGcg` for an impossible play.
    """
    reader = _RecordReader(game, variant, lexicon)
    for place, turn in enumerate(replay_record(game, variant).turns, 1):
        reader.take(place, turn)
    return tuple(reader.found)


class _RecordReader:
    def __init__(self, game: GcgGame, variant: Variant, lexicon: Lexicon) -> None:
        self._setup = Setup(variant, CHALLENGED, LexiconRef(lexicon.name, lexicon.id))
        self._players = [Person(f"player-{n}", one.name or one.nick) for n, one in enumerate(game.players, 1)]
        self._scores = [0] * len(game.players)
        self._scoreless = 0
        self._shown = ShownTiles()
        self.found: list[Moment] = []

    def take(self, place: int, turn: ReplayedTurn) -> None:
        """Read the next event."""
        event = turn.event
        match event:
            case gcg.GcgPlay():
                assert turn.placement
                assert turn.sheet
                words = tuple(word.word for word in turn.sheet.words)
                self._add(place, turn, PlacedTiles(turn.placement, turn.sheet, words))
                self._shown.leave(event.player, turn.placement.used)
            case gcg.GcgExchange():
                self._add(place, turn, ExchangedTiles(self._rack(event.tiles) or Tiles(), turn.score))
                self._shown.forget(event.player)
            case gcg.GcgPass():
                self._add(place, turn, PassedTurn(turn.score))
            case gcg.GcgWithdrawn():
                self._withdraw(event.player)
            case _:
                pass
        self._scores[event.player] = turn.total

    def _add(self, place: int, turn: ReplayedTurn, act: Act) -> None:
        seat = turn.event.player
        decision = ReviewedTurn(len(self.found) + 1, seat, self._players[seat], place, place + 1)
        self.found.append(Moment(decision, self._view(seat, turn), act, self._shown.others(seat)))
        self._scoreless = 0 if turn.score > 0 and isinstance(act, PlacedTiles) else self._scoreless + 1

    def _withdraw(self, seat: int) -> None:
        moment = self.found[-1]
        assert isinstance(moment.act, PlacedTiles)
        self.found[-1] = replace(moment, withdrawn=True)
        self._shown.come_back(seat, moment.act.placement.used)
        self._scoreless += 1

    def _rack(self, text: str) -> Tiles | None:
        try:
            return read_rack(text, self._setup.variant)
        except MalformedText:
            return None

    def _view(self, seat: int, turn: ReplayedTurn) -> SeatView:
        variant, told = self._setup.variant, self._rack(turn.event.rack) or Tiles()
        laid = Tiles.of(placed.tile for _, placed in turn.board.tiles())
        unseen = max(0, len(variant.tile_set) - len(laid) - len(told))
        sizes = sizes_of([0] * (len(self._players) - 1), unseen, variant.rack_size)
        pool = unseen - sum(sizes)
        whole = told and (len(told) == variant.rack_size or not pool) and variant.tile_set.tiles.covers(laid + told)
        rack: Rack = KnownRack(told) if whole else HiddenRack(len(told))
        sizes.insert(seat, len(told))
        return SeatView(self._table(seat, turn.board, sizes, pool), seat, rack)

    def _table(self, seat: int, board: Board, sizes: list[int], pool: int) -> TableView:
        seats = tuple(
            SeatSummary(player, score, size, Standing.IN_PLAY, 0)
            for player, score, size in zip(self._players, self._scores, sizes, strict=True)
        )
        return TableView(
            setup=self._setup,
            host=self._players[0].id,
            opened=0,
            phase=Turn(seat, 0),
            turn=len(self.found) + 1,
            board=board,
            seats=seats,
            pool=pool,
            scoreless=self._scoreless,
            latest=None,
            sequence=len(self.found) + 1,
        )
