"""How far a reader of this code walks: `python -m tests.tools.walks [FOLDER]`, in this checkout or in another folder's.

A walk is what an act sets in motion in the bot's process, from Discord's event until all is quiet again: the functions
of `bot` and `engine` that are entered, in any thread. Each act is done once before, so that imports and caches do not
count, then three times: only what all three enter counts, without what a quiet bot enters all the time. The playground,
tests and what stands in for the engine's processes do not count, nor do lambdas, comprehensions and generated code. A
walk skips time, which would wake the loops of all features; they count only where the act itself wakes them.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import os
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import bot
from bot.service.tasks import Loop
from engine.game import commands as cmd
from engine.game.events import Event
from engine.game.state import Setup
from engine.game.views import SeatView
from engine.review.values import TurnReview
from tests.support.finished import graded
from tests.support.playground import DM, Person
from tests.support.running import PushedClock, Scene, answer, ask, board, gathered, shows, started
from tests.support.sentences import said

Function = tuple[str, int, str]
"""File, line and name."""

QUIET = 0.7
"""Seconds without a function that is new to an act, after which it has ended. The watchdog beats more often."""
OVER = 120
"""Seconds after which no move can be undone."""
TIMES = 4
MOVES = tuple(f"8{column} {'A' * length}" for length, column in enumerate("HGFEDCBA", 2))
"""Each makes the only word on the board longer by one tile."""
IDLE = ContextVar("IDLE", default=False)
"""Whether what runs is a loop of a feature that only the time has woken, or a task that such a loop has started."""
DRAWS = ("A", "C", "A" * 7, "A" * 7, "BB", *"BBBBBBB")
"""Ada begins; every rack changes with every move."""


class Crossed:
    """The functions that acts enter, in files whose paths begin in one way but not in another."""

    def __init__(self, inside: tuple[str, ...], outside: str, quiet: float = QUIET) -> None:
        self._inside, self._outside, self._quiet = inside, outside, quiet
        self._seen = set[Function]()
        self._acts, self._idle = list[set[Function]](), list[set[Function]]()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Note a call of a function that has a name: modules and bodies of classes are not optimized."""
        code, file = frame.f_code, frame.f_code.co_filename
        is_named = code.co_flags & inspect.CO_OPTIMIZED and not code.co_name.startswith("<") and not IDLE.get()
        if event == "call" and is_named and file.startswith(self._inside) and not file.startswith(self._outside):
            self._seen.add((file, code.co_firstlineno, code.co_qualname))

    @contextmanager
    def everywhere(self) -> Iterator[None]:
        """Note the calls of this thread and of those that start from now on."""
        threading.setprofile(self)
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    @asynccontextmanager
    async def act(self) -> AsyncIterator[None]:
        """One act, which begins when all is quiet."""
        await self.settled()
        yield
        entered, idle = await self.settled()
        self._acts.append(entered)
        self._idle.append(idle)

    def functions(self) -> set[Function]:
        """What every act but the first has entered."""
        return self._acts[1].intersection(*self._acts[2:]) - self._idle[0].intersection(*self._idle[1:])

    async def settled(self) -> tuple[set[Function], set[Function]]:
        """What is entered until nothing new is, and what was entered last, when all was quiet."""
        entered = set[Function]()
        while True:
            await asyncio.sleep(self._quiet)
            now, self._seen = self._seen, set()
            if now <= entered:
                return entered, now
            entered |= now


@contextmanager
def idle_loops() -> Iterator[None]:
    """Mark the loops of features whenever their clock wakes them and nobody else does."""
    wait = PushedClock.wait

    async def noted(clock: PushedClock, wake: asyncio.Event, until: int | None) -> None:
        await wait(clock, wake, until)
        IDLE.set(_is_of_feature(asyncio.current_task()) and not wake.is_set())

    with patch.object(PushedClock, "wait", noted):
        yield


def _is_of_feature(task: asyncio.Task[Any] | None) -> bool:
    frame = getattr(task and task.get_coro(), "cr_frame", None)
    loop = frame.f_locals.get("self") if frame else None
    return isinstance(loop, Loop) and type(loop).__module__.startswith("bot.features.")


async def play(stage: Scene, ada: Person, bruno: Person, crossed: Crossed) -> None:
    """Bruno's play brings the board and Ada's new rack; once it cannot be undone, his own."""
    first = await started(ada, bruno)
    for hers, his in zip(MOVES[::2], MOVES[1::2], strict=True):
        await ada.command(f"/play move:{hers}")
        first = await board(bruno, hers, after=first)
        racks = ada.dm()[-1], bruno.dm()[-1]
        async with crossed.act():
            await bruno.command(f"/play move:{his}")
            first = await board(ada, his, after=first)
            await ada.wait_message("Your tiles", channel=DM, after=racks[0])
            stage.clock.push(OVER)
            await bruno.wait_message("Your tiles", channel=DM, after=racks[1])


async def rack(_: Scene, ada: Person, bruno: Person, crossed: Crossed) -> None:
    """Ada looks at her rack."""
    first = await started(ada, bruno)
    for _time in range(TIMES):
        async with crossed.act():
            await ada.click(first, "Rack")
            await answer(ada, "Your rack")


async def computer(stage: Scene, ada: Person, _: Person, crossed: Crossed) -> None:
    """Ada has passed; once she cannot undo that, the computer player moves."""
    await ada.command("/game new variant:tiny computer:3")
    lobby = await ada.wait_message("(computer, level")
    await ask(ada, "/game rules rule:undo_window value:1m")
    await ada.click(lobby, "Play now")
    first = await board(ada)
    for move in MOVES[:TIMES]:
        await ada.command("/pass")
        first = await board(ada, "**Ada** passed", after=first)
        async with crossed.act():
            stage.clock.push(OVER)
            first = await board(ada, move, after=first)


async def review(stage: Scene, ada: Person, bruno: Person, crossed: Crossed) -> None:
    """Ada asks for the review of a game that has just ended, and waits for its first page."""
    for _ in range(TIMES):
        stage.luck.draws[:] = DRAWS
        first = await started(ada, bruno)
        await ada.command(f"/play move:{MOVES[0]}")
        first = await board(bruno, MOVES[0], after=first)
        await bruno.command(f"/play move:{MOVES[1]}")
        await board(ada, MOVES[1], after=first)
        await bruno.click(await ask(bruno, "/game resign", said("lobby.want_to_resign")), "Resign")
        await ada.wait_message(said("status.won"))
        await crossed.settled()
        stage.clock.push(OVER)  # the channel has room again to take old buttons off, which is no part of the act
        async with crossed.act():
            await shows(ada, await ask(ada, "/review"), "mistake index")


Walk = Callable[[Scene, Person, Person, Crossed], Awaitable[None]]
WALKS: dict[str, Walk] = {"/play": play, "Rack": rack, "computer's move": computer, "/review": review}


def stand_ins() -> dict[str, Any]:
    """What does the work of the engine's processes; nobody watches their threads."""
    moves = iter(MOVES)

    def think(view: SeatView, *_: object) -> cmd.Play:
        sys.setprofile(None)
        return cmd.Play(view.table.seats[view.seat].player.id, next(moves), view.table.turn)

    def grade(events: Sequence[Event], _: Setup, number: int, _stop: object) -> TurnReview:
        sys.setprofile(None)
        return graded(events, number)

    return {"thinker": think, "grader": grade, "finder": lambda *_: None, "hinter": lambda *_: (None, False)}


async def walked(root: Path, walk: Walk) -> set[Function]:
    """The functions of a walk."""
    crossed = Crossed((f"{root}/bot/", f"{root}/engine/"), f"{root}/bot/playground/")
    options: dict[str, Any] = {"letters": "C" + "A" * 30 + "B" * 30, "words": ["A" * n for n in range(2, 10)]}
    with crossed.everywhere(), idle_loops(), tempfile.TemporaryDirectory() as folder:
        async with gathered(Path(folder), *DRAWS, **options, **stand_ins()) as (stage, ada, bruno):
            await ada.open_dm()
            await bruno.open_dm()
            await walk(stage, ada, bruno, crossed)
    return crossed.functions()


def modules(root: Path) -> dict[Path, str]:
    """The code: the text of each module."""
    found = (path for folder in ("bot", "engine") for path in sorted((root / folder).rglob("*.py")))
    return {path.relative_to(root): path.read_text() for path in found}


def sizes(texts: Mapping[Path, str]) -> Iterator[tuple[str, int, int]]:
    """Each folder of the code, with its files and lines."""
    files, lines = Counter[str](), Counter[str]()
    for path, text in texts.items():
        folder = str(Path(*path.parts[:2]) if path.parts[0] == "bot" and len(path.parts) > 2 else path.parts[0])
        files[folder] += 1
        lines[folder] += text.count("\n")
    yield from ((folder, files[folder], lines[folder]) for folder in files)
    yield "together", files.total(), lines.total()


def figures(texts: Mapping[Path, str]) -> dict[str, int]:
    """What else there is of which less is easier to read."""
    nodes = [(path, node) for path, text in texts.items() for node in ast.walk(ast.parse(text))]
    return {
        "imports within the project": sum(_is_own_import(node) for _, node in nodes),
        "classes of exceptions": _exceptions(node for _, node in nodes if isinstance(node, ast.ClassDef)),
        "calls of gettext outside text": sum(
            isinstance(node, ast.Call) and _name(node.func).endswith("gettext") and not _is_text(path)
            for path, node in nodes
        ),
    }


def _is_text(path: Path) -> bool:
    return path.parts[:2] == ("bot", "text") or path.match("bot/features/*/text.py")


def _is_own_import(node: ast.AST) -> bool:
    names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
    if isinstance(node, ast.ImportFrom):
        names = [node.module or ""]
    return any(name.split(".")[0] in ("bot", "engine") for name in names)


def _exceptions(classes: Iterable[ast.ClassDef]) -> int:
    """The number of classes that descend from an exception, by the names of their bases."""
    bases = [(one.name, {_name(base) for base in one.bases}) for one in classes]
    known = {base for _, names in bases for base in names if base.endswith(("Error", "Exception"))}
    while more := {name for name, names in bases if names & known} - known:
        known |= more
    return sum(bool(names & known) for _, names in bases)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def main() -> None:
    """Measure and print."""
    if sys.argv[1:]:  # the code of the other checkout, and what its own tests are supported by
        os.execve(sys.executable, [sys.executable, "-P", __file__], os.environ | {"PYTHONPATH": sys.argv[1]})
    root = Path(bot.__file__).parents[1]
    print(f"{'walk':<32}{'files':>8}{'functions':>11}")
    for name, walk in WALKS.items():
        functions = asyncio.run(walked(root, walk))
        print(f"{name:<32}{len({file for file, *_ in functions}):>8,}{len(functions):>11,}", flush=True)
    print(f"\n{'folder':<32}{'files':>8}{'lines':>11}")
    texts = modules(root)
    for folder, files, lines in sizes(texts):
        print(f"{folder:<32}{files:>8,}{lines:>11,}")
    print()
    for name, count in figures(texts).items():
        print(f"{name:<32}{count:>8,}")


if __name__ == "__main__":
    main()
