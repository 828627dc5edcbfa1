"""`tilewright render`: a picture of a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import engine
from bot.cli import inputs
from bot.cli.inputs import texts

if TYPE_CHECKING:
    from bot.render import BoardScene
    from engine.formats.cgp import CgpPosition
    from engine.model.board import PlacedTile as LyingTile
    from engine.model.variant import Variant


def command(
    cgp: Annotated[list[str], typer.Argument(metavar="CGP", help="The position.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The PNG file to write.")],
    variant: Annotated[str | None, typer.Option("--variant", help="The variant of the position.")] = None,
    theme: Annotated[str, typer.Option("--theme", help="The colours.")] = "classic",
) -> None:
    """Draw a position as a picture."""
    from bot.render import THEMES, Style, draw_board
    from engine.loading.choosing import NO_LEXICON

    if theme not in THEMES:
        inputs.fail(
            texts().gettext(
                "there is no theme {name}; choose from {themes}", name=repr(theme), themes=", ".join(THEMES)
            )
        )
    with inputs.clear_errors():
        position = engine.open_position(inputs.joined(cgp), variant=variant, lexicon=NO_LEXICON)
        style = Style(theme=theme, colours=position.variant.colours)
        output.write_bytes(draw_board(scene_of(position, position.variant), style).data)
    inputs.tell(position.remarks)


def scene_of(position: CgpPosition, variant: Variant) -> BoardScene:
    """The content of the picture: the board with its coordinates, and the scores, the player to move first."""
    from bot.render import BoardScene, DrawnTile, ScoreRow, SquareFace, TileFace
    from engine.formats.tiletext import write_rack
    from engine.model.board import STANDARD

    layout = variant.layout
    start = layout.start
    squares = tuple(
        SquareFace(
            square.label,
            square.letter,
            square.word,
            square.points,
            is_start=None not in (start.row, start.column) and start.admits(cell),
            is_blocked=square.blocked,
        )
        for cell, square in zip(layout.cells(), layout.squares, strict=True)
    )
    tiles = tuple(
        DrawnTile(cell.column, cell.row, TileFace(placed.letter, _points(placed), placed.is_blank))
        for cell, placed in position.board.tiles()
    )
    seats = tuple(
        ScoreRow(
            texts().gettext("Player {number}", number=number),
            str(score),
            write_rack(rack, variant),
            is_turn=number == 1,
        )
        for number, (rack, score) in enumerate(zip(position.racks, position.scores, strict=True), 1)
    )
    return BoardScene(
        layout.width,
        layout.height,
        squares,
        tiles,
        tuple(STANDARD.column_label(column, layout.width) for column in range(layout.width)),
        tuple(STANDARD.row_label(row, layout.height) for row in range(layout.height)),
        seats=seats,
    )


def _points(placed: LyingTile) -> str:
    """The points printed on a tile; empty for a blank worth nothing."""
    points = placed.tile.points
    return str(points) if points or not placed.is_blank else ""
