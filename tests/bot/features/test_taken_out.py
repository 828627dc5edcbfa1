"""Each feature can be taken out with its folder and its line: the rest starts, registers and plays a game."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot import features

ROOT = Path(__file__).parents[3]
USED = ("engine", "data", "assets", "pyproject.toml")
COPIED = ("bot", "tests")
REST = """
import asyncio, pkgutil, sys
from importlib import import_module
import bot
from bot.front.speech import CatalogueTranslator
from bot.wiring.bot import ROOMS
assert bot.__file__.startswith(sys.argv[1]), bot.__file__
for one in pkgutil.walk_packages(bot.__path__, "bot."):
    if not one.name.endswith(("__main__", "migrations.env")):
        import_module(one.name)
assert len(asyncio.run(ROOMS.described(CatalogueTranslator()))) > 10
"""
GAME = "tests/bot/test_game_in_playground.py::test_whole_void_game_from_lobby_to_end_card"


def without(names: Sequence[str], tmp_path: Path) -> Path:
    """A copy of the bot without these features."""
    for name in USED:
        (tmp_path / name).symlink_to(ROOT / name)
    for name in COPIED:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    registry = tmp_path / "bot" / "features" / "__init__.py"
    for name in names:
        shutil.rmtree(tmp_path / "bot" / "features" / name)
        registry.write_text(registry.read_text("utf-8").replace(f'    "{name}",\n', ""), "utf-8")
    return tmp_path


def plays(rest: Path) -> None:
    """A copy imports, registers, starts and plays a game."""
    subprocess.run((sys.executable, "-c", REST, str(rest)), cwd=rest, check=True)
    options = ("-n", "0", "-p", "no:cacheprovider", "--rootdir", str(rest))
    subprocess.run((sys.executable, "-m", "pytest", *options, GAME), cwd=rest, check=True)


@pytest.mark.soak
def test_without_any_feature_there_is_still_a_game(tmp_path: Path) -> None:
    """Nothing of the base needs them; that they do not need each other, the import contracts say."""
    plays(without(features.NAMES, tmp_path))


@pytest.mark.soak
@pytest.mark.parametrize("name", features.NAMES)
def test_each_feature_can_be_taken_out(name: str, tmp_path: Path) -> None:
    """Neither the base nor another feature needs it."""
    plays(without((name,), tmp_path))


def test_X22_every_folder_is_switched_on() -> None:
    """A feature that nobody has switched on would be forgotten."""
    folders = {file.parent.name for file in (ROOT / "bot" / "features").glob("*/__init__.py")}
    assert folders == set(features.NAMES)


@pytest.mark.gate
def test_other_processes_do_not_load_discords_library() -> None:
    """It takes 30 MB, and only the bot's commands, buttons and posts need it."""
    program = "import sys, bot.wiring.worker, bot.wiring.upkeep; sys.exit('discord' in sys.modules)"
    subprocess.run((sys.executable, "-c", program), cwd=ROOT, check=True)
