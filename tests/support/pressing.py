"""Moves composed in the playground by pressing alone, as someone does who knows where they go."""

from __future__ import annotations

from typing import Any

from bot.playground.limits import walk
from engine.model.board import STANDARD, Cell, Direction
from engine.model.tiles import Tile
from engine.play.placement import Placement
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import Person
from tests.support.sentences import said

Json = dict[str, Any]

PRIMARY = 1
MOST_ELSEWHERE = 12
"""How often somebody looks for another place before they choose it by row and column."""


class Pressing:
    """Someone who composes in a message, and how often they have pressed."""

    def __init__(self, person: Person, message: Json) -> None:
        self.person, self.message, self.count = person, message, 0

    @property
    def now(self) -> Json:
        """The message as it is."""
        return self.person.now(self.message) or self.message

    async def press(self, *labels: str) -> None:
        """Press buttons one after another, each after the one before has been answered."""
        for label in labels:
            before, self.count = self.now, self.count + 1
            await self.person.click(self.message, self._open(label))
            await self.person.wait(lambda before=before: self.now != before, label)

    async def by_tiles(self, move: Placement) -> None:
        """Press the tiles, then look for another place; at last by row and column, or at once on an empty board."""
        if "→" in buttons_of(self.now):
            await self.by_place(move)
            return
        await self.tap(move)
        for _ in range(MOST_ELSEWHERE):
            if self.is_made(move):
                return
            if "Another place" not in buttons_of(self.now):
                break
            await self.press("Another place")
        await self.press("Clear")
        await self.by_place(move)

    async def by_place(self, move: Placement) -> None:
        """Press the row and the column of the first tile, then the tiles."""
        if f"Direction: {'across' if move.direction is Direction.DOWN else 'down'}" in buttons_of(self.now):
            await self.press(next(one for one in buttons_of(self.now) if one.startswith("Direction")))
        first = move.cells[0]
        if "→" in buttons_of(self.now):
            await self.press(*_arrows(Cell(7, 7), first))
        else:
            across = move.direction is Direction.ACROSS
            line, square = str(first.row + 1) if across else chr(65 + first.column), _square(first)
            if square not in buttons_of(self.now):
                await self.press(line)
            if square in buttons_of(self.now) and not self._is_chosen(square):
                await self.press(square)
        await self.tap(move)
        assert self.is_made(move), (str(move), text_of(self.now))

    def _open(self, label: str) -> str:
        """The id of the first button with a label that can be pressed: of equal tiles, one that is not on the board."""
        buttons = (one for one in walk(self.now["components"]) if one.get("label") == label)
        return next((str(one["custom_id"]) for one in buttons if not one.get("disabled")), label)

    def _is_chosen(self, label: str) -> bool:
        return any(one.get("label") == label and one["style"] == PRIMARY for one in walk(self.now["components"]))

    async def tap(self, move: Placement) -> None:
        """Press the tiles of a move."""
        for _, placed in move.tiles:
            await self.press(_label(placed.tile))
            if placed.is_blank:
                before, self.count = self.now, self.count + 2
                menu = next(one for one in ("A to M", "N to Z") if one[0] <= placed.letter <= one[-1])
                await self.person.select(self.message, placed.letter, which=menu)
                await self.person.wait(lambda before=before: self.now != before, placed.letter)

    def is_made(self, move: Placement) -> bool:
        """Whether the tiles are where they should be, as the picture tells it."""
        tiles = ", ".join(f"{placed.letter} {_square(cell)}" for cell, placed in sorted(move.tiles))
        return said("composing.tiles_placed", tiles=tiles) in pictures_of(self.now)[0]["description"]


def _arrows(start: Cell, end: Cell) -> list[str]:
    down, right = end.row - start.row, end.column - start.column
    return ["↓" if down > 0 else "↑"] * abs(down) + ["→" if right > 0 else "←"] * abs(right)


def _square(cell: Cell) -> str:
    return STANDARD.name(cell, Direction.DOWN, (15, 15))


def _label(tile: Tile) -> str:
    return "Blank" if tile.is_blank else f"{tile.letter} {tile.points}"
