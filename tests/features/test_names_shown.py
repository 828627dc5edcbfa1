"""The names of players, in texts and in pictures; ledger K22."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.front.board.scenes import whole_scene
from bot.model.drawn import legible
from bot.text import texts_for
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.decisions.seats import renamed
from engine.game.views import table_view
from tests.support.games import Table
from tests.support.readable import text_of
from tests.support.running import DRAWS, LETTERS, Scene, answer, ask, board, gathered, started
from tests.support.sentences import said


async def drawn_names(stage: Scene, channel: str) -> list[str]:
    """The names as the picture of a board shows them."""
    scene = whole_scene(table_view(await stage.state(channel)), texts_for("en"))
    return [legible(seat.name) for seat in scene.seats]


@pytest.mark.gate
async def test_K22_names_that_the_fonts_lack_are_replaced_by_user_names(tmp_path: Path) -> None:
    """The same in texts and pictures: else both would be one lozenge."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        for person, name in ((ada, "ก้อง"), (bruno, "ขวัญ")):
            person.known.user["global_name"] = name
        await ask(ada, "/game new variant:tiny")
        await bruno.click(await bruno.wait_message("seats taken"), "Join")
        await answer(bruno, said("receipts.joined"))
        await ask(ada, "/game start")
        first = await board(bruno)
        assert await drawn_names(stage, ada.channel_id()) == ["ada", "bruno"]
        assert "ada" in text_of(first) and "ก" not in text_of(first)


@pytest.mark.gate
async def test_K22_chinese_names_are_drawn(tmp_path: Path) -> None:
    """No fallback is needed where a font has the letters."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        for person, name in ((ada, "小明"), (bruno, "小红")):
            person.known.user["global_name"] = name
        await started(ada, bruno)
        assert await drawn_names(stage, ada.channel_id()) == ["小明", "小红"]


async def test_K22_a_changed_name_is_shown_once_its_person_has_acted(tmp_path: Path) -> None:
    """In the game's server; a direct message does not know what a person is called there."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        ada.known.user["global_name"] = "Countess"
        await ask(ada, "/undo", channel=await ada.open_dm())
        assert await drawn_names(stage, ada.channel_id()) == ["Ada", "Bruno"]
        await ask(ada, "/play move:8H AT")
        assert "**Countess** played 8H AT" in text_of(await board(bruno, "8H AT", after=first))
        assert await drawn_names(stage, ada.channel_id()) == ["Countess", "Bruno"]


def test_K22_a_new_name_is_an_event() -> None:
    """Nobody gets one that they have, or without a seat; a computer player keeps its own."""
    table = Table(names=("ada", "bruno"))
    table.do(cmd.AddComputer("ada", 3))
    table.start()
    (event,) = renamed(table.game, "ada", "Countess", table.now)
    assert event == ev.Renamed(table.now, 0, "Countess") and decode(encode(event)) == event
    computer = table.game.seats[2].player
    others = (("ada", table.game.seats[0].player.name), ("ada", ""), ("eve", "Eve"), (computer.id, "Robot"))
    assert all(renamed(table.game, player, name, table.now) == () for player, name in others)
