"""The command as a whole: what it loads, and pictures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from PIL import Image

from bot.cli import inputs, render
from tests.support.records import OPEN

HEAVY = ("numba", "numpy", "discord", "PIL", "sqlalchemy", "aiohttp")
POSITION = OPEN.replace("15", "3HELLo7", 8).replace("3HELLo7", "15", 7) + " AEI?/QU 24/-3 0"


def test_help_loads_nothing_heavy() -> None:
    """Help answers at once; a command's imports are loaded when it is called."""
    code = f"import sys, bot.cli; bot.cli.build(); print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout == "[]\n"


def test_help_names_the_commands(cli: Any) -> None:
    text = cli("--help").stdout
    for command in ("run", "moves", "bench", "replay", "lexicon", "render"):
        assert f" {command} " in text


def test_render_draws_a_position(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "position.png"
    assert cli("render", POSITION, "-o", path).exit_code == 0
    with Image.open(path) as image:
        assert image.format == "PNG"
        assert min(image.size) > 300


def test_the_picture_shows_tiles_racks_and_scores() -> None:
    position, meant = inputs.read_position(POSITION, None, None)
    scene = render.scene_of(position, meant.variant)
    assert "".join(placed.tile.letter for placed in scene.tiles) == "HELLO"
    assert [placed.tile.is_blank for placed in scene.tiles] == [False] * 4 + [True]
    assert [(seat.score, seat.tiles, seat.is_turn) for seat in scene.seats] == [
        ("24", "AEI?", True),
        ("-3", "QU", False),
    ]
    assert (scene.column_labels[7], scene.row_labels[7]) == ("H", "8")
    assert scene.squares[7 * 15 + 7].is_start


def test_render_refuses_bad_input_with_one_line(cli: Any, tmp_path: Path) -> None:
    assert "rows" in cli.refusal("render", "15 / 0/0 0", "-o", tmp_path / "a.png")
    assert "no theme" in cli.refusal("render", POSITION, "-o", tmp_path / "a.png", "--theme", "plaid")
    assert "No such file" in cli.refusal("render", POSITION, "-o", tmp_path / "no" / "a.png")
    assert not list(tmp_path.iterdir())
