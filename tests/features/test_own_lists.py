"""An installation brings word lists of its own, which take the place of the program's for everyone."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import build
from bot.front.help.messages import help_message
from bot.settings import Settings, sqlite_url
from bot.text.texts import ENGLISH, texts_for
from bot.text.variants import setup_for
from bot.wiring.starting import StartFailed, read_own_words
from engine.loading import cache, load_lexicon, load_variant
from tests.support.games import STANDARD
from tests.support.sentences import said

FINE = "The words of our club\nCARE\tto mind\nZOO\tof animals\nQQQQ\tour own\n"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of such lists, and another one for cached graphs; compiled code stays where it is."""
    folder = tmp_path / "own"
    folder.mkdir()
    monkeypatch.setenv("TILEWRIGHT_LEXICONS", str(folder))
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "cache")
    return folder


@pytest.mark.parametrize("name", ["english.txt", "English.txt.gz"])
def test_N21_an_own_list_takes_the_place_of_the_dictionary(own: Path, name: str) -> None:
    """Plain or packed, by its name; lists that are not there stay as they are."""
    (own / name).write_bytes(gzip.compress(FINE.encode()) if name.endswith("gz") else FINE.encode())
    lexicon = load_lexicon("english", STANDARD.alphabet)
    assert (lexicon.name, len(lexicon), lexicon.contains(tuple("QQQQ"))) == ("english", 3, True)
    assert len(load_lexicon("russian", load_variant("standard", "ru").alphabet)) > 10_000


def test_N21_an_own_word_graph_is_read_once(own: Path) -> None:
    """Later it is taken from the cache, and has the same words."""
    words = own.parent / "words.txt"
    words.write_text("CARE\nZOO\n")
    runner = CliRunner()
    made = runner.invoke(build(), ["lexicon", "export", str(words), str(own / "english.kwg")])
    assert made.exit_code == 0, made.stderr
    first, second = (load_lexicon("english", STANDARD.alphabet) for _ in range(2))
    assert first.id == second.id == load_lexicon(str(words), STANDARD.alphabet).id
    assert list(first) == list(second) == [tuple("CARE"), tuple("ZOO")]


STARTS = """
import sys
from bot.wiring.starting import read_own_words
from engine.loading import load_lexicon, load_variant
if __name__ == "__main__":
    read_own_words()
    print(len(load_lexicon("english", load_variant("standard", "en").alphabet)), "numba" in sys.modules)
"""


@pytest.mark.soak
def test_N21_the_bots_own_process_reads_word_graphs_without_the_compiler(own: Path) -> None:
    """Another one checks and caches them."""
    words = own.parent / "words.txt"
    words.write_text("CARE\nZOO\n")
    assert CliRunner().invoke(build(), ["lexicon", "export", str(words), str(own / "english.kwg")]).exit_code == 0
    (own.parent / "starts.py").write_text(STARTS)
    paths = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": paths, "XDG_CACHE_HOME": str(own.parent / "caches")}
    command = [sys.executable, str(own.parent / "starts.py")]
    assert subprocess.run(command, env=environment, capture_output=True, text=True).stdout == "2 False\n"


def test_N21_the_start_tells_of_lines_that_do_not_fit(own: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The rest of the list is used."""
    (own / "english.txt").write_text(FINE)
    with caplog.at_level("INFO"):
        read_own_words()
    told = [record.getMessage() for record in caplog.records]
    assert [one for one in told if "line 1 " in one]
    assert told[-1].endswith("english.txt: 3 words")


@pytest.mark.parametrize(("name", "text"), [("nwl.txt", "CARE\n"), ("english.txt", "C4RE\n"), ("english.txt", "")])
async def test_N21_a_list_that_cannot_be_used_ends_the_start(own: Path, tmp_path: Path, name: str, text: str) -> None:
    """The sentence names the setting and the file; nothing has been opened."""
    from bot.wiring.app import build as app

    (own / name).write_text(text)
    settings = {"TILEWRIGHT_DATABASE_URL": sqlite_url(tmp_path / "games.db"), "TILEWRIGHT_DATA": str(tmp_path)}
    bot = app(Settings.from_environment(settings))
    with pytest.raises(StartFailed) as refused:
        await bot.start()
    assert refused.value.reason.startswith(f"TILEWRIGHT_LEXICONS: {name}")
    assert not (tmp_path / "games.db").exists()


def test_N21_the_help_does_not_describe_words_that_it_does_not_know(own: Path) -> None:
    """It describes the program's own dictionaries only."""
    texts = texts_for(ENGLISH)

    def is_described(language: str) -> bool:
        page = help_message("words", texts, setup_for(load_variant("standard", language)))
        return said("help.every_kind_word_counts") in str(page)

    assert is_described("en")
    (own / "english.txt").write_text(FINE)
    assert (is_described("en"), is_described("de")) == (False, True)
