"""Another process handles long lists of words, with the same result as in the bot itself."""

from __future__ import annotations

import random

import pytest

from bot.model.errors import ReadingFailed, TooManyWords
from bot.model.words import Edit, PackedWords, WordChanges, WordSample, pack
from bot.service.words import lexicons
from bot.service.words.lexicons import LARGE
from engine.errors import BadData
from engine.loading import load_lexicon
from engine.words.lexicon import Lexicon
from tests.support.games import STANDARD
from tests.support.reading import READING, Here
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
async def test_a_lexicon_made_elsewhere_is_the_same(changes: tuple[WordChanges, ...]) -> None:
    """Identity, words and stored changes are the same."""
    base = load_lexicon("english", STANDARD.alphabet)
    packed = [PackedWords.of(one) for one in changes]
    reading = Counted()
    made, expected = await lexicons.make(base, packed, reading), lexicons.combine(base, packed)
    assert reading.jobs == ["lexicon"]
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


async def test_what_the_process_says_of_another_list_is_not_believed() -> None:
    """The process does not know a lexicon that only the tests have, so the bot builds it itself."""
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
