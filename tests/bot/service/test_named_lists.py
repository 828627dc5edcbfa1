"""How named lists are kept, combined and found again, without Discord."""

from __future__ import annotations

import asyncio
import json
import random
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.errors import (
    BadListName,
    LexiconUnavailable,
    NameTaken,
    NoSuchList,
    SaveDamaged,
    TilesDoNotFit,
    TooManyLists,
)
from bot.model.words import (
    Edit,
    Edition,
    NamedList,
    PackedWords,
    WordChanges,
    pack,
    person_owner,
    read_name,
    server_owner,
    split_names,
)
from bot.service.saving import savefile
from bot.service.words import lexicons
from bot.service.words.dictionaries import Dictionaries
from bot.service.words.lexicons import ListPart
from bot.service.words.namedlists import NewList
from bot.store.opening import open_store
from bot.store.repositories import Store
from bot.wiring import readingjobs
from engine.errors import TooLarge
from engine.game.state import LexiconRef, Setup
from engine.limits import CHAT
from engine.loading import cache, load_graph, load_variant
from engine.model.rules import Rules
from engine.model.tiles import Alphabet
from engine.words.lexicon import Lexicon, union
from tests.bot.service.test_uploads import MANY, Counted
from tests.support.games import STANDARD
from tests.support.records import READING
from tests.support.service import Killed
from tests.support.words import SPANISH, list_of

ENGLISH = STANDARD.alphabet
NOW = 1_700_000_000_000
OWNER = server_owner(4)


def _load(name: str, alphabet: Alphabet) -> Lexicon:
    """English has three words, anything else none."""
    words = ("CAT", "DOG", "COW") if name == "english" else ()
    return Lexicon.of(name, alphabet, list_of(*words, alphabet=alphabet))


@pytest.fixture(autouse=True)
def same_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs know the same lists."""
    monkeypatch.setattr(readingjobs, "_base", _load)


def _fresh(store: Store) -> Dictionaries:
    """The dictionaries of a bot that has just started."""
    return Dictionaries(store.words, READING, _load)


async def _made(dictionaries: Dictionaries, name: str, *words: str, copies: str = "") -> NamedList:
    chosen = (await dictionaries.lists.find(copies, 4))[0] if copies else None
    one = await dictionaries.lists.make(4, NewList(name, chosen, ENGLISH, "standard", "en"), "1", NOW)
    await dictionaries.edit(OWNER, one.id, Edit(pack(frozenset(words))), "1", NOW)
    return one


def _words(lexicon: Lexicon) -> set[str]:
    return {"".join(word) for word in lexicon}


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  My   Animals ", "My Animals"),
        ("Plantes d'été", "Plantes d'été"),
        ("e\u0301te", "éte"),
        ("動物", "動物"),
        ("7", "7"),
    ],
)
def test_a_name_has_letters_digits_and_single_spaces(typed: str, name: str) -> None:
    """Of any script, in one spelling."""
    assert read_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "  ",
        "a+b",
        "a,b",
        "x" * 25,
        "a\u200bb",
        "\u202eab",
        "<@1>",
        "a\nb\0",
        "-",
        "LIST-1",
        "a\ud800",
        "Z\u0335\u0336",
        "\u3164",
        "a\u115fb",
        "\ufdfa\ufdfa",
        "\u2474",
    ],
)
def test_other_names_are_refused(typed: str) -> None:
    """Those that would be read as a combination, formatted, invisible, or taken for an id."""
    with pytest.raises(BadListName):
        read_name(typed)


def test_a_combination_names_each_list_once() -> None:
    """In the order of the first mention."""
    assert split_names(" English +plants++ ENGLISH ") == ("English", "plants")


async def test_a_game_finds_its_words_again_whatever_happens_to_the_lists(store: Store) -> None:
    """After edits, deletion and a restart; another list of the name, or of another server, is not taken for it."""
    dictionaries = _fresh(store)
    await dictionaries.edit(OWNER, "english", Edit(pack(frozenset({"BEE"})), pack(frozenset({"DOG"}))), "1", NOW)
    one = await _made(dictionaries, "Animals", "ANT", "DOG")
    refs = {
        name: await dictionaries.pin(name, ENGLISH, 4, None) for name in ("animals", "english+animals", "animals+empty")
    }
    expected = {
        "animals": {"ANT", "DOG"},
        "english+animals": {"CAT", "COW", "BEE", "ANT"},
        "animals+empty": {"ANT", "DOG"},
    }
    assert {name: ref.name for name, ref in refs.items()} == {
        "animals": "Animals", "english+animals": "english+Animals", "animals+empty": "Animals+empty"
    }  # fmt: skip
    await dictionaries.lists.delete(one)
    await _made(dictionaries, "animals", "EEL")
    for again in (dictionaries, _fresh(store)):
        for name, ref in refs.items():
            lexicon = await again.lexicon(Setup(STANDARD, Rules(), ref))
            assert (_words(lexicon), lexicon.id, lexicon.name) == (expected[name], ref.digest, ref.name)
    with pytest.raises(LexiconUnavailable):
        await dictionaries.pin("animals", ENGLISH, 5)
    setup = Setup(STANDARD, Rules(), refs["animals"])
    assert await dictionaries.pin_again(setup, 5, "1") == refs["animals"]
    assert _words(await _fresh(store).lexicon(replace(setup, lexicon=await dictionaries.pin_again(setup, 4, "1")))) == {
        "EEL"
    }


async def test_after_a_restart_a_long_list_is_read_from_its_graph(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a computer player has needed it; the words are the same, and another process does no work."""
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "graphs")
    dictionaries = _fresh(store)
    await _made(dictionaries, "Many", *MANY)
    ref = await dictionaries.pin("english+many", ENGLISH, 4)
    setup = Setup(STANDARD, Rules(), ref)
    lexicon = await dictionaries.lexicon(setup)
    load_graph(lexicon)
    monkeypatch.setattr(lexicons, "make", None)
    again = await _fresh(store).lexicon(setup)
    assert (again.id, len(again), again.name) == (ref.digest, len(MANY) + 3, ref.name)
    assert again.contains(tuple("CAT")) and again.contains(tuple(min(MANY)))


async def test_a_list_in_place_of_the_programs_can_be_combined(store: Store) -> None:
    """A server that has replaced English by an import plays with its own words, and those of the other list."""
    dictionaries = _fresh(store)
    await dictionaries.put(OWNER, "english", PackedWords(pack(frozenset({"BEE"})), whole=True), "1", NOW)
    await _made(dictionaries, "Animals", "ANT")
    lexicon = await dictionaries.current("english+animals", ENGLISH, 4)
    assert _words(lexicon) == {"ANT", "BEE"}
    ref = await dictionaries.pin("english+animals", ENGLISH, 4)
    assert _words(await _fresh(store).lexicon(Setup(STANDARD, Rules(), ref))) == {"ANT", "BEE"}


async def test_a_host_s_own_words_follow_the_base(store: Store) -> None:
    """Those for English count in games with a copy of it; none is lost if the list is gone when one is added."""
    dictionaries = _fresh(store)
    copy = await _made(dictionaries, "ours", copies="english")
    ref = await dictionaries.pin("ours", ENGLISH, 4, "1")
    setup = Setup(STANDARD, Rules(), ref)
    await dictionaries.add_personal_word("1", setup, tuple("FOX"), NOW, 4)
    assert _words(await dictionaries.current("ours", ENGLISH, 4, "1")) == {"CAT", "DOG", "COW", "FOX"}
    assert "FOX" in _words(await dictionaries.current("english", ENGLISH, None, "1"))
    assert (await dictionaries.changers("ours", 4, "1")).host
    assert not (await dictionaries.changers("ours", 4, "1")).server
    await dictionaries.lists.delete(copy)
    await dictionaries.add_personal_word("1", setup, tuple("EMU"), NOW, 4)
    assert (await dictionaries.changes("person/1", "empty")).added == {"EMU"}


async def test_a_list_fits_tiles_that_have_all_its_letters(store: Store) -> None:
    """In a combination too; what is missing is named."""
    dictionaries = _fresh(store)
    making = NewList("palabras", None, SPANISH, "standard", "es")
    await dictionaries.lists.make(4, making, "1", NOW)
    for name in ("palabras", "english+palabras"):
        with pytest.raises(TilesDoNotFit) as refused:
            await dictionaries.pin(name, ENGLISH, 4)
        assert (refused.value.name, refused.value.variant) == ("palabras", "standard (es)")
        assert "Ñ" in refused.value.letters and "A" not in refused.value.letters
    await dictionaries.pin("palabras", SPANISH, 4)


async def test_nothing_is_written_to_a_list_that_is_gone(store: Store) -> None:
    """Neither by an edit that began before nor by an import; an unknown list says which there are."""
    dictionaries = _fresh(store)
    one = await _made(dictionaries, "Animals", "ANT")
    before = await store.words.read(OWNER, one.id)
    await dictionaries.lists.delete(one)
    assert not await store.words.write(OWNER, one.id, before, "1", NOW)
    with pytest.raises(NoSuchList):
        await dictionaries.edit(OWNER, one.id, Edit(pack(frozenset({"BEE"}))), "1", NOW)
    with pytest.raises(NoSuchList):
        await dictionaries.put(OWNER, one.id, PackedWords(pack(frozenset({"BEE"})), whole=True), "1", NOW)
    for work in (dictionaries.lists.delete(one), dictionaries.lists.rename(one, "Beasts")):
        with pytest.raises(NoSuchList):
            await work
    assert await dictionaries.owned(OWNER) == ()


async def test_of_two_processes_one_makes_the_list(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other is told that the name is taken, or that there are enough lists; a rename collides likewise."""
    monkeypatch.setattr("bot.service.words.namedlists.MOST_LISTS", 3)
    stores = [await open_store(address) for _ in range(1 if address.startswith("sqlite") else 2)]
    both = [_fresh(stores[0]), _fresh(stores[-1])]

    async def made(names: tuple[str, str]) -> list[str]:
        done = await asyncio.gather(
            *(_made(one, name, "ANT") for one, name in zip(both, names, strict=True)), return_exceptions=True
        )
        return sorted(type(one).__name__ for one in done)

    assert await made(("Animals", "ANIMALS")) == ["NameTaken", "NamedList"]
    assert await made(("b", "c")) == ["NamedList", "NamedList"]
    assert await made(("d", "e")) == ["TooManyLists", "TooManyLists"]
    lists = {one.name: one for one in await both[0].lists.all(4)}
    with pytest.raises(NameTaken):
        await both[0].lists.rename(lists["b"], "C")
    assert (await both[0].lists.rename(lists["b"], "B")).name == "B"
    await both[1].lists.delete(lists["c"])
    with pytest.raises(TooManyLists):
        await asyncio.gather(_made(both[0], "f"), _made(both[1], "g"))
    assert len(await both[0].lists.all(4)) == 3
    for store in stores:
        await store.close()


async def test_a_list_is_made_whole_or_not_at_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between its two rows, it does not exist, and its name is free."""
    dictionaries = _fresh(store)

    def killed(_: int) -> str:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("bot.store.words.server_owner", killed)
        with pytest.raises(Killed):
            await _made(dictionaries, "Animals")
    assert await dictionaries.lists.all(4) == ()
    await _made(dictionaries, "Animals")


@pytest.mark.parametrize(
    "changes",
    [
        (WordChanges(MANY), WordChanges(frozenset({"TACX"}), frozenset({"CAT"}))),
        pytest.param(
            (WordChanges(MANY, frozenset({"CAT", "DOG"})), WordChanges(removed=frozenset({"DOG"}))),
            marks=pytest.mark.soak,
        ),
        pytest.param((WordChanges(MANY, whole=True), WordChanges(removed=frozenset({"CAT"}))), marks=pytest.mark.soak),
    ],
    ids=["added", "removed", "whole"],
)
async def test_lists_united_elsewhere_are_the_same(changes: tuple[WordChanges, ...]) -> None:
    """A word counts if a list has it; one removed from a list counts if another has it."""
    base = _load("english", ENGLISH)
    parts = [ListPart(base, PackedWords.of(one)) for one in changes]
    reading = Counted()
    united, expected = await lexicons.unite(parts, reading), lexicons.united(parts)
    assert reading.jobs == ["unite"] and united == expected
    alone = [one.to(base) for one in changes]
    either = lexicons.combine(base, [united]).lexicon
    for word in ("CAT", "DOG", "TACX", "COW", "QXZ", *random.Random(3).sample(sorted(MANY), 20)):
        assert either.contains(tuple(word)) == any(one.contains(tuple(word)) for one in alone), word


def test_the_union_of_lists_has_the_words_of_each() -> None:
    """Of any lengths, an empty one too; it is the same list in any order."""
    lists = [Lexicon.of(name, ENGLISH, list_of(*words, alphabet=ENGLISH)) for name, words in
             (("a", ("CAT", "AT")), ("b", ()), ("c", ("CATTLE", "AT")))]  # fmt: skip
    both = union("all", lists)
    assert (_words(both), both.name) == ({"CAT", "AT", "CATTLE"}, "all")
    assert both.id == union("x", lists[::-1]).id
    assert union("x", lists[:1]).id == lists[0].id


def test_an_edition_in_a_saved_game_says_what_it_changes() -> None:
    """A list of lists that is too long is not believed."""
    packed = PackedWords(pack(frozenset({"ANT"})), whole=True)
    edition = Edition(packed, "english+empty")
    content = json.loads(zlib.decompress(savefile.content_of("i", "g", (), edition)))
    assert savefile._edition(content["words"]) == edition
    content["words"]["bases"] = "x" * 200
    with pytest.raises((SaveDamaged, ValueError)):
        savefile._edition(content["words"])


async def test_an_edition_that_changes_a_file_of_this_machine_is_refused(store: Store) -> None:
    """Only the program's lists are read."""
    await store.words.keep_edition("odd", "digest", Edition(PackedWords(), "/etc/passwd"))
    with pytest.raises(LexiconUnavailable):
        await _fresh(store).lexicon(Setup(STANDARD, Rules(), LexiconRef("odd", "digest")))


async def test_a_list_keeps_what_people_may_type_for_its_letters(store: Store) -> None:
    """Signs that stand for letters and accents that are dropped, as the tiles of the language have them."""
    german = load_variant("standard", "de").alphabet
    lists = _fresh(store).lists
    made = await lists.make(4, NewList("Wörter", None, german, "standard", "de"), "1", NOW)
    assert (await lists.all(4)) == (made,) and german.drops_accents and german.folds


async def test_lists_with_too_many_words_together_are_not_combined(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said before any work; a game that was opened before they grew starts with its own words."""
    monkeypatch.setattr("bot.service.words.dictionaries.CHAT", replace(CHAT, words=3))
    dictionaries = _fresh(store)
    one = await _made(dictionaries, "Animals", "ANT", "EEL")
    await _made(dictionaries, "Plants", "FIR")
    ref = await dictionaries.pin("animals+plants+english", ENGLISH, 4)
    await dictionaries.edit(OWNER, one.id, Edit(pack(frozenset({"BEE"}))), "1", NOW)
    with pytest.raises(TooLarge):
        await dictionaries.pin("animals+plants+english", ENGLISH, 4)
    assert await dictionaries.pin_again(Setup(STANDARD, Rules(), ref), 4, "1") == ref
    await dictionaries.pin("animals+english", ENGLISH, 4)


async def test_only_long_lists_take_long(store: Store) -> None:
    """The changes of the server count, whichever of the lists has them."""
    dictionaries = _fresh(store)
    await _made(dictionaries, "Animals", "ANT")
    await _made(dictionaries, "Many", *MANY)
    for name, expected in (("english+animals", False), ("animals+many", True)):
        assert await dictionaries.takes_long(await dictionaries.lists.find(name, 4), 4) == expected


async def test_long_lexicons_are_forgotten_before_they_fill_the_memory(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one used least recently first; it is made again when it is needed. Those on the same list count once."""
    monkeypatch.setattr("bot.service.words.dictionaries.KEPT_BYTES", 4)
    dictionaries = _fresh(store)
    refs = []
    for name in ("one", "two"):
        await _made(dictionaries, name)
        await dictionaries.put(OWNER, (await dictionaries.lists.find(name, 4))[0].key, WHOLE[name], "1", NOW)
        refs.append(await dictionaries.pin(name, ENGLISH, 4))
    assert [one.name for one in dictionaries._lexicons.values()] == ["two"]
    assert _words(await dictionaries.lexicon(Setup(STANDARD, Rules(), refs[0]))) == {"ANT"}


WHOLE = {
    "one": PackedWords(pack(frozenset({"ANT"})), whole=True),
    "two": PackedWords(pack(frozenset({"BEE"})), whole=True),
}


async def test_many_words_of_people_are_a_language_of_their_own(store: Store) -> None:
    """Alone, combined with another list, or as a host's own words; a few more words are the language still."""
    dictionaries, luck = _fresh(store), random.Random(1)
    many = sorted({"".join(luck.choices(ENGLISH.letters, k=7)) for _ in range(500)})
    await _made(dictionaries, "ours", *many[:50], copies="english")
    await _made(dictionaries, "code", *many)
    await dictionaries.edit(person_owner("2"), "english", Edit(pack(frozenset(many))), "2", NOW)
    for name, host, made in (
        ("english", "1", False),
        ("ours", "1", False),
        ("code", "1", True),
        ("english+code", "1", True),
        ("english", "2", True),
    ):
        ref = await dictionaries.pin(name, ENGLISH, 4, host)
        assert await dictionaries.is_of_people(ref) is made, name
        assert await _fresh(store).is_of_people(ref) is made, name
