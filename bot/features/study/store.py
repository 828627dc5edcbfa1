"""Word study: what is asked of a person, how well they know it, and where they are in a session, with its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Index, Integer, Row, String, and_, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Repository
from bot.store.rows import put, row_of, value_of
from bot.store.tables import table
from engine.model.tiles import Word


class Drill(StrEnum):
    """A list of words to learn."""

    TWO = "two"
    THREE = "three"
    DEAR = "dear"  # words with the letters that are worth most
    VOWELS = "vowels"
    SEVENS = "sevens"
    EIGHTS = "eights"
    ANAGRAMS = "anagrams"
    HOOKS = "hooks"
    MISSED = "missed"  # in the person's own games
    DUE = "due"  # whatever is due, from any list


class QuestionKind(StrEnum):
    """What is asked about letters."""

    WORD = "word"  # whether they are a word
    ANAGRAM = "anagram"  # which words they make, all of them used
    FRONT = "front"  # which letters make another word in front of them
    BACK = "back"  # which letters make another word after them


@dataclass(frozen=True, slots=True)
class Item:
    """One question: its kind and the letters that it is about."""

    kind: QuestionKind
    letters: Word

    @property
    def key(self) -> str:
        """The letters as one text, with spaces between them since a letter may have several characters."""
        return " ".join(self.letters)

    @staticmethod
    def of(kind: str, key: str) -> Item:
        """The item of a kind with a key."""
        return Item(QuestionKind(kind), tuple(key.split(" ")))


@dataclass(frozen=True, slots=True)
class Recall:
    """How well a person knows an item, in the terms of FSRS. `due` and `seen` are instants.

    `step` counts the short steps of something new or forgotten; it is None for what is known. `stability` is in days.
    """

    state: int
    step: int | None
    stability: float
    difficulty: float
    due: int
    seen: int


@dataclass(frozen=True, slots=True)
class StudyDictionary:
    """The dictionary that a person studies, by its name or id, and the variant whose letters and bag count."""

    lexicon: str
    variant: str
    language: str


@dataclass(frozen=True, slots=True)
class Session:
    """Where a person is in their study; everyone has one session, which waits for as long as they like.

    `number` counts the person's questions, so that a button of an older one is known. `item` is the question asked now,
    None at the end of a session of `asked` questions, `right` of them answered correctly. `base` is the word whose
    hooks are studied. `day` is the last day with an answer, counted from 1970, and `streak` the number of days in a row
    until then.
    """

    person: str
    course: StudyDictionary
    deck: Drill
    base: Word = ()
    number: int = 0
    item: Item | None = None
    asked: int = 0
    right: int = 0
    day: int = 0
    streak: int = 0


@dataclass(frozen=True, slots=True)
class Backlog:
    """What waits for a person in one dictionary: how many items are due, by list, and when the next one will be.

    `known` is how many items they have seen at all.
    """

    due: dict[Drill, int] = field(default_factory=dict)
    next_due: int | None = None
    known: int = 0

    @property
    def total(self) -> int:
        """How many items are due in all lists."""
        return sum(self.due.values())


CARDS = table(
    "study_cards",
    Recall,
    key="person lexicon kind letters",
    person=String(32),
    lexicon=String(64),
    kind=String(16),
    letters=String(128),
    deck=String(16),
    state=Integer,
    step=Integer,
)
"""What people have been asked in word study, and how well they know it; a person has a bounded number of rows."""
Index("ix_study_cards_due", CARDS.c.person, CARDS.c.lexicon, CARDS.c.due)

SESSIONS = table(
    "study_sessions",
    Session,
    key="person",
    without="item",
    person=String(32),
    lexicon=String(64),
    variant=String(32),
    language=String(16),
    deck=String(16),
    base=String(128),
    number=Integer,
    kind=String(16),
    letters=String(128),
    asked=Integer,
    right=Integer,
    day=Integer,
    streak=Integer,
)
"""Where people are in word study: one row each, with the question asked now (`kind` and `letters`, empty for none)."""


class StudyStore(Repository):
    """The cards and sessions of all people."""

    async def session(self, person: str) -> Session | None:
        """A person's session; None if they have never studied."""
        query = select(SESSIONS).where(SESSIONS.c.person == person)
        row = await self._row(query)
        return None if row is None else _session_of(row)

    async def memory(self, person: str, lexicon: str, item: Item) -> Recall | None:
        """How well a person knows an item; None if they have never been asked."""
        query = select(CARDS).where(_of(person, lexicon), CARDS.c.kind == item.kind.value, CARDS.c.letters == item.key)
        row = await self._row(query)
        return None if row is None else value_of(Recall, row)

    async def due(self, person: str, lexicon: str, deck: Drill, now: int) -> tuple[Item, ...]:
        """The items of a list, or of any with `Drill.DUE`, that are due, those first that have been for longest."""
        query = select(CARDS.c.kind, CARDS.c.letters).where(_of(person, lexicon), CARDS.c.due <= now)
        if deck is not Drill.DUE:
            query = query.where(CARDS.c.deck == deck.value)
        query = query.order_by(CARDS.c.due, CARDS.c.kind, CARDS.c.letters)
        return tuple(Item.of(row.kind, row.letters) for row in await self._rows(query))

    async def seen(self, person: str, lexicon: str) -> frozenset[Item]:
        """All items that a person has been asked about in a dictionary."""
        query = select(CARDS.c.kind, CARDS.c.letters).where(_of(person, lexicon))
        return frozenset(Item.of(row.kind, row.letters) for row in await self._rows(query))

    async def backlog(self, person: str, lexicon: str, now: int, hidden: AbstractSet[Item]) -> Backlog:
        """What waits for a person in a dictionary, without what is hidden from them."""
        query = select(CARDS.c.deck, CARDS.c.due, CARDS.c.kind, CARDS.c.letters).where(_of(person, lexicon))
        rows = [row for row in await self._rows(query) if Item.of(row.kind, row.letters) not in hidden]
        due = Counter(Drill(row.deck) for row in rows if row.due <= now)
        later = [row.due for row in rows if row.due > now]
        return Backlog(dict(due), min(later, default=None), len(rows))

    async def begin(self, session: Session) -> None:
        """Keep a new session in place of the person's former one."""
        async with self._database.write(_lock(session.person)) as connection:
            await put(connection, SESSIONS, _session_row(session))

    async def go_on(self, before: Session, after: Session) -> bool:
        """Ask the next question; False, changing nothing, if the session has gone on since `before` was read."""
        async with self._database.write(_lock(before.person)) as connection:
            if await _number(connection, before.person) != before.number:
                return False
            await put(connection, SESSIONS, _session_row(after))
        return True

    async def answer(self, before: Session, after: Session, item: Item, memory: Recall, most: int) -> bool:
        """Keep how well a person knows the item just answered, and what they are asked next.

        Of more than `most` items of a person, those due last go, since they are known best. False, changing nothing, if
        the question has been answered already.
        """
        async with self._database.write(_lock(before.person)) as connection:
            if await _number(connection, before.person) != before.number:
                return False
            deck = await _deck(connection, before, item)
            await put(connection, CARDS, _card_row(before, item, deck, memory))
            await put(connection, SESSIONS, _session_row(after))
            await _prune(connection, before.person, most)
        return True

    async def forget(self, person: str) -> None:
        """Delete everything that is kept about a person's study."""
        async with self._database.write(_lock(person)) as connection:
            await connection.execute(delete(CARDS).where(CARDS.c.person == person))
            await connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person))


def _lock(person: str) -> str:
    return f"study {person}"


def _of(person: str, lexicon: str) -> ColumnElement[bool]:
    return and_(CARDS.c.person == person, CARDS.c.lexicon == lexicon)


async def _number(connection: AsyncConnection, person: str) -> int | None:
    query = select(SESSIONS.c.number).where(SESSIONS.c.person == person)
    return (await connection.execute(query)).scalar_one_or_none()


async def _deck(connection: AsyncConnection, session: Session, item: Item) -> str:
    """The list that an item belongs to: that in which it was asked first."""
    own = _of(session.person, session.course.lexicon)
    query = select(CARDS.c.deck).where(own, CARDS.c.kind == item.kind.value, CARDS.c.letters == item.key)
    return (await connection.execute(query)).scalar_one_or_none() or session.deck.value


async def _prune(connection: AsyncConnection, person: str, most: int) -> None:
    own = CARDS.c.person == person
    count = (await connection.execute(select(func.count()).select_from(CARDS).where(own))).scalar_one()
    if count <= most:
        return
    last = select(CARDS).where(own).order_by(CARDS.c.due.desc(), CARDS.c.letters).limit(count - most)
    for row in (await connection.execute(last)).all():
        same = (CARDS.c.lexicon == row.lexicon, CARDS.c.kind == row.kind, CARDS.c.letters == row.letters)
        await connection.execute(delete(CARDS).where(own, *same))


def _card_row(session: Session, item: Item, deck: str, memory: Recall) -> dict[str, Any]:
    what = {"person": session.person, "lexicon": session.course.lexicon, "kind": item.kind.value, "letters": item.key}
    return row_of(CARDS, memory, **what, deck=deck)


def _session_row(session: Session) -> dict[str, Any]:
    return row_of(
        SESSIONS,
        session,
        base=" ".join(session.base),
        kind=session.item.kind.value if session.item else "",
        letters=session.item.key if session.item else "",
    )


def _session_of(row: Row[Any]) -> Session:
    item = Item.of(row.kind, row.letters) if row.kind else None
    return value_of(Session, row, base=tuple(row.base.split()), item=item)
