"""Who hears of games, who is asked before anything is told of them, and what ends with a channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.model.deliveries import Target
from bot.model.games import Place
from engine.game.events import Event
from engine.game.state import GameState, Setup
from engine.model.board import Board
from engine.model.tiles import KnownRack, Rack, Tiles, Word


@dataclass(frozen=True, slots=True)
class Applied:
    """The result of a command: the state after it, and its events.

    `repeated` says that this cause was applied before and changed nothing now; the state and events are from the first
    time.
    """

    game: str
    state: GameState
    events: tuple[Event, ...]
    repeated: bool = False


OfPlace = Callable[[str, Target], Awaitable[object]]
OfHold = Callable[[str], Awaitable[bool]]
OfHome = Callable[[str, Place, Place, GameState], Awaitable[Place | None]]


@dataclass(frozen=True, slots=True)
class AskedPosition:
    """A board and rack that a person wants something found for, and what it is played with.

    In `made` letters or words, which people have made, any letter can stand for any other.
    """

    setup: Setup
    board: Board
    rack: Tiles
    made: bool = False

    @staticmethod
    def of(setup: Setup, board: Board, rack: Rack | None) -> AskedPosition:
        """The position of a rack, which may be unknown."""
        return AskedPosition(setup, board, rack.tiles if isinstance(rack, KnownRack) else Tiles())


OfPositions = Callable[[str, Sequence[AskedPosition]], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class AskedLetters:
    """Letters for which a person wants words, in a server or in direct messages.

    `language` is empty for words that people have chosen, which may be those of any language; if they are `made`, any
    letter can stand for any other. `sees` asks whether the
    person sees a channel of a server, and `has_been_in` says at once whether they are known to have been in one.
    """

    person: str
    server: int | None
    letters: Word
    language: str
    sees: Callable[[int, int], Awaitable[bool]]
    has_been_in: Callable[[int], bool] = lambda _: False
    made: bool = False


LeavesOut = Callable[[Word], bool]
"""Whether a word is left out of those that letters make."""
OfAnagram = Callable[[AskedLetters], Awaitable[LeavesOut | None]]


class Occupant(Protocol):
    """What a feature has in channels, such as tournaments and digests: it ends with its channel, at once."""

    async def occupied(self) -> Collection[tuple[int, int]]:
        """The servers and channels in which it has something that is not over."""

    async def vacate(self, channel: int) -> None:
        """End what it has in a channel that has been deleted."""


@dataclass(frozen=True, slots=True)
class Occupants:
    """All of them."""

    each: tuple[Occupant, ...] = ()

    async def occupied(self) -> frozenset[tuple[int, int]]:
        """The servers and channels in which anything is."""
        return frozenset([place for one in self.each for place in await one.occupied()])

    async def vacate(self, channel: int) -> None:
        """End everything in a channel that has been deleted."""
        for one in self.each:
            await one.vacate(channel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listeners:
    """Who hears of games, and who is asked before something is told.

    `changed` are called after each commit of a change or of a message to send, and must return at once. `shown` and
    `hidden` are told of games and of the places that have begun or ceased to show them, `lost` of those whose own place
    is gone. `holds` are asked whether players may hold up a game, and `contests` whether one has a result for them even
    if it is void. `homes` find the thread for a game that begins or goes on in a channel, from the place where it was,
    that channel and its state; None if it stays there. `occupants` end with their channel. `positions` are asked about
    each board and rack that a person wants analysed, and raise if it is secret elsewhere; `letters` before words are
    found for letters, and may leave some out.
    """

    changed: tuple[Callable[[Applied], None], ...] = ()
    shown: tuple[OfPlace, ...] = ()
    hidden: tuple[OfPlace, ...] = ()
    lost: tuple[OfPlace, ...] = ()
    holds: tuple[OfHold, ...] = ()
    contests: tuple[OfHold, ...] = ()
    homes: tuple[OfHome, ...] = ()
    occupants: tuple[Occupant, ...] = ()
    positions: tuple[OfPositions, ...] = ()
    letters: tuple[OfAnagram, ...] = ()
