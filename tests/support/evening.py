"""An evening in the playground: the commands, presses and modals that people use, and all that they could use."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from bot.engines.compiler import compile_all
from bot.features.statistics import messages as statistics
from bot.front.components.buttons import read_id
from bot.wiring.bot import ROOMS
from tests.support.duplicates import topper
from tests.support.engines import passes, told_at_once
from tests.support.finished import Grader
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import PATIENCE, Person
from tests.support.running import EPHEMERAL, Scene, answer, ask, board, scene
from tests.support.sentences import said

Json = dict[str, Any]

LONG = 60.0
"""Seconds to wait at most, so that nothing in an evening depends on the speed of the machine."""

QUICK = "requests_per_person = 1000"
"""The operator's limit: people in tests press buttons faster than people do."""

_SUBCOMMAND, _GROUP = 1, 2
_SLASH = 1
"""The type of a typed command; the others are in the menus of people and messages."""


@dataclass
class Diary:
    """The commands and actions that people have used and the bot has answered."""

    commands: set[str] = field(default_factory=set)
    menus: set[str] = field(default_factory=set)
    actions: set[str] = field(default_factory=set)
    modals: set[str] = field(default_factory=set)

    def note(self, frame: Json) -> None:
        """Record an interaction."""
        is_typed = frame["data"].get("type", _SLASH) == _SLASH
        kinds = {
            "command": self.commands if is_typed else self.menus,
            "component": self.actions,
            "modal_submit": self.modals,
        }
        kinds[frame["op"]].add(used_by(frame))


def used_by(frame: Json) -> str:
    """The name of the command or action that an interaction uses."""
    if frame["op"] == "command":
        return " ".join(_path(frame["data"]))
    requested = read_id(frame["data"]["custom_id"], ROOMS.registry)
    assert requested
    return requested.action.name


def _path(data: Json) -> Iterator[str]:
    yield str(data["name"])
    inner = next((one for one in data.get("options", ()) if one["type"] in (_SUBCOMMAND, _GROUP)), None)
    if inner:
        yield from _path(inner)


Watcher = Callable[["Guest", Json], Awaitable[None]]
"""Is told what a person is about to do."""


@dataclass(repr=False)
class Guest(Person):
    """A person whose interactions are recorded."""

    diary: Diary = field(default_factory=Diary)
    watcher: Watcher | None = None

    async def wait(self, done: Callable[[], Any], what: str = "it", patience: float = PATIENCE) -> Any:
        """Wait as long as a slow machine needs."""
        return await super().wait(done, what, max(patience, LONG))

    async def interact(self, frame: Json, wait: bool = True) -> Json:
        """Send the frame that begins an interaction, and record it once it is answered."""
        if self.watcher:
            await self.watcher(self, frame)
        told = await super().interact(frame, wait)
        self.diary.note(frame)
        return told


@dataclass
class Evening:
    """Ada moderates one server, which Bruno is in; Chloe moderates the other, where Deniz watches."""

    stage: Scene
    ada: Guest
    bruno: Guest
    chloe: Guest
    deniz: Guest
    diary: Diary

    def serve(self, letters: str, *draws: str, rack_size: int = 3, channel: str = "general") -> None:
        """Set the tiles and draws of the next game, and take Ada and Bruno to its channel."""
        self.stage.library.serve(letters, rack_size)
        self.stage.luck.draws[:] = draws
        self.ada.place = self.bruno.place = channel

    def watched_by(self, watcher: Watcher) -> None:
        """Tell someone before anybody does anything."""
        for guest in (self.ada, self.bruno, self.chloe, self.deniz):
            guest.watcher = watcher

    async def over(self) -> None:
        """End Ada's game for good."""
        await self.ada.click(await ask(self.ada, "/game end"), "End for good")
        await self.ada.wait_message(said("status.won"))

    async def resigned_and_over(self) -> None:
        """End Ada's game, which only resigns while others play on, and then for all: Ada moderates."""
        question = await ask(self.ada, "/game end", "counts as resigning")
        await press(self.ada, question, "End for good", "resigned")
        await self.over()


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[Evening]:
    """Everyone at their pages; computer players pass at once, and a leaderboard of two people has two pages."""
    await asyncio.to_thread(compile_all)  # the analysis board thinks with compiled kernels
    with mock.patch.object(statistics, "PLACES_ON_PAGE", 1):
        async with _gathered(folder) as one:
            yield one


@asynccontextmanager
async def _gathered(folder: Path) -> AsyncIterator[Evening]:
    places = {"Ada": "general", "Bruno": "general", "Chloe": "quay", "Deniz": "quay"}
    engines: Json = {"thinker": passes, "grader": Grader(), "hinter": told_at_once, "topper": topper()}
    async with scene(folder, limits=QUICK, **engines) as stage, AsyncExitStack() as pages:
        stage.playground.people.interactions.answer_seconds = LONG
        diary = Diary()
        guests = []
        for name, place in places.items():
            guest = await pages.enter_async_context(Guest.at(stage.playground, name, place))
            assert isinstance(guest, Guest)
            guest.diary = diary
            guests.append(guest)
        yield Evening(stage, *guests, diary)


def registered(commands: Iterable[Json]) -> Diary:
    """Everything that can be used: the commands registered with Discord, and the actions that the bot answers."""
    listed = list(commands)
    slash = {path for one in listed if one["type"] == _SLASH for path in _leaves(one)}
    menus = {one["name"] for one in listed if one["type"] != _SLASH}
    return Diary(slash, menus, set(ROOMS.registry), {name for name, binding in ROOMS.registry.items() if binding.form})


def _leaves(command: Json, before: str = "") -> Iterator[str]:
    path = f"{before} {command['name']}".strip()
    inner = [one for one in command.get("options", ()) if one["type"] in (_SUBCOMMAND, _GROUP)]
    if not inner:
        yield path
    for one in inner:
        yield from _leaves(one, path)


# --- doing --------------------------------------------------------------------------------------------------------


async def press(person: Person, message: Json, label: str, expected: str = "") -> Json:
    """Press a button and wait for the private answer, new or edited, that contains a text."""
    return await _changed(person, expected, message, lambda: person.click(message, label))


async def shared(person: Person, card: Json) -> Json:
    """What everyone sees once a person has shared a card."""
    await person.click(card, "Share")
    return await person.wait_message(lambda one: not one["flags"] & EPHEMERAL and not buttons_of(one), after=card)


async def choose(person: Person, message: Json, *values: str, which: str | None = None, expected: str = "") -> Json:
    """Choose in a menu and wait in the same way."""
    return await _changed(person, expected, message, lambda: person.select(message, *values, which=which))


async def fill(person: Person, message: Json, label: str, values: Json, expected: str = "") -> Json:
    """Press a button that opens a modal, submit it, and wait in the same way."""
    await person.click(message, label)
    return await _changed(person, expected, message, lambda: person.submit(values))


async def fill_chosen(
    person: Person, message: Json, value: str, values: Json, *, which: str | None = None, expected: str = ""
) -> Json:
    """Choose in a menu that opens a modal, submit it, and wait in the same way."""
    await person.select(message, value, which=which)
    return await _changed(person, expected, message, lambda: person.submit(values))


async def _changed(person: Person, expected: str, message: Json, act: Any) -> Json:
    channel = message["channel_id"]
    before = {one["id"]: one for one in person.visible(channel)}

    def found() -> Json | None:
        fresh = [
            one
            for one in person.visible(channel)
            if before.get(one["id"]) != one and not one["flags"] & 128 and expected in text_of(one)
        ]
        private = [one for one in fresh if one["flags"] & EPHEMERAL or channel == person.known.dm_id]
        return private[-1] if private else None

    await act()
    return await person.wait(found, f"a private answer with {expected!r}")


async def tap(person: Person, message: Json, *labels: str) -> Json:
    """Press buttons one after another, each after the previous one has changed the message."""
    for label in labels:
        await press(person, message, label)
    return person.now(message) or message


async def lobby_of(person: Person, options: str = "variant:tiny", *rules: str) -> Json:
    """Open a lobby with rules such as `undo off`, in which the host plays first."""
    before = person.last() if person.visible() else None
    await ask(person, f"/game new {options}")
    lobby = await person.wait_message("seats taken", after=before)
    for rule in ("first_player host", *rules):
        name, value = rule.split()
        await ask(person, f"/game rules rule:{name} value:{value}", "is now")
    return lobby


async def two_begin(one: Evening, *rules: str, options: str = "variant:tiny") -> Json:
    """Start a game between Ada and Bruno with these rules; returns the first board."""
    lobby = await lobby_of(one.ada, options, *rules)
    await press(one.bruno, lobby, "Join", "joined")
    await one.ada.click(lobby, "Start")
    return await board(one.ada, after=lobby)


async def settle() -> None:
    """Wait for everything under way to arrive."""
    await asyncio.sleep(0.05)


async def sent(person: Person, line: str, name: str, data: bytes, expected: str = "") -> Json:
    """Send a file with a command and wait for the private answer."""
    last = person.last() if person.visible() else None
    await person.command(line, files={"file": (name, data)})
    return await answer(person, expected, after=last)
