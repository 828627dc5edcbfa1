"""Two bots with different features live in one process, and neither knows what the other one has."""

from __future__ import annotations

from contextvars import ContextVar
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy import insert, select

from bot import features
from bot.features.duplicate.receipts import RoundIsOpen
from bot.features.duplicate.store import _CONVERTER, DUPLICATE_ROUNDS, DUPLICATES, _setup_data
from bot.features.duplicate.values import DuplicatePhase
from bot.features.puzzles.store import PUZZLE_CHANNELS
from bot.front.components.buttons import read_id
from bot.front.feature import Hooks
from bot.front.posting.composers import Composer
from bot.model.deliveries import DeliveryKind
from bot.model.joined import joined
from bot.model.measures import Measures
from bot.model.processes import ProcessKind
from bot.playground.limits import walk
from bot.service.games import Games
from bot.service.listeners import AskedPosition
from bot.service.secrecy import check_position
from bot.settings import Settings
from bot.store.opening import open_store
from bot.store.repositories import Store
from bot.text import texts_for
from bot.wiring import app
from bot.wiring.process import ComputingParts
from bot.wiring.worker import WorkerCore
from engine.model.board import Board, Cell, Direction
from engine.model.tiles import Tiles
from engine.play.placement import Placement
from tests.support.databases import games_in
from tests.support.duplicates import SETUP
from tests.support.games import tiles
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Person
from tests.support.running import Scene, ask, board, gathered, started

LEFT_OUT = ("duplicate", "puzzles", "review")
FEW = tuple(name for name in features.NAMES if name not in LEFT_OUT)
GAME: dict[str, Any] = {"letters": "CATSODE", "rack_size": 3, "words": ("CAT", "CATS", "SOD")}
DRAWS = ("A", "C", "CAT", "SOD", "E")


class OfContext:
    """An address of discord.py, which has one for the whole process: here each bot's tasks have their own."""

    def __init__(self, name: str) -> None:
        self.value: ContextVar[Any] = ContextVar(name)

    def __get__(self, *_: object) -> Any:
        return self.value.get()


@pytest.fixture
def several_discords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each bot stays with the playground that it was started with."""
    api, gateway, cdn = map(OfContext, ("api", "gateway", "cdn"))
    monkeypatch.setattr(Route, "BASE", api)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    monkeypatch.setattr(discord.Asset, "BASE", cdn)

    def use(*addresses: str) -> None:
        for held, address in zip((api, gateway, cdn), addresses, strict=True):
            held.value.set(address if held is not gateway else yarl.URL(address))

    monkeypatch.setattr(app, "use_addresses", use)


def names(stage: Scene) -> set[str]:
    """The commands that a bot has registered."""
    return {one["name"] for one in stage.playground.world.commands[None]}


async def ended(ada: Person, bruno: Person) -> dict[str, Any]:
    """A short game of the two, to the message of its end."""
    first = await started(ada, bruno)
    await ask(ada, "/play move:8G CAT")
    second = await board(bruno, "CAT", after=first)
    await ask(bruno, "/play move:J8 SOD")
    return await board(ada, "wins", after=second)


async def open_a_round(store: Store, rack: Tiles) -> None:
    """A duplicate whose first round is open with a rack; nothing is due about it."""
    never = dict.fromkeys(("ending", "lobby", "final", "at", "due", "owner"))
    values = {
        "server": 7,
        "channel": 8,
        "host": "1",
        "setup": _setup_data(SETUP),
        "style": {},
        "time": 1,
        "levels": [],
        "opened": 1,
    }
    async with store.database.write() as connection:
        row = values | never | {"daily": False, "phase": DuplicatePhase.RUNNING.value, "round": 1, "attempts": 0}
        number = (await connection.execute(insert(DUPLICATES).values(row))).inserted_primary_key[0]  # type: ignore[index]
        top = _CONVERTER.unstructure(Placement(Cell(7, 7), Direction.ACROSS, ()))
        opened = {"rack": _CONVERTER.unstructure(rack), "began": 1, "ends": 2, "top": top, "points": 1, "players": 0}
        at = {"duplicate": number, "number": 1, "board": ""}
        await connection.execute(insert(DUPLICATE_ROUNDS).values(opened | at))


async def owner_after_a_start(store: Store) -> str | None:
    """Who has a lease that a dead process left, once a process that is alone has started."""
    row = {"server": 7, "channel": 8, "language": "en", "at": 2**50, "due": 2**50, "attempts": 0, "owner": "dead"}
    async with store.database.write() as connection:
        await connection.execute(insert(PUZZLE_CHANNELS).values(row))
    await store.processes.free_all()
    async with store.database.read() as connection:
        return (await connection.execute(select(PUZZLE_CHANNELS.c.owner))).scalar_one()  # type: ignore[no-any-return]


async def tells(games: Games, rack: Tiles) -> bool:
    """Whether somebody without a game may have a position analysed."""
    try:
        await check_position(games, "999", AskedPosition(SETUP, Board.empty(SETUP.variant.layout), rack))
    except RoundIsOpen:
        return False
    return True


@pytest.mark.usefixtures("several_discords")
async def test_two_bots_with_different_features_live_in_one_process(tmp_path: Path) -> None:
    """Commands, buttons, help, leases and secrecy are those of each bot's own features."""
    async with (
        gathered(tmp_path / "all", *DRAWS, **GAME) as (whole, ada, bruno),
        gathered(tmp_path / "few", *DRAWS, features=FEW, **GAME) as (part, eve, finn),
    ):
        assert {"together", "puzzle"} == names(whole) - names(part)
        assert not names(part) - names(whole)
        of_whole, of_part = await ended(ada, bruno), await ended(eve, finn)
        assert [*set(buttons_of(of_whole)) - set(buttons_of(of_part))] == ["Review"]

        title = features.topics().title("duplicate", texts_for("en"))
        assert f"### {title}" in text_of(await ask(ada, "/help topic:duplicate"))
        assert title not in text_of(await ask(eve, "/help topic:duplicate"))
        review = next(one for one in walk(of_whole["components"]) if one.get("label") == "Review")

        assert whole.app and whole.app.core and part.app and part.app.core
        assert read_id(review["custom_id"], whole.app.core.services.hooks.buttons)
        assert read_id(review["custom_id"], part.app.core.services.hooks.buttons) is None
        assert await owner_after_a_start(whole.app.core.store) is None
        assert await owner_after_a_start(part.app.core.store) == "dead"

        rack = tiles("CATSODE")
        for one in (whole.app.core, part.app.core):
            await open_a_round(one.store, rack)
        assert not await tells(whole.app.core.games, rack)
        assert await tells(part.app.core.games, rack)


async def test_a_worker_keeps_open_rounds_secret_too(tmp_path: Path) -> None:
    """It asks about positions for which computer players think; what only a bot has made would not be asked."""
    store = await open_store(games_in(tmp_path))
    worker = WorkerCore(ProcessKind.WORKER, store, ComputingParts(), Settings(tmp_path, store.url), Measures())
    try:
        rack = tiles("CATSODE")
        await open_a_round(store, rack)
        assert not await tells(worker.games, rack)
        assert await tells(worker.games, tiles("FARMING"))
    finally:
        await worker.end_processes()
        await store.close()


def test_what_two_features_add_under_one_key_is_refused() -> None:
    """Otherwise one of them would silently win; tuples follow each other in the order of the features."""
    one, other = Hooks(services=(1,)), Hooks(services=(2, 3))
    assert joined(Hooks(), one, other).services == (1, 2, 3)
    composes = {DeliveryKind.CHAT_NEWS: Composer(AsyncMock())}
    with pytest.raises(ValueError, match="Two parts"):
        joined(Hooks(composers=composes), Hooks(composers=composes))
