"""Word study: what is asked of a person, how well they know it, and where they are in a session."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.model.alphabet import Word


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
