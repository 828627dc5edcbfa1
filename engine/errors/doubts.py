"""Refusals of challenges, and of answers to doubted words."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors.base import SECRET, RuleViolation


class ChallengeIsOff(RuleViolation):
    """Words are checked as they are played, so there is nothing to challenge."""


class NothingToChallenge(RuleViolation):
    """No play stands open to a challenge any more."""


class OwnPlay(RuleViolation):
    """Nobody challenges or accepts the own play."""


@dataclass(eq=False)
class WordNotInPlay(RuleViolation):
    """The challenge names a word that the play did not form."""

    word: str


class OnlyChallengeOrPass(RuleViolation):
    """The last tiles are down: opponents may challenge the play or pass, nothing else."""


@dataclass(eq=False)
class AnswerAwaited(RuleViolation):
    """A play waits for the answers of these seats; nobody may do anything else meanwhile."""

    waiting: tuple[int, ...]


class NotAsked(RuleViolation):
    """Nobody waits for an answer of this seat."""


@dataclass(eq=False)
class WordsAwaited(RuleViolation):
    """The host has been asked about words of the play and has not answered. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...] = field(metadata=SECRET)


@dataclass(eq=False)
class WordsRefused(RuleViolation):
    """The host has refused words of the play. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...] = field(metadata=SECRET)


@dataclass(eq=False)
class TooManyQuestions(RuleViolation):
    """The host has been asked about so many words already that no more can be put."""

    most: int


class OnlyHostDecides(RuleViolation):
    """Only the host decides whether a word counts."""


class NoSuchQuestion(RuleViolation):
    """The host was not asked about that, or the question has been settled."""


# special rules
