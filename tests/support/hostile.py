"""A hostile person and an accomplice: everything that they try against a bot and other people's games."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.playground.world import World
from tests.fuzz.test_forged import Forger
from tests.support.crowd import BEGUN, Table, newcomer
from tests.support.killing import Stage
from tests.support.oversized import HUGE, changed_game, layered_graph, packed, variant_text
from tests.support.playground import Person

MALLORY, OSCAR = "Mallory", "Oscar"
DEN = ("den", "cellar")
PIT = "pit"
"""A channel in its own server, so that games opened in the den do not cause floods to be refused."""
ACTS = frozenset({"flood", "games", "bombs", "forged", "meddling", "talk"})
"""The kinds of their attacks."""
PATIENCE = 60.0
AGAINST_OTHERS = (
    "/play move:8G CAT", "/try move:8G CAT", "/move pass", "/move exchange tiles:all", "/move challenge", "/rack",
    "/move undo",
    "/game end", "/game pause", "/game save", "/leave", "/game resign", "/game seat remove player:1",
    "/game seat give player:1 person:Oscar", "/game seat give player:2 person:Mallory tiles:new",
    "/game seat guest name:Eve",
    "/game seat computer level:8", "/game rules rule:undo value:off", "/move swap", "/game start", "/game rematch",
    "/game new variant:tiny", "/join", "/game tabletop rack player:1 tiles:CAT", "/move draw", "/hint",
    "/game tiles which:unseen",
    "/game board", "/word played", "/game scores",
)  # fmt: skip
BY_CODE = ("/join code:{}", "/game watch code:{}")

Json = dict[str, Any]


def bombs() -> tuple[tuple[str, str, bytes], ...]:
    """Files that are small to send and costly to read, each with the command that sends it."""
    return (
        ("/word import list:mine", "list.txt.xz", packed(b"[" * 16_000_000)),
        ("/word import list:mine", "list.xz", packed(b"ABCDEFGHIJKLMNOPQRSTUVWXYZABC\n" * 300_000)),
        ("/word import list:mine", "list.kwg", layered_graph(8, words=True)),
        ("/word import list:mine", "list.txt", ("A" + "\u0f73" * 300_000 + "\n").encode()),
        ("/settings variants", "mine.toml", variant_text(new=".".join(["a"] * 16_000) + " = 1\n").encode()),
        ("/settings variants", "mine.toml", variant_text(new="a = " + "{a = " * 3000 + "1" + "}" * 3000).encode()),
        ("/settings variants", "mine.toml", variant_text("2", "0x" + "f" * 5000).encode()),
        ("/settings variants", "mine.toml", variant_text(new='"""\\' * 50_000).encode()),
        ("/game load", "game.json", changed_game(tiles=[["A", 1, HUGE]]).encode()),
        ("/game load", "game.json", b"[" * 1_000_000),
        ("/game load", "game.gcg", b"#player1 a A\n#player2 b B\n>a: " + b"(" * 15_000 + b" 8H AB +1 1\n"),
    )


def move_in(world: World) -> tuple[Any, Any]:
    """Add two strangers with their own servers."""
    strangers = newcomer(world, MALLORY), newcomer(world, OSCAR)
    world.add_guild("Den", DEN, [one.id for one in strangers])
    world.add_guild("Pit", [PIT], [one.id for one in strangers])
    return strangers


@dataclass
class Nuisance:
    """Mallory and Oscar at work; `done` counts what they sent, by kind."""

    mallory: Person
    oscar: Person
    tables: Sequence[Table]
    luck: random.Random
    done: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._bombs = bombs()

    async def go_on(self) -> None:
        """Make one attack after another, several at once, until cancelled."""
        acts = (self.flood, self.open_games, self.bomb, self.forge, self.forge, self.meddle, self.talk)
        async with asyncio.TaskGroup() as group:
            for act in acts:
                group.create_task(self._again(act))

    async def everything(self) -> None:
        """Wait until they have made every kind of attack."""
        while True:
            if set(self.done) >= ACTS:
                return
            await asyncio.sleep(0.5)

    async def _again(self, act: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    await act()
            except (AssertionError, TimeoutError):
                self.done["in vain"] += 1
            await asyncio.sleep(self.luck.uniform(0.2, 2.0))

    async def _send(self, kind: str, person: Person, line: str, channel: str) -> None:
        """Use a command without waiting for its answer."""
        await person.command(line, channel=channel, wait=False)
        self.done[kind] += 1

    async def flood(self) -> None:
        """A solo game, with plays and undos in bursts."""
        await self.mallory.command("/game new variant:tiny", PIT)
        await self.mallory.command("/game start", PIT)
        for _ in range(12):
            for line in ("/play move:8G CAT", "/move undo", "/play move:8H AT", "/game board", "/rack", "/move undo"):
                await self._send("flood", self.mallory, line, PIT)
            await asyncio.sleep(self.luck.uniform(0.05, 0.5))
        last = self.mallory.last(PIT)
        await self.mallory.command("/game end", PIT)
        question = await self.mallory.wait_message(lambda one: one["flags"] & 64, PIT, last, PATIENCE)
        await self.mallory.click(question, "End for good")

    async def open_games(self) -> None:
        """Lobbies, games and demonstrations in threads, as many as are allowed."""
        lines = (
            "/game demo variant:tiny level:1 level2:1 pace:1 thread:yes",
            "/game demo variant:tiny level:2 level2:1 level3:1 level4:1 pace:1 thread:yes",
            "/game new variant:tiny thread:yes",
            "/game new variant:tiny computer:1 thread:yes",
            "/game new variant:wild thread:yes",
        )
        await self._send("games", self.oscar, self.luck.choice(lines), self.luck.choice(DEN))

    async def bomb(self) -> None:
        """A file that is costly to read."""
        line, name, data = self.luck.choice(self._bombs)
        person = self.luck.choice((self.mallory, self.oscar))
        await person.command(line, self.luck.choice(DEN), files={"file": (name, data)})
        self.done["bombs"] += 1

    def _victim(self) -> tuple[str, str] | None:
        """The channel and id of a running game."""
        stages = [one.playing for one in self.tables if one.playing and one.playing.sees(BEGUN)]
        found = [(stage.channel, game) for stage in stages if (game := _game_of(stage))]
        return self.luck.choice(found) if found else None

    async def forge(self) -> None:
        """Buttons, menus, modals, commands and messages that the bot never offered, against other people's games."""
        if victim := self._victim():
            self.mallory.place = victim[0]
            forger = Forger(self.mallory, victim[1], self.luck, harmless=False)
            for _ in range(6):
                forger.send()
                self.done["forged"] += 1

    async def meddle(self) -> None:
        """Commands in a channel where others play, and from elsewhere with their game's code."""
        if victim := self._victim():
            channel, game = victim
            await self._send("meddling", self.mallory, self.luck.choice(AGAINST_OTHERS), channel)
            line = self.luck.choice(BY_CODE).format(game)
            await self._send("meddling", self.oscar, line, self.luck.choice((*DEN, channel)))

    async def talk(self) -> None:
        """Other people's moves, typed where they play."""
        if victim := self._victim():
            text = self.luck.choice(("8G CAT", "pass", "@Tilewright resign", "exchange all", "J8 SOD", "challenge"))
            await self.mallory.say(text, victim[0])
            self.done["talk"] += 1


def _game_of(stage: Stage) -> str | None:
    found = re.search(r'"tw:[a-z_]+:([a-z0-9]+)[":]', json.dumps([one["components"] for one in stage.public()]))
    return found[1] if found else None


def shown_to(person: Person) -> list[Json]:
    """Every version of every message that a person was ever shown."""
    return [one["d"] for one in person.frames if one["op"] == "event" and one["t"].startswith("MESSAGE_")]
