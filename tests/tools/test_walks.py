"""`python -m tests.tools.walks`: what it counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from tests.tools.walks import Crossed, figures, sizes

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
