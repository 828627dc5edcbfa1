"""Answers that wait together are written together: hundreds may come at once, and a transaction takes its time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.features.duplicate.store import DuplicateStore
from bot.features.duplicate.values import AnswerOutcome, NewAnswer
from bot.service.ports import Clock

_Waiting = tuple[NewAnswer, asyncio.Future[AnswerOutcome]]


class AnswersTogether:
    """Writes, for each duplicate, the answers that have come while those before them were being written."""

    def __init__(self, store: DuplicateStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._waiting: dict[int, list[_Waiting]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def keep(self, number: int, given: NewAnswer) -> AnswerOutcome:
        """Keep an answer; it is in the database once this returns. Returns and raises as `DuplicateStore.answer`."""
        future: asyncio.Future[AnswerOutcome] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(number, []).append((given, future))
        if number not in self._tasks:
            self._tasks[number] = asyncio.create_task(self._write_all(number))
        return await future

    async def _write_all(self, number: int) -> None:
        try:
            while waiting := self._waiting.pop(number, None):
                outcomes = await self._written(number, [given for given, _ in waiting])
                for (_, future), outcome in zip(waiting, outcomes, strict=True):
                    _settle(future, outcome)
        finally:
            del self._tasks[number]

    async def _written(self, number: int, given: Sequence[NewAnswer]) -> Sequence[AnswerOutcome | Exception]:
        try:
            return await self._store.answer(number, given, self._clock.now())
        except Exception as error:
            return [error] * len(given)


def _settle(future: asyncio.Future[AnswerOutcome], outcome: AnswerOutcome | Exception) -> None:
    if future.done():  # whoever waited has been cancelled
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
