"""Named word lists of servers, several lists in one game, and lists with letters of their own, by ledger code."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bot.text import texts_for
from bot.text.settings import setting_title
from engine.loading import list_lexicons
from tests.features.test_word_lists import _plays, counts, lobby_line, plain
from tests.support.playground import DM, Refused
from tests.support.readable import text_of
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
        await ask(ada, "/dictionary new name:My Animals variant:tiny", "**My Animals** is ready")
        await ask(ada, "/dictionary add words:tac lexicon:my animals", "with the My Animals dictionary, these words")
        assert counts(await _plays(world, ada, bruno, "TAC", "variant:tiny lexicon:MY ANIMALS"))
        assert said("verdicts.would_be_refused", 1) in await _plays(
            world, ada, bruno, "CAT", "variant:tiny lexicon:my animals"
        )
        assert said("verdicts.would_be_refused", 1) in await _plays(world, ada, bruno, "TAC")
        assert await lobby_line(ada, "variant:tiny lexicon:my animals") == "Dictionary: My Animals"
        assert "My Animals" in text_of(await ask(ada, "/dictionary names", "### Dictionaries"))


@pytest.mark.gate
async def test_K6_a_game_combines_lists(tmp_path: Path) -> None:
    """A word counts if a list has it, unless the server has removed it from the program's; the host's own count too."""
    async with gathered(tmp_path) as (world, ada, bruno):
        await ask(ada, "/dictionary new name:animals variant:tiny")
        await ask(ada, "/dictionary new name:plants variant:tiny")
        await ask(ada, "/dictionary add words:tac dog lexicon:animals")
        await ask(ada, "/dictionary add words:tacs lexicon:plants")
        await ask(ada, "/dictionary remove words:dog lexicon:english")
        await ask(ada, "/dictionary add words:gac list:mine lexicon:english")
        options = "variant:tiny lexicon:english + Plants+animals"
        told = await lobby_line(ada, options)
        assert told == said("lobby.dictionary_server_host", name="English + plants + animals")
        world.luck.draws[:] = ["C", "A", "CATSDOG", "HORNFAR"]
        await started(ada, bruno, options)
        for word in ("TAC", "CAT", "TACS", "GAC"):
            assert counts(text_of(await ask(ada, f"/try move:8F {word}"))), word
        for word in ("DOG", "GAT"):
            assert said("verdicts.would_be_refused", 1) in text_of(await ask(ada, f"/try move:8F {word}")), word
        told = plain(await ask(ada, "/check word:tac", "Yes, **TAC**"))
        assert "is in the English + plants + animals dictionary" in told
        ref = (await world.state(ada.channel_id())).setup.lexicon
        assert ref.name == "english+plants+animals" and len(ref.digest) == 32
        await world.restart()
        assert counts(text_of(await ask(ada, "/try move:8F TACS")))
        await ask(ada, "/game new lexicon:english+nothing", "`lexicon:` cannot be **nothing**")
        for name in "abc":
            await ask(ada, f"/dictionary new name:{name} variant:tiny")
        await ask(ada, "/game new lexicon:english+animals+plants+a+b", "at most 4 dictionaries")


@pytest.mark.soak
async def test_N21_a_copy_goes_its_own_way(tmp_path: Path) -> None:
    """It begins with the words of the copied list, changes included; later changes of either stay there."""
    async with gathered(tmp_path) as (world, ada, bruno):
        await ask(ada, "/dictionary add words:tac lexicon:english")
        await ask(ada, "/dictionary new name:ours copy:english variant:tiny")
        await ask(ada, "/dictionary remove words:cat lexicon:ours", "do not count: **CAT**")
        await ask(ada, "/dictionary remove words:tac lexicon:english")
        shown = text_of(await ask(ada, "/dictionary list lexicon:ours", "This server's ours dictionary"))
        assert "1 word added" in shown and "TAC" in shown and "1 word removed" in shown
        told = plain(await ask(ada, "/dictionary names", "### Dictionaries"))
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
        await ask(ada, "/dictionary new name:animals")
        await ask(ada, "/dictionary add words:horse lexicon:animals")
        line = "/dictionary import lexicon:animals"
        asked = await ask(ada, line, "animals dictionary has 1 word", file=("words.txt", "cow\nant\n"))
        await ada.click(asked, "Replace")
        await ada.wait_message(said("words.list_size", 2))
        told = await ask(ada, "/dictionary export lexicon:animals", "one per line")
        assert await file_of(ada, told) == b"ANT\nCOW\n"
        await ask(ada, "/dictionary list lexicon:english", said("wordlists.nothing_added_removed"))


HOSTILE = ("a+b", "x" * 25, "in\u200bvisible", "\u202ecba", "<@1>", "a`b", "**", "- -", "list-0123456789", "../english")


async def test_N21_only_moderators_name_lists_and_only_by_plain_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as another list, in any case or spelling; the refused names leave nothing behind. A server has so many."""
    async with gathered(tmp_path) as (_, ada, bruno):
        for name in HOSTILE:
            with suppress(Refused):  # the playground may refuse a text that Discord would
                await ask(ada, f"/dictionary new name:{name}", said("files.dictionary_name"))
        for taken in ("english", "ENGLISH", "ｅnglish", "Empty"):
            await ask(ada, f"/dictionary new name:{taken}", said("requests.name_taken"))
        await ask(ada, "/dictionary new name:Straße")
        await ask(ada, "/dictionary new name:STRASSE", said("requests.name_taken"))
        for line in ("new name:mine", "delete name:straße", "rename name:straße new:x"):
            await ask(bruno, f"/dictionary {line}", "Only moderators")
        await ask(bruno, "/dictionary add words:cat lexicon:straße", "Only moderators")
        await ask(ada, "/dictionary delete name:english", "`name:` cannot be **english**")
        shown = text_of(await ask(bruno, "/dictionary names", "### Dictionaries"))
        assert shown.count("\n- ") == len(list_lexicons()) + 2, "the program's, empty and one of the server's own"
        monkeypatch.setattr("bot.service.words.namedlists.MOST_LISTS", 1)
        await ask(ada, "/dictionary new name:two", said("files.too_many_dictionaries", count=1))
        await ada.open_dm()
        ada.place = DM
        for line in ("new name:mine", "delete name:straße", "rename name:straße new:x"):
            await ask(ada, f"/dictionary {line}", said("core.only_in_server"))


@pytest.mark.gate
async def test_N21_renamed_and_deleted_lists(tmp_path: Path) -> None:
    """A game that has started, or only been opened, keeps the words; the name is free again, without the words."""
    async with gathered(tmp_path, "C", "A", "CATSDOG", "HORNFAR") as (world, ada, bruno):
        await ask(ada, "/dictionary new name:animals variant:tiny")
        await ask(ada, "/dictionary add words:tac lexicon:animals")
        await ask(ada, "/dictionary rename name:animals new:Beasts", "animals** is now called **Beasts")
        await ada.command("/game new variant:tiny lexicon:beasts")
        lobby = await bruno.wait_message("seats taken")
        asked = await ask(ada, "/dictionary delete name:beasts", "Delete the dictionary **Beasts**")
        again = await ask(ada, "/dictionary delete name:beasts", "Delete the dictionary **Beasts**")
        await ada.click(asked, "Delete it")
        await ada.wait_message("deleted the dictionary **Beasts**")
        await ada.click(again, "Delete it")
        await ada.wait_message(said("files.dictionary_deleted"))
        await bruno.click(lobby, "Join")
        await ada.wait_message("**Bruno**")
        await ada.click(lobby, "Start")
        await ada.wait_message(said("status.your_turn"))
        await ask(ada, "/dictionary new name:beasts variant:tiny")
        await ask(ada, "/dictionary list lexicon:beasts", said("wordlists.nothing_added_removed"))
        await world.restart()
        assert counts(text_of(await ask(ada, "/try move:8F TAC")))
        assert said("verdicts.would_be_refused", 1) in text_of(await ask(ada, "/try move:8F CAT"))
        assert (await world.state(ada.channel_id())).setup.lexicon.name == "Beasts"


@pytest.mark.gate
async def test_K6_letters_are_those_that_the_list_was_made_with(tmp_path: Path) -> None:
    """Without any lobby; another variant's are refused for words, and a game without them, naming both."""
    async with gathered(tmp_path) as (world, ada, _bruno):
        english = world.library._tiny
        world.library.serve("CASODEEENAAA" * 2, 7)
        spanish = world.library._tiny = replace(world.library._tiny, alphabet=SPANISH, name="tiny")
        await ask(ada, "/dictionary new name:palabras variant:tiny", "the letters of tiny")
        world.library._tiny = english
        await ask(ada, "/dictionary add words:ñandu lexicon:palabras", "ÑANDU")
        await ask(ada, "/dictionary import how:add lexicon:palabras", file=("words.txt", "uña\nllama\n"))
        assert "ÑANDU" in text_of(await ask(ada, "/dictionary list lexicon:palabras", "3 words added"))
        await ask(
            ada,
            "/dictionary add words:wok lexicon:palabras",
            said("core.letter_of_variant", letter="**w**", lexicon="palabras"),
        )
        await ask(
            ada,
            "/dictionary add words:uno lexicon:palabras variant:standard",
            said("files.dictionary_variant", variant="tiny \\(English\\)"),
        )
        told = plain(await ask(ada, "/game new variant:standard lexicon:english+palabras"))
        lacking = {"variant": "tiny (English)", "tiles": "standard (English)"}
        assert said("files.dictionary_letters", name="palabras", **lacking) in told and "**Ñ**" in told
        await ask(ada, "/dictionary new name:otras copy:palabras", "the letters of tiny")
        world.library._tiny = spanish
        assert await lobby_line(ada, "variant:tiny lexicon:palabras+otras") == "Dictionary: palabras + otras"


@pytest.mark.gate
async def test_K6_lists_are_offered_wherever_a_dictionary_is_chosen(tmp_path: Path) -> None:
    """By name; after a plus, those that can join; never those of another server."""
    async with gathered(tmp_path, people=("Ada",)) as (world, ada):
        await ask(ada, "/dictionary new name:Animals")
        lists = world.app.core.services.dictionaries.lists  # type: ignore[union-attr]
        assert [one.name for one in await lists.all(_server(world) + 1)] == []

        async def offered(line: str) -> list[str]:
            return [one["value"] for one in await ada.autocomplete(line)]

        others = [info.name for info in list_lexicons() if info.name != "english"]
        assert await offered("/game new lexicon:") == ["english", *others, "Animals", "empty"]
        assert await offered("/game new language:en lexicon:") == ["english", "Animals", "empty"]
        assert await offered("/game new language:en lexicon:english+") == ["english+Animals", "english+empty"]
        assert await offered("/game new language:en lexicon:English + ani") == ["english+Animals"]
        assert await offered("/game new lexicon:nothing+") == []
        assert (await offered("/dictionary add lexicon:an"))[0] == "Animals"
        assert (await offered("/dictionary new copy:an"))[0] == "Animals"
        assert await offered("/dictionary delete name:") == ["Animals"]


@pytest.mark.gate
async def test_N21_a_list_is_the_default_of_a_server(tmp_path: Path) -> None:
    """For new games and for looking words up; where its letters do not fit, or it is gone, the usual one is."""
    async with gathered(tmp_path) as (world, ada, _bruno):
        await ask(ada, "/dictionary new name:animals variant:tiny")
        await ask(ada, "/dictionary add words:tac lexicon:animals")
        await ask(ada, "/check word:tac", said("words.word_invalid", word="TAC", lexicon="English"))
        assert world.app and world.app.core
        titled = setting_title("lexicon", texts_for("en"))
        await ada.select(await ask(ada, "/settings server", "Server settings"), "animals", which=titled)
        people = world.app.core.services.people

        async def is_chosen() -> bool:
            return (await people.server(_server(world))).lexicon is not None

        await eventually(is_chosen)
        await ask(ada, "/check word:tac", "Yes, **TAC** is in the animals dictionary")
        await ask(ada, "/dictionary rename name:animals new:Beasts", "is now called **Beasts**")
        assert "Beasts" in str(await ask(ada, "/settings server", "Server settings"))
        assert await lobby_line(ada, "variant:tiny") == "Dictionary: Beasts"
        await ask(ada, "/dictionary list", "This server's Beasts dictionary")
        asked = await ask(ada, "/dictionary delete name:beasts", said("words.delete_dictionary"))
        await ada.click(asked, "Delete it")
        await ada.wait_message("deleted the dictionary **Beasts**")
        assert await lobby_line(ada, "variant:tiny") == "Dictionary: English"


@pytest.mark.gate
async def test_K6_a_list_brings_its_language(tmp_path: Path) -> None:
    """Even one that has tiles but no dictionary of the program; a program's list of another language is refused."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        await choose(ada, await ask(ada, "/settings channel", "Channel settings"), "en", "Language of messages")
        assert "sv" in [one["value"] for one in await ada.autocomplete("/dictionary new language:")]
        await ask(ada, "/dictionary new name:Orden language:sv", "the letters of standard")
        await ask(ada, "/dictionary add words:ål lexicon:orden", "**ÅL**")
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
        await ask(ada, "/dictionary new name:animals variant:tiny")
        await started(ada, bruno, "variant:tiny")
        assert world.app and world.app.core
        world.app.core.services.dictionaries.pin = None  # type: ignore[method-assign, assignment]
        for options in ("lexicon:animals", "lexicon:english+animals"):
            await ask(bruno, f"/game new variant:tiny {options}", "already")
