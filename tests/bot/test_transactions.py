"""How many database transactions one request takes, from a player's action to the last message that it causes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.model.deliveries import REPLACES
from bot.playground.errors import Json
from bot.service import rights, tasks
from bot.service.processes import shardshare
from bot.service.sending import budget, deliveries
from bot.service.sending.budget import SPAN
from bot.store import processes
from tests.support.playground import DM, Person
from tests.support.running import Scene, answer, board, gathered, scene, started
from tests.support.service import eventually, passes
from tests.support.transactions import POLLS, Counted, counted

TWO = ("A", "C", "CATSDOG", "HORNFAR")
THREE = ("A", "C", "D", "CATSDOG", "METTONE", "HORNFAR")
"""The draws for the start, and the racks."""
LETTERS = "CATSDOGHORNFARMNETTOE" * 2
WORDS = ("CATS", "HORNS")
NEVER = 10**9
SOON = 500
WAITING = "SELECT count(*) FROM deliveries WHERE status = 'waiting'"
LEASED = "SELECT count(*) FROM leases"
OBSOLETE = " UNION ALL ".join(
    "SELECT count(*) FROM posts old JOIN posts new USING (game, target_kind, target_id) "
    f"WHERE old.live AND old.kind = '{old.value}' AND new.kind = '{new.value}' AND new.message_id > old.message_id"
    for new, replaced in REPLACES.items()
    for old in replaced
)


@dataclass
class Evening:
    """A game of Ada and Bruno in a channel; `first` is its first board."""

    stage: Scene
    ada: Person
    bruno: Person
    first: Json

    async def count(self, act: Callable[[], Awaitable[object]]) -> Counted:
        """The transactions of an action, to the last message and the last old button."""
        await self._quiet()
        self.stage.clock.push(SPAN / 1000 + 1)  # every channel has room for a message and an edit at once
        await self._quiet()
        with counted() as seen:
            await act()
            await self._quiet()
        return seen

    async def _quiet(self) -> None:
        """Wait until everything has been sent, tidied up and stored."""
        with closing(sqlite3.connect(self.stage.folder / "games.db")) as database:

            def is_quiet() -> bool:
                return not any(row[0] for one in (WAITING, LEASED, OBSOLETE) for row in database.execute(one))

            await eventually(is_quiet)
        await asyncio.sleep(0.2)  # a loop may still read after its last work


@pytest.fixture(autouse=True)
def _nothing_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Periodic work of the loops is not counted, and a slow picture does not split work that ends together."""
    monkeypatch.setattr(shardshare, "HEARTBEAT_GAP", NEVER)
    monkeypatch.setattr(rights, "FRESH", NEVER)
    monkeypatch.setattr(tasks, "POLL", NEVER)
    monkeypatch.setattr(processes, "ALONE", NEVER)
    monkeypatch.setattr(deliveries, "COLLECTED_FOR", NEVER)
    monkeypatch.setattr(budget, "EDITS_COLLECTED_FOR", SOON)


@asynccontextmanager
async def evening(folder: Path, *draws: str, options: str = "variant:tiny") -> AsyncIterator[Evening]:
    """A started game with Ada on turn."""
    async with gathered(folder, *draws, letters=LETTERS, words=WORDS, thinker=passes) as (stage, ada, bruno):
        for person in (ada, bruno):
            await person.open_dm()
            await person.command("/help")
        first = await started(ada, bruno, options)
        for person in (ada, bruno):
            await person.wait_message("Your tiles", channel=DM)
        yield Evening(stage, ada, bruno, first)


def check(seen: Counted, reads: int, writes: int, statements: int | None = None) -> None:
    """The counts are within the bounds; otherwise all transactions are listed.

    Each write may wake both loops more than once, so polls are only kept from going on for ever.
    """
    assert seen.transactions
    polls = 4 * (writes + 1)
    within = (seen.reads <= reads, seen.writes <= writes, seen.polls <= polls)
    assert all(within), f"{reads}, {writes} and {polls} are allowed: {seen}"
    made = sum(len(one.statements) for one in seen.transactions if one.writes or one.method not in POLLS)
    assert statements is None or made <= statements, f"{statements} statements are allowed, not {made}: {seen}"


async def test_all_loops_of_a_start_look_together_for_what_is_due(tmp_path: Path) -> None:
    """There are more loops than reading transactions in a start, whatever else it reads."""
    async with scene(tmp_path) as stage:
        await stage.stop()
        with counted() as seen:
            app = await stage.start()
            assert app.core
            await asyncio.sleep(0.2)
            assert seen.reads < len(app.core.loops), seen


async def test_a_command_is_read_once_and_written_once_whatever_it_shows(tmp_path: Path) -> None:
    """A play with its board; a play with a rack too; an exchange that brings the board and both racks."""
    async with evening(tmp_path, *TWO) as game:
        ada, bruno = game.ada, game.bruno

        async def play() -> None:
            await ada.command("/play move:8H CATS")
            await answer(ada, "You played")
            await board(bruno, "8H CATS", after=game.first)

        async def play_on() -> None:
            """Ada's play can no longer be undone, so she gets her new tiles."""
            racks = ada.dm()[-1]
            await bruno.command("/play move:K4 HORNS")
            await answer(bruno, "You played")
            await board(ada, "K4 HORNS", after=game.first)
            await ada.wait_message("Your tiles", channel=DM, after=racks)

        async def exchange() -> None:
            """Bruno gets his new tiles, and Ada hers at once."""
            racks = ada.dm()[-1], bruno.dm()[-1]
            await ada.command("/move exchange tiles:D")
            await answer(ada, "exchanged")
            await board(bruno, "exchanged", after=game.first)
            for person, rack in zip((ada, bruno), racks, strict=True):
                await person.wait_message("Your tiles", channel=DM, after=rack)

        check(await game.count(play), reads=3, writes=4, statements=22)
        check(await game.count(play_on), reads=2, writes=4, statements=20)
        check(await game.count(exchange), reads=2, writes=4, statements=20)


@pytest.mark.gate
async def test_a_button_is_read_once(tmp_path: Path) -> None:
    """Ada views her own rack, as a picture."""
    async with evening(tmp_path, *TWO) as game:
        bruno = game.bruno

        async def press() -> None:
            await bruno.click(game.first, "Rack")
            await answer(bruno, "Your rack")

        check(await game.count(press), reads=3, writes=0)


@pytest.mark.gate
async def test_a_typed_move_is_read_once(tmp_path: Path) -> None:
    """The board that follows is the answer."""
    async with evening(tmp_path, *TWO) as game:

        async def type_move() -> None:
            await game.ada.say("8H CATS")
            await board(game.bruno, "8H CATS", after=game.first)

        check(await game.count(type_move), reads=5, writes=4)


@pytest.mark.soak
async def test_a_computers_move_is_read_once(tmp_path: Path) -> None:
    """Ada's pass, the end of the undo window, and the move of the computer player: two boards."""
    async with evening(tmp_path, *THREE, options="variant:tiny computer:3") as game:

        async def pass_turn() -> None:
            await game.ada.command("/move pass")
            await board(game.ada, "**Robot1** passed", after=game.first)

        check(await game.count(pass_turn), reads=4, writes=12)
