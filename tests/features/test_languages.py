"""Games in other languages through the bot, and a game against a computer player in each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot import features
from bot.front.board.racks import is_vowel
from bot.front.words.lookups import LookupLexicon, tiles_named, word_meant
from bot.service.words.definitions import Library
from bot.text import texts_for
from engine.game.state import GameState
from engine.loading import list_languages, list_lexicons, load_language, load_variant
from engine.model.tiles import KnownRack
from engine.model.variant import Variant
from engine.words.lexicon import Lexicon
from engine.words.textlist import read_words
from tests.support.pictures import text_of
from tests.support.playground import DM, Person
from tests.support.running import Scene, ask, board, choose, gathered, started
from tests.support.sentences import said
from tests.support.service import eventually

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
            await ada.command("/leave")
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
        await ask(bruno, "/move exchange tiles:[L][L]")
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


@pytest.mark.soak
async def test_N11_a_game_is_in_the_language_of_its_server(tmp_path: Path) -> None:
    """Unless a setting chooses another one; the first answer says which, and how to change it."""
    note = said("lobby.first_language", language="**German**")
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        world, home = stage.playground.world, ada.channel_id()
        world.guild(world.channel(home)["guild_id"]).locale = "de"
        assert note in text_of(await ask(ada, "/game new", said("receipts.opened")))
        assert (await stage.state(home)).variant.language == "de"
        await ada.command("/leave")
        await ada.wait_message("geschlossen")
        assert note not in text_of(await ask(ada, "/game new language:en", said("receipts.opened")))
        assert (await stage.state(home)).variant.language == "en"


@pytest.mark.soak
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


WORDS = {
    "ca": ("NYAPA", "QUENC", "K"),
    "de": ("STÜCK", "ZÄHNE", "Ø"),
    "en": ("WATER", "PHONY", "Ж"),
    "es": ("PERRO", "CHILE", "K"),
    "fr": ("VAGUE", "HIVER", "Ж"),
    "nl": ("WOORD", "ZEKER", "Ж"),
    "no": ("BÅTEN", "MØRKE", "Ж"),
    "pl": ("GŁOWA", "WĘŻEM", "V"),
    "ru": ("СЛОВО", "ВРЕМЯ", "W"),
    "sv": ("SKÖNT", "VÅGAR", "Ж"),
}
"""For each language a word that its dictionary has here, one that it lacks, and what is no letter there."""


def rack_of(word: str, variant: Variant) -> tuple[str, ...]:
    """Seven tiles: those of a word, and the first letter of the alphabet for the rest."""
    letters = variant.alphabet.split(word)
    return (*letters, *variant.alphabet.letters[:1] * (7 - len(letters)))


async def held(stage: Scene, person: Person, count: int) -> str:
    """So many tiles of a person's rack that have letters, typed."""
    state = await stage.state(person.channel_id())
    rack = state.seats[0].rack
    assert isinstance(rack, KnownRack)
    return "".join([f"[{tile.letter}]" for tile in rack.tiles if tile.letter][:count])


async def reached(stage: Scene, person: Person, fact: Callable[[GameState], bool]) -> GameState:
    """The state of the game once something is true of it."""

    async def holds() -> bool:
        return fact(await stage.state(person.channel_id()))

    await eventually(holds)
    return await stage.state(person.channel_id())


@pytest.mark.soak
@pytest.mark.parametrize("code", WORDS)
async def test_N11_a_person_plays_a_computer_in_every_language(tmp_path: Path, code: str) -> None:
    """What is no letter is named; a word scores; tiles are exchanged; the computer takes an unknown word off."""
    known, unknown, foreign = WORDS[code]
    variant = load_variant("standard", code)
    draws = (*((one,) for one in variant.alphabet.letters[:2]), rack_of(known, variant), rack_of(unknown, variant))
    async with gathered(tmp_path, *draws, people=("Ada",), words=(known,)) as (stage, ada):
        await ada.command(f"/game new language:{code} preset:classic computer:6")
        await ada.wait_message("Robot1")
        await ask(ada, "/game rules rule:challenge value:single")
        await ada.command("/game start")
        first = await reached(stage, ada, lambda state: state.on_turn == 0)
        assert (first.variant.language, len(first.seats)) == (code, 2)
        await ask(ada, f"/try move:8H {foreign}A", foreign)
        assert await stage.state(ada.channel_id()) == first
        await ask(ada, f"/play move:8H {known}")
        second = await reached(stage, ada, lambda state: state.turn > first.turn + 1 and state.on_turn == 0)
        assert second.seats[0].score > 0
        await ask(ada, f"/move exchange tiles:{await held(stage, ada, 1)}")
        third = await reached(stage, ada, lambda state: state.turn > second.turn + 1 and state.on_turn == 0)
        assert third.seats[0].score == second.seats[0].score
        assert len([*third.board.tiles()]) == len(variant.alphabet.split(known))
        await ask(ada, f"/play move:9H {await held(stage, ada, 7)}")  # seven tiles as they come, with words across them
        fourth = await reached(stage, ada, lambda state: state.turn > third.turn + 1 and state.on_turn == 0)
        assert (fourth.seats[0].score, fourth.board) == (third.seats[0].score, third.board)
