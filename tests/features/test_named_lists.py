"""Named word lists of servers, and those that an installation brings."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import build
from bot.front.help.messages import help_message
from bot.settings import Settings, sqlite_url
from bot.text import texts_for
from bot.text.help import Topics
from bot.text.settings import setting_title
from bot.text.texts import ENGLISH
from bot.text.variants import setup_for
from bot.wiring.starting import StartFailed, read_own_words
from engine.loading import cache, list_lexicons, load_lexicon, load_variant
from tests.features.test_word_lists import _plays, counts, lobby_line, plain
from tests.support.games import STANDARD
from tests.support.pictures import text_of
from tests.support.playground import Refused
from tests.support.running import Scene, ask, choose, file_of, gathered, started
from tests.support.sentences import said
from tests.support.service import eventually
from tests.support.words import SPANISH


def _server(world: Scene) -> int:
    """The first server of the playground."""
    return int(next(iter(world.playground.world.guilds)))


async def test_N21_a_server_makes_a_list_and_plays_with_it(tmp_path: Path) -> None:
    """Only its own words count; the other lists do not have them; its name is found in any case."""
    async with gathered(tmp_path) as (world, ada, bruno):
        await ask(ada, "/manage dictionary new name:My Animals variant:tiny", "**My Animals** is ready")
        await ask(ada, "/word add words:tac lexicon:my animals", "with the My Animals dictionary, these words")
        assert counts(await _plays(world, ada, bruno, "TAC", "variant:tiny lexicon:MY ANIMALS"))
        assert said("verdicts.would_be_refused", 1) in await _plays(
            world, ada, bruno, "CAT", "variant:tiny lexicon:my animals"
        )
        assert said("verdicts.would_be_refused", 1) in await _plays(world, ada, bruno, "TAC")
        assert await lobby_line(ada, "variant:tiny lexicon:my animals") == "Dictionary: My Animals"
        assert "My Animals" in text_of(await ask(ada, "/word dictionaries", "### Dictionaries"))


@pytest.mark.gate
async def test_K6_a_game_combines_lists(tmp_path: Path) -> None:
    """A word counts if a list has it, unless the server has removed it from the program's; the host's own count too."""
    async with gathered(tmp_path) as (world, ada, bruno):
        await ask(ada, "/manage dictionary new name:animals variant:tiny")
        await ask(ada, "/manage dictionary new name:plants variant:tiny")
        await ask(ada, "/word add words:tac dog lexicon:animals")
        await ask(ada, "/word add words:tacs lexicon:plants")
        await ask(ada, "/word remove words:dog lexicon:english")
        await ask(ada, "/word add words:gac list:mine lexicon:english")
        options = "variant:tiny lexicon:english + Plants+animals"
        told = await lobby_line(ada, options)
        assert told == said("lobby.dictionary_server_host", name="English + plants + animals")
        world.luck.draws[:] = ["C", "A", "CATSDOG", "HORNFAR"]
        await started(ada, bruno, options)
        for word in ("TAC", "CAT", "TACS", "GAC"):
            assert counts(text_of(await ask(ada, f"/try move:8F {word}"))), word
        for word in ("DOG", "GAT"):
            assert said("verdicts.would_be_refused", 1) in text_of(await ask(ada, f"/try move:8F {word}")), word
        told = plain(await ask(ada, "/word check word:tac", "Yes, **TAC**"))
        assert "is in the English + plants + animals dictionary" in told
        ref = (await world.state(ada.channel_id())).setup.lexicon
        assert ref.name == "english+plants+animals" and len(ref.digest) == 32
        await world.restart()
        assert counts(text_of(await ask(ada, "/try move:8F TACS")))
        await ask(ada, "/game new lexicon:english+nothing", "`lexicon:` cannot be **nothing**")
        for name in "abc":
            await ask(ada, f"/manage dictionary new name:{name} variant:tiny")
        await ask(ada, "/game new lexicon:english+animals+plants+a+b", "at most 4 dictionaries")


@pytest.mark.soak
async def test_N21_a_copy_goes_its_own_way(tmp_path: Path) -> None:
    """It begins with the words of the copied list, changes included; later changes of either stay there."""
    async with gathered(tmp_path) as (world, ada, bruno):
        await ask(ada, "/word add words:tac lexicon:english")
        await ask(ada, "/manage dictionary new name:ours copy:english variant:tiny")
        await ask(ada, "/word remove words:cat lexicon:ours", "do not count: **CAT**")
        await ask(ada, "/word remove words:tac lexicon:english")
        shown = text_of(await ask(ada, "/word changes lexicon:ours", "This server's ours dictionary"))
        assert "1 word added" in shown and "TAC" in shown and "1 word removed" in shown
        told = plain(await ask(ada, "/word dictionaries", "### Dictionaries"))
        assert f"all words of English, {said('words.words_own', 1)}, without 1 word" in told
        assert counts(await _plays(world, ada, bruno, "TAC", "variant:tiny lexicon:ours"))
        assert counts(await _plays(world, ada, bruno, "DOG", "variant:tiny lexicon:ours"))
        assert said("verdicts.would_be_refused", 1) in await _plays(
            world, ada, bruno, "CAT", "variant:tiny lexicon:ours"
        )
        assert counts(await _plays(world, ada, bruno, "CAT", "variant:tiny lexicon:english"))


async def test_N21_an_import_replaces_only_the_named_list(tmp_path: Path) -> None:
    """It asks before; the export hands out the same words under the list's name."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        await ask(ada, "/manage dictionary new name:animals")
        await ask(ada, "/word add words:horse lexicon:animals")
        line = "/word import lexicon:animals"
        asked = await ask(ada, line, "animals dictionary has 1 word", file=("words.txt", "cow\nant\n"))
        await ada.click(asked, "Replace")
        await ada.wait_message(said("words.list_size", 2))
        told = await ask(ada, "/word export lexicon:animals", "one per line")
        assert await file_of(ada, told) == b"ANT\nCOW\n"
        await ask(ada, "/word changes lexicon:english", said("wordlists.nothing_added_removed"))


HOSTILE = ("a+b", "x" * 25, "in\u200bvisible", "\u202ecba", "<@1>", "a`b", "**", "- -", "list-0123456789", "../english")


async def test_N21_only_moderators_name_lists_and_only_by_plain_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as another list, in any case or spelling; the refused names leave nothing behind. A server has so many."""
    async with gathered(tmp_path) as (_, ada, bruno):
        for name in HOSTILE:
            with suppress(Refused):  # the playground may refuse a text that Discord would
                await ask(ada, f"/manage dictionary new name:{name}", said("files.dictionary_name"))
        for taken in ("english", "ENGLISH", "ｅnglish", "Empty"):
            await ask(ada, f"/manage dictionary new name:{taken}", said("requests.name_taken"))
        await ask(ada, "/manage dictionary new name:Straße")
        await ask(ada, "/manage dictionary new name:STRASSE", said("requests.name_taken"))
        await ask(bruno, "/word add words:cat lexicon:straße", "Only moderators")
        await ask(ada, "/manage dictionary delete name:english", "`name:` cannot be **english**")
        shown = text_of(await ask(bruno, "/word dictionaries", "### Dictionaries"))
        assert shown.count("\n- ") == len(list_lexicons()) + 2, "the program's, empty and one of the server's own"
        monkeypatch.setattr("bot.service.words.namedlists.MOST_LISTS", 1)
        await ask(ada, "/manage dictionary new name:two", said("files.too_many_dictionaries", count=1))
        for line in ("new name:mine", "delete name:straße", "rename name:straße new:x"):
            with pytest.raises(Refused):  # Discord offers these to nobody else, nor in direct messages
                await ask(bruno, f"/manage dictionary {line}")


@pytest.mark.gate
async def test_N21_renamed_and_deleted_lists(tmp_path: Path) -> None:
    """A game that has started, or only been opened, keeps the words; the name is free again, without the words."""
    async with gathered(tmp_path, "C", "A", "CATSDOG", "HORNFAR") as (world, ada, bruno):
        await ask(ada, "/manage dictionary new name:animals variant:tiny")
        await ask(ada, "/word add words:tac lexicon:animals")
        await ask(ada, "/manage dictionary rename name:animals new:Beasts", "animals** is now called **Beasts")
        await ada.command("/game new variant:tiny lexicon:beasts")
        lobby = await bruno.wait_message("seats taken")
        asked = await ask(ada, "/manage dictionary delete name:beasts", "Delete the dictionary **Beasts**")
        again = await ask(ada, "/manage dictionary delete name:beasts", "Delete the dictionary **Beasts**")
        await ada.click(asked, "Delete it")
        await ada.wait_message("deleted the dictionary **Beasts**")
        await ada.click(again, "Delete it")
        await ada.wait_message(said("files.dictionary_deleted"))
        await bruno.click(lobby, "Join")
        await ada.wait_message(". Bruno")
        await ada.click(lobby, "Start")
        await ada.wait_message(said("status.your_turn"))
        await ask(ada, "/manage dictionary new name:beasts variant:tiny")
        await ask(ada, "/word changes lexicon:beasts", said("wordlists.nothing_added_removed"))
        await world.restart()
        assert counts(text_of(await ask(ada, "/try move:8F TAC")))
        assert said("verdicts.would_be_refused", 1) in text_of(await ask(ada, "/try move:8F CAT"))
        assert (await world.state(ada.channel_id())).setup.lexicon.name == "Beasts"


@pytest.mark.soak
async def test_K6_letters_are_those_that_the_list_was_made_with(tmp_path: Path) -> None:
    """Without any lobby; another variant's are refused for words, and a game without them, naming both."""
    async with gathered(tmp_path) as (world, ada, _bruno):
        english = world.library._tiny
        world.library.serve("CASODEEENAAA" * 2, 7)
        spanish = world.library._tiny = replace(world.library._tiny, alphabet=SPANISH, name="tiny")
        await ask(ada, "/manage dictionary new name:palabras variant:tiny", "the letters of tiny")
        world.library._tiny = english
        await ask(ada, "/word add words:ñandu lexicon:palabras", "ÑANDU")
        await ask(ada, "/word import how:add lexicon:palabras", file=("words.txt", "uña\nllama\n"))
        assert "ÑANDU" in text_of(await ask(ada, "/word changes lexicon:palabras", "3 words added"))
        await ask(
            ada,
            "/word add words:wok lexicon:palabras",
            said("core.letter_of_variant", letter="**w**", lexicon="palabras"),
        )
        await ask(
            ada,
            "/word add words:uno lexicon:palabras variant:standard",
            said("files.dictionary_variant", variant="tiny \\(English\\)"),
        )
        told = plain(await ask(ada, "/game new variant:standard lexicon:english+palabras"))
        lacking = {"variant": "tiny (English)", "tiles": "standard (English)"}
        assert said("files.dictionary_letters", name="palabras", **lacking) in told and "**Ñ**" in told
        await ask(ada, "/manage dictionary new name:otras copy:palabras", "the letters of tiny")
        world.library._tiny = spanish
        assert await lobby_line(ada, "variant:tiny lexicon:palabras+otras") == "Dictionary: palabras + otras"


@pytest.mark.gate
async def test_K6_lists_are_offered_wherever_a_dictionary_is_chosen(tmp_path: Path) -> None:
    """By name; after a plus, those that can join; never those of another server."""
    async with gathered(tmp_path, people=("Ada",)) as (world, ada):
        await ask(ada, "/manage dictionary new name:Animals")
        lists = world.app.core.services.words.dictionaries.lists  # type: ignore[union-attr]
        assert [one.name for one in await lists.all(_server(world) + 1)] == []

        async def offered(line: str) -> list[str]:
            return [one["value"] for one in await ada.autocomplete(line)]

        others = [info.name for info in list_lexicons() if info.name != "english"]
        assert await offered("/game new lexicon:") == ["english", *others, "Animals", "empty"]
        assert await offered("/game new language:en lexicon:") == ["english", "Animals", "empty"]
        assert await offered("/game new language:en lexicon:english+") == ["english+Animals", "english+empty"]
        assert await offered("/game new language:en lexicon:English + ani") == ["english+Animals"]
        assert await offered("/game new lexicon:nothing+") == []
        assert (await offered("/word add lexicon:an"))[0] == "Animals"
        assert (await offered("/manage dictionary new copy:an"))[0] == "Animals"
        assert await offered("/manage dictionary delete name:") == ["Animals"]


@pytest.mark.soak
async def test_N21_a_list_is_the_default_of_a_server(tmp_path: Path) -> None:
    """For new games and for looking words up; where its letters do not fit, or it is gone, the usual one is."""
    async with gathered(tmp_path) as (world, ada, _bruno):
        await ask(ada, "/manage dictionary new name:animals variant:tiny")
        await ask(ada, "/word add words:tac lexicon:animals")
        await ask(ada, "/word check word:tac", said("words.word_invalid", word="TAC", lexicon="English"))
        assert world.app and world.app.core
        titled = setting_title("lexicon", texts_for("en"))
        await ada.select(await ask(ada, "/settings server", "Server settings"), "animals", which=titled)
        people = world.app.core.services.people

        async def is_chosen() -> bool:
            return (await people.server(_server(world))).lexicon is not None

        await eventually(is_chosen)
        await ask(ada, "/word check word:tac", "Yes, **TAC** is in the animals dictionary")
        await ask(ada, "/manage dictionary rename name:animals new:Beasts", "is now called **Beasts**")
        assert "Beasts" in str(await ask(ada, "/settings server", "Server settings"))
        assert await lobby_line(ada, "variant:tiny") == "Dictionary: Beasts"
        await ask(ada, "/word changes", "This server's Beasts dictionary")
        asked = await ask(ada, "/manage dictionary delete name:beasts", said("words.delete_dictionary"))
        await ada.click(asked, "Delete it")
        await ada.wait_message("deleted the dictionary **Beasts**")
        assert await lobby_line(ada, "variant:tiny") == "Dictionary: English"


@pytest.mark.soak
async def test_K6_a_list_brings_its_language(tmp_path: Path) -> None:
    """Even one that has tiles but no dictionary of the program; a program's list of another language is refused."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        await choose(ada, await ask(ada, "/settings channel", "Channel settings"), "en", "Language of messages")
        assert "sv" in [one["value"] for one in await ada.autocomplete("/manage dictionary new language:")]
        await ask(ada, "/manage dictionary new name:Orden language:sv", "the letters of standard")
        await ask(ada, "/word add words:ål lexicon:orden", "**ÅL**")
        told = text_of(await ask(ada, "/game new lexicon:english+orden"))
        assert "(Swedish), but the English dictionary is for English" in told
        told = plain(await ask(ada, "/game new lexicon:orden language:en"))
        swedish = {"variant": "standard (Swedish)", "tiles": "standard (English)"}
        assert said("files.dictionary_letters", name="Orden", **swedish) in told
        assert await lobby_line(ada, "lexicon:orden") == "Dictionary: Orden"


@pytest.mark.gate
async def test_K6_no_words_are_combined_where_no_game_can_be_opened(tmp_path: Path) -> None:
    """The work and its result would cost as much as a game, without counting as one."""
    async with gathered(tmp_path, "C", "A", "CATSDOG", "HORNFAR") as (world, ada, bruno):
        await ask(ada, "/manage dictionary new name:animals variant:tiny")
        await started(ada, bruno, "variant:tiny")
        assert world.app and world.app.core
        world.app.core.services.words.dictionaries.pin = None  # type: ignore[method-assign, assignment]
        for options in ("lexicon:animals", "lexicon:english+animals"):
            await ask(bruno, f"/game new variant:tiny {options}", "already")


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

TOPICS = features.topics()
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
        page = help_message("words", Topics(), texts, setup_for(load_variant("standard", language)))
        return said("help.every_kind_word_counts") in str(page)

    assert is_described("en")
    (own / "english.txt").write_text(FINE)
    assert (is_described("en"), is_described("de")) == (False, True)
