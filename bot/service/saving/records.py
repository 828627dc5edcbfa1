"""Game records that people send: GCG of any program, or a game of ours as JSON, told again as the events of a game.

The reading process reads them (`recordfile.py`). A finished game is kept in the journal under an id derived from its
record, told to nobody and counted nowhere; its seats belong to the person who sent it, as those of guests do.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from bot.engines.reading import Reading
from bot.engines.reading.reports import Output
from bot.model.games import NOWHERE, Cause, Place
from bot.service.games import Games
from bot.service.listeners import Applied, AskedPosition
from bot.service.opening import keep_finished, restore_game
from bot.service.saving.pauses import LONGEST_NAME, free_name, id_of
from bot.service.secrecy import check_record, check_words
from engine.formats.tiletext import Origin
from engine.game import events as ev
from engine.game.codec import decode, decode_variant, encode
from engine.game.commands import Load
from engine.game.evolve import replay
from engine.game.state import Person, Setup
from engine.model.variant import Variant
from engine.review.turns import Moment


@dataclass(frozen=True, slots=True)
class SentRecord:
    """A record that a person has sent: what it was played with, None for a game of ours, and the variant it brings."""

    data: bytes
    origin: Origin | None
    variant: Variant | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A move of a record whose points, or the total after it, are not what its rules give."""

    move: str
    recorded: int
    counted: int


class Records:
    """Reads the records that people send, and keeps finished games from them."""

    def __init__(self, games: Games, reading: Reading) -> None:
        self._games = games
        self._reading = reading

    async def get_ready(self) -> None:
        """Prepare to read a file that is on its way."""
        await self._reading.sent.warm()

    async def read(self, data: bytes) -> SentRecord:
        """What a record was played with. Raises `BadData` and as `Sandbox.run`."""
        found = await self._reading.sent.run("record", data)
        if found.facts["own"]:
            return SentRecord(data, None)
        variant = decode_variant(json.loads(found.data)) if found.data else None
        return SentRecord(data, Origin(**found.facts["origin"]), variant)

    async def tell(
        self, sent: SentRecord, person: Person, setup: Setup | None, at: int, *, over: bool = True
    ) -> tuple[tuple[ev.Event, ...], tuple[Difference, ...]]:
        """The events of a record, of a game that is `over` or goes on, and where its points differ from them.

        `setup` is what a GCG is read with.

        Raises `BadData` and as `Sandbox.run`.
        """
        opened = encode(ev.Opened(at, person, setup, seated=False)) if setup else None
        options = {"host": [person.id, person.name], "opened": opened, "over": over}
        output = await self._reading.sent.run("game", sent.data, **options)
        differs = tuple(Difference(*each) for each in output.facts["differs"])
        return await asyncio.to_thread(_events, output), differs

    async def keep(self, events: tuple[ev.Event, ...], person: str, sent: SentRecord, cause: Cause) -> str:
        """Keep a finished game, and return its id: the same whenever the person sends that record with that setup."""
        opened = events[0]
        assert isinstance(opened, ev.Opened)
        setup = hashlib.sha256(repr((opened.setup.variant, opened.setup.lexicon)).encode()).hexdigest()
        game = id_of("record", person, setup, hashlib.sha256(sent.data).hexdigest())
        await keep_finished(self._games, game, events, Cause(f"{cause.id}/record", cause.at, cause.arrived))
        return game

    async def resume(self, events: tuple[ev.Event, ...], person: str, name: str, place: Place, cause: Cause) -> Applied:
        """Continue an unfinished game as a new one, which waits until its seats are taken and all agree.

        Tiles of which its record says nothing are drawn. Raises as `restore_game`.
        """
        state = replay(events)
        dealt, at = self._games.deal(state), state.opened
        game = id_of("resumed", cause.id)
        name = await free_name(self._games, place, name[:LONGEST_NAME], game)
        paused = (*events, *(ev.RackRecorded(at, seat, tiles) for seat, tiles in dealt), ev.WindowsClosed(at))
        journal = (*paused, ev.GamePaused(at, person, name, usual=True))
        return await restore_game(self._games, game, place, journal, Load(person, game, name), cause)


async def check_moments(games: Games, person: str, moments: Iterable[Moment]) -> None:
    """Raise `WordsAreSecret`, and `RunningPosition` if a position is that of a running game of someone's."""
    views = [moment.view for moment in moments]
    await check_record(games, person, [AskedPosition.of(one.table.setup, one.table.board, one.rack) for one in views])


async def check_told(games: Games, person: str, game: str) -> None:
    """Raise `WordsAreSecret` for the game of a record while words are secret to someone: they may have made it up."""
    if (await games.summary(game)).place == NOWHERE:
        await check_words(games, person)


def _events(output: Output) -> tuple[ev.Event, ...]:
    return tuple(decode(json.loads(line)) for line in output.data.split(b"\n"))
