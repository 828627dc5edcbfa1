"""Events as plain data and back, for the journal.

Each event is a mapping with its class under `type`, the version of that class's form under `v`, and its fields. When a
form changes, its version grows and an upcaster is added here; journals are never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from cattrs import ClassValidationError, Converter
from cattrs.strategies import configure_tagged_union

from engine.errors import BadData, EngineError
from engine.game.events import Event
from engine.game.state import Player
from engine.model.coordinates import Cell
from engine.model.layout import Layout, Square, Start
from engine.model.tiles import Tile, Tiles

Data = dict[str, Any]

CLASSES: Mapping[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}
VERSIONS: Mapping[str, int] = {}
"""The versions of forms that have changed; all others are at 1."""
UPCASTERS: Mapping[tuple[str, int], Callable[[Data], Data]] = {}
"""For a class's name and a version: how the data of that version become those of the next."""


def encode(event: Event) -> Data:
    """The event as JSON-able data."""
    name = type(event).__name__
    return {"type": name, "v": VERSIONS.get(name, 1), **_CONVERTER.unstructure(event)}


def decode(data: Data) -> Event:
    """The event that `encode` made data of, in this or an earlier version of the form.

    Raises `BadData` when the data are of no event, of a later version, or damaged.
    """
    name, version = data.get("type"), data.get("v")
    if not isinstance(name, str) or name not in CLASSES or not isinstance(version, int):
        raise BadData("journal", f"holds an unknown event {name!r}")
    if version > VERSIONS.get(name, 1):
        raise BadData("journal", f"holds {name!r} in version {version}, which is newer than this program")
    fields = {key: value for key, value in data.items() if key not in ("type", "v")}
    while version < VERSIONS.get(name, 1):
        fields, version = UPCASTERS[name, version](fields), version + 1
    try:
        return _CONVERTER.structure(fields, CLASSES[name])
    except (ClassValidationError, EngineError, TypeError, ValueError, KeyError) as error:
        raise BadData("journal", f"holds a damaged {name!r}") from error


def _write_tiles(tiles: Tiles) -> list[list[Any]]:
    return [[kind.letter, kind.points, tiles.count(kind)] for kind in tiles.kinds]


def _read_tiles(data: Any, _: Any) -> Tiles:
    return Tiles.of(Tile(str(letter), int(points)) for letter, points, count in data for _ in range(int(count)))


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
    kinds = [Square(int(letter), int(word), int(points), bool(b)) for letter, word, points, b in data["kinds"]]
    squares = tuple(kinds[number] for number in data["squares"])
    return Layout(int(data["width"]), int(data["height"]), squares, Start(*data["start"]))


def _make_converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(Tile, lambda tile: [tile.letter, tile.points])
    converter.register_structure_hook(Tile, lambda data, _: Tile(str(data[0]), int(data[1])))
    converter.register_unstructure_hook(Tiles, _write_tiles)
    converter.register_structure_hook(Tiles, _read_tiles)
    converter.register_unstructure_hook(Cell, list)
    converter.register_structure_hook(Cell, lambda data, _: Cell(int(data[0]), int(data[1])))
    converter.register_unstructure_hook(Layout, _write_layout)
    converter.register_structure_hook(Layout, _read_layout)
    configure_tagged_union(Player, converter, tag_name="type")
    return converter


_CONVERTER = _make_converter()
