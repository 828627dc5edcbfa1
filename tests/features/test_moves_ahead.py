"""Moves ahead in the chat: said by command or below a preview, seen by nobody else; ledger X19."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.playground import DM
from tests.support.readable import buttons_of, text_of
from tests.support.running import DRAWS, LETTERS, answer, ask, board, gathered, started
from tests.support.sentences import said

TINY: dict[str, Any] = {"letters": LETTERS, "rack_size": 3, "people": ("Ada", "Bruno", "Chloe")}
LATER = said("ahead.button")
SLOW = "variant:tiny preset:correspondence"


async def test_X19_a_tried_move_is_played_when_its_turn_comes(tmp_path: Path) -> None:
    """The button under the preview keeps it; nothing that others see differs before; its person is told."""
    async with gathered(tmp_path, *DRAWS, **TINY) as (_, ada, bruno, chloe):
        first = await started(ada, bruno, SLOW)
        public = len(chloe.visible())
        tried = await ask(bruno, "/try move:8H SOD")
        assert LATER in buttons_of(tried)
        await bruno.click(tried, LATER)
        await answer(bruno, said("ahead.kept", move="**8H SOD**"))
        assert said("ahead.kept", move="**8H SOD**") in text_of(await ask(bruno, "/rack"))
        assert said("ahead.kept", move="**8H SOD**") not in text_of(await ask(ada, "/rack"))
        assert len(chloe.visible()) == public
        assert LATER not in buttons_of(await ask(ada, "/try move:8H CAT"))
        await ask(bruno, "/ahead move:8H ...S")
        await ada.command("/play move:8H CAT")
        await board(chloe, "played 8H CATS", after=first)
        await bruno.wait_message(said("ahead.played", move="**8H ...S**"), channel=DM)
        assert not [one for person in (ada, chloe) for one in person.dm() if "8H ...S" in text_of(one)]


@pytest.mark.gate
async def test_X19_an_answer_is_listed_and_removed_and_what_does_not_fit_is_told(tmp_path: Path) -> None:
    """Only its person may; a move that does not fit costs nothing."""
    async with gathered(tmp_path, *DRAWS, **TINY) as (stage, ada, bruno, chloe):
        await started(ada, bruno, SLOW)
        await ask(bruno, "/ahead", said("ahead.none"))
        await ask(bruno, "/ahead move:8H ...S after:8H CAT", said("ahead.answer", answered="**8H CAT**"))
        replaced = said("ahead.replaced", move="**8H DO**")
        for move in ("8H DO", "8H DO"):
            assert replaced not in text_of(await ask(bruno, f"/ahead move:{move}", said("ahead.kept")))
        assert replaced in text_of(await ask(bruno, "/ahead move:1A SOD", said("ahead.kept", move="**1A SOD**")))
        listed = await ask(bruno, "/ahead", said("ahead.answer", answered="**8H CAT**"))
        await bruno.select(listed, "8H CAT → 8H ...S")
        await answer(bruno, said("ahead.kept", move="**1A SOD**"))
        await stage.restart()
        for person, refused in ((ada, said("ahead.on_turn")), (chloe, "")):
            assert refused in text_of(await ask(person, "/ahead move:8H CAT"))
        for text in ("8H", "`" * 300, "8H CAT" * 50, "99Z CAT", "\u202e8H"):
            told = text_of(await ask(bruno, f"/ahead move:{text}"))
            assert said("ahead.check") not in told, text
        await ada.command("/play move:8H CAT")
        await bruno.wait_message(said("ahead.dropped", 1, moves="**1A SOD**"), channel=DM)
        assert (await stage.state(ada.channel_id())).on_turn == 1


@pytest.mark.gate
async def test_X19_a_fast_game_has_no_moves_ahead(tmp_path: Path) -> None:
    """Neither by command nor below a preview."""
    async with gathered(tmp_path, *DRAWS, **TINY) as (_, ada, bruno, _chloe):
        await started(ada, bruno)
        await ask(bruno, "/ahead move:8H SOD", said("ahead.too_fast"))
        assert LATER not in buttons_of(await ask(bruno, "/try move:8H SOD"))
