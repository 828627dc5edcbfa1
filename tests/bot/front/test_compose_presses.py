"""How often someone presses to compose a word of five letters: the same 20 plays, before and now.

A press is a pressed button; choosing from a menu is two, one that opens it and one that chooses, and so is a form, one
that opens it and one that submits it. Typing into a form is free. Every count begins at the board, with **Rack** and
**Compose**, and ends with **Play**.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from bot.front.components.message import Menu, Message
from bot.front.play.compose import begin_at, spell
from bot.front.play.compose_messages import TURN_PAGE, compose_message, framed
from bot.service.drafting.beginnings import line_through, place_of
from bot.service.drafting.composing import Composition, first_cell, opening
from bot.text import texts_for
from engine.computer.selfplay import positions
from engine.game.views import SeatView
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import KnownRack
from engine.play.notation import write_word
from engine.play.placement import Placement
from tests.support.computers import tools

ENGLISH = texts_for("en")
BEGUN, PLAY, CHOICE, FORM = 2, 1, 2, 2
"""Presses for Rack and Compose, for Play, for an option of a menu, and for a form."""
PLAYS, LETTERS, MOST = 20, 5, 8


@cache
def plays() -> tuple[tuple[SeatView, Placement], ...]:
    """Plays of five letters, drawn by lot from every third position of four games; one of them is a first play."""
    luck, found = random.Random(30), list[tuple[SeatView, Placement]]()
    for game in range(4):
        for number, view in enumerate(positions(tools(), (6, 6), game)):
            board, rack = view.table.board, view.rack
            assert isinstance(rack, KnownRack)
            if number % 3 != game % 3 or len(found) >= PLAYS * (game + 1) // 4:
                continue
            fits = [one.placement for one in tools().generator.all(board, rack.tiles) if is_wanted(one.placement, view)]
            if fits:
                found.append((view, luck.choice(fits)))
    return tuple(found)


def is_wanted(play: Placement, view: SeatView) -> bool:
    """Whether the main word has five letters."""
    return len(play.on(view.table.board).run(play.cell, play.direction)) == LETTERS


def before(view: SeatView, play: Placement) -> int:
    """Presses by menus of rows and columns, arrows and tiles, which was the only way.

    On an empty board, the first square was the start, from which arrows led on.
    """
    board, first = view.table.board, play.cells[0]
    start = first_cell(board.layout)
    reached = abs(first.row - start.row) + abs(first.column - start.column) if board.is_empty else 2 * CHOICE
    turned = play.direction is Direction.DOWN
    blanks = sum(tile.is_blank for tile in play.used)
    return BEGUN + reached + turned + len(play.tiles) + CHOICE * blanks + PLAY


class Presses:
    """Composes plays by what the messages offer, and counts."""

    def __init__(self, view: SeatView) -> None:
        self.view, self.count = view, BEGUN
        self.one = framed(opening(view.table.board, view.table.variant.rack_size), view, ENGLISH)

    @property
    def message(self) -> Message:
        """What is shown now."""
        return compose_message("d1", self.view, self.one, ENGLISH, made=None)

    def change(self, one: Composition, presses: int) -> None:
        """Something was pressed."""
        self.one, self.count = framed(one, self.view, ENGLISH), self.count + presses

    def go_to(self, play: Placement) -> None:
        """Choose the line of the play, unless the next square is in it already."""
        if self.is_in(play, self.one.cursor, self.one.direction):
            return
        if self.is_in(play, self.one.cursor, self.one.direction.other):
            self.change(self.one.turned(self.view.table.board), 1)
            return
        for value in self.options():
            if value.startswith(TURN_PAGE):
                self.change(replace(self.one, page=int(value.removeprefix(TURN_PAGE))), CHOICE)
                self.go_to(play)
                return
            if self.is_in(play, *place_of(int(value), self.view.table.board.layout)):
                self.change(begin_at(int(value))(self.one, self.view), CHOICE)
                return

    def options(self) -> Iterator[str]:
        """The values of the menu of places, from its first option on."""
        return (option.value for block in self.message.blocks if isinstance(block, Menu) for option in block.options)

    def is_in(self, play: Placement, cell: Cell | None, direction: Direction) -> bool:
        """Whether a square and a direction are those of a play's line."""
        layout = self.view.table.board.layout
        return direction is play.direction and cell in line_through(play.cell, play.direction, layout)

    def type(self, play: Placement) -> None:
        """Type the whole word; if it fits twice in its line and goes where it should not, clear it and step first."""
        board, begun = self.view.table.board, self.one
        run = play.on(board).run(play.cell, play.direction)
        text = write_word(board, run, dict(play.tiles), self.view.table.variant)
        if board.is_empty:
            self.step(play.cells[0])
        self.change(spell(text, ENGLISH)(self.one, self.view), FORM)
        if self.one.placement(board).cells != play.cells:
            self.change(begun, 1)
            self.step(play.cells[0])
            self.change(spell(text, ENGLISH)(self.one, self.view), FORM)

    def step(self, cell: Cell) -> None:
        """Move the next square within its line."""
        while self.one.cursor != cell:
            assert self.one.cursor
            by = 1 if self.one.cursor < cell else -1
            self.change(self.one.step(self.one.direction, by, self.view.table.board), 1)

    def tap(self, play: Placement) -> None:
        """Step to the first square, then tap every tile."""
        self.step(play.cells[0])
        for _, placed in play.tiles:
            taken = self.one.take(placed.tile, self.view.table.board)
            named = taken.name(placed.letter, self.view.table.board) if taken.needs_letter else taken
            self.change(named, 1 + CHOICE * placed.is_blank)


def now(view: SeatView, play: Placement, *, typed: bool) -> int:
    """Presses by the menu of places, then by typing the word or by tapping its tiles."""
    presses = Presses(view)
    presses.go_to(play)
    if typed:
        presses.type(play)
    else:
        presses.tap(play)
    made = presses.one.placement(view.table.board)
    assert made.cells == play.cells
    assert [placed.letter for _, placed in made.tiles] == [placed.letter for _, placed in play.tiles]
    return presses.count + PLAY


def test_D2_a_word_of_five_letters_takes_at_most_eight_presses() -> None:
    """On the average of 20 plays; and whoever only taps needs fewer than before, too."""
    assert len(plays()) == PLAYS
    earlier, typed, tapped = (
        [count(view, play) for view, play in plays()]
        for count in (before, lambda *one: now(*one, typed=True), lambda *one: now(*one, typed=False))
    )
    print(f"presses: {sum(earlier) / PLAYS} before, {sum(typed) / PLAYS} typed, {sum(tapped) / PLAYS} tapped")
    assert sum(typed) <= MOST * PLAYS
    assert sum(tapped) < sum(earlier)
