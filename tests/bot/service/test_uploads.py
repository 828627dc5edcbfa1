"""Long lists of words in another process, and variants of servers."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.model.errors import NameInFileTaken, NoSuchVariant, ReadingFailed, TooManyVariants, TooManyWords
from bot.model.profiles import ChannelProfile, ServerFile
from bot.model.words import Edit, PackedWords, WordChanges, WordSample, pack
from bot.render import is_colour
from bot.service import uploads
from bot.service.uploads import Variants
from bot.service.words import lexicons
from bot.service.words.lexicons import LARGE
from bot.store.repositories import Store
from bot.wiring import readingjobs
from engine.errors import BadData, BadFile
from engine.loading import load_graph, load_lexicon
from engine.model.variant import COLOURS
from engine.words.lexicon import Lexicon
from tests.engine.formats.test_varianttoml import GOOD
from tests.support.games import STANDARD
from tests.support.records import READING, Here
from tests.support.words import list_of

LUCK = random.Random(7)
MANY = frozenset("".join(LUCK.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=9)) for _ in range(8000))


class Counted(Here):
    """Counts the jobs."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[str] = []

    async def run(self, job: str, data: bytes, **options: object) -> lexicons.Output:
        self.jobs.append(job)
        return await super().run(job, data, **options)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Lexicon:
    """A few words in place of English, here and where jobs are done: a graph, as English is."""
    words = Lexicon.of("english", STANDARD.alphabet, list_of("CAT", "DOG", "COW", alphabet=STANDARD.alphabet))
    made = Lexicon(words.name, words.alphabet, load_graph(words), words.base_id)
    monkeypatch.setattr(readingjobs, "_base", lambda _name, _alphabet: made)
    return made


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param((WordChanges(MANY),), id="added", marks=pytest.mark.soak),
        pytest.param((WordChanges(MANY, whole=True),), id="whole"),
        pytest.param(
            (WordChanges(MANY, frozenset({"CAT"})), WordChanges(frozenset({"CAT", "TACX"}))), id="server and host"
        ),
        pytest.param((WordChanges(removed=MANY | {"CAT", "DOG"}),), id="removed", marks=pytest.mark.soak),
        pytest.param((WordChanges(MANY), WordChanges(frozenset({"TACX"}), whole=True)), id="host's alone"),
    ],
)
async def test_a_lexicon_made_elsewhere_is_the_same(
    changes: tuple[WordChanges, ...], short: Lexicon, caplog: pytest.LogCaptureFixture
) -> None:
    """Identity, words and stored changes are the same, and the bot itself had nothing to do."""
    packed = [PackedWords.of(one) for one in changes]
    reading = Counted()
    made, expected = await lexicons.make(short, packed, reading), lexicons.combine(short, packed)
    assert reading.jobs == ["lexicon"] and not caplog.records
    assert (made.lexicon.id, len(made.lexicon)) == (expected.lexicon.id, len(expected.lexicon))
    assert made.changes == expected.changes
    for word in ("CAT", "DOG", "TACX", *sorted(MANY)[:50]):
        assert made.lexicon.contains(tuple(word)) == expected.lexicon.contains(tuple(word)), word


async def test_few_words_are_no_work_for_another_process() -> None:
    """Adding a word must not wait for a process to start."""
    reading = Counted()
    after = await lexicons.edited(PackedWords(), Edit(pack(frozenset({"TAC"}))), reading)
    base = load_lexicon("english", STANDARD.alphabet)
    assert (await lexicons.make(base, (after,), reading)).lexicon.contains(tuple("TAC"))
    assert not reading.jobs


async def test_what_the_process_says_of_another_list_is_not_believed(short: Lexicon) -> None:
    """The process does not know a lexicon that only the bot has, so the bot builds it itself."""
    base = Lexicon.of("english", STANDARD.alphabet, list_of("CAT", alphabet=STANDARD.alphabet))
    made = await lexicons.make(base, (PackedWords.of(WordChanges(MANY)),), READING.kept)
    assert made.lexicon.contains(tuple("CAT")) and not made.lexicon.contains(tuple("DOG"))

    class Lies(Here):
        async def run(self, job: str, data: bytes, **options: object) -> lexicons.Output:
            raise ReadingFailed

    made = await lexicons.make(base, (PackedWords.of(WordChanges(MANY)),), Lies())
    assert len(made.lexicon) == 1 + len(MANY)


async def test_edits_of_long_lists_are_made_elsewhere() -> None:
    """The result and the limit are the same."""
    before = PackedWords.of(WordChanges(MANY, frozenset({"CAT"})), revision=4)
    assert before.size > LARGE
    reading = Counted()
    for edit in (
        Edit(pack(frozenset({"CAT", "TAC"}))),
        Edit(removed=pack(frozenset({min(MANY)}))),
        Edit(removed=pack(frozenset({min(MANY)})), marks=False),
    ):
        after = await lexicons.edited(before, edit, reading)
        assert after.unpack() == edit.apply(before.unpack())
        assert after.revision == 4
    assert reading.jobs == ["edit"] * 3
    with pytest.raises(TooManyWords):
        await lexicons.edited(before, Edit(pack(frozenset({"TAC"})), most=100), reading)


def test_an_answer_shows_the_first_of_many_words() -> None:
    """The answer also has the number of all words."""
    shown = WordSample.of(pack(MANY))
    assert shown.count == len(MANY)
    assert list(shown.first) == sorted(MANY)[: len(shown.first)]
    assert 1000 < len(shown.first) < len(MANY)
    assert WordSample.of(b"") == WordSample(0, ())
    assert WordSample.of(pack(frozenset({"TAC"}))) == WordSample(1, ("TAC",))
    with pytest.raises(BadData, match="damaged"):
        WordSample.of(b"no zlib")


async def test_variants_belong_to_one_server_and_outlive_a_restart(store: Store) -> None:
    """A newer variant replaces the older one of the same name."""
    first, second = Variants(store.variants, READING), Variants(store.variants, READING)
    await first.load(1, GOOD, "mine.toml", "7", 5)
    await first.load(1, GOOD.replace("A small one", "Another"), "mine.toml", "7", 6)
    assert [file.about for file in await second.all(1)] == ["Another"]
    assert await second.all(2) == () == await second.all(None)
    assert (await second.find(1, "mine")) is not None
    await second.remove(1, "mine")
    assert await first.find(1, "mine") is None
    with pytest.raises(NoSuchVariant):
        await first.remove(1, "mine")


async def test_what_is_refused_changes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults, a name that is taken, too many; a server at its limit may still replace a variant."""
    service = Variants(store.variants, READING)
    monkeypatch.setattr(uploads, "MOST_VARIANTS", 2)
    for text, error in (
        (GOOD.replace("rack_size = 3", "rack_size = 99"), BadFile),
        (GOOD.replace('"mine"', '"wild"'), NameInFileTaken),
    ):
        with pytest.raises(error):
            await service.load(1, text, "mine.toml", "7", 5)
    assert await service.all(1) == ()
    for name in ("one", "two", "one"):
        await service.load(1, GOOD.replace('"mine"', f'"{name}"'), "mine.toml", "7", 5)
    with pytest.raises(TooManyVariants):
        await service.load(1, GOOD, "mine.toml", "7", 5)
    assert [file.name for file in await service.all(1)] == ["one", "two"]


async def test_a_kept_text_that_a_later_version_refuses_is_left_out(store: Store) -> None:
    """The other variants are still there."""
    await store.variants.save(ServerFile(1, "old", "rack_size = 3", "7", 5), 9)
    service = Variants(store.variants, READING)
    await service.load(1, GOOD, "mine.toml", "7", 5)
    assert [file.name for file in await service.all(1)] == ["mine"]
    await service.remove(1, "old")


async def test_channels_have_settings(store: Store) -> None:
    """An unknown channel has the defaults; a change is kept."""
    people = store.people
    assert await people.channel(4) == ChannelProfile(4, "letters-left-down")
    await people.change_channel(4, lambda profile: replace(profile, coordinates="digits-left-up"))
    assert await people.channel(4) == ChannelProfile(4, "digits-left-up")
    assert await people.channel(5) == ChannelProfile(5)


def test_N20_every_colour_of_a_variant_is_one_of_the_pictures() -> None:
    """Otherwise an accepted variant could break a picture."""
    assert all(is_colour(name, "#123456") for name in COLOURS)
