"""Several people at one screen (ledger N26), and distinct names (K22)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.model.deliveries import DeliveryKind
from bot.service.sending.fanout import fan_out
from engine import errors as err
from engine.formats.journal import record
from engine.game import commands as cmd
from engine.game.hotseat import acting_seat
from engine.game.phases import Over, Paused
from engine.game.state import Person
from engine.model.rules import Rules
from tests.support.games import CLASSIC, DOUBLE, NO_UNDO, Table, check_invariants, variant_of
from tests.support.readable import buttons_of, text_of
from tests.support.ruled import opened
from tests.support.running import ask, board, gathered, press_more
from tests.support.sentences import said

RACKS = ("CATSDOG", "AEINRST", "HOMELUX")


def table(rules: Rules = NO_UNDO, begin: bool = True) -> Table:
    """Ada (101) with two guests at the same screen, and Ada on turn."""
    opened_ = Table(rules, names=("101",))
    for name in ("Ben", "Cleo"):
        opened_.do(cmd.AddGuest("101", name))
    return opened_.start(*RACKS) if begin else opened_


def test_N26_a_member_holds_seats_of_guests_with_names_and_ids_of_their_own() -> None:
    """Each guest is a person with their own rack."""
    players = [seat.player for seat in table().game.seats]
    assert players[1:] == [Person("101#2", "Ben"), Person("101#3", "Cleo")]
    assert table().game.seats_of("101") == (0, 1, 2) and players[2].member == "101"  # type: ignore[union-attr]


def test_N26_commands_of_the_member_act_for_the_seat_on_turn() -> None:
    """Each in turn, always entered by the same member; undo is for the seat that moved."""
    opened_ = table(Rules())
    opened_.do(cmd.Play("101", "8H CATS"))
    opened_.do(cmd.Undo("101"))
    assert opened_.game.on_turn == 0 and opened_.game.board.is_empty
    opened_.do(cmd.Play("101", "8H CATS"))
    assert opened_.scores[0] and acting_seat(opened_.game, "101") == 1
    opened_.do(cmd.Exchange("101", "AE"))
    opened_.do(cmd.Pass("101"))
    assert opened_.game.on_turn == 0
    check_invariants(opened_)


@pytest.mark.parametrize("rules", [CLASSIC, DOUBLE])
def test_N26_guests_challenge_each_other(rules: Rules) -> None:
    """The seat on turn challenges, never the seat that played."""
    opened_ = table(rules)
    opened_.do(cmd.Play("101", "8H CATS"))
    event = opened_.do(cmd.Challenge("101"))[0]
    assert event.by == 1 and event.seat == 0  # type: ignore[union-attr]
    check_invariants(opened_)


def test_N26_leaving_is_for_the_seat_on_turn_and_in_the_lobby_for_all() -> None:
    """The seat on turn resigns; if the member leaves the lobby, the guests leave too."""
    opened_ = table()
    opened_.do(cmd.Pass("101"))
    opened_.do(cmd.Resign("101"))
    assert [seat.in_play for seat in opened_.game.seats] == [True, False, True]
    lobby = table(begin=False)
    lobby.do(cmd.Join(Person("202", "Dora")))
    lobby.do(cmd.Leave("101"))
    assert [seat.player.id for seat in lobby.game.seats] == ["202"] and lobby.game.host == "202"
    alone = table(begin=False)
    alone.do(cmd.Leave("101"))
    assert isinstance(alone.game.phase, Over)


def test_N26_a_member_agrees_for_the_guests_to_go_on() -> None:
    """After a pause, and with a game from a file, nobody waits for guests, who cannot type."""
    opened_ = table(begin=False)
    opened_.do(cmd.Join(Person("202", "Dora")))
    opened_.start()
    opened_.do(cmd.Pause("101", "tea"))
    opened_.do(cmd.Load("101", "file", "", False))
    opened_.do(cmd.Resume("202"))
    assert not isinstance(opened_.game.phase, Paused)
    alone = table()
    alone.do(cmd.Pause("101", "tea"))
    alone.do(cmd.Load("101", "file", "", False))
    assert not isinstance(alone.game.phase, Paused)


def test_N26_guests_need_a_member_and_a_free_seat() -> None:
    """Like everyone else."""
    opened_ = Table(names=("101",), variant=variant_of("CATSDOGAEINRST"))
    with pytest.raises(err.NotSeated):
        opened_.do(cmd.AddGuest("202", "Ben"))
    opened_.do(cmd.AddGuest("101", "Ben"))
    with pytest.raises(err.NoSeatFree):
        opened_.do(cmd.AddGuest("101", "Cleo"))
    opened_.do(cmd.Start("101"))
    with pytest.raises(err.AlreadyStarted):
        opened_.do(cmd.AddGuest("101", "Cleo"))


def test_N26_no_rack_of_a_shared_screen_is_ever_sent() -> None:
    """Neither the member's rack nor a guest's; other people get theirs."""
    opened_ = table(begin=False)
    opened_.do(cmd.Join(Person("202", "Dora")))
    before = opened_.game
    sent = fan_out(before, opened_.do(cmd.Start("101")), opened_.game)
    racks = [one.target.id for one in sent if one.kind is DeliveryKind.RACK and one.target]
    assert racks == [202]


def test_K22_equal_names_are_told_apart_and_have_no_white_space_in_files() -> None:
    """Guests with the same name, robots, and names of several words."""
    opened_ = Table(names=("101",))
    for name in ("Ann Lee", "Ann Lee"):
        opened_.do(cmd.AddGuest("101", name))
    opened_.do(cmd.AddComputer("101", 2))
    opened_.start()
    nicks = [player.nick for player in record(opened_.events, open_racks=True).players]
    assert nicks == ["101", "Ann_Lee", "Ann_Lee_3", "Robot1"]


async def test_N26_hot_seat_in_the_bot(tmp_path: Path) -> None:
    """Two at one screen: a button shows each rack privately; typed moves go to the seat on turn; no direct message."""
    async with gathered(tmp_path, "CAT", "SOD", "EEE", letters="CATSODEEERNTA", rack_size=3) as (_, ada, bruno):
        lobby = await opened((ada,), "undo off")
        await ask(ada, "/seat guest name:Ben", "Ben joined")
        told = await bruno.wait_message("(at **Ada**'s screen)")
        await bruno.click(told, "Join")
        await ada.wait_message("**Bruno**")
        await ada.click(lobby, "Start")
        first = await board(ada, "plays first")
        assert buttons_of(first) == ["Rack", "Rack: Ada", "Play", "Hint", "More"]
        await press_more(ada, first, "Rack: Ben")
        rack = await ada.wait_message("The tiles of **Ben** in")
        assert "D O S" in text_of(rack) and "Hide" in buttons_of(rack)
        await ada.click(rack, "Vowels first")
        rack = await ada.wait_message("O D S")
        await ada.click(rack, "Hide")
        await ada.wait_gone(rack)
        await bruno.click(first, "Rack: Ada")
        await bruno.wait_message(said("seats.no_seat"))
        await ask(ada, "/play move:8H CAT", "You played 8H CAT")
        second = await board(bruno, said("status.your_turn", name="**Ben**"))
        await ask(ada, "/exchange tiles:D", "**Ben** exchanged 1 tile.")
        await board(bruno, after=second)
        assert not any("Your tiles" in text_of(message) for message in ada.dm())
        assert any("Your tiles" in text_of(message) for message in bruno.dm())


@pytest.mark.gate
async def test_nobody_without_a_seat_is_asked_whether_to_resign(tmp_path: Path) -> None:
    """They are told so at once."""
    async with gathered(tmp_path, people=("Ada", "Bruno")) as (_, ada, bruno):
        await ask(ada, "/game new", said("receipts.opened"))
        await ask(bruno, "/game resign", said("seats.no_seat"))


@pytest.mark.gate
async def test_N26_the_question_about_resigning_names_who_is_meant(tmp_path: Path) -> None:
    """It does nothing once it is another guest's turn; Leave works alike."""
    async with gathered(tmp_path, letters="CATSODEEERNTA", rack_size=3, people=("Ada",)) as (stage, ada):
        lobby = await opened((ada,), "undo off")
        for name in ("Ben", "Cleo"):
            await ask(ada, f"/seat guest name:{name}", f"{name} joined")
        await ada.click(lobby, "Start")
        await board(ada, "plays first")
        leaving = await ask(ada, "/game leave", said("lobby.remove_player", name="**Ada**"))
        await ask(ada, "/pass", "passed")
        last = ada.last()
        await ada.click(leaving, "Leave")
        await ada.wait_message(said("moves.board_changed_since"), after=last)
        assert len((await stage.state(ada.channel_id())).in_play) == 3
        asked = said("lobby.want_to_resign_other", name="**Ben**")
        await ada.click(await ask(ada, "/game resign", asked), "Resign")
        await ada.wait_message("**Ben** resigned.")
        assert len((await stage.state(ada.channel_id())).in_play) == 2
