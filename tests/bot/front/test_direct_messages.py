"""Racks by direct message, and players who have closed theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.playground import DM
from tests.support.readable import buttons_of, text_of
from tests.support.running import answer, ask, board, gathered, started
from tests.support.sentences import said

DRAWS = ("A", "C", "CAT", "SOD", "EE")
LETTERS = "CATSODEEE"


async def test_there_is_one_rack_message_for_each_game(tmp_path: Path) -> None:
    """After a player's turn a new rack message replaces the old one; it names the game and its place."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno, "variant:tiny name:Friday night")
        old = await ada.wait_message("Your tiles", channel=DM)
        assert "Friday night" in text_of(old)
        assert f"<#{ada.channel_id()}>" in text_of(old)
        assert said("front.go_board") in buttons_of(old)
        await ask(ada, "/play move:8H AT", "You played")
        await ask(bruno, "/pass", "You passed")
        await ada.wait_message("`C E E`", channel=DM)
        await ada.wait(lambda: len(ada.dm()) == 1, "the old rack to go")


async def test_closed_dms_are_told_once_and_the_rack_button_helps(tmp_path: Path) -> None:
    """A player with closed direct messages is told once in the channel, and sees the rack privately there."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        ada.settings(dms_closed=True)
        first = await started(ada, bruno)
        told = await bruno.wait_message(said("board.cannot_send_direct"))
        assert f"<@{ada.id}>" in text_of(told)
        await ada.click(first, "Rack")
        await answer(ada, "`A C T`")
        await ask(ada, "/play move:8H AT", "You played")
        await ask(bruno, "/pass", "You passed")
        await ask(ada, "/pass", "You passed")
        await board(bruno, "**Ada** passed", after=told)
        assert len([m for m in bruno.visible() if said("board.cannot_send_direct") in text_of(m)]) == 1
        assert not ada.dm()


@pytest.mark.gate
async def test_game_in_a_direct_message_with_a_friend_who_joins_by_code(tmp_path: Path) -> None:
    """A game opened in a DM is joined from elsewhere by code, and shown where a seated player gives the code."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await ada.open_dm()
        await bruno.open_dm()
        await ada.command("/game new variant:tiny", channel=DM)
        lobby = await ada.wait_message("code:", channel=DM)
        code = text_of(lobby).split("code:")[1].split("`")[0]
        await bruno.command(f"/game join code:{code.upper()}", channel=DM)
        await bruno.wait_message(said("receipts.joined"), channel=DM)
        await bruno.command(f"/game join code:{code}", channel="lounge")
        await bruno.wait_message(said("seats.already_joined"), channel="lounge")
        await ada.command("/game start", channel=DM)
        await ada.wait_message("plays first", channel=DM)
        await bruno.wait_message("plays first", channel=DM)
        await bruno.wait_message("plays first", channel="lounge")
        await ada.command("/play move:8H AT", channel=DM)
        await bruno.wait_message("AT", channel=DM)
        await bruno.say("8H SO", channel=DM)
        await bruno.wait_message(lambda m: "8H" in text_of(m) or "H8" in text_of(m), channel=DM)
