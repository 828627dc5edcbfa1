"""Word study without Discord: lists, phonies, dates, and sessions that wait."""

from __future__ import annotations

import itertools
import random
from math import comb
from pathlib import Path

import numpy as np
import pytest

from bot.features.study.decks import StudyWords, ways_to_draw
from bot.features.study.sessions import QUESTIONS, Grade, Study, gave_up, named, reviewed, said, streak_now
from bot.features.study.store import Drill, Item, QuestionKind, Session, StudyDictionary, StudyStore
from bot.store.opening import open_store
from bot.store.repositories import Store
from engine.loading import load_variant
from engine.loading.computers import half_round, load_unwanted
from engine.model.durations import DAY, MINUTE
from engine.review.turns import MissedWord
from engine.words.fitting import words_of_length
from engine.words.graph import WordGraph
from engine.words.lexicon import Lexicon, WordList
from tests.support.databases import games_in

NOW = 1_700_000_000_000
WORDS = (
    *("AT", "TA", "TO", "OT", "EX", "AX", "QI", "CAT", "ACT", "EAT", "TEA", "ATE", "OAT", "AXE", "CATS", "SCAT"),
    *("AERO", "AIDE", "STEAM", "TEAMS", "MATES", "SATIRE", "RETINAS", "NASTIER", "STAINER", "TRIANGLE", "INTEGRAL"),
)
COURSE = StudyDictionary("english", "standard", "en")


def book_of(words: tuple[str, ...] = WORDS, *, is_family: bool = True) -> StudyWords:
    """A book of these words, with the English standard tiles."""
    variant = load_variant("standard", "en")
    alphabet = variant.alphabet
    keys = (bytes(map(alphabet.index, alphabet.split(word))) for word in words)
    return StudyWords(Lexicon.of("english", alphabet, WordList.of(keys)), variant, is_family)


def texts(book: StudyWords, deck: Drill) -> list[str]:
    return ["".join(item.letters) for item in book.deck(deck)]


def test_X9_lists_have_what_their_names_say_the_most_probable_first() -> None:
    """Two and three letters, the dearest letters, vowels, sevens and eights as letters, anagrams, hooks."""
    book = book_of()
    assert sorted(texts(book, Drill.TWO)) == ["AT", "AX", "EX", "OT", "QI", "TA", "TO"]
    assert texts(book, Drill.TWO)[-1] == "QI"
    assert book.dear == set("JQXZ")
    assert sorted(texts(book, Drill.DEAR)) == ["AX", "AXE", "EX", "QI"]
    assert sorted(texts(book, Drill.VOWELS)) == ["AERO", "AIDE"]
    assert texts(book, Drill.SEVENS) == ["AEINRST"]
    assert texts(book, Drill.EIGHTS) == ["AEGILNRT"]
    assert texts(book, Drill.ANAGRAMS) == ["AEMST"]
    hooks = book.deck(Drill.HOOKS)
    assert {item.kind for item in hooks} == {QuestionKind.FRONT, QuestionKind.BACK}
    assert Item(QuestionKind.BACK, ("C", "A", "T")) in hooks


def test_X9_a_list_is_the_same_every_time() -> None:
    """Nothing in it is left to chance."""
    assert [book_of().deck(deck) for deck in Drill] == [book_of().deck(deck) for deck in Drill]


def test_X9_the_ways_to_draw_a_word_are_counted_with_blanks() -> None:
    """As many as an enumeration of all draws finds."""
    bag = [0, 0, 1, 1, 1, 2, 2, 3]
    counts = [bag.count(letter) for letter in range(4)]
    words = [(1, 1, 2), (1, 2, 3), (3, 3, 3), (2, 2, 2), (1, 1, 1)]
    ways = ways_to_draw(np.array(words, np.uint8), counts)
    for word, found in zip(words, ways, strict=True):
        assert found == sum(
            _makes([bag[place] for place in draw], word) for draw in itertools.combinations(range(8), 3)
        )
    assert comb(8, 3) >= max(ways)


def _makes(drawn: list[int], word: tuple[int, ...]) -> bool:
    left = [letter for letter in drawn if letter]
    needed = list(word)
    for letter in left:
        if letter not in needed:
            return False
        needed.remove(letter)
    return True


def test_words_of_a_length_are_the_same_from_a_list_and_a_graph() -> None:
    """Also with words added and removed."""
    from engine.words.graph.kwg import build_graph

    lexicon = book_of().lexicon
    graph = build_graph(lexicon.word_list())
    assert isinstance(graph, WordGraph)
    for words in (lexicon.base, graph):
        base = Lexicon("english", lexicon.alphabet, words, lexicon.base_id)
        changed = base.with_words([("C", "A", "B")]).without_words([("C", "A", "T")])
        for length in range(1, 10):
            wanted = sorted(key for key in lexicon.word_list() if len(key) == length)
            assert sorted(map(bytes, words_of_length(base, length).tolist())) == wanted
            wanted = sorted(key for key in changed.word_list() if len(key) == length)
            assert sorted(map(bytes, words_of_length(changed, length).tolist())) == wanted


def test_X9_phonies_look_like_words_but_are_none() -> None:
    """They suit their list, all their triples occur in words, and none of the unwanted words is among them."""
    shapes = [f"{one}{vowel}{other}" for one in "BDTX" for vowel in "AEO" for other in "BDTX"]
    real = (*shapes[::2], "TAX", "BOX", *(f"S{shape}" for shape in shapes), *(f"{shape}S" for shape in shapes))
    book, luck = book_of(real), random.Random(1)
    unwanted = {"".join(word) for word in book.unwanted}
    assert len(unwanted) >= 10
    made = [book.phony(("T", "A", "X"), Drill.DEAR, luck) for _ in range(30)]
    made += [book.phony(("T", "A", "X"), Drill.THREE, luck) for _ in range(30)]
    phonies = {"".join(item.letters) for item in made if item}
    assert phonies
    assert not phonies & {*real, *unwanted}
    assert all(book.patterns.allow(item.letters) for item in made if item)
    assert all(set(item.letters) & book.dear for item in made[:30] if item)


@pytest.mark.soak
def test_X9_no_question_and_no_answer_shows_an_unwanted_word() -> None:
    """Such a word is left out of every list, also where it would only be an anagram or a hooked word."""
    plain = book_of()
    for key in load_unwanted("en", plain.lexicon):
        word = plain.lexicon.word(key)
        book = book_of((*WORDS, "".join(word), "".join(word[1:]), "".join(word[:-1]), "".join(reversed(word))))
        for deck in Drill:
            for item in book.deck(deck):
                assert "".join(word) not in {"".join(one) for one in (item.letters, *book.solutions(item))}, item


COARSE, SLUR = (half_round(word) for word in ("NFF", "JBT"))
"""A coarse word and a slur, each a question about a word of three letters."""


def test_X9_drills_leave_out_what_hints_leave_out() -> None:
    """In a place for families coarse words too, also where one would be an anagram or a hooked word; else slurs."""
    words = (*WORDS, COARSE, SLUR, COARSE[:-1], f"{COARSE[-1]}{COARSE[:-1]}")
    family, grown = book_of(words), book_of(words, is_family=False)
    assert not {COARSE, SLUR} & set(texts(family, Drill.THREE))
    assert COARSE in texts(grown, Drill.THREE) and SLUR not in texts(grown, Drill.THREE)
    hooks = Item(QuestionKind.BACK, tuple(COARSE[:-1]))
    assert hooks in grown.deck(Drill.HOOKS) and hooks not in family.deck(Drill.HOOKS)
    anagram = Item(QuestionKind.ANAGRAM, family.sorted(tuple(COARSE)))
    assert family.shows_unwanted(anagram) and not grown.shows_unwanted(anagram)


async def test_X9_a_coarse_word_that_is_due_waits_for_a_place_that_shows_it(store: Store) -> None:
    """It is neither asked nor counted in a place for families."""
    words = (COARSE, "CAT")
    study, grown, family = Study(StudyStore(store.database), Always()), book_of(words, is_family=False), book_of(words)
    session = await study.begin("1", COURSE, grown, Drill.THREE, (), NOW)
    while session.item:
        session = await _gone_on(study, session, grown)
    later = NOW + 10 * MINUTE
    due = {}
    for book in (grown, family):
        session = await study.begin("1", COURSE, book, Drill.DUE, (), later)
        asked = set()
        while session.item:
            asked.add("".join(session.item.letters))
            session = await study.answer(session, book, said(book, session.item, is_word=True), later) or session
        due[book.is_family] = asked
        session = await study.begin("1", COURSE, book, Drill.THREE, (), later)
    assert due[False] == {COARSE, "CAT"}
    assert COARSE not in due[True]
    assert (await study.backlog("1", COURSE, family, NOW + 400 * DAY)).due == {Drill.THREE: 1}
    assert (await study.backlog("1", COURSE, grown, NOW + 400 * DAY)).due == {Drill.THREE: 2}


def test_X9_answers_are_graded() -> None:
    """All and nothing wrong is right, half is partly right, and anything wrong is wrong."""
    book = book_of()
    item = Item(QuestionKind.ANAGRAM, tuple("AEINRST"))
    assert {"".join(word) for word in book.solutions(item)} == {"RETINAS", "NASTIER", "STAINER"}
    assert named(book, item, "retinas, Nastier stainer").grade is Grade.RIGHT
    assert named(book, item, "retinas nastier").grade is Grade.PARTLY
    assert named(book, item, "retinas").grade is Grade.WRONG
    assert named(book, item, "retinas nastier stainer anestri").grade is Grade.WRONG
    assert named(book, item, "retinas nastier stainer anestri").wrong == ("ANESTRI",)
    front, back = Item(QuestionKind.FRONT, ("A", "T")), Item(QuestionKind.BACK, ("C", "A", "T"))
    assert named(book, front, "CEO").grade is Grade.RIGHT
    assert named(book, front, "c, e o").grade is Grade.RIGHT
    assert named(book, back, "").grade is Grade.WRONG
    assert named(book, Item(QuestionKind.BACK, ("Q", "I")), " ").grade is Grade.RIGHT
    assert said(book, Item(QuestionKind.WORD, ("Q", "I")), True).grade is Grade.RIGHT
    assert said(book, Item(QuestionKind.WORD, ("Q", "O")), True).grade is Grade.WRONG
    assert said(book, Item(QuestionKind.WORD, ("Q", "O")), False).grade is Grade.RIGHT
    assert gave_up(book, item).grade is Grade.WRONG


def test_X9_what_is_known_comes_later_each_time_and_what_is_forgotten_soon() -> None:
    """Right answers make the pauses longer; a wrong one brings it back within minutes."""
    memory, at, pauses = None, NOW, []
    for _ in range(5):
        memory = reviewed(memory, Grade.RIGHT, at)
        pauses.append(memory.due - at)
        at = memory.due
    assert pauses[0] >= DAY
    assert pauses == sorted(set(pauses))
    assert reviewed(memory, Grade.WRONG, at).due - at <= 10 * MINUTE
    assert reviewed(None, Grade.WRONG, NOW).due - NOW <= 10 * MINUTE
    assert reviewed(memory, Grade.RIGHT, NOW - DAY).due > NOW - DAY  # a clock that was set back does no harm


# --- sessions ---------------------------------------------------------------------------------------------------------


class Words:
    """Words that a person missed, and one phony."""

    async def of(self, person: str, language: str, most: int) -> tuple[MissedWord, ...]:
        words = (("SATIRE", False), ("SATIRES", False), ("QI", False), ("QIS", True), ("TEA", True), ("TEAMS", False))
        return tuple(MissedWord(person, tuple(word), 1.0, played) for word, played in words)[:most]


async def _answered(study: Study, session: Session, book: StudyWords, *, right: bool, now: int) -> Session:
    assert session.item
    wanted = bool(book.solutions(session.item))
    after = await study.answer(session, book, said(book, session.item, wanted is right), now)
    assert after
    return after


async def test_X9_a_session_asks_new_words_then_what_is_due(store: Store) -> None:
    """Nothing is asked twice while it is not due; a wrong answer comes back, and nothing of another person."""
    study, book = Study(StudyStore(store.database), random.Random(5)), book_of()
    session, asked = await study.begin("1", COURSE, book, Drill.TWO, (), NOW), []
    first = session.item
    while session.item:
        asked.append(session.item)
        session = await _answered(study, session, book, right=session.item != first, now=NOW)
    assert len(asked) == len(set(asked))
    assert {"".join(item.letters) for item in asked} >= set(texts(book, Drill.TWO)) or session.asked == QUESTIONS
    assert session.right == session.asked - 1
    backlog = await study.backlog("1", COURSE, book, NOW)
    assert (backlog.total, backlog.known) == (0, len(asked))
    later = NOW + 10 * MINUTE
    assert (await study.backlog("1", COURSE, book, later)).due == {Drill.TWO: 1}
    assert (await study.begin("1", COURSE, book, Drill.DUE, (), later)).item == first
    assert (await study.begin("2", COURSE, book, Drill.DUE, (), later)).item is None
    assert (await study.backlog("2", COURSE, book, later)).known == 0


async def test_X9_a_question_waits_for_days_and_through_a_restart(tmp_path: Path) -> None:
    """It is still the same one, and only its own number answers it, once."""
    opened = await open_store(games_in(tmp_path))
    study, book = Study(StudyStore(opened.database), random.Random(5)), book_of()
    session = await study.begin("1", COURSE, book, Drill.SEVENS, (), NOW)
    await opened.close()
    opened = await open_store(games_in(tmp_path))
    try:
        study = Study(StudyStore(opened.database), random.Random(6))
        again = await study.session("1")
        assert again == session
        assert again.item
        answered = named(book, again.item, "retinas nastier stainer")
        assert await study.answer(again, book, answered, NOW + 3 * DAY)
        assert await study.answer(again, book, answered, NOW + 3 * DAY) is None
        assert (await study.backlog("1", COURSE, book, NOW)).known == 1
    finally:
        await opened.close()


async def test_X9_days_in_a_row_are_counted(store: Store) -> None:
    """One more on the next day, the same on the same day, and from one again after a day without an answer."""
    study, book = Study(StudyStore(store.database), random.Random(5)), book_of()
    streaks = []
    for day in (0, 0, 1, 2, 4):
        session = await study.begin("1", COURSE, book, Drill.TWO, (), NOW + day * DAY)
        session = await _answered(study, session, book, right=True, now=NOW + day * DAY)
        streaks.append(session.streak)
    assert streaks == [1, 1, 2, 3, 1]
    assert streak_now(session, NOW + 5 * DAY) == 1
    assert streak_now(session, NOW + 6 * DAY) == 0


async def test_X9_hooks_of_one_word_are_two_questions(store: Store) -> None:
    """First in front, then after it."""
    study, book = Study(StudyStore(store.database), random.Random(5)), book_of()
    session = await study.begin("1", COURSE, book, Drill.HOOKS, ("A", "T"), NOW)
    assert session.item == Item(QuestionKind.FRONT, ("A", "T"))
    session = await study.answer(session, book, named(book, session.item, "CEO"), NOW) or session
    assert session.item == Item(QuestionKind.BACK, ("A", "T"))
    session = await study.answer(session, book, named(book, session.item, "E"), NOW) or session
    assert (session.item, session.asked, session.right) == (None, 2, 2)


async def test_X9_words_missed_in_games_can_be_studied(store: Store) -> None:
    """If something knows them; else there is no such list."""
    assert Drill.MISSED not in Study(StudyStore(store.database), random.Random(5)).decks
    study, book = Study(StudyStore(store.database), Always(), Words), book_of()
    assert Drill.MISSED in study.decks
    session, asked = await study.begin("1", COURSE, book, Drill.MISSED, (), NOW), []
    while session.item:
        asked.append((session.item.kind, "".join(session.item.letters)))
        session = await _gone_on(study, session, book)
    # What the dictionary lacks is no missed word, and what it has is no phony.
    assert asked == [
        (QuestionKind.ANAGRAM, "AEIRST"),
        (QuestionKind.WORD, "QI"),
        (QuestionKind.WORD, "QIS"),
        (QuestionKind.ANAGRAM, "AEMST"),
    ]


class Always(random.Random):
    """Never asks about a phony instead of a word."""

    def random(self) -> float:
        return 1.0


async def _gone_on(study: Study, session: Session, book: StudyWords) -> Session:
    assert session.item
    after = await study.answer(session, book, gave_up(book, session.item), NOW)
    assert after
    return after


async def test_X9_a_person_keeps_a_bounded_number_of_items(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those due last, which are known best, go first; forgetting leaves nothing."""
    monkeypatch.setattr("bot.features.study.sessions.MOST_ITEMS", 3)
    study, book = Study(StudyStore(store.database), random.Random(5)), book_of()
    session = await study.begin("1", COURSE, book, Drill.TWO, (), NOW)
    for right in (False, True, True, False, True):
        session = await _answered(study, session, book, right=right, now=NOW)
    backlog = await study.backlog("1", COURSE, book, NOW + 10 * MINUTE)
    assert (backlog.known, backlog.total) == (3, 2)
    await study.forget("1")
    assert (await study.backlog("1", COURSE, book, NOW)).known == 0
    assert await study.session("1") is None


async def test_X9_books_of_many_dictionaries_are_not_all_kept(store: Store) -> None:
    """The same dictionary gives the same book for a while."""
    study = Study(StudyStore(store.database), random.Random(5))
    books = [book_of((word,)) for word in WORDS]
    kept = [study.book(one.lexicon, one.variant, is_family=True) for one in books]
    assert study.book(books[-1].lexicon, books[-1].variant, is_family=True) is kept[-1]
    assert study.book(books[0].lexicon, books[0].variant, is_family=True) is not kept[0]
    assert study.book(books[0].lexicon, books[0].variant, is_family=False).is_family is False
