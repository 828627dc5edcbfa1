"""The bot opens a database of the last release, plays on, and answers its buttons.

`tests/tools/stored_database.py` played the games in `tests/bot/store/earlier`, and stores those of another release.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.playground import server
from bot.playground.limits import BUTTON, SELECTS, walk
from bot.service.ratings import Ratings
from bot.settings import sqlite_url
from bot.store.opening import open_store
from engine.game.phases import AwaitAnswer, Lobby, Over, Paused, Turn
from engine.game.state import GameState
from engine.model.tempo import Tempo
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Person
from tests.support.running import Scene, ask, board, scene
from tests.support.sentences import said
from tests.tools.stored_database import LETTERS, keep

EARLIER = Path(__file__).with_name("earlier")


@dataclass(frozen=True, slots=True)
class Reopened:
    """The bot with the last release's games, and their players."""

    stage: Scene
    ada: Person
    bruno: Person
    chloe: Person
    deniz: Person

    async def state(self, person: Person, channel: str) -> GameState:
        """The state of the game in a channel."""
        person.place = channel
        return await self.stage.state(person.channel_id())


def _unpack(folder: Path) -> dict[str, Any]:
    (folder / "games.db").write_bytes(gzip.decompress((EARLIER / "games.db.gz").read_bytes()))
    chat = gzip.decompress((EARLIER / "chat.json.gz").read_bytes())
    (folder / "chat.json").write_bytes(chat)
    return dict(json.loads(chat))


@asynccontextmanager
async def reopened(folder: Path) -> AsyncIterator[Reopened]:
    """The bot of today, a second after the bot of the last release was stopped."""
    chat = _unpack(folder)
    async with AsyncExitStack() as stack:
        stage = await stack.enter_async_context(scene(folder, letters=LETTERS, rack_size=3, start=False))
        server.load(stage.playground.world, folder / "chat.json")
        stage.clock.push((chat["now"] - stage.clock.now()) / 1000 + 1)
        names = ("Ada", "Bruno", "Chloe", "Deniz")
        people = [await stack.enter_async_context(Person.at(stage.playground, name)) for name in names]
        await stage.start()
        yield Reopened(stage, *people)


def _rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "games.db")) as database:
        return database.execute(query).fetchall()


async def test_every_game_is_in_its_state_and_replays_to_what_was_stored(tmp_path: Path) -> None:
    """The phase, and the scores and the turn that the last release stored beside the journal, are the same."""
    _unpack(tmp_path)
    stored = _rows(tmp_path, "SELECT game, phase FROM games")
    scores = {
        game: _rows(tmp_path, f"SELECT score FROM seats WHERE game = '{game}' ORDER BY seat") for game, _ in stored
    }
    async with reopened(tmp_path) as now:
        assert now.stage.app and now.stage.app.core
        phases = {"over": Over, "paused": Paused, "turn": Turn, "answer": AwaitAnswer, "lobby": Lobby}
        assert {phase for _, phase in stored} == set(phases)
        for game, phase in stored:
            state = await now.stage.app.core.games.load(game)
            assert isinstance(state.phase, phases[phase])
            assert [(seat.score,) for seat in state.seats] == scores[game]


async def test_settings_words_and_variants_are_kept(tmp_path: Path) -> None:
    """Settings of the server, the channel and people."""
    async with reopened(tmp_path) as now:
        await ask(now.ada, "/word changes", "TAC")
        await ask(now.bruno, "/word changes list:mine", "COT")
        await ask(now.bruno, "/settings variants", "**mine**")
        await ask(now.bruno, "/settings channel", "Columns 1 2 3 from the left")
        panel = await ask(now.ada, "/settings mine", "Your settings")
        chosen = [one["value"] for part in walk(panel["components"]) for one in part.get("options", ())
                  if one.get("default")]  # fmt: skip
        assert "paper" in chosen
        await ask(now.bruno, "/stats", "1 game")


async def test_every_game_goes_on(tmp_path: Path) -> None:
    """Each by its posted message: the lobby starts, words are rejected and challenged, chat arrives, a pause ends."""
    async with reopened(tmp_path) as now:
        ada, bruno, chloe, deniz = now.ada, now.bruno, now.chloe, now.deniz
        ada.place = bruno.place = "games"
        await bruno.click(await board(bruno, f"CTA is {said('scores.not_dictionary')}"), "Reject")
        await board(ada, said("happenings.rejected_takes_tiles"))
        chloe.place = deniz.place = "lighthouse"
        await deniz.click(await board(deniz, "CTA"), "Challenge")
        await chloe.wait_message("not in the dictionary")
        assert (await now.state(chloe, "lighthouse")).board.is_empty
        ada.place = bruno.place = "general"
        await ada.click(await ada.wait_message("seats taken"), "Start")
        await board(ada)
        ada.place, bruno.place, chloe.place = "lounge", "lounge", "quay"
        await ada.say("good evening")
        await chloe.wait_message("good evening")
        await ask(bruno, "/play move:8H CATS", "CATS")
        await board(chloe, "CATS")
        await ada.click(await ask(ada, "/game end"), "End for good")
        await bruno.wait_message(said("status.won"))
        resting = await ada.wait_message(lambda m: "Resume" in buttons_of(m))
        last = ada.last()
        await ada.click(resting, "Resume")
        await board(bruno, after=last)
        await ask(bruno, "/play move:8H CATS", "CATS")


def _read(person: Person) -> list[dict[str, Any]]:
    """Every message that a person can see."""
    return [message for messages in person.messages.values() for message in messages.values()]


def _parts(person: Person, message: dict[str, Any]) -> list[dict[str, Any]]:
    """Everything a person can press or choose in a message as it is now."""
    found = walk((person.now(message) or {}).get("components", ()))
    return [part for part in found if part["type"] in (BUTTON, *SELECTS) and not part.get("disabled")]


@pytest.mark.soak
async def test_every_posted_button_and_menu_is_answered(tmp_path: Path) -> None:
    """In whatever state its game is by then, a part never counts as another version's and never fails."""
    pressed: set[str] = {""}
    async with reopened(tmp_path) as now:
        people = (now.bruno, now.deniz, now.ada, now.chloe)
        posted = [(person, message) for person in people for message in _read(person)]
        for person, message in posted:
            for part in _parts(person, message):
                if part.get("custom_id", "") not in pressed and part in _parts(person, message):
                    pressed.add(part["custom_id"])
                    values = [option["value"] for option in part.get("options", ())]
                    await person._press(message, part, {"values": values[:1]} if values else {})
        for person in people:
            await ask(person, "/settings mine", "Your settings")  # answered once all earlier work is done
        told = "\n".join(text_of(one) for person in people for one in _read(person))
    assert len(pressed) > 40
    assert "out of date" not in told
    assert "wrong on my side" not in told


@pytest.mark.soak
def test_the_next_release_can_be_stored_too(tmp_path: Path) -> None:
    """The tool plays its games with today's bot and makes the same files."""
    keep(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in EARLIER.iterdir()}


async def test_X13_results_of_the_last_release_count_in_their_language_and_tempo(tmp_path: Path) -> None:
    """It wrote neither down, but the games say them."""
    _unpack(tmp_path)
    store = await open_store(sqlite_url(tmp_path / "games.db"))
    result = (await store.results.of_channel(_finished(tmp_path), 1))[0]
    assert (result.language, result.tempo, result.rated) == (None, None, True)
    ada = result.players[0]
    known = await Ratings(store.ratings).of_person(ada.player, result.server or 0)
    counted = await store.results.of_game(result.game)
    await store.close()
    assert [(ladder.language, ladder.tempo, one.games, one.wins) for ladder, one in known] == [
        ("en", Tempo.CORRESPONDENCE, 1, 1)
    ] * 2
    assert counted and (counted.language, counted.tempo) == ("en", Tempo.CORRESPONDENCE)
    assert counted.players[0].rating == known[0][1].rating


def _finished(folder: Path) -> int:
    ((channel,),) = _rows(folder, "SELECT channel_id FROM games JOIN results USING (game)")
    return int(channel)
