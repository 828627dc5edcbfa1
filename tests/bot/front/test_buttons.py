"""The buttons of lobby, board and private answers, pressed over the playground's sockets."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground.errors import refused
from bot.playground.faults import Refuse
from tests.support.playground import DM
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.running import DRAWS, LETTERS, answer, board, gathered, press_more, started
from tests.support.sentences import said
from tests.support.service import passes


async def test_D1_lobby_buttons_seat_people_and_computers_and_start(tmp_path: Path) -> None:
    """Join, Leave, Add computer, Rules and Start do what they say; any seated player can start."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3, thinker=passes) as (_, ada, bruno):
        await ada.command("/game new variant:tiny")
        lobby = await bruno.wait_message("1 of 3 seats taken")
        await bruno.click(lobby, "Start")
        assert "seat" in text_of(await answer(bruno, "seat"))
        await bruno.click(lobby, "Join")
        await ada.wait_message("2 of 3 seats taken")
        await bruno.click(lobby, "Join")
        await answer(bruno, "already")
        await bruno.click(lobby, "Leave")
        await ada.wait_message("1 of 3 seats taken")
        await bruno.click(lobby, "Join")
        await bruno.click(lobby, "Add computer")
        await bruno.click(await answer(bruno, "How strong"), "6 · club")
        await ada.wait_message("level 6")
        await ada.click(lobby, "Rules")
        await answer(ada, "challenge")
        await bruno.click(lobby, "Start")
        first = await board(ada, "plays first")
        assert pictures_of(first)
        await ada.wait(lambda: not buttons_of(ada.now(lobby) or lobby, disabled=True), "the lobby without buttons")


async def test_stale_acting_buttons_are_refused_and_looking_ones_never_are(tmp_path: Path) -> None:
    """A button of an older board is answered "the board has changed"; Rack, More and Scores keep working."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        old = await started(ada, bruno)
        await ada.click(old, "More")
        more = await answer(ada, "More about")
        # As if the press and the removal of the buttons crossed.
        keep = Refuse(refused(50013))
        stage.playground.faults.plan(keep, "PATCH", r"^/channels/\d+/messages/\d+$", count=50)
        await ada.command("/play move:8H AT")
        await board(ada, "AT", after=old)
        await ada.click(more, "Pass")
        await answer(ada, "changed")
        await ada.click(old, "Play")
        await ada.submit({"move": "8H CAT"})
        stale = await answer(ada, "changed")
        await ada.click(more, "Exchange")
        await ada.wait_message(lambda m: m["flags"] & 64 and "changed" in text_of(m), after=stale)
        await ada.click(old, "Rack")
        await answer(ada, "Your tiles")
        await ada.click(more, "Scores")
        await answer(ada, "Bruno")
        assert len(tuple((await stage.state(ada.channel_id())).board.tiles())) == 2


@pytest.mark.gate
async def test_C13_rack_can_be_put_in_another_order(tmp_path: Path) -> None:
    """The rack's buttons change the private message that they are on, in a direct message too."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.click(first, "Rack")
        rack = await answer(ada, "Your tiles")
        assert "`A C T`" in text_of(rack)
        shown = len(ada.private())
        await ada.click(rack, "Vowels first")
        await ada.click(rack, "Shuffle")
        await ada.click(rack, "Alphabetical")
        assert len(ada.private()) == shown
        dm = await bruno.wait_message("Your tiles", channel=DM)
        await bruno.click(dm, "Vowels first")
        await bruno.wait_message("`O D S`", channel=DM)
        assert len(bruno.dm()) == 1


@pytest.mark.gate
async def test_D3_exchange_by_button_and_command(tmp_path: Path) -> None:
    """The Exchange button opens a menu of the tiles; `/exchange` with letters does the same at once."""
    async with gathered(tmp_path, *DRAWS, "EE", "ETC"[:1], letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await press_more(ada, first, "Exchange")
        menu = await answer(ada, "Tick the tiles")
        await ada.select(menu, "C 3", "T 1")
        await ada.wait(lambda: "Exchange 2 tiles" in buttons_of(ada.now(menu) or {}), "the ticked tiles")
        await ada.click(menu, "Exchange 2 tiles")
        await answer(ada, "You exchanged")
        assert sorted(await stage.rack(ada, ada.channel_id())) == ["A", "E", "E"]
        await board(bruno, after=first)
        await bruno.command("/exchange tiles:S")
        told = await answer(bruno, "You exchanged")
        assert "S" in text_of(told)
        public = [text_of(m) for m in ada.visible() if not m["flags"] & 64]
        assert not any("You exchanged" in text for text in public)


async def test_confirmation_of_pass_resign_and_end(tmp_path: Path) -> None:
    """Pass, resign and end first ask people who may do them; Cancel removes the question and changes nothing."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await press_more(ada, first, "Pass")
        question = await answer(ada, said("play.want_to_pass"))
        await ada.click(question, "Cancel")
        await ada.wait_gone(question)
        await bruno.command("/game end")
        refusal = await answer(bruno, said("rights.host_only"))
        assert not buttons_of(refusal)
        await bruno.command("/game resign")
        await bruno.click(await answer(bruno, "resign"), "Resign")
        end = await board(ada, "wins", after=first)
        assert "Rematch" in buttons_of(end)


@pytest.mark.gate
async def test_M10_play_again_opens_a_lobby_with_the_same_rules(tmp_path: Path) -> None:
    """The button on the end card opens a new lobby; a lobby that closed before the start has none."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.command("/game end")
        await ada.click(await answer(ada, said("pause.keep_or_end")), "End for good")
        end = await board(ada, "Ada v Bruno", after=first)
        await bruno.click(end, "Rematch")
        lobby = await ada.wait_message("1 of 3 seats taken", after=end)
        assert "**Bruno** (host)" in text_of(lobby)


@pytest.mark.gate
async def test_C10_play_now_lets_the_computer_move_without_waiting(tmp_path: Path) -> None:
    """The player gives up the time to undo, so that the computer moves at once."""
    async with gathered(
        tmp_path, "A", "C", "CAT", "SOD", letters=LETTERS, rack_size=3, thinker=passes, people=("Ada",)
    ) as (_, ada):
        await ada.command("/game new variant:tiny computer:1")
        await ada.click(await ada.wait_message("(computer, level"), "Play now")
        first = await board(ada)
        await ada.command("/play move:8H AT")
        waiting = await board(ada, said("status.moves_after_undo"), after=first)
        await ada.click(waiting, "Play now")
        await board(ada, "passed", after=waiting)
