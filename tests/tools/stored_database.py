"""Plays games to every state and stores them: `python -m tests.tools.stored_database FOLDER`.

Run it when a release lands. The tests of later versions open the stored files: the database and the chat with its
buttons (`tests/bot/store/test_earlier_version.py`), and the statements that make the same tables on PostgreSQL
(`tests/bot/store/test_side_by_side.py`).
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import sys
import tempfile
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

from sqlalchemy import create_mock_engine

from bot.playground import server
from bot.store.opening import newest_revision
from bot.store.tables import METADATA
from tests.support.playground import Person
from tests.support.running import Scene, ask, board, scene, started
from tests.support.sentences import said

LETTERS = "CATSODEEE"
DRAWS = ("A", "C", "CAT", "SOD")
MINE = """
name = "mine"
rack_size = 3
[layout]
start = "2"
rows = '''
..#..
.5'5.
.....
'''
[layout.key]
5 = { points = 5, word = 2 }
[languages.en]
alphabet = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"
tiles = "A1/1 A1/4 C2/3 T2/1 S2/1 O2/1 D2/2 ?1/0"
"""


class Players:
    """Ada, who moderates the first server, and Bruno; Chloe, who owns the second one, and Deniz."""

    def __init__(self, stage: Scene, people: list[Person]) -> None:
        self.stage = stage
        self.ada, self.bruno, self.chloe, self.deniz = people

    async def begin(self, channel: str, options: str = "variant:tiny") -> dict[str, Any]:
        """A game between Ada and Bruno in a channel, with racks CAT and SOD; Ada is on turn."""
        self.ada.place = self.bruno.place = channel
        self.stage.luck.draws[:] = DRAWS
        return await started(self.ada, self.bruno, options)


async def settings(players: Players) -> None:
    """Words and variants of a server, and settings of a server, a channel and people."""
    ada, bruno = players.ada, players.bruno
    await ask(ada, "/word add words:TAC", "TAC")
    await ask(bruno, "/word add words:COT list:mine", "COT")
    await ada.command("/settings variants", files={"file": ("mine.toml", MINE.encode())})
    await ada.wait_message("mine")
    await ask(ada, "/settings channel coordinates:digits-left-up")
    panel = await ask(ada, "/settings mine", "Your settings")
    await ada.select(panel, "paper", which="Board colours")
    panel = await ask(ada, "/settings server", said("settings.who_may"))


async def over(players: Players) -> None:
    """A game in which Bruno resigned after Ada's play."""
    ada, bruno = players.ada, players.bruno
    first = await players.begin("general")
    await ada.command("/play move:8H CAT")
    await board(bruno, "CAT", after=first)
    await bruno.click(await ask(bruno, "/game resign", said("lobby.want_to_resign")), "Resign")
    await ada.wait_message(said("status.won"))


async def paused(players: Players) -> None:
    """A game paused as `lunch`, Bruno on turn."""
    first = await players.begin("lounge")
    await players.ada.command("/play move:8H CAT")
    await board(players.bruno, "CAT", after=first)
    await ask(players.ada, "/game pause name:lunch")


async def running(players: Players) -> None:
    """A friendly game, shown and discussed in the second server; Bruno is on turn and has a preview."""
    ada, bruno, chloe = players.ada, players.bruno, players.chloe
    first = await players.begin("lounge")
    assert players.stage.app and players.stage.app.core
    code = await players.stage.app.core.games.in_channel(int(ada.channel_id()))
    await ask(chloe, f"/game watch code:{code}", "from now on")
    await ask(ada, "/game chat switch:on", "has not accepted yet")
    await ask(chloe, "/game chat switch:on", said("chat.own_place_joined"))
    await ada.command("/play move:8H CAT")
    await board(bruno, "CAT", after=first)
    latest = bruno.last()
    await ask(bruno, "/try move:8H CATS", "CATS")
    await bruno.click(latest, "More")
    await bruno.wait_message("Unseen tiles", after=latest)
    await bruno.click(await ask(bruno, "/rack", "Your tiles"), "Compose")
    await bruno.wait_message(said("composing.no_tiles_placed"), after=latest)


async def asked(players: Players) -> None:
    """A game under the rule `house`: Bruno is asked whether to accept Ada's word."""
    ada, bruno = players.ada, players.bruno
    ada.place = bruno.place = "games"
    players.stage.luck.draws[:] = DRAWS
    await ada.command("/game new variant:tiny preset:classic")
    lobby = await bruno.wait_message("seats taken")
    await bruno.click(lobby, "Join")
    await ada.wait_message(". Bruno")
    await ask(ada, "/game rules rule:challenge value:house", "is now")
    await ada.command("/game start")
    await board(ada, after=lobby)
    await ask(ada, "/play move:8H CTA", said("receipts.others_judge"))
    await board(bruno, f"CTA is {said('scores.not_dictionary')}")


async def challengeable(players: Players) -> None:
    """A classic game between Chloe and Deniz: Deniz can challenge Chloe's phony."""
    chloe, deniz = players.chloe, players.deniz
    chloe.place = deniz.place = "lighthouse"
    players.stage.luck.draws[:] = DRAWS
    first = await started(chloe, deniz, "variant:tiny preset:classic")
    await chloe.command("/play move:8H CTA")
    await board(deniz, "CTA", after=first)


async def lobby(players: Players) -> None:
    """Ada's lobby, in which Bruno is seated."""
    players.ada.place = players.bruno.place = "general"
    last = players.ada.last()
    await players.ada.command("/game new variant:mine name:Evening")
    opened = await players.bruno.wait_message("seats taken", after=last)
    await players.bruno.click(opened, "Join")
    await players.ada.wait_message("**Bruno**", after=last)


SCRIPT = (settings, over, paused, running, asked, challengeable, lobby)


async def play(folder: Path) -> dict[str, Any]:
    """Plays every game of the script with the database in a folder; returns the chat."""
    async with AsyncExitStack() as stack:
        stage = await stack.enter_async_context(scene(folder, letters=LETTERS, rack_size=3))
        places = {"Ada": "general", "Bruno": "general", "Chloe": "quay", "Deniz": "quay"}
        people = [
            await stack.enter_async_context(Person.at(stage.playground, name, place)) for name, place in places.items()
        ]
        for act in SCRIPT:
            await act(Players(stage, people))
        await asyncio.sleep(2)  # everything is sent
        now = stage.clock.now()
        await stage.stop()
        chat = folder / "chat.json"
        server.save(stage.playground.world, chat)
        return json.loads(chat.read_text()) | {"files": {}, "now": now}  # the pictures are not needed


def tables() -> str:
    """The statements that make the tables on PostgreSQL, as a new database has them."""
    made = [f"CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY DEFAULT '{newest_revision()}')"]
    engine = create_mock_engine(
        "postgresql://", lambda one, *_, **__: made.append(str(one.compile(dialect=engine.dialect)))
    )
    METADATA.create_all(engine, checkfirst=False)
    return ";\n".join([*made, "INSERT INTO alembic_version DEFAULT VALUES"])


def keep(folder: Path) -> None:
    """Write `games.db.gz`, `chat.json.gz` and `postgresql.sql.gz` into a folder."""
    with tempfile.TemporaryDirectory() as place:
        chat = asyncio.run(play(Path(place)))
        whole = Path(place) / "whole.db"
        with closing(sqlite3.connect(Path(place) / "games.db")) as database:
            database.execute("VACUUM INTO ?", (str(whole),))
        database_bytes = whole.read_bytes()
    files = {"games.db": database_bytes, "chat.json": json.dumps(chat).encode(), "postgresql.sql": tables().encode()}
    for name, data in files.items():
        (folder / f"{name}.gz").write_bytes(gzip.compress(data, mtime=0))


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
