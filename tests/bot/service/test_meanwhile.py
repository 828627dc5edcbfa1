"""Moves and hints before the kernels are compiled: another process finds them, the same as the bot would later."""

from __future__ import annotations

import asyncio
import io
import os
import pickle
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from bot.model.errors import ReadingFailed, ReadingTooLong
from bot.service.compiling import Compiler
from bot.service.meanwhile import EngineValues, PlainPlayer
from bot.service.thinking import AGAIN, LazyThinker
from engine.computer.candidates import Candidate, ignore
from engine.computer.player import choose
from engine.game import commands as cmd
from engine.game.state import Computer, HintKind
from engine.game.views import SeatView
from engine.model.levels import Part
from engine.words.lexicon import Lexicon
from tests.support.computers import tools, view_of
from tests.support.words import english

CARE = "\n" * 7 + ".......CARE"
SECRETS = {"DISCORD_TOKEN": "secret", "TILEWRIGHT_SAVE_KEY": "secret", "TILEWRIGHT_DATABASE_URL": "secret"}


@pytest.fixture
async def player() -> AsyncIterator[PlainPlayer]:
    made = PlainPlayer()
    yield made
    await made.close()


def of_level(view: SeatView, level: int) -> SeatView:
    """The view with a computer player in its seat."""
    seats = list(view.table.seats)
    seats[view.seat] = replace(seats[view.seat], player=Computer("computer-1", "Computer", level))
    return replace(view, table=replace(view.table, seats=tuple(seats)))


class Never(Compiler):
    """A compiler that never begins and never finishes."""

    def begin(self) -> None:
        """Does nothing."""

    def is_done(self) -> bool:
        return False


class Done(Never):
    """A compiler with nothing to do."""

    def is_done(self) -> bool:
        return True


@pytest.mark.soak
async def test_C4_the_process_makes_the_same_move_as_the_bot_later(player: PlainPlayer) -> None:
    """The strongest player does not look ahead. Its reports are passed on."""
    for level in (2, 6, 8):
        view, told = of_level(view_of(CARE, "AEINRST"), level), []
        command, reports = await asyncio.to_thread(player.choose, view, english())
        assert command == choose(view, tools(), report=told.append, without=frozenset(Part))
        assert list(reports) == told
        assert all(isinstance(one, Candidate) for report in reports for one in report)


@pytest.mark.soak
async def test_N19_hints_of_the_process_are_those_of_the_bot(player: PlainPlayer) -> None:
    """Each kind of hint is the same, but for those that look ahead once the engine is compiled."""
    view = view_of(CARE, "AEINRST")
    later = LazyThinker(lambda setup: english(), Done())
    try:
        for kind in set(HintKind) - {HintKind.BEST, HintKind.NUDGE}:
            assert await asyncio.to_thread(player.hint, view, english(), kind, 1) == later.hint(view, kind, 1)
    finally:
        later.close()


async def test_the_process_sees_no_secret_and_has_limits(player: PlainPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    """It sees no token, key or database, has limited memory and no files, and ends when asked."""
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    await player.warm_up()
    assert player.pid
    process = psutil.Process(player.pid)
    assert not set(SECRETS.values()) & set(process.environ().values())
    assert process.environ()["TILEWRIGHT_JIT"] == "off"
    if sys.platform == "linux":
        most = process.rlimit(psutil.RLIMIT_AS)[1]
        assert 0 < most < 2**31
        assert process.rlimit(psutil.RLIMIT_FSIZE)[1] == 0
        assert process.nice() > psutil.Process().nice()
    await player.close()
    assert not process.is_running()


@pytest.fixture
def thinker(player: PlainPlayer) -> Any:
    made: list[LazyThinker] = []

    def make(compiler: Compiler) -> LazyThinker:
        made.append(LazyThinker(lambda setup: english(), compiler, player))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.soak
async def test_C4_nobody_waits_for_the_compiler(
    player: PlainPlayer, thinker: Callable[[Compiler], LazyThinker]
) -> None:
    """While the compiler works, the process plays and gives hints; afterwards the bot does."""
    view = of_level(view_of(CARE, "AEINRST"), 7)
    compiling = thinker(Never())
    first = await asyncio.to_thread(compiling, view, lambda: False, ignore)
    assert player.pid
    found = await asyncio.to_thread(compiling.hint, view, HintKind.BEST, 0)
    await player.close()
    done = thinker(Done())
    assert await asyncio.to_thread(done, view, lambda: False, ignore) == first
    assert await asyncio.to_thread(done.hint, view, HintKind.BEST, 0) == found


async def test_if_the_process_fails_the_kernels_are_waited_for(
    player: PlainPlayer, thinker: Callable[[Compiler], LazyThinker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move comes later, but it does come."""
    waited: list[float | None] = []

    def fail(view: SeatView, lexicon: Lexicon, family: bool) -> Any:
        raise ReadingFailed

    def finish(compiler: Compiler, seconds: float | None = None) -> bool:
        waited.append(seconds)
        return True

    monkeypatch.setattr(player, "choose", fail)
    monkeypatch.setattr(Never, "finish", finish)
    view = of_level(view_of(CARE, "AEINRST"), 7)
    assert isinstance(await asyncio.to_thread(thinker(Never()), view, lambda: False, ignore), cmd.Play)
    assert waited == [AGAIN, None]


async def test_C4_a_move_that_took_too_long_is_looked_for_again_while_the_compiler_works(
    player: PlainPlayer, thinker: Callable[[Compiler], LazyThinker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine compiles for many minutes; the move does not wait for the end of that."""
    asked: list[SeatView] = []
    found = cmd.Pass("computer-1", 1)

    def fail_twice(view: SeatView, lexicon: Lexicon, family: bool) -> Any:
        asked.append(view)
        if len(asked) < 3:
            raise ReadingTooLong
        return found, ()

    monkeypatch.setattr(player, "choose", fail_twice)
    monkeypatch.setattr(Never, "finish", lambda compiler, seconds=None: False)
    view = of_level(view_of(CARE, "AEINRST"), 7)
    assert await asyncio.to_thread(thinker(Never()), view, lambda: False, ignore) == found
    assert len(asked) == 3


class Bad:
    """A value of a class that nobody may send."""

    def __reduce__(self) -> Any:
        return os.system, ("true",)


@pytest.mark.parametrize("value", [Bad(), Path(), subprocess.Popen, print])
def test_only_values_of_the_engine_are_read_from_the_process(value: object) -> None:
    """Any other value could run code in the bot."""
    with pytest.raises(pickle.UnpicklingError, match="no value of the engine"):
        EngineValues(io.BytesIO(pickle.dumps(value))).load()


def test_functions_and_modules_of_the_engine_are_no_values() -> None:
    """Names that a module of the engine has imported from elsewhere are refused too."""
    for data in (b"cengine.jit\nwarm_up\n.", b"cengine.jit\nPath\n.", b"\x80\x04\x8c\nengine.jit\x8c\tos.system\x93."):
        with pytest.raises(pickle.UnpicklingError):
            EngineValues(io.BytesIO(data)).load()
