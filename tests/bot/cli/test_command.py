"""The command as a whole, what it loads, and `tilewright prepare`."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import engine
from bot.cli import render
from bot.engines import compiler
from engine import jit
from engine.computer.tools import Vocabulary
from engine.loading import cache, choosing, lexicons, load_graph, load_lexicon, load_variant
from engine.loading.computers import load_everyday, load_vocabulary
from engine.model.levels import LEVELS
from engine.words.lexicon import Lexicon
from tests.support.records import OPEN
from tests.support.sentences import said
from tests.support.words import list_of

HEAVY = ("numba", "numpy", "discord", "PIL", "sqlalchemy", "aiohttp")
POSITION = OPEN.replace("15", "3HELLo7", 8).replace("3HELLo7", "15", 7) + " AEI?/QU 24/-3 0"


def test_help_loads_nothing_heavy() -> None:
    """Help answers at once; a command's imports are loaded when it is called."""
    code = f"import sys, bot.cli; bot.cli.build(); print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout == "[]\n"


def test_help_names_the_commands(cli: Any) -> None:
    text = cli("--help").stdout
    for command in ("run", "moves", "replay", "lexicon", "render"):
        assert f" {command} " in text


def test_render_draws_a_position(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "position.png"
    assert cli("render", POSITION, "-o", path).exit_code == 0
    with Image.open(path) as image:
        assert image.format == "PNG"
        assert min(image.size) > 300


def test_the_picture_shows_tiles_racks_and_scores() -> None:
    position = engine.open_position(POSITION)
    scene = render.scene_of(position, position.variant)
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


LIMITED = sum(level.words is not None for level in LEVELS)


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing compiled and no graphs; graphs are built from an empty list to save time."""
    monkeypatch.setattr(jit, "is_tuned", lambda: False)
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path / "kernels" / "hash")
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "graphs")
    monkeypatch.setattr("engine.loading.list_lexicons", lambda: ())
    return tmp_path


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the lexicons whose graphs are built; here it takes no time."""
    names: list[str] = []
    monkeypatch.setattr(jit, "is_tuned", lambda: True)
    monkeypatch.setattr(choosing, "find_words", lambda name, alphabet, tell: Lexicon.of(name, alphabet, list_of()))
    monkeypatch.setattr("engine.loading.load_graph", lambda lexicon: names.append(lexicon.name))
    monkeypatch.setattr("engine.loading.computers.load_vocabulary", lambda language, lexicon: Vocabulary.of(()))
    monkeypatch.setattr("engine.loading.computers.load_everyday", lambda language, lexicon, vocabulary: ())
    return names


def test_everything_is_compiled(cli: Any, bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the output goes to a file, only the last line is written."""
    told: list[object] = []

    def compile_all(progress: Any, nice: int) -> None:
        progress(1, 2)
        told.append(progress)

    monkeypatch.setattr(compiler, "compile_all", compile_all)
    result = cli("prepare")
    assert result.exit_code == 0 and told
    assert result.stdout == f"{said('cli.everything_ready', folder=bare)}\n"
    assert result.stderr == ""


def test_what_is_compiled_is_not_compiled_again(cli: Any, bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "is_tuned", lambda: True)
    monkeypatch.setattr(compiler, "compile_all", lambda progress, nice: pytest.fail("compiles"))
    assert cli("prepare").exit_code == 0


def test_graphs_of_all_lexicons_are_built(cli: Any, built: list[str]) -> None:
    """A container image can then include them."""
    assert cli("prepare").exit_code == 0
    assert built == [info.name for info in lexicons.list_lexicons()]


def test_N22_graphs_of_chosen_languages_are_built(cli: Any, built: list[str]) -> None:
    """A server that plays in two languages need not wait for the words of eight."""
    assert cli("prepare", "--language", "sv", "--language", "en").exit_code == 0
    assert {info.language for info in lexicons.list_lexicons() if info.name in built} == {"en", "sv"}
    assert len(built) == 2


def test_N22_a_language_without_a_lexicon_is_named_with_those_that_have_one(cli: Any, built: list[str]) -> None:
    refusal = cli.refusal("prepare", "--language", "tlh")
    assert "tlh" in refusal and "de" in refusal
    assert built == []


@pytest.mark.gate
def test_words_are_kept_for_the_next_process(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The graph of all words, how common they are, and what each level with a limited vocabulary knows."""
    monkeypatch.setattr(jit, "is_tuned", lambda: True)
    monkeypatch.delenv(jit.PREPARED, raising=False)
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path)
    choosing.find_words.cache_clear()  # a test before may have had the graph from the real folder
    assert cli("prepare", "--language", "en").exit_code == 0
    assert len(list(tmp_path.glob("*.graph"))) == 1 + LIMITED
    assert len(list(tmp_path.glob("*.vocabulary"))) == 1
    monkeypatch.setattr("engine.words.graph.kwg.build_graph", lambda words: pytest.fail("builds"))
    monkeypatch.setattr(Vocabulary, "of", lambda keys: pytest.fail("makes"))
    variant = load_variant("standard", "en")
    words = load_lexicon("english", variant.alphabet)
    assert load_graph(words) is words.base
    assert len(load_everyday("en", words, load_vocabulary("en", words))) == LIMITED


def test_a_folder_that_cannot_be_written_to_is_told(cli: Any, bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "cache_folder", lambda: None)
    assert "XDG_CACHE_HOME" in cli.refusal("prepare")


def test_a_compiler_that_dies_is_told(cli: Any, bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a single line."""

    def die(progress: Any, nice: int) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(compiler, "compile_all", die)
    assert "memory" in cli.refusal("prepare")
