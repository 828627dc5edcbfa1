"""Distinct names, rights of host and moderators, boards without colours: K22, K1, M11."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from bot.text import texts_for
from bot.text.players import computer_names
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.running import answer, ask, board, choose, gathered, started
from tests.support.sentences import said
from tests.support.service import passes

LETTERS = "CATSODEEECATSODEEE"


# --- names (K22) ------------------------------------------------------------------------------------------------------


@pytest.mark.gate
async def test_K22_in_the_bot_equal_names_are_told_apart_and_computers_have_names(tmp_path: Path) -> None:
    """Two members called Bruno and two computer players: in the lobby, under the board and in the scores."""
    names = ("BRUNO", "Milo", "Nora")
    async with gathered(tmp_path, letters=LETTERS, rack_size=3, thinker=passes, names=names) as (_, ada, bruno):
        ada.known.user["global_name"] = "bruno"
        await ask(ada, "/game new variant:tiny preset:classic computer:1")
        await ask(ada, "/game rules rule:first_player value:host", "is now")
        await bruno.click(await bruno.wait_message("seats taken"), "Join")
        await answer(bruno, said("receipts.joined"))
        await ask(ada, "/seat computer level:2", "Nora (level 2) joined")
        lobby = await bruno.wait_message("4 of 4 seats taken")
        lines = [line for line in text_of(lobby).splitlines() if "**" in line]
        assert [line.split("**")[1] for line in lines[:4]] == ["bruno", "Milo", r"Bruno \(2\)", "Nora"]
        assert "**Milo** (computer, level 1, novice)" in text_of(lobby)
        await ask(ada, "/game start")
        first = await board(bruno)
        alt = str(pictures_of(first)[0]["description"])
        assert all(f"{name}: 0" in alt for name in ("bruno", "Bruno (2)", "Nora (level 2)"))
        told = text_of(await ask(bruno, "/scores"))
        assert [name in told for name in ("bruno ", "Bruno (2)", "Milo", "Nora")] == [True] * 4


@pytest.mark.gate
async def test_K22_computers_get_the_programs_own_names(tmp_path: Path) -> None:
    """Without a test's names, two computer players get two of the names of the game's language."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3, people=("Ada",)) as (stage, ada):
        await stage.stop()
        stage.names = None
        await stage.start()
        await ask(ada, "/game new variant:tiny computer:1")
        await ask(ada, "/seat computer level:2", "(level 2) joined")
        seats = (await stage.state(ada.channel_id())).seats
        names = {seat.player.name for seat in seats[1:]}
        assert len(names) == 2 and names <= set(computer_names(texts_for("en")))


# --- host and moderators (K1) -----------------------------------------------------------------------------------------


async def test_K1_in_the_bot_host_and_moderators_have_commands_of_their_own(tmp_path: Path) -> None:
    """Bruno hosts, Ada moderates, Chloe plays, Deniz watches: each command is refused or allowed for each of them."""
    people = ("Ada", "Bruno", "Chloe", "Deniz")
    async with gathered(tmp_path, letters=LETTERS, rack_size=3, people=people) as (stage, ada, bruno, chloe, deniz):
        await ask(bruno, "/game new variant:tiny preset:classic")
        await chloe.click(await chloe.wait_message("seats taken"), "Join")
        await answer(chloe, said("receipts.joined"))
        for other in (chloe, deniz):
            await ask(other, "/game rules rule:hints value:2", "Only the host")
        await ask(bruno, "/game rules rule:hints value:2", "is now")
        await ask(ada, "/game rules rule:hints value:3", "is now")
        await ask(bruno, "/game start")
        await board(bruno)
        for other in (chloe, deniz):
            await ask(other, "/seat remove player:Bruno", "Only the host")
            await ask(other, "/seat give player:Bruno person:Deniz", "Only the host")
            await ask(other, "/game end", "Only the host")
        for other in (bruno, chloe):
            await ask(other, "/dictionary add words:TAC list:this server's", "Only moderators")
            await ask(other, "/variant remove name:mine", "Only moderators")
            assert "Only moderators" in text_of(await ask(other, "/settings server"))
        state = await stage.state(ada.channel_id())
        assert (state.rules.hints, [seat.in_play for seat in state.seats]) == (3, [True, True])
        assert buttons_of(await ask(bruno, "/seat remove player:Chloe", "remove **Chloe** from the game"))
        await ada.click(await ask(ada, "/game end", said("pause.keep_or_end")), "End for good")
        await board(deniz, said("receipts.over"))


# --- a set without colours (M11) --------------------------------------------------------------------------------------


@pytest.mark.gate
async def test_M11_in_the_bot_a_board_without_any_hue(tmp_path: Path) -> None:
    """High contrast: no square of the empty board depends on its colour; the text has symbols and a legend."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters=LETTERS, rack_size=3) as (_, ada, bruno):
        panel = await ask(ada, "/settings channel")
        await choose(ada, panel, "high_contrast", "Board colours")
        first = await started(ada, bruno)
        data = await ada.download(pictures_of(first)[0]["url"])
        picture = Image.open(io.BytesIO(data)).convert("RGB")
        around = picture.crop((picture.width // 40, picture.height // 8, picture.width // 2, picture.height // 2))
        strongest = max(max(pixel) - min(pixel) for _, pixel in around.getcolors(1 << 24) or ())  # type: ignore[arg-type, type-var]
        assert strongest < 24
        told = text_of(await ask(bruno, "/board style:grid"))
        assert "= 3W: word times 3" in told and "2L: letter times 2" in told
