"""Events as plain data and back, for the journal.

Each event is a mapping with its stored name under `type`, the version of its form under `v`, and its fields. Journals
are never rewritten: a renamed class keeps its stored name in `NAMES`, and a changed form gets an upcaster.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from cattrs import Converter
from cattrs.strategies import configure_tagged_union

from engine.errors import BadData, EngineError, Size, TooLarge
from engine.game import events as ev
from engine.game.phases import ScoreChange
from engine.game.state import Computer, Person, Player
from engine.limits import MAX_SIDE, MOST_DIGITS, MOST_TILES
from engine.model.board import Cell, Layout, Square, StartCondition
from engine.model.tiles import Tile, Tiles
from engine.model.variant import Variant
from engine.reading import check, shortened
from engine.sentences import Sentence

WHERE = "journal"
Data = dict[str, Any]

NAMES: Mapping[type[ev.Event], str] = {kind: kind.__name__ for kind in get_args(ev.Event)}
CLASSES: Mapping[str, type[ev.Event]] = {name: kind for kind, name in NAMES.items()}
"""Events by their stored names."""


def _with_score_changes(fields: Data) -> Data:
    """`Ended` with all that changed scores in one field, in place of a field for each kind."""
    kinds = {"adjustments": "Adjustment", "overtime": "Overtime"}
    changes = [{**one, "type": kind} for field, kind in kinds.items() for one in fields[field]]
    return {key: value for key, value in fields.items() if key not in kinds} | {"changes": changes}


UPCASTERS: Mapping[str, tuple[Callable[[Data], Data], ...]] = {"Ended": (_with_score_changes,)}
"""For each stored name whose form has changed, the functions that turn the fields of version 1 into those of version 2,
these into those of version 3, and so on. A form without any is at version 1.
"""


def encode(event: ev.Event) -> Data:
    """The event as JSON-able data."""
    name = NAMES[type(event)]
    return {"type": name, "v": _newest(name), **_CONVERTER.unstructure(event)}


def _newest(name: str) -> int:
    return 1 + len(UPCASTERS.get(name, ()))


def decode(data: Data) -> ev.Event:
    """The event from data that `encode` made, in this or an earlier version of the form.

    Raises `BadData` if the data are not an event, are of a later version or are damaged, and `TooLarge`.
    """
    name, version = data.get("type"), data.get("v")
    if not isinstance(name, str) or name not in CLASSES or type(version) is not int:
        raise BadData(WHERE, Sentence("holds an unknown event {name}", name=shortened(str(name))))
    if version < 1:
        raise BadData(WHERE, Sentence("holds {name} in a version below 1, which has never existed", name=repr(name)))
    if version > _newest(name):
        newer = Sentence(
            "holds {name} in version {version}, which is newer than this program", name=repr(name), version=version
        )
        raise BadData(WHERE, newer)
    fields = {key: value for key, value in data.items() if key not in ("type", "v")}
    try:
        for upcast in UPCASTERS.get(name, ())[version - 1 :]:
            fields = upcast(fields)
        return _CONVERTER.structure(fields, CLASSES[name])
    except DAMAGE as error:
        raise too_large(error) or BadData(WHERE, Sentence("holds a damaged {name}", name=repr(name))) from error


DAMAGE = (
    *(ExceptionGroup, EngineError, TypeError, ValueError, LookupError),
    *(ArithmeticError, AttributeError, RecursionError),
)
"""The exceptions that malformed data can raise while being read."""


def too_large(error: Exception) -> TooLarge | None:
    """The `TooLarge` among an error's causes, if there is one."""
    while isinstance(error, ExceptionGroup):
        error = (error.subgroup(TooLarge) or error).exceptions[0]
    return error if isinstance(error, TooLarge) else None


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError("a whole number is expected")
    if abs(value) >= 10**MOST_DIGITS:
        raise TooLarge.beyond(WHERE, Size.DIGITS, MOST_DIGITS)
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("true or false is expected")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is expected")
    return value


def encode_variant(variant: Variant) -> Data:
    """A variant as JSON-able data, as the opening event holds it."""
    data: Data = _CONVERTER.unstructure(variant)
    return data


def decode_variant(data: Data) -> Variant:
    """The variant from data that `encode_variant` made. Raises `BadData` and `TooLarge`."""
    try:
        return _CONVERTER.structure(data, Variant)
    except DAMAGE as error:
        raise too_large(error) or BadData("variant", Sentence("is damaged")) from error


def _write_tiles(tiles: Tiles) -> list[list[Any]]:
    return [[kind.letter, kind.points, tiles.count(kind)] for kind in tiles.kinds]


def _read_tiles(data: Any, _: Any) -> Tiles:
    tiles: list[Tile] = []
    for letter, points, count in data:
        check(WHERE, Size.TILES, len(tiles) + _number(count), MOST_TILES)
        tiles += [_read_tile((letter, points), None)] * count
    return Tiles.of(tiles)


def _read_tile(data: Any, _: Any) -> Tile:
    letter, points = data
    return Tile(_text(letter), _number(points))


def _read_cell(data: Any, _: Any) -> Cell:
    row, column = data
    return Cell(_number(row), _number(column))


def _write_layout(layout: Layout) -> Data:
    kinds = list(dict.fromkeys(layout.squares))
    numbers = {kind: number for number, kind in enumerate(kinds)}
    return {
        "width": layout.width,
        "height": layout.height,
        "start": [layout.start.column, layout.start.row],
        "kinds": [[kind.letter, kind.word, kind.points, kind.blocked] for kind in kinds],
        "squares": [numbers[square] for square in layout.squares],
    }


def _read_layout(data: Any, _: Any) -> Layout:
    check(WHERE, Size.SQUARES, max(len(data["kinds"]), len(data["squares"])), MAX_SIDE * MAX_SIDE)
    kinds = [
        Square(_number(letter), _number(word), _number(points), _truth(blocked))
        for letter, word, points, blocked in data["kinds"]
    ]
    squares = tuple(kinds[number] for number in data["squares"])
    column, row = (None if place is None else _number(place) for place in data["start"])
    return Layout(_number(data["width"]), _number(data["height"]), squares, StartCondition(column, row))


def make_converter() -> Converter:
    """A converter for the values of a game, strict about what it reads; further kinds of value may be added to it."""
    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(int, lambda data, _: _number(data))
    converter.register_structure_hook(bool, lambda data, _: _truth(data))
    converter.register_structure_hook(str, lambda data, _: _text(data))
    converter.register_unstructure_hook(Tile, lambda tile: [tile.letter, tile.points])
    converter.register_structure_hook(Tile, _read_tile)
    converter.register_unstructure_hook(Tiles, _write_tiles)
    converter.register_structure_hook(Tiles, _read_tiles)
    converter.register_unstructure_hook(Cell, list)
    converter.register_structure_hook(Cell, _read_cell)
    converter.register_unstructure_hook(Layout, _write_layout)
    converter.register_structure_hook(Layout, _read_layout)
    stored = {Person: "Person", Computer: "Computer"}
    configure_tagged_union(Player, converter, tag_name="type", tag_generator=stored.__getitem__)
    configure_tagged_union(ScoreChange, converter, tag_name="type")
    return converter


_CONVERTER = make_converter()
