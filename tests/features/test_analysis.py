"""`/review analysis` as people meet it: private boards to try moves on, which never help in a running game."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.features.analysis import AnalysisServices
from bot.features.analysis.text import NoPosition, UnknownBoard
from bot.model.errors import RunningPosition
from tests.support.finished import Grader
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import answer, ask, board, dealt, gathered, resigned, shows, text_only
from tests.support.sentences import said

CAT = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15"
"""The rows of a board with CAT at 8G."""


async def pressed(person: Person, shown: dict[str, Any], label: str, text: str) -> dict[str, Any]:
    """A board after a button of it was pressed."""
    await person.click(shown, label)
    return await shows(person, shown, text)


async def placed(person: Person, shown: dict[str, Any], move: str, text: str) -> dict[str, Any]:
    await person.click(shown, "Place a move")
    await person.submit({"move": move})
    return await shows(person, shown, text)


async def more(person: Person, shown: dict[str, Any]) -> dict[str, Any]:
    """A board with what is rarely done."""
    return await pressed(person, shown, "More", "Copy as text")


async def test_X7_moves_are_placed_and_stepped_through_in_private(tmp_path: Path) -> None:
    """On an empty board: a rack, a move, a phony, back and forward, and the text to copy; a restart forgets nothing.

    No button is dead: without a rack there is nothing to search, and in the first position no way back.
    """
    async with gathered(tmp_path) as (stage, ada, bruno):
        shown = await ask(ada, "/review analysis", said("analysis.rack_unknown"))
        assert pictures_of(shown)
        assert shown["flags"] & 64
        assert buttons_of(shown) == ["Set rack", "Draw tiles", "More", "Place a move"]
        assert buttons_of(await more(ada, shown)) == ["Copy as text", "Delete board", "Back"]
        await pressed(ada, shown, "Back", "Set rack")
        await ada.click(shown, "Set rack")
        await ada.submit({"tiles": "CATSDO?"})
        await shows(ada, shown, "Rack: **ACDOST?**")
        moved = await placed(ada, shown, "8H CAT", "**Player 2** is to move")
        assert "8H CAT" in text_of(moved)
        assert buttons_of(moved) == ["Set rack", "Draw tiles", "More", "Place a move", "Step back"]
        await stage.restart()
        await placed(ada, shown, "9H TAC", said("analysis.not_dictionary", words="**TAC**, **CT**, **AA** and **TC**"))
        await pressed(ada, shown, "Step back", "Position 2 of 3")
        back = await pressed(ada, shown, "Step back", "Rack: **ACDOST?**")
        assert buttons_of(back) == ["Best moves", "Simulate", "More", "Place a move", "Step forward"]
        assert buttons_of(back) == buttons_of(back, disabled=True)
        await pressed(ada, shown, "Step forward", "Position 2 of 3")
        last = ada.last()
        await ada.click(await more(ada, shown), "Copy as text")
        told = await answer(ada, "7CAT5", after=last)
        assert "ld en" in text_of(told)
        await ada.click(shown, "Delete board")
        await ada.wait_gone(shown)
        assert "Analysis" not in "".join(map(text_of, bruno.visible()))


async def test_X7_a_position_of_ones_own_running_game_is_refused_everywhere(tmp_path: Path) -> None:
    """Also elsewhere and by a move that reaches it; an empty board only with the own tiles. Others may analyse it."""
    options: dict[str, Any] = {"letters": "CATSODEEE" * 4, "rack_size": 3, "people": ("Ada", "Bruno", "Chloe")}
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", **options) as (stage, ada, bruno, chloe):
        first = await dealt(stage, ada, bruno)
        refused = await stage.naming(RunningPosition, ada.channel_id())
        assert text_of(await ask(ada, "/review analysis variant:super rack:TCA")) == refused
        await ask(ada, "/review analysis variant:super rack:SOD", "Rack: **DOS**")
        await ada.command("/play move:8G CAT")
        await board(bruno, "CAT", after=first)
        for person in (ada, bruno):
            assert text_of(await ask(person, f"/review analysis variant:tiny position:{CAT} / 0/0 0")) == refused
        await ask(ada, f"/review analysis variant:tiny position:{CAT.replace('6CAT6', '6CATS5')} / 0/0 0", "is to move")
        dm = await ada.open_dm()
        assert text_of(await ask(ada, f"/review analysis position:{CAT} / 0/0 0", channel=dm)) == refused
        shown = await ask(
            ada, f"/review analysis variant:tiny position:{CAT.replace('6CAT6', '6CA7')} TOE/ 0/0 0", "Rack: "
        )
        await ada.click(shown, "Place a move")
        await ada.submit({"move": "8G CAT"})
        await answer(ada, refused)
        assert "Rack: **EOT**" in text_of(ada.now(shown) or shown)
        await ada.click(shown, "Place a move")
        await ada.submit({"move": "8G COT"})
        await answer(ada, "H8 already has A")
        await ask(chloe, f"/review analysis variant:tiny position:{CAT} / 0/0 0", "**Player 1** is to move")


async def test_X7_a_board_opened_before_a_game_gets_there_is_closed_then(tmp_path: Path) -> None:
    """Nothing of it is shown any more, by any button, until the game is over."""
    options: dict[str, Any] = {"letters": "CATSODEEE" * 4, "rack_size": 3}
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", **options) as (stage, ada, bruno):
        shown = await ask(bruno, f"/review analysis variant:tiny position:{CAT} SOD/ 0/0 0", "Rack: **DOS**")
        other = await more(bruno, await ask(bruno, f"/review analysis variant:tiny position:{CAT} SOD/ 0/0 0"))
        first = await dealt(stage, ada, bruno)
        refused = await stage.naming(RunningPosition, ada.channel_id())
        await ada.command("/play move:8G CAT")
        await board(bruno, "CAT", after=first)
        for seen, label in (
            (shown, "Best moves"),
            (shown, "Simulate"),
            (shown, "More"),
            (other, "Copy as text"),
            (other, "Draw tiles"),
            (other, "Back"),
        ):
            last = bruno.last()
            await bruno.click(seen, label)
            await answer(bruno, refused, after=last)
        await ask(bruno, "/move pass")
        question = await ask(ada, "/game resign", said("lobby.want_to_resign"))
        await ada.click(question, "Resign")
        await board(ada, "**Ada** resigned.")
        last = bruno.last()
        await bruno.click(other, "Copy as text")
        await answer(bruno, "6CAT6", after=last)


@pytest.mark.gate
async def test_X7_a_turn_of_a_review_is_analysed_by_those_who_may_see_it(tmp_path: Path) -> None:
    """With the rack and the names of that turn; the command opens it too, without a game that of the latest one.

    While Ada plays another game in that position, she does not see its best moves.
    """
    options: dict[str, Any] = {"letters": "CATSODEEE", "rack_size": 3, "people": ("Ada", "Bruno", "Chloe")}
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", **options, grader=Grader()) as (stage, ada, bruno, chloe):
        await ask(ada, "/review analysis turn:1", said("core.no_finished_game"))
        first = await dealt(stage, ada, bruno)
        game = await stage.app.core.games.in_channel(int(first["channel_id"]))
        await ask(ada, f"/review analysis game:{game}", said("rights.review_after_end"))
        await resigned(ada, bruno, first)
        overview = await ask(ada, "/review game")
        await shows(ada, overview, "mistake index")
        page = await pressed(ada, overview, "First turn", "Turn 1 of 2")
        await ada.click(page, "Analyse from here")
        shown = await answer(ada, said("analysis.rack_known", name="Ada", tiles="**ACT**"))
        assert "**Bruno**" not in text_of(shown)
        await placed(ada, shown, "8G CAT", said("analysis.rack_unknown", name="Bruno"))
        await ask(ada, "/review analysis turn:1", said("analysis.rack_known", name="Ada", tiles="**ACT**"))
        await ask(bruno, f"/review analysis game:{game} turn:1 move:pass", "**Bruno** is to move")
        await ask(bruno, f"/review analysis game:{game} turn:3", said("analysis.no_turn_game", number=3))
        await ask(chloe, f"/review analysis game:{game}", said("rights.review_by_players"))
        stage.luck.draws = ["A", "C", "CAT", "SOD"]
        await dealt(stage, ada, bruno)
        refused = await stage.naming(RunningPosition, ada.channel_id())
        # With a set of tiles that people have made, the finished game itself may lead up to that position.
        await ask(ada, f"/review game game:{game}", refused)


@pytest.mark.gate
async def test_X7_a_board_says_that_it_is_looking_and_comes_back_if_that_fails(tmp_path: Path) -> None:
    """While moves are found, by a search or a computer player, there is nothing to press twice; what fails is told."""
    async with gathered(tmp_path) as (stage, ada, _bruno):
        shown = await ask(ada, "/review analysis rack:CATSDO?", "Rack: **ACDOST?**")
        computer = said("analysis.let_computer_player")
        for press, told in (
            (lambda: ada.click(shown, "Simulate"), said("analysis.looking_for_moves")),
            (lambda: ada.select(shown, "4", which=computer), said("analysis.computer_player")),
        ):
            going = asyncio.Event()

            async def fail(*_: Any, going: asyncio.Event = going) -> None:
                await going.wait()
                raise NoPosition("is gone")

            stage.app.core.analyser.run = fail
            pressing = asyncio.ensure_future(press())
            assert buttons_of(await shows(ada, shown, told)) == ["Back"]
            last = ada.last()
            going.set()
            await pressing
            await shows(ada, shown, "Rack: **ACDOST?**")
            await answer(ada, said("analysis.cannot_read_position"), after=last)


async def test_X7_a_running_game_with_a_real_board_is_open_to_others_without_racks(tmp_path: Path) -> None:
    """Its players are refused; others get the board and a warning, and never the computer player's open rack."""
    async with gathered(tmp_path, letters="CATSODEEE" * 4, rack_size=3) as (stage, ada, bruno):
        await ada.command("/game new variant:tiny computer:3")
        await ada.wait_message("seats taken")
        await ask(ada, "/game rules rule:tabletop value:on")
        await ask(ada, "/game tabletop start player:1")
        await ask(ada, "/game tabletop rack player:2 tiles:SOD", "holds")
        await ask(ada, "/review analysis", await stage.naming(RunningPosition, ada.channel_id()))
        told = text_of(await ask(bruno, "/review analysis", said("analysis.game_still_running")))
        assert said("analysis.rack_unknown", name="Ada") in told
        assert "SOD" not in told and "DOS" not in told


async def test_X7_what_cannot_be_done_is_refused_with_a_reason(tmp_path: Path) -> None:
    """Unreadable positions, impossible racks and moves, and buttons of a board that belongs to someone else.

    What can be done is told in words to whoever wants text, also in direct messages.
    """
    async with gathered(tmp_path) as (stage, ada, bruno):
        await ask(ada, "/review analysis position:15/15 / 0/0 0", said("analysis.cannot_read_position"))
        await ask(ada, "/review analysis rack:QQQ", said("analysis.rack_holds_tiles", most=7))
        await ask(ada, "/review analysis rack:AAAAAAAA", said("analysis.rack_holds_tiles", most=7))
        await ask(ada, "/review analysis move:1A CAT", said("moves.first_word_cover"))
        await ask(ada, "/review analysis move:8H TOAD", "**Player 2** is to move")
        boards = stage.app.core.services.of(AnalysisServices).boards
        latest = await boards.latest(ada.id)
        assert latest
        with pytest.raises(UnknownBoard):
            await boards.board(bruno.id, latest.id)
        await text_only(ada)
        assert not pictures_of(await ask(ada, "/review analysis rack:CATSDO?", "Board of 15 by 15"))
        await ada.open_dm()
        await ask(ada, "/review analysis", said("analysis.rack_unknown"), channel=DM)
