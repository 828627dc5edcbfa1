"""What a computer player does before its move: trading for blanks and exchanging four of a kind (ledger N15)."""

from __future__ import annotations

from engine.game.commands import Command, ExchangeFour, TradeBlank
from engine.game.views import SeatView
from engine.model.coordinates import Direction
from engine.model.tiles import Tiles

MOST_ALIKE = 0.5
"""The share of one letter among the unseen tiles from which an exchange of four would only bring more of the same."""


def trade(view: SeatView, rack: Tiles) -> Command | None:
    """A worthwhile trade, or None if there is none: a blank is worth more than any other tile."""
    player, turn = view.table.seats[view.seat].player.id, view.table.turn
    if view.table.rules.trade_blanks and (square := _blank_to_take(view, rack)):
        return TradeBlank(player, square, turn)
    if view.can_exchange_four and not _are_all_alike(view.unseen):
        return ExchangeFour(player, turn)
    return None


def _blank_to_take(view: SeatView, rack: Tiles) -> str:
    letters = {tile.letter for tile in rack}
    for cell, placed in view.table.board.tiles():
        if placed.is_blank and placed.letter in letters:
            return view.table.setup.orientation.name(cell, Direction.ACROSS, view.table.variant.layout.size)
    return ""


def _are_all_alike(tiles: Tiles) -> bool:
    letters = [tile.letter for tile in tiles if not tile.is_blank]
    return any(letters.count(letter) > MOST_ALIKE * len(letters) for letter in set(letters))
