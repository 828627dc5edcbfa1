"""Duplicates in files: the top game as GCG, with one's own moves as notes, and both as JSON.

{"format": "tilewright-duplicate", "version": 1, "language": "fr", "variant": "standard", "lexicon": "french",
 "joker": false, "spare": false, "rounds": [
   {"number": 1, "rack": "AEINRST", "top": {"move": "8D TISANE", "score": 74}, "own": null}, ...]}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.duplicate.rounds import DuplicateStyle
from engine.formats import gcg
from engine.formats.tiletext import Origin, write_rack, write_tile
from engine.model.board import STANDARD, Board
from engine.model.tiles import Tiles
from engine.model.variant import Variant
from engine.play.placement import Placement, write_move

FORMAT, VERSION = "tilewright-duplicate", 1


@dataclass(frozen=True, slots=True)
class Scored:
    """A play and its points."""

    placement: Placement
    points: int


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that is over: the board before it, the rack, its top, and one's own move, if any."""

    number: int
    board: Board
    rack: Tiles
    top: Scored
    own: Scored | None = None


def to_gcg(rounds: Iterable[PlayedRound], variant: Variant, lexicon: str) -> bytes:
    """The record of the top game: one player makes every top."""
    events = tuple(_events(rounds, variant))
    game = gcg.GcgGame((gcg.GcgPlayer("Top", "Top"),), events)
    return gcg.write(game.played_with(Origin(variant.name, variant.language, lexicon)))


def _events(rounds: Iterable[PlayedRound], variant: Variant) -> Iterator[gcg.GcgEvent]:
    total = 0
    for one in rounds:
        total += one.top.points
        yield gcg.GcgPlay(
            player=0,
            rack=write_rack(one.rack, variant),
            score=one.top.points,
            total=total,
            note=f"own: {write_move(one.board, one.own.placement, variant)} {one.own.points:+d}" if one.own else "",
            place=STANDARD.name(one.top.placement.cell, one.top.placement.direction, variant.layout.size),
            tiles="".join(_squares(one, variant)),
        )


def _squares(one: PlayedRound, variant: Variant) -> Iterator[str]:
    """The squares of the top's main word: a dot for each letter that was on the board."""
    placement, new = one.top.placement, dict(one.top.placement.tiles)
    for cell in placement.on(one.board).run(placement.cell, placement.direction):
        yield write_tile(new[cell], variant) if cell in new else "."


def to_json(rounds: Iterable[PlayedRound], variant: Variant, lexicon: str, style: DuplicateStyle) -> str:
    """The rounds with their racks, tops and one's own moves."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "language": variant.language,
        "variant": variant.name,
        "lexicon": lexicon,
        "joker": style.joker,
        "spare": style.spare,
        "rounds": [_row(one, variant) for one in rounds],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _row(one: PlayedRound, variant: Variant) -> dict[str, object]:
    def told(scored: Scored | None) -> dict[str, object] | None:
        if scored is None:
            return None
        return {"move": write_move(one.board, scored.placement, variant), "score": scored.points}

    rack = write_rack(one.rack, variant)
    return {"number": one.number, "rack": rack, "top": told(one.top), "own": told(one.own)}
