"""Showing what a computer player considers while it thinks, in this process or another one."""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from bot.model.deliveries import Post
from bot.model.errors import describe
from bot.service.games import Games
from bot.service.ports import Clock, PermanentRefusal, Sender, TransientFailure
from bot.service.sending.budget import Budget
from bot.service.sending.fanout import board_event
from bot.store.outbox import Outbox
from engine.computer.tools import Candidate
from engine.game.state import GameState
from engine.game.views import table_view
from engine.model.board import Cell, Direction, PlacedTile
from engine.model.tiles import Tile, Tiles
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.play.placement import Placement


@dataclass(frozen=True, slots=True)
class CandidateList:
    """The candidates of a seat, best first, in a game after the event numbered `sequence`."""

    game: str
    sequence: int
    seat: int
    candidates: Sequence[Candidate]


def write_thoughts(thoughts: CandidateList) -> str:
    """Thoughts as a text."""
    told = [{"chance": one.chance, **_move(one.move)} for one in thoughts.candidates]
    return json.dumps([thoughts.game, thoughts.sequence, thoughts.seat, told], separators=(",", ":"))


def read_thoughts(text: str) -> CandidateList:
    """The thoughts of a text: as much of them as is shown. Raises `ValueError`."""
    try:
        game, sequence, seat, told = json.loads(text)
        return CandidateList(str(game), int(sequence), int(seat), tuple(_candidate(one) for one in told))
    except (TypeError, KeyError) as error:
        raise ValueError("no thoughts") from error


def _move(move: ScoredPlay | ScoredExchange) -> dict[str, Any]:
    if isinstance(move, ScoredExchange):
        return {"exchanged": len(move.tiles)}
    placement = move.placement
    tiles = [[*cell, placed.tile.letter, placed.tile.points, placed.letter] for cell, placed in placement.tiles]
    return {"score": move.score, "cell": [*placement.cell], "direction": placement.direction.value, "tiles": tiles}


def _candidate(told: dict[str, Any]) -> Candidate:
    if "exchanged" in told:
        unknown = Tiles.of([Tile("", 0)] * int(told["exchanged"]))
        return Candidate(ScoredExchange(unknown, 0, 0.0, Tiles()), 0.0, told["chance"])
    tiles = tuple(
        (Cell(row, column), PlacedTile(Tile(letter, points), shown))
        for row, column, letter, points, shown in told["tiles"]
    )
    placement = Placement(Cell(*told["cell"]), Direction(told["direction"]), tiles)
    return Candidate(ScoredPlay(placement, int(told["score"]), 0.0, Tiles()), 0.0, told["chance"])


LOG = logging.getLogger(__name__)
LIVE_LOOK_SECONDS = 0.5
"""Seconds between checks for a sent board and for something to show on it."""
LIVE_EDIT_SECONDS = 2.0
"""Minimum seconds between two edits."""
MOST_CANDIDATES = 5
"""How many of the best candidates are shown."""
LAST_EDIT = 5.0
"""Seconds a move waits for an edit under way, which would otherwise arrive after it."""
MOST_GAMES = 1_000
"""For how many games to remember what was shown last."""
HELD = 10_000
"""Milliseconds for which an edit for another process may keep messages from its target; it takes far less."""


class CandidatesFeed:
    """Has what a computer player considers shown while it thinks.

    `show` shows it, here or in another process; False if there was no room for that. `insists` shows the same again
    and again: another process may have had no board or no room yet.
    """

    def __init__(self, show: Callable[[CandidateList], Awaitable[bool]], *, insists: bool = False) -> None:
        self._show = show
        self._insists = insists

    @asynccontextmanager
    async def follow(
        self, game: str, state: GameState, seat: int, candidates: Callable[[], Sequence[Candidate]]
    ) -> AsyncIterator[None]:
        """While this lasts, the newest candidates are shown; afterwards this process shows none."""
        ended = asyncio.Event()
        work = asyncio.create_task(self._repeat(CandidateList(game, state.sequence, seat, ()), candidates, ended))
        try:
            yield
        finally:
            ended.set()
            await asyncio.wait({work}, timeout=LAST_EDIT)
            work.cancel()

    async def _repeat(
        self, thoughts: CandidateList, candidates: Callable[[], Sequence[Candidate]], ended: asyncio.Event
    ) -> None:
        shown: Sequence[Candidate] = ()
        after = monotonic()
        while not await _within(ended, LIVE_LOOK_SECONDS):
            best = tuple(candidates())[:MOST_CANDIDATES]
            if not best or (best == shown and not self._insists) or monotonic() < after:
                continue
            try:
                if await self._show(replace(thoughts, candidates=best)):
                    shown, after = best, monotonic() + LIVE_EDIT_SECONDS
            except Exception as error:
                LOG.warning("what a computer player considers could not be shown: %s", describe(error))
                return


class LiveBoards:
    """Edits the newest boards of a game; `owner` names this process among several.

    The edits yield to messages: if a channel's budget has no room to spare, an edit is skipped. `on_freed` is called
    when messages that an edit has kept waiting may be sent.
    """

    def __init__(self, games: Games, outbox: Outbox, sender: Sender, budget: Budget, clock: Clock, owner: str) -> None:
        self._games = games
        self._outbox = outbox
        self._sender = sender
        self._budget = budget
        self._clock = clock
        self._owner = owner
        self.on_freed: Callable[[], object] = lambda: None
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._shown: OrderedDict[str, str] = OrderedDict()

    async def show(self, thoughts: CandidateList) -> bool:
        """Whether there was a board with room for an edit; failures to edit it are ignored."""
        done = False
        async for post, state in self._free(thoughts):
            done = True
            await self._edit(post, state, thoughts)
        return done

    def show_for_another(self, text: str, bots: Sequence[str]) -> None:
        """Begin to show what another process's computer player considers, if that falls to this one of the bots.

        It is left out while earlier thoughts of the same game are being shown.
        """
        try:
            thoughts = read_thoughts(text)
        except ValueError:
            return
        if bots and bots[zlib.crc32(thoughts.game.encode()) % len(bots)] != self._owner:
            return
        if thoughts.game not in self._under_way and self._shown.get(thoughts.game) != text:
            task = asyncio.create_task(self._show_held(thoughts, text), name=f"thoughts in game {thoughts.game}")
            self._under_way[thoughts.game] = task
            task.add_done_callback(lambda _: self._under_way.pop(thoughts.game, None))

    async def close(self) -> None:
        """Stop showing for others."""
        tasks = tuple(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _show_held(self, thoughts: CandidateList, text: str) -> None:
        try:
            async for post, state in self._free(thoughts):
                if await self._hold_and_edit(post, state, thoughts):
                    self._remember(thoughts.game, text)
        except Exception as error:
            LOG.warning("what a computer player considers could not be shown: %s", describe(error))

    async def _hold_and_edit(self, post: Post, state: GameState, thoughts: CandidateList) -> bool:
        """Edit while no process sends to the board's target: an edit must not arrive after the next board."""
        if not await self._outbox.hold(post.target, self._owner, self._clock.now() + HELD):
            return False
        try:
            async with asyncio.timeout(LAST_EDIT):
                if (await self._games.summary(thoughts.game)).sequence == thoughts.sequence:
                    await self._edit(post, state, thoughts)
            return True
        finally:
            await self._outbox.let_go(post.target, self._owner)
            self.on_freed()

    def _remember(self, game: str, text: str) -> None:
        self._shown[game] = text
        while len(self._shown) > MOST_GAMES:
            self._shown.popitem(last=False)

    async def _free(self, thoughts: CandidateList) -> AsyncIterator[tuple[Post, GameState]]:
        """The boards that show the game as it was when the player began to think, where there is room for an edit."""
        state = await self._games.load(thoughts.game)
        if state.sequence != thoughts.sequence:
            return
        # A board still to be sent shows more than the present one, so leave the present one alone.
        events = await self._games.events_until(thoughts.game, state.sequence)
        newest = await asyncio.to_thread(board_event, events, state)
        for post in await self._outbox.boards(thoughts.game, newest):
            if self._budget.try_take(post.target):
                yield post, state

    async def _edit(self, post: Post, state: GameState, thoughts: CandidateList) -> None:
        with suppress(PermanentRefusal, TransientFailure):
            await self._sender.show_thinking(post, table_view(state), thoughts.seat, thoughts.candidates)


async def _within(event: asyncio.Event, seconds: float) -> bool:
    """Whether an event is set within some seconds."""
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False
