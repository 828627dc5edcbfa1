"""Sessions of word study: the next question, the answer to it, and when it is asked again."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum

from fsrs import Card, Rating, Scheduler, State

from bot.features.study.decks import StudyWords
from bot.features.study.store import Backlog, Drill, Item, QuestionKind, Recall, Session, StudyDictionary, StudyStore
from bot.service.words.definitions import MissedWords
from engine.model.durations import DAY, SECOND
from engine.model.tiles import Word
from engine.model.variant import Variant
from engine.reading import pasted
from engine.review.turns import MissedWord
from engine.words.lexicon import Lexicon


class Grade(Enum):
    """How well something was answered."""

    WRONG = Rating.Again
    PARTLY = Rating.Hard
    RIGHT = Rating.Good


_SHORT = timedelta(minutes=5)
"""How long until something new or forgotten is asked again."""
_LONGEST_DAYS = 365
_SCHEDULER = Scheduler(
    learning_steps=(_SHORT,), relearning_steps=(_SHORT,), maximum_interval=_LONGEST_DAYS, enable_fuzzing=False
)


def reviewed(memory: Recall | None, grade: Grade, now: int) -> Recall:
    """How well an item is known after an answer at an instant; `memory` is None the first time."""
    at = _instant(now)
    card, _ = _SCHEDULER.review_card(_card(memory, at), grade.value, at)
    assert card.stability is not None
    assert card.difficulty is not None
    due = max(round(card.due.timestamp() * 1000), now + SECOND)
    return Recall(card.state.value, card.step, card.stability, card.difficulty, due, now)


def _card(memory: Recall | None, now: datetime) -> Card:
    if memory is None:
        return Card(card_id=0, due=now)
    return Card(
        0,
        State(memory.state),
        memory.step,
        memory.stability,
        memory.difficulty,
        _instant(memory.due),
        _instant(min(memory.seen, round(now.timestamp() * 1000))),
    )


def _instant(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


DICTIONARIES_KEPT = 8
"""How many dictionaries keep their lists in memory."""
ANSWERS_REMEMBERED = 1_000
"""How many people's last answers stay in memory, for those who press a button twice."""
QUESTIONS = 20
"""Questions in a session."""
MOST_ITEMS = 5_000
"""How many items are kept for one person, in all dictionaries together."""
SHORT_MISSED_WORD = 4
"""Letters up to which it is asked whether a word that someone missed is one; of longer words the letters are given."""
PHONIES = 0.4
"""The share of phonies among new questions whether something is a word."""
HALF = 0.5
"""Who finds this share of an answer, and nothing wrong, knows it partly."""
_PARTS = str.maketrans(dict.fromkeys(",;/|.+", " "))


@dataclass(frozen=True, slots=True)
class AnswerResult:
    """What came of an answer: the question, the words that answer it, and which of them were found.

    `wrong` is what was named and is none of them. `said` is the answer to whether something is a word; None if the
    person gave up or was asked something else.
    """

    item: Item
    grade: Grade
    solutions: tuple[Word, ...]
    found: frozenset[Word] = frozenset()
    wrong: tuple[str, ...] = ()
    said: bool | None = None
    gave_up: bool = False


class Study:
    """The word study of all people.

    `luck` chooses phonies; `missed` returns a further source of words, if there is one.
    """

    def __init__(
        self, store: StudyStore, luck: random.Random, missed: Callable[[], MissedWords | None] = lambda: None
    ) -> None:
        self._store = store
        self._luck = luck
        self._missed = missed
        self._books: OrderedDict[tuple[str, str, str, bool], StudyWords] = OrderedDict()
        self._latest: OrderedDict[str, tuple[int, AnswerResult]] = OrderedDict()

    @property
    def decks(self) -> tuple[Drill, ...]:
        """The lists that can be chosen."""
        return tuple(deck for deck in Drill if deck is not Drill.MISSED or self._missed())

    def book(self, lexicon: Lexicon, variant: Variant, *, is_family: bool) -> StudyWords:
        """A dictionary to study, without coarse words for families; its lists stay in memory for a while."""
        key = (lexicon.id, variant.name, variant.language, is_family)
        book = self._books.pop(key, None)
        if book is None or book.variant != variant:
            book = StudyWords(lexicon, variant, is_family)
        self._books[key] = book
        while len(self._books) > DICTIONARIES_KEPT:
            self._books.popitem(last=False)
        return book

    async def session(self, person: str) -> Session | None:
        """A person's session; None if they have never studied."""
        return await self._store.session(person)

    async def backlog(self, person: str, course: StudyDictionary, book: StudyWords, now: int) -> Backlog:
        """What waits for a person in a dictionary, of what may be shown."""
        seen = await self._store.seen(person, course.lexicon)
        hidden = await asyncio.to_thread(lambda: frozenset(filter(book.shows_unwanted, seen)))
        return await self._store.backlog(person, course.lexicon, now, hidden)

    async def begin(
        self, person: str, course: StudyDictionary, book: StudyWords, deck: Drill, base: Word, now: int
    ) -> Session:
        """Begin a session in a list, or with the hooks of the word `base`. It has no question if nothing is left."""
        before = await self._store.session(person) or Session(person, course, deck)
        fresh = replace(before, course=course, deck=deck, base=base, number=before.number + 1, asked=0, right=0)
        session = replace(fresh, item=await self._next(fresh, book, now))
        await self._store.begin(session)
        return session

    async def end(self, session: Session) -> Session:
        """End a session before all its questions were asked."""
        after = replace(session, item=None, number=session.number + 1)
        await self._store.go_on(session, after)
        return after

    async def forget(self, person: str) -> None:
        """Delete everything that is kept about a person's study."""
        await self._store.forget(person)

    async def answer(self, session: Session, book: StudyWords, answered: AnswerResult, now: int) -> Session | None:
        """Keep an answer and ask the next question; None if this question was answered already."""
        memory = await self._store.memory(session.person, session.course.lexicon, answered.item)
        after = _counted(session, answered.grade is Grade.RIGHT, now)
        if after.asked < QUESTIONS:
            after = replace(after, item=await self._next(after, book, now, answered.item))
        kept = reviewed(memory, answered.grade, now)
        if not await self._store.answer(session, after, answered.item, kept, MOST_ITEMS):
            return None
        self._latest[session.person] = (session.number, answered)
        self._latest.move_to_end(session.person)
        if len(self._latest) > ANSWERS_REMEMBERED:
            self._latest.popitem(last=False)
        return after

    def latest(self, person: str, number: int) -> AnswerResult | None:
        """What came of a person's answer to the question of that number, if it is the last one and not long ago."""
        asked, answered = self._latest.get(person, (0, None))
        return answered if asked == number else None

    # --- which question comes next ---

    async def _next(self, session: Session, book: StudyWords, now: int, last: Item | None = None) -> Item | None:
        """The next question: what has been due for longest, else something new; None if neither is left."""
        if session.base:
            return _of_base(session)
        person, lexicon = session.person, session.course.lexicon
        waiting = await self._store.due(person, lexicon, session.deck, now)
        due = await asyncio.to_thread(_first_shown, (item for item in waiting if item != last), book)
        if due is not None:
            return due
        if session.deck is Drill.DUE:
            return None
        seen = await self._store.seen(person, lexicon) | ({last} if last else set())
        new = next((item for item in await self._items(session, book) if item not in seen), None)
        if new is None or new.kind is not QuestionKind.WORD or self._luck.random() >= PHONIES:
            return new
        phony = await asyncio.to_thread(book.phony, new.letters, session.deck, self._luck)
        return phony if phony and phony not in seen else new

    async def _items(self, session: Session, book: StudyWords) -> tuple[Item, ...]:
        if session.deck is not Drill.MISSED:
            return await asyncio.to_thread(book.deck, session.deck)
        source = self._missed()
        if source is None:
            return ()
        missed = await source.of(session.person, session.course.language, MOST_ITEMS)
        return await asyncio.to_thread(_to_learn, missed, book)


def _first_shown(items: Iterable[Item], book: StudyWords) -> Item | None:
    return next((item for item in items if not book.shows_unwanted(item)), None)


def _to_learn(missed: Iterable[MissedWord], book: StudyWords) -> tuple[Item, ...]:
    """Questions about words that someone missed: long ones by their letters, short ones and phonies as words."""
    known, items = book.lexicon, dict[Item, None]()
    for one in missed:
        if all(letter in known.alphabet for letter in one.word) and known.contains(one.word) is not one.played:
            is_long = not one.played and len(one.word) > SHORT_MISSED_WORD
            items[
                Item(QuestionKind.ANAGRAM, book.sorted(one.word)) if is_long else Item(QuestionKind.WORD, one.word)
            ] = None
    return tuple(item for item in items if not book.shows_unwanted(item))


def _of_base(session: Session) -> Item | None:
    """The question about hooks of one word that comes next: those in front, then those after it."""
    kinds = (QuestionKind.FRONT, QuestionKind.BACK)
    return Item(kinds[session.asked], session.base) if session.asked < len(kinds) else None


def _counted(session: Session, right: bool, now: int) -> Session:
    """The session with one more answer; its next question is not known yet."""
    day = now // DAY
    streak = session.streak if day == session.day else session.streak + 1 if day == session.day + 1 else 1
    return replace(
        session,
        number=session.number + 1,
        item=None,
        asked=session.asked + 1,
        right=session.right + right,
        day=day,
        streak=max(streak, 1),
    )


def streak_now(session: Session | None, now: int) -> int:
    """For how many days in a row someone has studied; a day without an answer ends that, except today."""
    return session.streak if session and now // DAY - session.day <= 1 else 0


# --- answers ---


def said(book: StudyWords, item: Item, is_word: bool) -> AnswerResult:
    """The answer to whether something is a word."""
    solutions = book.solutions(item)
    right = bool(solutions) is is_word
    return AnswerResult(item, Grade.RIGHT if right else Grade.WRONG, solutions, said=is_word)


def gave_up(book: StudyWords, item: Item) -> AnswerResult:
    """Nothing was answered."""
    return AnswerResult(item, Grade.WRONG, book.solutions(item), gave_up=True)


def named(book: StudyWords, item: Item, text: str) -> AnswerResult:
    """The answer to which words letters make, or which letters hook. Raises `UnknownLetter`."""
    solutions = book.solutions(item)
    given = _given(book, item, text)
    by_text = {_shown(item, word): word for word in solutions}
    found = frozenset(by_text[one] for one in given if one in by_text)
    wrong = tuple(one for one in given if one not in by_text)
    return AnswerResult(item, _grade(len(found), len(solutions), bool(wrong)), solutions, found, wrong)


def _given(book: StudyWords, item: Item, text: str) -> tuple[str, ...]:
    """What someone has named, each thing once: words, or single letters with or without spaces between them."""
    alphabet = book.lexicon.alphabet
    parts: Iterable[Word] = (alphabet.split(part) for part in pasted(text).translate(_PARTS).split())
    if item.kind is not QuestionKind.ANAGRAM:
        parts = ((letter,) for part in parts for letter in part)
    return tuple(dict.fromkeys("".join(part) for part in parts))


def _shown(item: Item, word: Word) -> str:
    """What has to be named for a word: the word, or the letter that hooks."""
    match item.kind:
        case QuestionKind.FRONT:
            return word[0]
        case QuestionKind.BACK:
            return word[-1]
        case _:
            return "".join(word)


def _grade(found: int, wanted: int, wrong: bool) -> Grade:
    if found == wanted and not wrong:
        return Grade.RIGHT
    return Grade.PARTLY if not wrong and found >= wanted * HALF else Grade.WRONG
