"""The engine's computer players in the bot's threads, and how they are prepared."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from bot.service import thinking
from bot.service.compiling import Compiler
from bot.service.thinking import LazyThinker
from engine.computer import player
from engine.computer.candidates import ignore
from engine.computer.hints import PlayHint
from engine.game import commands as cmd
from engine.game.state import HintKind
from engine.game.views import seat_view
from engine.loading import computers
from tests.support.computers import table
from tests.support.words import english


@pytest.fixture
def thinker() -> Any:
    """A thinker whose kernels are compiled."""
    made = LazyThinker(lambda setup: english(), Compiler())
    yield made
    made.close()


def test_C4_the_strongest_player_uses_threads_beside_its_own(
    thinker: LazyThinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulation runs in slices on as many threads as there are cores, two slices at a time."""
    seen: set[str] = set()
    real = player.plan

    def spy(*args: Any) -> Any:
        *others, run = args

        def noted(work: Any, numbers: Any) -> Any:
            def one(number: int) -> Any:
                seen.add(threading.current_thread().name.rpartition("_")[0])
                return work(number)

            return run(one, numbers)

        return real(*others, noted)

    monkeypatch.setattr(player, "plan", spy)
    opened = table(names=("ada",))
    opened.do(cmd.AddComputer("ada", 8))
    opened.start("AEINRST", "ADEINST", first=1)
    monkeypatch.setattr(thinking, "SECONDS", 60)
    assert isinstance(thinker(seat_view(opened.game, 1), lambda: bool(seen), ignore), cmd.Play)
    assert seen == {"slices"}


def test_a_server_for_families_gets_no_coarse_moves_and_hints(
    thinker: LazyThinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by a strong player; the dictionary stays the same."""
    opened = table(names=("ada",))
    opened.do(cmd.AddComputer("ada", 7))
    view = seat_view(opened.start("AEINRST", "AAEINST", first=1).game, 1)

    def answers(family: bool) -> tuple[object, object]:
        return thinker(view, lambda: False, ignore, family), thinker.hint(view, HintKind.BEST, 0, family)

    known = answers(family=False)
    assert answers(family=True) == known
    coarse = frozenset(key for key in english().base if len(key) == 7)
    monkeypatch.setattr(computers, "load_coarse", lambda *_: coarse)
    monkeypatch.setattr(computers, "_kept", {})
    monkeypatch.setattr(computers, "_words", {})
    assert answers(family=False) == known
    assert all(mild != rude for mild, rude in zip(answers(family=True), known, strict=True))


def test_N19_hints_come_from_the_same_tools(thinker: LazyThinker) -> None:
    """A hint is for the seat on turn."""
    view = seat_view(table().start("AEINRST", "QUAZJVK").game, 0)
    assert isinstance(thinker.hint(view, HintKind.BEST, 0), PlayHint)
