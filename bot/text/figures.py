"""Moves and what they are worth in words, as reviews and analysis boards tell them."""

from __future__ import annotations

from bot.text.moves import alphabetical, play_text, tile_name
from bot.text.names import escape
from bot.text.texts import Texts
from engine.game.views import TableView
from engine.model.tiles import Tiles
from engine.model.variant import Variant
from engine.play.generator.plays import ScoredExchange, ScoredPlay
from engine.play.scoring import score
from engine.review import values as rv


def tiles_text(tiles: Tiles, variant: Variant) -> str:
    """Tiles without spaces, blanks last: `AERST?`."""
    return escape("".join(tile_name(tile, variant) for tile in alphabetical(tiles, variant)))


def move_text(move: rv.Move, view: TableView, texts: Texts) -> str:
    """A move in the position before it, such as `8H HELLO`."""
    match move:
        case ScoredPlay(placement=placement):
            return f"**{escape(play_text(placement, score(view.board, placement, view.variant), view.setup))}**"
        case ScoredExchange(tiles=tiles) if len(tiles):
            return texts.gettext("exchange {tiles}", tiles=f"**{tiles_text(tiles, view.variant)}**")
        case _:
            return texts.pgettext("move", "pass")


def figures_text(figures: rv.MoveFigures, view: TableView, texts: Texts) -> str:
    """A move with what it is worth: points, chance to win, and lead at the end."""
    points = texts.ngettext("{count} point", "{count} points", figures.score)
    parts = [move_text(figures.move, view, texts), points]
    if figures.win is not None:
        parts.append(texts.gettext("{percent}% chance to win", percent=percent_text(figures.win, texts)))
    if figures.lead is not None:
        parts.append(texts.gettext("lead {points}", points=texts.signed(round(figures.lead))))
    elif figures.win is None:
        parts.append(texts.gettext("equity {points}", points=texts.decimal(figures.equity)))
    return " · ".join(parts)


def percent_text(chance: float, texts: Texts) -> str:
    """A chance from 0 to 1 as a percentage without its sign; with a decimal near certainty."""
    percent = 100 * chance
    return texts.decimal(percent) if 0 < percent < 1 or 99 < percent < 100 else texts.number(round(percent))
