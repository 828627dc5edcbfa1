from __future__ import annotations

from dataclasses import replace

import pytest

from bot.render import BoardScene, Span, SquareFace
from tests.support import scenes


def test_scenes_compare_and_hash_by_value() -> None:
    """Equal scenes are the same key, so that callers can cache pictures by scene."""
    assert scenes.late() == scenes.late()
    assert len({scenes.late(), scenes.late(), scenes.opening(), scenes.rack(), scenes.rack()}) == 3


@pytest.mark.parametrize(
    "fault",
    [
        {"width": 16},
        {"width": 0, "squares": ()},
        {"width": 65, "height": 1, "squares": (SquareFace(),) * 65},
        {"column_labels": ("A",)},
        {"row_labels": ("1",) * 16},
        {"cursor": (15, 0)},
        {"cursor": (0, -1)},
        {"ring": Span(13, 0, 3)},
    ],
)
def test_a_scene_whose_shapes_disagree_is_refused(fault: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        replace(scenes.late(), **fault)  # type: ignore[arg-type]


def test_a_tile_off_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="off the board"):
        BoardScene(3, 3, (SquareFace(),) * 9, scenes.tiles(["...A"]))
