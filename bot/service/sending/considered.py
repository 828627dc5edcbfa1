"""What a computer player considers, as a text that one process can tell another.

Only what everyone may see at the board is told: of an exchange the number of tiles, and never which.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.computer.candidates import Candidate
from engine.model.board import PlacedTile
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import Tile, Tiles
from engine.play.generator.plays import ScoredExchange, ScoredPlay
from engine.play.placement import Placement


@dataclass(frozen=True, slots=True)
class CandidateList:
    """The candidates of a seat, best first, in a game after the event numbered `sequence`."""

    game: str
    sequence: int
    seat: int
    candidates: Sequence[Candidate]


def write_thoughts(thoughts: CandidateList) -> str:
    """Thoughts as a text."""
    told = [{"chance": one.chance, **_move(one.move)} for one in thoughts.candidates]
    return json.dumps([thoughts.game, thoughts.sequence, thoughts.seat, told], separators=(",", ":"))


def read_thoughts(text: str) -> CandidateList:
    """The thoughts of a text: as much of them as is shown. Raises `ValueError`."""
    try:
        game, sequence, seat, told = json.loads(text)
        return CandidateList(str(game), int(sequence), int(seat), tuple(_candidate(one) for one in told))
    except (TypeError, KeyError) as error:
        raise ValueError("no thoughts") from error


def _move(move: ScoredPlay | ScoredExchange) -> dict[str, Any]:
    if isinstance(move, ScoredExchange):
        return {"exchanged": len(move.tiles)}
    placement = move.placement
    tiles = [[*cell, placed.tile.letter, placed.tile.points, placed.letter] for cell, placed in placement.tiles]
    return {"score": move.score, "cell": [*placement.cell], "direction": placement.direction.value, "tiles": tiles}


def _candidate(told: dict[str, Any]) -> Candidate:
    if "exchanged" in told:
        unknown = Tiles.of([Tile("", 0)] * int(told["exchanged"]))
        return Candidate(ScoredExchange(unknown, 0, 0.0, Tiles()), 0.0, told["chance"])
    tiles = tuple(
        (Cell(row, column), PlacedTile(Tile(letter, points), shown))
        for row, column, letter, points, shown in told["tiles"]
    )
    placement = Placement(Cell(*told["cell"]), Direction(told["direction"]), tiles)
    return Candidate(ScoredPlay(placement, int(told["score"]), 0.0, Tiles()), 0.0, told["chance"])
