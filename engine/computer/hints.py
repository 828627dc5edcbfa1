"""Hints for the player on turn: where to look, a playable word, or the best play (ledger N19, C14, M6)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.computer.luck import Luck
from engine.computer.tools import Tools
from engine.computer.weighing import weigh
from engine.game.state import HintKind
from engine.game.views import SeatView
from engine.model.alphabet import Word
from engine.model.coordinates import Cell, Direction
from engine.model.levels import level
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.plays import Play
from engine.play.scoring import ScoreSheet, score

BEST_LEVEL = 7
TRIES = 50
"""Plays drawn in search of one without unwanted words."""


@dataclass(frozen=True, slots=True)
class LookAlong:
    """A nudge: a good play is in this row or column."""

    cell: Cell
    direction: Direction


@dataclass(frozen=True, slots=True)
class LookForLength:
    """A nudge: a good play makes a word of this many letters from this many tiles.

    Like `LookAlong`, it says where: the play begins with a tile on this square.
    """

    letters: int
    tiles: int
    cell: Cell
    direction: Direction


@dataclass(frozen=True, slots=True)
class PlayHint:
    """A play, its score sheet, and whether it is the best known."""

    play: Play
    sheet: ScoreSheet
    best: bool

    @property
    def word(self) -> Word:
        """The main word."""
        return self.sheet.words[0].word


Hint = LookAlong | LookForLength | PlayHint


def hint(view: SeatView, tools: Tools, kind: HintKind, number: int = 0) -> Hint | None:
    """A hint for the seat, or None if it has no play; `number` is how many hints it has already had this turn.

    Hints name only valid words, and no unwanted ones. Raises `ValueError` if the rack is hidden.
    """
    if not isinstance(view.rack, KnownRack):
        raise ValueError(f"the rack of seat {view.seat} is hidden")
    luck = Luck.of_seat(view).of_turn(view)
    match kind:
        case HintKind.NUDGE:
            best = _best(view, view.rack.tiles, tools, luck)
            return _nudge(best, number) if best else None
        case HintKind.RANDOM:
            return _random(view, view.rack.tiles, tools, luck, number)
        case HintKind.BEST:
            return _best(view, view.rack.tiles, tools, luck)


def _best(view: SeatView, rack: Tiles, tools: Tools, luck: Luck) -> PlayHint | None:
    plays = (play for _, play in weigh(view, rack, tools, level(BEST_LEVEL), luck))
    hints = (_of(play, view, best=True) for play in plays)
    return next((one for one in hints if _is_decent(one, tools)), None)


def _of(play: Play, view: SeatView, *, best: bool) -> PlayHint:
    return PlayHint(play, score(view.table.board, play.placement, view.table.variant), best)


def _is_decent(one: PlayHint, tools: Tools) -> bool:
    return tools.allows(word.word for word in one.sheet.words)


def _nudge(best: PlayHint, number: int) -> Hint:
    """First the line, then also the length, so that the second hint always tells something new."""
    placement = best.play.placement
    if number:
        return LookForLength(len(best.word), len(placement.tiles), placement.cell, placement.direction)
    return LookAlong(placement.cell, placement.direction)


def _random(view: SeatView, rack: Tiles, tools: Tools, luck: Luck, number: int) -> PlayHint | None:
    plays = tools.generator.all(view.table.board, rack)
    if not plays:
        return None
    for attempt in range(TRIES):
        one = _of(plays[luck.pick(len(plays), "word", number, attempt)], view, best=False)
        if _is_decent(one, tools):
            return one
    return _best(view, rack, tools, luck)
