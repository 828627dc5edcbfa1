"""Seats: who may have one, who may look on, and how they change hands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine import errors as err
from engine.computer.tools import Report, ignore
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.phases import EndReason, Over
from engine.game.state import Computer, Person
from engine.game.views import SeatView, seat_view
from engine.model.rules import Rules
from tests.support.games import Table, check_invariants
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Refused
from tests.support.ruled import begun
from tests.support.running import answer, ask, board, gathered, press_more, started
from tests.support.sentences import said
from tests.support.service import passes

COMPUTER = Rules(undo=False).with_value("on_leave", "computer").with_value("computer_level", "7")
SKIP = Rules(undo=False)
ADA, BRUNO, CHLOE, DENIZ = (Person(name, name.title()) for name in ("ada", "bruno", "chloe", "deniz"))


def table(rules: Rules = COMPUTER, names: tuple[str, ...] = ("ada", "bruno", "chloe")) -> Table:
    """A started game for three, with Ada on turn."""
    return Table(rules, names=names).start("AEINRST", "CATSDOG", "HORNFAR"[:7])


def test_K3_a_computer_takes_over_and_gives_the_seat_back() -> None:
    """Rack, score and turn stay; the computer plays at the rules' level; the owner continues where it stopped."""
    opened = table()
    opened.do(cmd.Leave("ada"))
    seat = opened.game.seats[0]
    assert seat.player == Computer("computer-1", "Robot1", 7) and seat.owner == ADA and opened.letters(0) == "AEINRST"
    due = next_deadline(opened.game)
    assert due is not None and due.due is Due.COMPUTER and due.seat == 0
    opened.do(cmd.Play("computer-1", "8H RAT"))
    opened.do(cmd.TakeSeat(ADA, 0, "ada"))
    back = opened.game.seats[0]
    assert back.player == ADA and back.owner is None and back.score == opened.scores[0] > 0
    check_invariants(opened)


def test_K3_it_goes_on_in_the_middle_of_a_turn() -> None:
    """Back before the computer has moved, the owner is on turn, no time is won, and the computer's move is refused.

    Until then the owner is told that the seat is kept, not that there is none.
    """
    opened = table(COMPUTER.with_value("turn_clock", "1m"))
    before = next_deadline(opened.game)
    opened.do(cmd.Leave("ada"), after=30_000)
    with pytest.raises(err.SeatKept):
        opened.do(cmd.Pass("ada"))
    opened.do(cmd.TakeSeat(ADA, 0, "ada"), after=10_000)
    assert opened.on_turn == "ada" and next_deadline(opened.game) == before
    with pytest.raises(err.NotSeated):
        opened.do(cmd.Play("computer-1", "8H RAT"))


def test_K3_resigning_is_for_good_and_loses_between_two() -> None:
    """With three players a computer plays on and the player cannot return; with two, the opponent wins."""
    opened = table()
    opened.do(cmd.Resign("bruno"))
    assert isinstance(opened.game.seats[1].player, Computer) and opened.game.seats[1].owner is None
    with pytest.raises(err.SeatNotFree):
        opened.do(cmd.TakeSeat(BRUNO, 1, "bruno"))
    two = Table(COMPUTER).start()
    two.pass_()
    two.pass_()
    two.do(cmd.Resign("ada"))
    assert isinstance(two.game.phase, Over) and two.game.phase.winners == (1,)


def test_K3_over_the_limit_of_time_a_computer_plays_on_among_three() -> None:
    """For good, as if the owner had resigned."""
    rules = COMPUTER.with_value("game_clock", "1m").with_value("overtime_limit", "1m")
    opened = table(rules)
    opened.now += 200_000
    opened.do(cmd.Expire(opened.game.turn))
    seat = opened.game.seats[0]
    assert isinstance(seat.player, Computer) and seat.owner is None
    assert isinstance(opened.events[-1], ev.TakenOver) and opened.events[-1].how is ev.Departure.OVERTIME


def test_K3_a_game_without_people_ends() -> None:
    """When the last person leaves, the computers do not play on among themselves."""
    opened = table()
    for _ in range(3):
        opened.pass_()
    for name in ("ada", "bruno"):
        opened.do(cmd.Leave(name))
    assert not isinstance(opened.game.phase, Over)
    opened.do(cmd.Leave("chloe"))
    assert isinstance(opened.game.phase, Over) and opened.game.phase.reason is EndReason.LEFT


def test_N8_another_person_plays_on_in_a_seat_that_was_left() -> None:
    """Anyone may take it under skip; a kept seat or an occupied one needs the host's permission."""
    opened = table(SKIP)
    opened.do(cmd.Leave("bruno"))
    opened.do(cmd.TakeSeat(DENIZ, 1, "deniz"))
    assert opened.game.seats[1].player == DENIZ and opened.letters(1) == "ACDGOST"
    assert seat_view(opened.game, 1).rack == opened.game.seats[1].rack
    kept = table()
    kept.do(cmd.Leave("bruno"))
    for number in (1, 2):
        with pytest.raises(err.OnlyHost):
            kept.do(cmd.TakeSeat(DENIZ, number, "deniz"))
    kept.give(DENIZ, 1, "ada")
    assert kept.game.seats[1].owner is None
    with pytest.raises(err.OnlyHost):
        kept.do(cmd.TakeSeat(BRUNO, 1, "bruno"))
    check_invariants(kept)


def test_N8_seats_keep_their_kind_and_nobody_has_two() -> None:
    """People cannot take a computer player's own seat, and a player with a seat cannot take another."""
    opened = Table(SKIP, names=("ada", "bruno"))
    opened.do(cmd.AddComputer("ada", 3))
    opened.start()
    with pytest.raises(err.SeatNotFree):
        opened.give(DENIZ, 2, "ada")
    with pytest.raises(err.AlreadySeated):
        opened.do(cmd.TakeSeat(ADA, 1, "ada"))
    with pytest.raises(err.NoSuchSeat):
        opened.give(DENIZ, 7, "ada")


def test_K22_computers_without_names_are_numbered_and_never_share_an_id() -> None:
    """Robot1 to RobotN, including those that take over later."""
    opened = Table(COMPUTER, names=("ada", "bruno"))
    opened.do(cmd.AddComputer("ada", 3))
    opened.start()
    opened.do(cmd.Leave("bruno"))
    assert [seat.player.name for seat in opened.game.seats[1:]] == ["Robot2", "Robot1"]


async def test_K3_leaving_and_coming_back_in_the_bot(tmp_path: Path) -> None:
    """Ada leaves, the computer moves for her, and the button gives her the seat back with its rack."""
    async with gathered(tmp_path, rack_size=3, thinker=passes) as (stage, ada, bruno):
        first = await begun((ada, bruno), "on_leave computer")
        rack = await stage.rack(ada, first["channel_id"])
        await ada.click(await ask(ada, "/leave", said("lobby.want_to_leave")), "Leave")
        await answer(ada, "**Robot1** plays for you")
        await bruno.wait_message(
            f"**Ada** left. **Robot1** plays until **Ada** comes back.\n{said('board.now_the_host', name='**Bruno**')}",
        )
        shown = await board(bruno, "**Robot1** passed")
        assert said("board.take_seat_back") not in buttons_of(shown)
        await bruno.click(shown, "More")
        assert said("board.take_seat_back") not in buttons_of(await answer(bruno, "More about"))
        await ask(ada, "/move pass", said("seats.playing_for_you", name="**Robot1**"))
        await press_more(ada, shown, said("board.take_seat_back"))
        await answer(ada, said("specials.seat_is_yours"))
        await bruno.wait_message("**Ada** is back.")
        assert await stage.rack(ada, first["channel_id"]) == rack
        assert any("Your tiles" in text_of(message) for message in ada.dm())
        back = await board(ada, after=shown)
        await ada.click(back, "More")
        assert said("board.take_seat_back") not in buttons_of(await answer(ada, "More about"))
        await ask(bruno, "/move pass")
        await board(ada, said("happenings.passed", name="**Bruno**"), after=back)
        await bruno.click(await ask(bruno, "/game resign", said("lobby.want_to_resign")), "Resign")
        await ada.wait_message(said("statistics.given_up", 1, names="**Ada**"))


@pytest.mark.gate
async def test_N8_removing_and_handing_over_in_the_bot(tmp_path: Path) -> None:
    """`/game seat remove` asks first; `/game seat give` lets someone else play on; outsiders may do neither."""
    people = ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, rack_size=3, thinker=passes, people=people) as (stage, ada, bruno, chloe):
        first = await begun((ada, bruno), "on_leave computer")
        await ask(bruno, "/game seat remove player:Ada", "Only the host")
        await ask(ada, "/game seat remove player:Zoe", "Nobody called Zoe is playing here")
        await ada.click(await ask(ada, "/game seat remove player:Bruno", "remove **Bruno** from **"), "Remove")
        await chloe.wait_message(said("specials.removed_game", name="**Bruno**", computer="**Robot1**"))
        await ask(bruno, "/join", said("seats.too_late"))
        await ask(chloe, "/game seat give player:Robot1 person:Chloe", "Only the host")
        refused = said("core.bot_cannot_take_seat", name="**Tilewright**")
        await ask(ada, "/game seat give player:2 person:Tilewright", refused)
        await ask(ada, "/game seat give player:2 person:Chloe", "I have asked **Chloe**. Nothing changes until")
        question = await chloe.wait_message(said("specials.you_like_play_seat", name="**Robot1**"))
        assert [one["id"] for one in question["mentions"]] == [chloe.id]
        await ask(chloe, "/rack", "no seat")
        await ada.click(question, "I agree")
        await answer(ada, said("seats.nobody_asking_you"))
        await chloe.click(question, "I agree")
        await chloe.wait_message("**Chloe** takes over from **Bruno** with new tiles")
        assert len(await stage.rack(chloe, first["channel_id"])) == 3
        choices = await ada.autocomplete("/game seat remove player:Ch")
        assert [choice["value"] for choice in choices] == ["2"]


@pytest.mark.gate
async def test_N8_joining_takes_a_seat_that_was_left_in_the_bot(tmp_path: Path) -> None:
    """Under skip, `/join` in a running game takes the empty seat."""
    people = ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, rack_size=3, people=people) as (stage, ada, bruno, chloe):
        first = await begun((ada, bruno, chloe))
        await chloe.click(await ask(chloe, "/leave", "Do you want"), "Leave")
        told = await ada.wait_message("**Chloe** left the game.")
        assert "host" not in text_of(told)
        await ask(chloe, "/join", said("specials.seat_is_yours"))
        assert (await stage.state(first["channel_id"])).seats[2].in_play


LETTERS = "CATSODEEECATSODEEE"


@pytest.mark.soak
async def test_K2_in_the_bot_the_seats_of_a_small_set_and_of_the_rules(tmp_path: Path) -> None:
    """The lobby says how many there are; rules can lower the number, never raise it."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, thinker=passes) as (_, ada, bruno):
        await ask(ada, "/game new variant:tiny computer:2")
        lobby = await ada.wait_message("2 of 3 seats taken")
        await ask(ada, "/game rules rule:players value:8", "is now")
        await bruno.click(lobby, "Join")
        await ada.wait_message("3 of 3 seats taken")
        await ask(ada, "/game seat computer level:1", "All 3 seats")
        await ask(ada, "/game start")
        await board(ada, said("happenings.goes_first"), after=lobby)


@pytest.mark.soak
async def test_C1_in_the_bot_up_to_three_opponents_each_with_a_level_of_its_own(tmp_path: Path) -> None:
    """An unknown level and a fourth opponent are refused; each of the three plays at its own level."""
    levels: list[int] = []

    def watched(
        view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        player = view.table.seats[view.seat].player
        assert isinstance(player, Computer)
        levels.append(player.level)
        return passes(view, should_stop, report)

    async with gathered(tmp_path, letters=LETTERS, rack_size=3, thinker=watched, people=("Ada",)) as (_, ada):
        await ask(ada, "/game new variant:tiny preset:classic computer:1")
        await ask(ada, "/game rules rule:first_player value:host", "is now")
        with pytest.raises(Refused):
            await ada.command("/game seat computer level:9")
        await ask(ada, "/game seat computer level:8", "Robot2 (level 8) joined")
        await ask(ada, "/game seat computer level:4", "Robot3 (level 4) joined")
        await ask(ada, "/game seat computer level:2", "All 4 seats")
        await ask(ada, "/game start")
        first = await board(ada)
        await ask(ada, "/move pass", "You passed")
        await board(ada, after=first)
        assert levels == [1, 8, 4]


async def test_K4_in_the_bot_anybody_in_the_channel_looks_on(tmp_path: Path) -> None:
    """People without a seat see board, scores, words and status, but cannot see racks or move."""
    async with gathered(
        tmp_path, "A", "C", "CAT", "SOD", letters=LETTERS, rack_size=3, people=("Ada", "Bruno", "Chloe")
    ) as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT", "You played")
        shown = await board(chloe, "played 8H AT", after=first)
        for line, told in (
            ("/game board style:text", "A"),
            ("/game scores", "Ada"),
            ("/word played", "8H AT"),
            ("/game status", "Bruno"),
        ):
            await ask(chloe, line, told)
        for line in ("/rack", "/play move:8H AT", "/move pass", "/move exchange tiles:all", "/hint"):
            await ask(chloe, line, said("seats.no_seat"))
        await chloe.click(shown, "Rack")
        await answer(chloe, said("seats.no_seat"))
        assert (await stage.state(ada.channel_id())).on_turn == 1
