"""The engine's analyser, in a process of its own that starts when the first turn is to be graded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bot.model.errors import ReadingFailed
from bot.service.engineprocess import EngineProcess
from bot.service.sandbox.works import Grade
from engine.game.events import Event
from engine.game.state import Setup
from engine.review import jsonform
from engine.review.values import TurnReview

if TYPE_CHECKING:
    from engine.review.reviewing import Effort

SECONDS = 120.0
"""The longest time for a turn, in seconds; its effort is counted in work, so only a very slow machine needs that."""


class LazyGrader:
    """Implements `bot.service.ports.Grader`. `effort` bounds the work for a turn; None is the analyser's own."""

    def __init__(self, process: EngineProcess, effort: Effort | None = None) -> None:
        self._process = process
        self._effort = effort

    def __call__(
        self, events: Sequence[Event], setup: Setup, number: int, should_stop: Callable[[], bool]
    ) -> TurnReview | None:
        """The grade of a turn; None if told to stop. Raises as `EngineProcess.do`."""
        work = Grade(tuple(events), number, self._effort)
        try:
            done = self._process.do(setup, work, SECONDS, should_stop)
        except ReadingFailed:  # the system may have ended the process, for want of memory
            done = self._process.do(setup, work, SECONDS, should_stop)
        return jsonform.from_json(done.value) if done else None
