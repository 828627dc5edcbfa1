"""Drawing tiles by hand (ledger N6) and the draw for the start (N3), through the bot."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.model.deliveries import DeliveryKind
from bot.service.sending.fanout import fan_out
from engine.game import commands as cmd
from engine.model.rules import DrawTiles, Rules
from tests.support.games import Table
from tests.support.playground import DM
from tests.support.readable import buttons_of, text_of
from tests.support.ruled import begun, opened
from tests.support.running import answer, ask, board, gathered
from tests.support.sentences import said
from tests.support.service import eventually


def test_N6_a_rack_is_sent_to_pick_and_when_it_is_full() -> None:
    """Not for every tile."""
    table = Table(Rules(draw_tiles=DrawTiles.MANUAL, undo=False), names=("101", "102"))
    before = table.game
    sent = [fan_out(before, table.do(cmd.Start("101")), table.game)]
    for _ in range(7):
        before = table.game
        sent.append(fan_out(before, table.do(cmd.Draw("101")), table.game))
    racks = [sum(one.kind is DeliveryKind.RACK for one in step) for step in sent]
    assert racks == [2, 0, 0, 0, 0, 0, 0, 1]


async def test_N6_picking_face_down_tiles_in_the_bot(tmp_path: Path) -> None:
    """Ada presses tiles in a direct message, Bruno uses the command; the game continues, and an exchange is alike.

    The receipt says which tiles went back and where to draw; what nobody picks is drawn after a minute.
    """
    async with gathered(tmp_path, letters="CATSODEEERNTA", rack_size=3) as (stage, ada, bruno):
        first = await begun((ada, bruno), "draw_tiles manual", "undo off")
        assert "**Ada** plays first." in text_of(first) and said("status.draw_your_tiles") in text_of(first)
        await ask(ada, "/play move:8H CAT", said("tiles.draw_tiles_first"))
        told = await ada.wait_message("You have 3 tiles to draw", DM)
        assert "Draw all 3" in buttons_of(told)
        await ada.click(told, "■")
        told = await ada.wait_message("You have 2 tiles to draw", DM)
        assert len(await stage.rack(ada, first["channel_id"])) == 1
        await ada.click(told, "Draw all 2")
        full = await ada.wait_message("Shuffle", DM)
        assert "■" not in buttons_of(full)
        shown = await ask(bruno, "/draw", "You have 3 tiles to draw")
        await ask(bruno, "/draw count:2", "You have 1 tile to draw")
        await ask(bruno, "/draw count:5", "You can draw 1 tile")
        await bruno.click(shown, "■")
        await bruno.wait_message("Shuffle", DM)
        await ask(bruno, "/draw", "Your tiles")
        assert len(await stage.rack(bruno, first["channel_id"])) == 3
        rack = await stage.rack(ada, first["channel_id"])
        told = await ask(ada, f"/exchange tiles:{rack[:2]}", "You put back")
        assert said("receipts.put_back") in text_of(told)
        shown = await board(bruno, "Still drawing tiles")
        assert "Ada" in text_of(shown) and "Draw" in buttons_of(shown)
        await ada.click(shown, "Draw")
        await answer(ada, "You have 2 tiles to draw")
        stage.clock.push(61)

        async def is_full() -> bool:
            return len(await stage.rack(ada, first["channel_id"])) == 3

        await eventually(is_full)


@pytest.mark.gate
async def test_N3_the_draw_for_the_start_is_public_in_the_bot(tmp_path: Path) -> None:
    """Everyone reads each player's draw, including a tie and the second round, and who plays first."""
    draws, people = (*"AAEC", "CAT", "SOD"), ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, *draws, letters="CATSODAEEERN", rack_size=3, people=people) as (_, ada, bruno, chloe):
        lobby = await opened((ada, bruno), "first_player draw")
        await bruno.click(lobby, "Start")
        told = text_of(await board(chloe, "plays first"))
        assert said("happenings.drawn_for_first", drawn="**Ada** A and **Bruno** A") in told
        assert (
            said("happenings.tied_drew_again", drawn="**Ada** E and **Bruno** C") in told
            and "**Bruno** plays first." in told
        )
