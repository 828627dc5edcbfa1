"""When to ask something again: the FSRS scheduler, without chance, so that the same answers give the same dates."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import Enum

from fsrs import Card, Rating, Scheduler, State

from bot.features.study.values import Recall
from engine.model.durations import SECOND


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
