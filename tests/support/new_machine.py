"""The bot's first moments on a machine without a cache: run as a program, it prints how long they take.

XDG_CACHE_HOME=$(mktemp -d) python -m tests.support.new_machine
python -m tests.support.new_machine memory sv
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import psutil

from bot.engines.pool import IDLE_SECONDS
from bot.limits import LARGEST_BOUND, LIMITS, read_limits
from bot.model.joined import joined
from bot.service.listeners import Listeners
from bot.settings import Settings, sqlite_url
from bot.text import texts_for
from bot.wiring.app import App, build
from engine import jit
from engine.game import events as ev
from engine.game.state import Computer
from engine.loading import list_variants, load_variant_file
from tests.support.playground import Person
from tests.support.running import ask, play_in_channels

LEVELS = (7, 8, 1, 4)
MOVES = (ev.Played, ev.Exchanged, ev.Passed)
PATIENCE = 600.0


async def watch_new_machine(folder: Path) -> None:
    """Start the bot as the command does, and time the actions of a person in a hurry."""
    app = _boundless(folder)
    begun = perf_counter()
    await app.start()
    assert app.core and app.playground
    await play_in_channels(app, app.playground)
    app.core.engines.warm()
    say = _teller(begun)
    say("started")
    try:
        async with Person.at(app.playground, "Ada") as ada:
            for level in LEVELS:
                say(f"first move of level {level}", await _first_move(app, ada, level))
                say(f"compiled by now: {jit.is_tuned()}; engine processes: {app.core.engines.pids}")
                asked = perf_counter()
                await ask(ada, "/hint kind:best")
                say("hint", perf_counter() - asked)
                await _end(ada)
            await _compiled()
            say("everything compiled")
            for level in (7, 8):
                say(f"first move of level {level}, compiled: {jit.is_tuned()}", await _first_move(app, ada, level))
                await _end(ada)
    finally:
        await app.stop()


async def weigh_bot(folder: Path, language: str = "en") -> None:
    """Print the memory of the bot and playground as computer players are added, then for every bundled board."""
    app = _boundless(folder)
    await app.start()
    assert app.core and app.playground
    await play_in_channels(app, app.playground)
    try:
        _say_weight(app, "started")
        await _compiled()
        async with Person.at(app.playground, "Ada") as ada:
            for level in (4, 7, 8):
                await _first_move(app, ada, level, language=language)
                _say_weight(app, f"after a move of level {level}")
                await ask(ada, "/hint kind:best")
                _say_weight(app, "after a hint")
                await _end(ada, language)
            for variant in list_variants():
                if language not in load_variant_file(variant).variants:
                    continue
                await _first_move(app, ada, 7, variant, language)
                _say_weight(app, f"after a move on the board {variant}")
                await _end(ada, language)
            await asyncio.sleep(IDLE_SECONDS + 5)
            _say_weight(app, "idle")
    finally:
        await app.stop()


async def _compiled() -> None:
    """Wait until the bot has compiled everything."""
    while not jit.is_tuned():  # noqa: ASYNC110 - another process does it
        await asyncio.sleep(1)


def _say_weight(app: App, when: str) -> None:
    """Print the resident memory of the bot and of its engine processes, and how much of it is their own."""
    assert app.core
    weights = [_weight(psutil.Process(pid)) for pid in (None, *app.core.engines.pids)]
    print(f"{when}: bot and playground {weights[0]}; engine processes {', '.join(weights[1:]) or 'none'}", flush=True)


def _weight(process: psutil.Process) -> str:
    own = sum(getattr(one, "anonymous", 0) for one in process.memory_maps(grouped=True))
    return f"{_megabytes(process.memory_info().rss)} MB ({_megabytes(own)} of its own)"


def _megabytes(count: float) -> int:
    return round(count / (1 << 20))


def _boundless(folder: Path) -> App:
    """The bot without fair-use limits."""
    limits = read_limits(",".join(f"{name}={LARGEST_BOUND}" for name in LIMITS))
    return build(Settings(folder, sqlite_url(folder / "games.db"), port=0, limits=limits))


def _teller(begun: float) -> Callable[..., None]:
    def say(what: str, seconds: float | None = None) -> None:
        took = "" if seconds is None else f"{seconds:.1f} s"
        print(f"{perf_counter() - begun:6.1f} s after the start  {took:>7}  {what}", flush=True)

    return say


async def _first_move(app: App, ada: Person, level: int, variant: str = "standard", language: str = "en") -> float:
    """Seconds from the computer player's turn to its move."""
    moved = asyncio.Event()
    instants: list[float] = []

    def noted(applied: object) -> None:
        for event in getattr(applied, "events", ()):
            if isinstance(event, MOVES):
                instants.append(perf_counter())
                moved.set()

    assert app.core
    await ask(ada, f"/game new computer:{level} variant:{variant} language:{language}")
    await ask(ada, "/game rules rule:undo value:off")
    app.core.listeners = joined(app.core.listeners, Listeners(changed=(noted,)))
    begun = perf_counter()
    await ask(ada, "/game start")
    game = await app.core.games.in_channel(int(ada.channel_id()))
    assert game
    state = await app.core.games.load(game)
    if not isinstance(state.seats[state.phase.seat].player, Computer):  # type: ignore[union-attr]
        begun = perf_counter()
        await ask(ada, "/pass")
        count = 2
    else:
        count = 1
    async with asyncio.timeout(PATIENCE):
        while len(instants) < count:
            moved.clear()
            await moved.wait()
    return instants[count - 1] - begun


async def _end(ada: Person, language: str = "en") -> None:
    await ada.click(await ask(ada, "/game end"), "End for good")
    await ada.wait_message(texts_for(language).gettext("Rematch"))


if __name__ == "__main__":
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        weighs, languages = "memory" in sys.argv, sys.argv[2:] or ["en"]
        asyncio.run(weigh_bot(Path(folder), languages[0]) if weighs else watch_new_machine(Path(folder)))
    sys.exit()
