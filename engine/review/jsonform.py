"""The review of one turn as JSON text, to be stored and read back."""

from __future__ import annotations

import json
import math
from typing import Any, get_args

from cattrs import Converter

from engine.errors import BadData, Size
from engine.formats.gamejson import read_object
from engine.game.codec import DAMAGE, make_converter, too_large
from engine.limits import MAX_RACK, MAX_SIDE, MOST_SEATS
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.reading import check
from engine.review.values import MOST_BEST, MoveFigures, Reason, ReviewedMove, TurnReview
from engine.sentences import Internal

WHERE = "review"
MOST_BYTES = 64 << 10
"""The longest text of a review; a real one is a tenth of that."""


def to_json(review: TurnReview) -> str:
    """The review as one line of JSON."""
    return json.dumps(_CONVERTER.unstructure(review), ensure_ascii=False, separators=(",", ":"))


def from_json(text: str | bytes) -> TurnReview:
    """The review from a text that `to_json` made. Raises `BadData` for any other text, and `TooLarge`."""
    data = read_object(text, WHERE, MOST_BYTES)
    try:
        review: TurnReview = _CONVERTER.structure(data, TurnReview)
    except DAMAGE as error:
        raise too_large(error) or BadData(WHERE, Internal("is damaged")) from error
    _check(review)
    return review


def _check(review: TurnReview) -> None:
    """Raise `BadData` for values that no review has, and `TooLarge`."""
    check(WHERE, Size.PLAYERS, review.seat + 1, MOST_SEATS)
    if review.number < 1 or review.seat < 0 or not 0 < review.before < review.after or review.version < 1:
        raise BadData(WHERE, Internal("names a turn that no game has"))
    if len(review.best) > MOST_BEST:
        raise BadData(WHERE, Internal("has more than {most} best moves", most=MOST_BEST))
    for loss in (review.lost_win, review.lost_points):
        if loss is not None and loss < 0:
            raise BadData(WHERE, Internal("has a loss below 0"))
    if review.lost_win is not None and review.lost_win > 1:
        raise BadData(WHERE, Internal("has a chance above 1"))
    for figures in (*review.best, *((review.played,) if review.played else ())):
        _check_figures(figures)


def _check_figures(figures: MoveFigures) -> None:
    if figures.deals < 0 or (figures.win is not None and not 0 <= figures.win <= 1):
        raise BadData(WHERE, Internal("has figures that no move has"))
    match figures.move:
        case ScoredPlay(placement=placement, leave=leave):
            inside = all(0 <= place < MAX_SIDE for cell in placement.cells for place in cell)
            if not placement.tiles or not inside or len(leave) > MAX_RACK:
                raise BadData(WHERE, Internal("has a play that no board has"))
        case ScoredExchange(tiles=tiles, leave=leave):
            if not tiles or len(tiles + leave) > MAX_RACK:
                raise BadData(WHERE, Internal("has an exchange that no rack has"))
        case None:
            pass


def _real(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError("a number is expected")
    return float(value)


def _tell_apart(converter: Converter, kinds: tuple[type, ...], union: object) -> None:
    """Teaches a converter a union of classes and None, each value with the name of its class under `type`."""
    names = {kind.__name__: kind for kind in kinds}

    def write(value: Any) -> dict[str, Any] | None:
        return value and {"type": type(value).__name__, **converter.unstructure(value, type(value))}

    def read(data: Any, _: Any) -> Any:
        if data is None:
            return None
        return converter.structure({key: data[key] for key in data if key != "type"}, names[data["type"]])

    converter.register_unstructure_hook(union, write)
    converter.register_structure_hook(union, read)


def _make_converter() -> Converter:
    converter = make_converter()
    converter.register_structure_hook(float, lambda data, _: _real(data))
    _tell_apart(converter, (ScoredPlay, ScoredExchange), ReviewedMove)
    _tell_apart(converter, get_args(Reason), Reason | None)
    return converter


_CONVERTER = _make_converter()
