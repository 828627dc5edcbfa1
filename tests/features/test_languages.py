"""Games in other languages, through the bot: what is offered, what is refused, and letters of two characters."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import features
from bot.front.board.racks import is_vowel
from bot.front.words.lookups import LookupLexicon, tiles_named, word_meant
from bot.service.words.library import Library
from bot.text import texts_for
from engine.loading import list_languages, list_lexicons, load_language, load_variant
from engine.words.lexicon import Lexicon
from engine.words.textlist import read_words
from tests.support.playground import DM
from tests.support.readable import text_of
from tests.support.running import ask, board, choose, gathered, started
from tests.support.sentences import said

TOPICS = features.topics()

SPANISH = "language:es lexicon:empty preset:classic"
FIRST, SECOND = ("CH", "O", "RR", "O", "L", "L", "A"), ("LL", "L", "L", "Ñ", "A", "E", "S")


@pytest.mark.gate
async def test_N11_a_language_without_a_dictionary_is_played_with_the_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Offered with it, explained without it, refused with a dictionary of another language, both named."""
    infos = tuple(info for info in list_lexicons() if info.language != "no")
    monkeypatch.setattr(Library, "lexicons", lambda _: infos)
    assert Library().languages() != Library().tongues() == list_languages()
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        offered = [one["value"] for one in await ada.autocomplete("/game new language:")]
        assert offered == list(Library().languages())
        offered = [one["value"] for one in await ada.autocomplete("/game new lexicon:empty language:")]
        assert sorted(offered) == sorted(list_languages())
        told = text_of(await ask(ada, "/game new language:no", "no dictionary for Norsk"))
        assert "empty dictionary" in told
        assert "English" in told
        told = text_of(
            await ask(
                ada, "/game new language:no lexicon:english", said("core.tiles_are_for", tiles="Norsk (Norwegian)")
            )
        )
        assert "English dictionary is for English" in told
        await ask(ada, "/game new language:xx", "`language:` cannot be **xx**")
        for variant in ("standard", "super", "quick", "wild"):
            await ask(ada, f"/game new language:no lexicon:empty variant:{variant}", said("receipts.opened"))
            state = await stage.state(ada.channel_id())
            assert (state.variant.name, state.variant.language) == (variant, "no")
            await ada.command("/game leave")
            await ada.wait_message("closed")


async def test_N22_letters_of_two_characters_are_typed_as_letters(tmp_path: Path) -> None:
    """Played, exchanged and refused by the rack; a letter that Spanish lacks is named with what is meant."""
    async with gathered(tmp_path, "A", "B", FIRST, SECOND, "AAAA") as (stage, ada, bruno):
        await choose(ada, await ask(ada, "/settings channel", "Channel settings"), "en", "Language of messages")
        await started(ada, bruno, SPANISH)
        await ask(ada, "/try move:8G KILO", said("moves.letter_meant", letter="K", meant="C or QU"))
        await ask(ada, "/try move:8G chorro", "CHORRO")
        await ask(ada, "/play move:8G chorro")
        await board(bruno)
        placed = (await stage.state(ada.channel_id())).board.tiles()
        assert [one.letter for _, one in placed] == ["CH", "O", "RR", "O"]
        await ask(bruno, "/try move:H7 RROE", "RR")
        await ask(bruno, "/try move:H7 lloe", "LLOE")
        await ask(bruno, "/exchange tiles:[L][L]")
        assert (await stage.rack(bruno, bruno.channel_id())).count("LL") == 1


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("chao", ("CH", "A", "O")), ("c?hao", ("C", "H", "A", "O", "?")), ("c h [c][h]", ("C", "H", "C", "H"))],
)
def test_N22_letters_of_an_anagram_join_only_side_by_side(typed: str, meant: tuple[str, ...]) -> None:
    """A space or a blank parts C from H, and so do brackets."""
    own = load_language("es").alphabet
    assert tiles_named(typed, LookupLexicon(Lexicon.of("own", own, read_words("CHAO", own)), "es", None)) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("carro", ("C", "A", "R", "R", "O")),
        ("perro", ("P", "E", "RR", "O")),
        ("chao", ("C", "H", "A", "O")),
        ("[RR]", ("RR",)),
        ("xrrx", ("X", "RR", "X")),
    ],
)
def test_N22_a_word_looked_up_has_the_reading_that_counts(typed: str, meant: tuple[str, ...]) -> None:
    """As on the board; if none does, letters that join are one tile, and brackets mean what they say."""
    own = load_language("es").alphabet
    words = read_words("CA[R][R]O\nPERRO\n[C][H]AO", own)
    assert word_meant(typed, LookupLexicon(Lexicon.of("own", own, words), "es", None)) == meant


def test_N22_the_help_tells_of_brackets_where_letters_can_be_read_in_two_ways() -> None:
    """Spanish has C, H and CH; where no two letters can be one, brackets have no use."""
    told = {code: TOPICS.text("moves", texts_for("en"), load_variant("standard", code)) for code in list_languages()}
    letters = {code: load_language(code).alphabet for code in told}
    several = {code for code, one in letters.items() if any(map(one.readings, one.letters))}
    assert {code for code, text in told.items() if "rackets" in text} == several >= {"es"}
    assert "`[CH]` is one tile, `[C][H]` are several" in told["es"]


def test_N11_vowels_come_first_in_every_language() -> None:
    """Each language's file names them; elsewhere accents are ignored."""
    assert [letter for letter in load_language("pl").alphabet.letters if is_vowel(letter, "pl")] == list("AĄEĘIOÓUY")
    assert [letter for letter in load_language("fr").alphabet.letters if is_vowel(letter, "fr")] == list("AEIOUY")
    assert not is_vowel("Y", "en")
    assert is_vowel("É", "xx")


@pytest.mark.gate
async def test_N11_a_game_is_in_the_language_of_its_server(tmp_path: Path) -> None:
    """Unless a setting chooses another one; the first answer says which, and how to change it."""
    note = said("lobby.first_language", language="**German**")
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        world, home = stage.playground.world, ada.channel_id()
        world.guild(world.channel(home)["guild_id"]).locale = "de"
        assert note in text_of(await ask(ada, "/game new", said("receipts.opened")))
        assert (await stage.state(home)).variant.language == "de"
        await ada.command("/game leave")
        await ada.wait_message("geschlossen")
        assert note not in text_of(await ask(ada, "/game new language:en", said("receipts.opened")))
        assert (await stage.state(home)).variant.language == "en"


@pytest.mark.gate
@pytest.mark.parametrize(("locale", "title"), [("no", "Norwegian"), ("pl", "Polish")])
async def test_N11_a_server_whose_language_has_no_catalogue_plays_in_it_all_the_same(
    tmp_path: Path, locale: str, title: str
) -> None:
    """The sentences are English then."""
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        world, home = stage.playground.world, ada.channel_id()
        world.guild(world.channel(home)["guild_id"]).locale = locale
        told = text_of(await ask(ada, "/game new", said("receipts.opened")))
        assert said("lobby.first_language", language=f"**{title}**") in told
        assert (await stage.state(home)).variant.language == locale
        assert f"Dictionary: {title}" in text_of(await ada.wait_message("seats taken"))


@pytest.mark.gate
async def test_N11_a_game_in_direct_messages_is_in_the_language_of_the_person(tmp_path: Path) -> None:
    """No server is there to ask."""
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        await ada.open_dm()
        ada.settings(locale="fr")
        await ada.command("/game new", channel=DM)
        await ada.wait_message("Ada", channel=DM)
        assert (await stage.state(int(ada.known.dm_id))).variant.language == "fr"
