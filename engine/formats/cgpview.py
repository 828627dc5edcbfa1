"""What the player to move knows in a position of one line (`engine.formats.cgp`)."""

from __future__ import annotations

from engine.formats.cgp import Position
from engine.game.phases import Turn
from engine.game.state import LexiconRef, Person, Setup, Standing
from engine.game.views import SeatSummary, SeatView, TableView
from engine.model.rules import Rules
from engine.model.tiles import KnownRack
from engine.model.variant import Variant
from engine.words.lexicon import Lexicon


def view_of(position: Position, variant: Variant, rules: Rules, lexicon: Lexicon) -> SeatView:
    """The view of the player to move, seat 0, with its rack.

    What the position tells of the other racks counts only as far as it leaves nothing in the pool: else they are full.
    """
    own, *others = position.racks
    unseen = len(variant.tile_set) - sum(1 for _ in position.board.tiles()) - len(own)
    sizes = _sizes([len(rack) for rack in others], unseen, variant.rack_size)
    seats = tuple(
        SeatSummary(Person(f"seat-{number}", f"Seat {number}"), score, size, Standing.IN_PLAY, 0)
        for number, (score, size) in enumerate(zip(position.scores, (len(own), *sizes), strict=True), 1)
    )
    table = TableView(
        setup=Setup(variant, rules, LexiconRef(lexicon.name, lexicon.id)),
        host=seats[0].player.id,
        opened=0,
        phase=Turn(0, 0),
        turn=1,
        board=position.board,
        seats=seats,
        pool=unseen - sum(sizes),
        scoreless=position.zeros,
        latest=None,
        sequence=1,
    )
    return SeatView(table, 0, KnownRack(own))


def _sizes(told: list[int], unseen: int, most: int) -> list[int]:
    """How many tiles the other racks hold: as told where these are all that are unseen, else as many as fit."""
    if sum(told) == unseen:
        return told
    sizes: list[int] = []
    for _ in told:
        sizes.append(min(most, unseen - sum(sizes)))
    return sizes
