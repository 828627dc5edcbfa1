"""Hints are counted if they say something new, and free if they only repeat one."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock

import pytest

from bot.engines.works import FindHint
from bot.model.games import Place
from bot.service.hints import Hints
from engine.errors import NoHintLeft
from engine.game import commands as cmd
from engine.game.state import HintKind
from engine.game.views import SeatView
from engine.model.rules import Rules
from engine.review import hints
from tests.support.games import Table

WORDS = ("AT", "AT", "TA", "TAT")
"""What the finder says to each number of a hint; it repeats the last."""


class Given:
    """A game whose hints are words from a list."""

    def __init__(self, hints: str = "9") -> None:
        rules = Rules(undo=False).with_value("hints", hints)
        self.table = Table(rules).start("CATINGS", "QUAZJVK")
        self.on_position: list[Any] = []
        self.hints = Hints(cast("Any", self), cast("Any", self))

    async def summary(self, _: str) -> Any:
        """As `Games.summary`."""
        return SimpleNamespace(place=Place(None, 7))

    async def is_for_families(self, place: Place) -> bool:
        """As `Games.is_for_families`."""
        return True

    async def load(self, _: str) -> Any:
        """As `Games.load`."""
        return self.table.game

    async def open_to(self, _: str) -> tuple[()]:
        """As `Games.open_to`: there is no other game."""
        return ()

    async def events(self, _: str) -> Any:
        """As `Games.events`."""
        return tuple(self.table.events)

    async def submit(self, _: str, command: cmd.Command, __: object) -> Any:
        """As `Games.submit`."""
        self.table.do(command)
        return SimpleNamespace(state=self.table.game)

    async def run(self, _: object, __: str, ___: object, work: FindHint, ____: float, _____: str) -> Any:
        """As `Analyser.run`."""
        with mock.patch.object(hints, "hint", self.find):
            return work.do(cast("Any", mock.MagicMock()))

    def find(self, _: SeatView, __: object, kind: HintKind, number: int, *___: object) -> str:
        """A word, by the kind and the number of earlier hints."""
        return f"{kind.value} {number}" if kind is HintKind.NUDGE else WORDS[min(number, len(WORDS) - 1)]

    async def take(self, kind: HintKind) -> tuple[Any, int]:
        """A hint, and how many are counted after it."""
        taken = await self.hints.take("g", "ada", kind, cast("Any", None))
        return taken.hint, self.table.game.seats[0].hints


async def test_N19_the_best_move_is_paid_for_once_in_a_position() -> None:
    """Also when no hint is left; on the next turn it is a new hint."""
    given = Given("1")
    assert [await given.take(HintKind.BEST) for _ in range(3)] == [("AT", 1)] * 3
    given.table.play("8H CAT")
    given.table.pass_()
    with pytest.raises(NoHintLeft):
        await given.take(HintKind.BEST)


async def test_N19_a_nudge_tells_two_things_and_then_repeats_the_second() -> None:
    """The third one is free."""
    given = Given()
    told = [await given.take(HintKind.NUDGE) for _ in range(3)]
    assert told == [("nudge 0", 1), ("nudge 1", 2), ("nudge 1", 2)]


async def test_N19_a_word_is_a_new_one_as_long_as_there_is_one() -> None:
    """One that was hinted before is passed over; once there is no other, it is free."""
    given = Given()
    told = [await given.take(HintKind.RANDOM) for _ in range(4)]
    assert told == [("AT", 1), ("TA", 2), ("TAT", 3), ("TAT", 3)]


async def test_N19_a_hint_of_another_kind_counts() -> None:
    """Only the same kind repeats itself."""
    given = Given()
    assert [(await given.take(kind))[1] for kind in (HintKind.BEST, HintKind.NUDGE, HintKind.BEST)] == [1, 2, 2]


async def test_a_repeated_hint_tells_how_many_are_left_after_one_that_was_given_meanwhile() -> None:
    """Whoever presses two kinds in turn while I think reads the number below the one that comes last."""
    given, cause = Given("3"), cast("Any", None)
    await given.take(HintKind.BEST)

    async def meanwhile(_: SeatView) -> None:
        await given.take(HintKind.NUDGE)

    hinted = await given.hints.take("g", "ada", HintKind.BEST, cause, thinking=meanwhile)
    assert (hinted.is_repeated, hinted.view.table.hints_left(hinted.view.seat)) == (True, 1)


async def test_who_asks_twice_at_once_pays_once() -> None:
    """The second request is decided before the first has paid, and its hint is found after: it is the same one."""
    given = Given("1")
    find, asked = given.run, list[object]()

    async def run(*about: Any) -> Any:
        asked.append(about)
        if len(asked) == 1:
            asked.append(await given.take(HintKind.BEST))
        return await find(*about)

    given.run = run  # type: ignore[method-assign]
    assert await given.take(HintKind.BEST) == asked[-1] == ("AT", 1)


async def test_two_requests_whose_hints_are_found_at_once_pay_once() -> None:
    """Neither has paid when the other's hint is found, and one hint is left."""
    given = Given("1")
    submit = given.submit

    async def slow(game: str, command: cmd.Command, cause: object) -> Any:
        await asyncio.sleep(0)
        return await submit(game, command, cause)

    given.submit = slow  # type: ignore[method-assign]
    told = await asyncio.gather(*(given.take(HintKind.BEST) for _ in range(2)))
    assert told == [("AT", 1)] * 2
