"""What moderators of a server do to games and people, and where they find it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.text.refusals import WORDINGS
from engine import errors as err
from tests.features.test_duplicate import begun, submit
from tests.support.duplicates import topper
from tests.support.evening import press
from tests.support.pictures import buttons_of, text_of
from tests.support.running import DRAWS, LETTERS, ask, gathered, shows, started
from tests.support.sentences import said


async def test_a_question_mark_in_an_answer_says_how_a_blank_is_typed(tmp_path: Path) -> None:
    """In a duplicate and in a game; nobody waits for an answer that never comes."""
    async with gathered(tmp_path, "CATSDOE", letters="CATSDOEGHORNFARMNETTOE", topper=topper()) as (_, ada, bruno):
        round_ = await begun(ada, bruno)
        told = await submit(bruno, round_, "8H CAT?")
        assert said("moves.blank_without_letter", text="CAT?") in text_of(told)


async def test_a_refusal_that_cannot_be_worded_is_told_as_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug in the reason leaves nobody waiting either."""

    def fails(*_: object) -> str:
        raise IndexError

    async with gathered(tmp_path, "A", "C", letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        monkeypatch.setitem(WORDINGS, err.NotYourTurn, fails)  # type: ignore[arg-type]
        await ask(bruno, "/move pass", said("refusals.failure"))


async def test_a_lobby_that_is_closed_says_so_itself(tmp_path: Path) -> None:
    """There is no second message, and nothing is left that asks people to join."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        await ask(ada, "/game new variant:tiny name:Friday")
        lobby = await bruno.wait_message("seats taken")
        last = await ask(ada, "/game end")
        await ada.click(last, "End the game")
        closed = await shows(bruno, lobby, said("board.game_closed_before"))
        assert "Friday" in text_of(closed)
        assert not buttons_of(closed)
        assert bruno.last() == closed


async def test_a_lobby_whose_game_has_begun_asks_nobody_to_join(tmp_path: Path) -> None:
    """Without a thread, it stays above the board, without its buttons and what they are for."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await ask(ada, "/game new variant:tiny")
        lobby = await bruno.wait_message("seats taken")
        asks = "any player can press **Start**"
        await bruno.click(lobby, "Join")
        await shows(ada, lobby, asks)
        await ada.click(lobby, "Start")
        await ada.wait(lambda: not buttons_of(ada.now(lobby) or lobby), "no buttons")
        assert asks not in text_of(ada.now(lobby) or lobby)


async def test_a_page_of_the_settings_keeps_its_way_back(tmp_path: Path) -> None:
    """Also when what is pressed there makes the page anew."""
    async with gathered(tmp_path, letters="CATSODEEE") as (_, ada, _bruno):
        for command in ("/settings server", "/settings mine"):
            panel = await ask(ada, command)
            await ada.select(panel, "milestones", which=said("settings.more_pages"))
            page = await shows(ada, panel, "Milestones in this server" if "server" in command else "First win: on")
            assert "Back" in buttons_of(page)
            page = await press(ada, page, "First win: on", "First win: off")
            assert buttons_of(page).count("Back") == 1
            await press(ada, page, "Back", said("settings.who_may") if "server" in command else "Your settings")
