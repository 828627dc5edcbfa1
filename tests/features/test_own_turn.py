"""A player's turn: undoing, viewing scores; ledger D4, K17."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.readable import text_of
from tests.support.ruled import begun
from tests.support.running import DRAWS, LETTERS, answer, ask, board, changed, gathered, started
from tests.support.sentences import said
from tests.support.service import passes


def score_lines(told: str) -> dict[str, list[str]]:
    """The words of each line of a score board, by the name at its start; `>` marks the player on turn."""
    found = {}
    for line in told.splitlines():
        words = line.replace(",", " ").split()
        names = [word for word in words if word in ("Ada", "Bruno", "Robot1")]
        found |= {names[0]: words} if names else {}
    return found


async def test_D4_undo_in_the_bot(tmp_path: Path) -> None:
    """By the button under the board and by the command; once the opponent has moved, it is refused."""
    async with gathered(tmp_path, *DRAWS, "EE", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT", said("receipts.can_undo"))
        second = await board(bruno, "played 8H AT", after=first)
        await bruno.click(second, "Undo")
        await answer(bruno, "Nothing to undo")
        await ada.click(second, "Undo")
        await changed(ada, second, said("happenings.undid_last_move"))
        state = await stage.state(ada.channel_id())
        assert (tuple(state.board.tiles()), [seat.score for seat in state.seats]) == ((), [0, 0])
        assert sorted(await stage.rack(ada, ada.channel_id())) == list("ACT")
        await ask(ada, "/play move:8H CAT", "You played")
        await board(bruno, "CAT", after=second)
        await ask(ada, "/undo", "undid")
        await ask(ada, "/play move:8H AT", "You played")
        await ask(bruno, "/pass", "You passed")
        await ask(ada, "/undo", "Nothing to undo")
        assert (await stage.state(ada.channel_id())).seats[0].score == 4


@pytest.mark.gate
async def test_D4_a_form_is_refused_before_anything_is_typed(tmp_path: Path) -> None:
    """As any other button is."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=("Ada", "Bruno", "Chloe")) as (
        _,
        ada,
        bruno,
        chloe,
    ):
        first = await started(ada, bruno)
        await chloe.click(first, "Play")
        assert not chloe.modals
        await answer(chloe, said("seats.no_seat"))
        await ada.click(first, "Play")
        assert ada.modal


@pytest.mark.gate
async def test_K17_the_score_board_in_the_bot(tmp_path: Path) -> None:
    """Whose turn it is, points, tiles, points of the latest round, and which players are computers."""
    draws, letters = ("CAT", "SOD", "EET"), "CATSODEEETTT"
    async with gathered(tmp_path, *draws, letters=letters, rack_size=3, thinker=passes) as (_, ada, bruno):
        await begun((ada, bruno), options="variant:tiny computer:6")
        told = text_of(await ask(bruno, "/scores", "Tiles"))
        assert "Computer players: **Robot1** (level 6)." in told
        before = score_lines(told)
        assert before["Ada"] == [">", "Ada", "0", "3"]
        assert before["Robot1"] == ["Robot1", "0", "3"]
        await ask(ada, "/play move:8H AT", "You played")
        after = score_lines(text_of(await ask(bruno, "/scores", "Tiles")))
        assert after["Ada"] == ["Ada", "4", "4", "3"]
        assert [name for name, line in after.items() if line[0] == ">"] == ["Robot1"]
