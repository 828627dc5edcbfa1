"""Moves and hints while the kernels are compiled, so that nobody waits for the compiler on a new machine.

Another process finds them with the same code as plain Python, in a second or two for a single move. In the bot's own
process, that would hold up everyone. Meanwhile, the strongest player chooses at first sight.

| shared      | limit            | who waits                       | how long at most                           |
|-------------|------------------|---------------------------------|--------------------------------------------|
| the process | one move or hint | thinking threads, in their turn | `LIMITS.wall`, and again until compiled    |
"""

from __future__ import annotations

import asyncio
import io
import pickle
from collections.abc import Sequence
from typing import Any

from bot.model.errors import ReadingFailed
from bot.service.sandbox.process import Sandbox
from bot.service.sandbox.values import MEGABYTE, Limits
from engine.computer.candidates import Candidate
from engine.computer.hints import Hint
from engine.game.commands import Command
from engine.game.state import HintKind
from engine.game.views import SeatView
from engine.words.lexicon import Lexicon

LIMITS = Limits(memory=512 * MEGABYTE, cpu=20, wall=60.0, result=MEGABYTE)
ENGINE = "engine"


class PlainPlayer:
    """Finds moves and hints in a process of its own, which sees no secret and has limits of memory and time.

    Create it on the event loop and call it from other threads; `warm_up` and `close` are for the loop.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._process = Sandbox(
            "bot.service.sandbox.moves", LIMITS, variables={"TILEWRIGHT_JIT": "off"}, purpose="plays meanwhile"
        )

    @property
    def pid(self) -> int | None:
        """The process's id; None while there is none."""
        return self._process.pid

    def choose(
        self, view: SeatView, lexicon: Lexicon, family: bool = True
    ) -> tuple[Command, Sequence[Sequence[Candidate]]]:
        """The command of a seat's computer player, and the candidates that it reports on the way.

        Raises `ReadingTooLong`, `ReadingTooLarge` and `ReadingFailed`.
        """
        command, told = self._ask("choose", view, lexicon, family=family)
        return command, told

    def hint(self, view: SeatView, lexicon: Lexicon, kind: HintKind, number: int, family: bool = True) -> Hint | None:
        """A hint for a seat. Raises as `choose`."""
        found: Hint | None = self._ask("hint", view, lexicon, kind=kind.value, number=number, family=family)
        return found

    def _ask(self, job: str, view: SeatView, lexicon: Lexicon, **options: Any) -> Any:
        data = pickle.dumps((view, lexicon), pickle.HIGHEST_PROTOCOL)
        output = asyncio.run_coroutine_threadsafe(self._process.run(job, data, **options), self._loop).result()
        try:
            return EngineValues(io.BytesIO(output.data)).load()
        except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, TypeError) as error:
            raise ReadingFailed from error

    async def warm_up(self) -> None:
        """Start the process, because someone may need it soon. Raises `ReadingFailed`."""
        await self._process.warm()

    async def close(self) -> None:
        """End the process for good."""
        await self._process.close()


class EngineValues(pickle.Unpickler):
    """Reads values of the engine's classes, and nothing else that could run code in the bot."""

    def find_class(self, module: str, name: str) -> Any:
        """The class of a value. Raises `UnpicklingError` for anything else."""
        found = super().find_class(module, name) if module.partition(".")[0] == ENGINE else None
        if not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is no value of the engine")
        return found
