"""`python -m tests.tools.walks`: what it counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.playground.clock import PlaygroundClock
from bot.service.tasks import POLL, Loop, repeat
from tests.support.running import PushedClock
from tests.tools.walks import Crossed, figures, idle_loops, sizes

CODE = {
    Path("bot/text/words.py"): "def words(texts):\n    return texts.gettext('Hello')\n",
    Path("bot/features/chat/text.py"): "from bot.text import words\n",
    Path(
        "bot/front/errors.py"
    ): "import engine.errors\nimport ast\nclass A(Exception): ...\nclass B(A): ...\nclass C: ...\n",
    Path("bot/front/hall.py"): "def hall(texts):\n    return texts.pgettext('a', 'b')\n",
    Path("engine/errors.py"): "",
}


def test_code_is_counted_by_folder_and_kind() -> None:
    """Text has its own rooms, and the standard library is not the project's."""
    assert list(sizes(CODE))[2:] == [("bot/front", 2, 7), ("engine", 1, 0), ("together", 5, 10)]
    assert list(figures(CODE).values()) == [2, 2, 1]


async def test_a_walk_is_what_every_act_but_the_first_enters_in_any_thread() -> None:
    """What beats all the time, what only one act enters and what has no name is left out."""

    def beat() -> None:
        asyncio.get_running_loop().call_later(0.01, beat)

    def once() -> None: ...

    def always(*others: Callable[[], None]) -> None:
        for one in (lambda: None, *others):
            one()

    crossed = Crossed((__file__,), "elsewhere", quiet=0.1)
    with crossed.everywhere():
        beat()
        for others in ((), (), (once,), ()):
            async with crossed.act():
                await asyncio.to_thread(always, *others)
    assert [name.rpartition(".")[2] for _, _, name in crossed.functions()] == ["always"]


class Feature(Loop):
    """A loop of a feature, which looks what is due."""

    __module__ = "bot.features.none"

    def __init__(self, clock: PushedClock) -> None:
        super().__init__()
        self._clock = clock

    async def run(self) -> None:
        await repeat("feature", self._step, self._clock, self._woken)

    async def _step(self) -> None:
        await asyncio.create_task(self._look())

    async def _look(self) -> None: ...


@pytest.mark.parametrize("wakes", [True, False])
async def test_loops_of_features_count_only_where_the_act_wakes_them(wakes: bool) -> None:
    """Time that a walk skips wakes all of them, and is no part of it."""
    playground: Any = SimpleNamespace(clock=PlaygroundClock())
    clock = PushedClock(playground)
    crossed, loop = Crossed((__file__,), "elsewhere", quiet=0.05), Feature(clock)
    with crossed.everywhere(), idle_loops():
        task = asyncio.create_task(loop.run())
        for _ in range(4):
            async with crossed.act():
                loop.wake() if wakes else clock.push(2 * POLL / 1000)
        task.cancel()
    names = {name.rpartition(".")[2] for _, _, name in crossed.functions()}
    assert ("_look" in names) is wakes
