"""Joining, starting and playing again: ledger D1, K2, C1, K4, M10."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.text import texts_for
from bot.text.cast import cast_of
from bot.text.scores import score_table
from engine import errors
from engine.computer.candidates import Report, ignore
from engine.game import commands as cmd
from engine.game.history import history
from engine.game.phases import Lobby
from engine.game.state import Computer
from engine.game.state import Person as Player
from engine.game.views import SeatView, table_view
from tests.support.games import NO_UNDO, Table, check_invariants, variant_of
from tests.support.playground import Person, Refused
from tests.support.readable import buttons_of, text_of
from tests.support.running import answer, ask, board, gathered, scene, started
from tests.support.sentences import said
from tests.support.service import passes

LETTERS = "CATSODEEECATSODEEE"


# --- joining and starting (D1) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["ada", "bruno", "chloe", "deniz"])
def test_D1_up_to_four_join_and_any_of_them_starts(who: str) -> None:
    """A fifth finds no seat; a person without a seat cannot start; any of the four can start the game for all."""
    table = Table(names=("ada", "bruno", "chloe", "deniz"))
    with pytest.raises(errors.NoSeatFree):
        table.do(cmd.Join(Player("eve", "Eve")))
    with pytest.raises(errors.NotSeated):
        table.do(cmd.Start("eve"))
    assert isinstance(table.game.phase, Lobby)
    table.do(cmd.Start(who))
    assert table.game.on_turn is not None
    assert [len(seat.rack) for seat in table.game.seats] == [7, 7, 7, 7]
    with pytest.raises(errors.AlreadyStarted):
        table.do(cmd.Start("ada"))


async def test_D1_in_the_bot_anybody_seated_starts(tmp_path: Path) -> None:
    """By command or button, even if someone else opened the game; a spectator is refused and nothing begins."""
    async with scene(tmp_path, letters=LETTERS, rack_size=3) as stage, AsyncExitStack() as pages:
        names = ("Ada", "Bruno", "Chloe", "Deniz")
        ada, bruno, chloe, deniz = [
            await pages.enter_async_context(Person.at(stage.playground, name)) for name in names
        ]
        await ask(ada, "/game new variant:tiny")
        lobby = await bruno.wait_message("1 of 4 seats taken")
        await ask(bruno, "/game join", said("receipts.joined"))
        await chloe.click(lobby, "Join")
        await ada.wait_message("3 of 4 seats taken")
        await ask(deniz, "/game start", "no seat")
        await deniz.click(lobby, "Start")
        await answer(deniz, "no seat")
        assert isinstance((await stage.state(ada.channel_id())).phase, Lobby)
        await ask(deniz, "/game join", said("receipts.joined"))
        await ada.wait_message("4 seats taken")
        await ask(chloe, "/game start")
        await board(ada)
        state = await stage.state(ada.channel_id())
        assert [seat.player.name for seat in state.seats] == list(names)


# --- as many as the tiles suffice for (K2) ----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 5, 9])
def test_K2_people_and_robots_sit_down_while_the_tiles_suffice(seats: int) -> None:
    """Any mix, up to full racks for all; others are refused, whatever the rules allow; and the game can be played."""
    rules = NO_UNDO.with_value("players", "12")
    table = Table(rules, variant_of("AEIRSTNOLD" * seats, 10), names=("ada",))
    for number in range(1, seats):
        join = cmd.Join(Player(f"p{number}", f"P{number}")) if number % 2 else cmd.AddComputer("ada", 3)
        table.do(join)
    for one_more in (cmd.Join(Player("eve", "Eve")), cmd.AddComputer("ada", 3)):
        with pytest.raises(errors.NoSeatFree) as refused:
            table.do(one_more)
        assert refused.value.seats == seats
    table.start()
    assert [len(seat.rack) for seat in table.game.seats] == [10] * seats
    check_invariants(table)


async def test_K2_in_the_bot_the_seats_of_a_small_set_and_of_the_rules(tmp_path: Path) -> None:
    """The lobby says how many there are; rules can lower the number, never raise it."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, thinker=passes) as (_, ada, bruno):
        await ask(ada, "/game new variant:tiny computer:2")
        lobby = await ada.wait_message("2 of 3 seats taken")
        await ask(ada, "/game rules rule:players value:8", "is now")
        await bruno.click(lobby, "Join")
        await ada.wait_message("3 of 3 seats taken")
        await ask(ada, "/seat computer level:1", "All 3 seats")
        await ask(ada, "/game start")
        await board(ada, "plays first", after=lobby)


# --- computer players (C1) --------------------------------------------------------------------------------------------


async def test_C1_in_the_bot_up_to_three_opponents_each_with_a_level_of_its_own(tmp_path: Path) -> None:
    """An unknown level and a fourth opponent are refused; each of the three plays at its own level."""
    levels: list[int] = []

    def watched(view: SeatView, should_stop: Callable[[], bool], report: Report = ignore) -> cmd.Command:
        player = view.table.seats[view.seat].player
        assert isinstance(player, Computer)
        levels.append(player.level)
        return passes(view, should_stop, report)

    async with gathered(tmp_path, letters=LETTERS, rack_size=3, thinker=watched, people=("Ada",)) as (_, ada):
        await ask(ada, "/game new variant:tiny preset:classic computer:1")
        await ask(ada, "/game rules rule:first_player value:host", "is now")
        with pytest.raises(Refused):
            await ada.command("/seat computer level:9")
        await ask(ada, "/seat computer level:8", "Robot2 (level 8) joined")
        await ask(ada, "/seat computer level:4", "Robot3 (level 4) joined")
        await ask(ada, "/seat computer level:2", "All 4 seats")
        await ask(ada, "/game start")
        first = await board(ada)
        await ask(ada, "/pass", "You passed")
        await board(ada, after=first)
        assert levels == [1, 8, 4]


# --- watching (K4) ----------------------------------------------------------------------------------------------------


def test_K4_watchers_know_nothing_of_any_rack() -> None:
    """The public view of two games that differ only in hidden tiles is the same, to the last line of scores."""
    shown = []
    for other in ("QUAZJVK", "AEIOURN"):
        table = Table(NO_UNDO, names=("ada", "bruno")).start("HELLOXY", other)
        table.play("8D HELLO")
        table.deal("XYEAIOU", other, first=1)
        view = table_view(table.game)
        shown.append((view, score_table(view, history(table.events), cast_of(view, str), texts_for("en"))))
    assert shown[0] == shown[1]


async def test_K4_in_the_bot_anybody_in_the_channel_looks_on(tmp_path: Path) -> None:
    """People without a seat see board, scores, words and status, but cannot see racks or move."""
    async with gathered(
        tmp_path, "A", "C", "CAT", "SOD", letters=LETTERS, rack_size=3, people=("Ada", "Bruno", "Chloe")
    ) as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT", "You played")
        shown = await board(chloe, "played 8H AT", after=first)
        for line, told in (
            ("/board style:text", "A"),
            ("/scores", "Ada"),
            ("/words", "8H AT"),
            ("/game status", "Bruno"),
        ):
            await ask(chloe, line, told)
        for line in ("/rack", "/play move:8H AT", "/pass", "/exchange tiles:all", "/hint"):
            await ask(chloe, line, said("seats.no_seat"))
        await chloe.click(shown, "Rack")
        await answer(chloe, said("seats.no_seat"))
        assert (await stage.state(ada.channel_id())).on_turn == 1


# --- playing again (M10) ----------------------------------------------------------------------------------------------


async def test_M10_playing_again_has_the_same_rules_and_levels(tmp_path: Path) -> None:
    """The person who presses is host; computer players are seated at their levels, the others join and it begins."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3, thinker=passes) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny preset:classic computer:3")
        await ask(ada, "/seat computer level:7")
        await ask(ada, "/game rules rule:exchange_min_pool value:0", "is now")
        await bruno.click(await bruno.wait_message("seats taken"), "Join")
        await answer(bruno, said("receipts.joined"))
        await ask(ada, "/game start")
        await board(ada)
        played = await stage.state(ada.channel_id())
        for one in (ada, bruno):
            await one.click(await ask(one, "/game end"), "End for good")
            await answer(one, "You resigned." if one is ada else said("receipts.over"))
        over = await board(bruno, said("receipts.over"))
        assert "Rematch" in buttons_of(over)
        await bruno.click(over, "Rematch")
        lobby = await ada.wait_message("seats taken", after=over)
        again = await stage.state(ada.channel_id())
        assert again.host == bruno.id
        assert (again.rules, again.variant) == (played.rules, played.variant)
        levels = [seat.player.level for seat in again.seats if isinstance(seat.player, Computer)]
        assert sorted(levels) == [3, 7]
        assert "level 3" in text_of(lobby) and "level 7" in text_of(lobby)
        await ada.click(lobby, "Join")
        await answer(ada, said("receipts.joined"))
        await ask(ada, "/game start")
        await board(ada, "plays first", after=lobby)
        state = await stage.state(ada.channel_id())
        assert sorted(seat.player.name for seat in state.seats if isinstance(seat.player, Player)) == ["Ada", "Bruno"]
        assert [seat.score for seat in state.seats] == [0, 0, 0, 0]


async def test_M10_by_the_command_too(tmp_path: Path) -> None:
    """`/game rematch` after the end; during a game the channel is taken."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3, thinker=passes, people=("Ada",)) as (stage, ada):
        await ask(ada, "/game new variant:tiny computer:5")
        await ask(ada, "/game start")
        over = await board(ada)
        await ask(ada, "/game rematch", said("games.channel_has_game"))
        await ada.click(await ask(ada, "/game end"), "End for good")
        await board(ada, said("receipts.over"), after=over)
        await ask(ada, "/game rematch")
        seats = (await stage.state(ada.channel_id())).seats
        assert [seat.player.level for seat in seats if isinstance(seat.player, Computer)] == [5]
