"""Several people at one screen (ledger N26), and names, distinct in texts and in pictures."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from bot.front.board.scenes import whole_scene
from bot.model.deliveries import DeliveryKind
from bot.model.drawn import legible
from bot.service.sending.fanout import fan_out
from bot.text import texts_for
from bot.text.names import computer_names
from engine import errors as err
from engine.formats.journal import record
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.decisions.seats import renamed
from engine.game.hotseat import acting_seat
from engine.game.phases import Over, Paused
from engine.game.state import Person
from engine.game.views import table_view
from engine.model.rules import Rules
from tests.support.games import CLASSIC, DOUBLE, NO_UNDO, Table, check_invariants, variant_of
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.ruled import opened
from tests.support.running import DRAWS, LETTERS, Scene, answer, ask, board, choose, gathered, press_more, started
from tests.support.sentences import said
from tests.support.service import passes

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
        await ask(ada, "/game seat guest name:Ben", "Ben joined")
        told = await bruno.wait_message("(at Ada's screen)")
        await bruno.click(told, "Join")
        await ada.wait_message(". Bruno")
        await ada.click(lobby, "Start")
        first = await board(ada, said("happenings.goes_first"))
        assert buttons_of(first) == ["Rack", "Rack: Ada", "Play", "Compose", "More"]
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
        await ask(ada, "/move exchange tiles:D", "**Ben** exchanged 1 tile.")
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
            await ask(ada, f"/game seat guest name:{name}", f"{name} joined")
        await ada.click(lobby, "Start")
        await board(ada, said("happenings.goes_first"))
        leaving = await ask(ada, "/leave", said("lobby.remove_player", name="**Ada**"))
        await ask(ada, "/move pass", "passed")
        last = ada.last()
        await ada.click(leaving, "Leave")
        await ada.wait_message(said("moves.board_changed_since"), after=last)
        assert len((await stage.state(ada.channel_id())).in_play) == 3
        asked = said("lobby.want_to_resign_other", name="**Ben**")
        await ada.click(await ask(ada, "/game resign", asked), "Resign")
        await ada.wait_message("**Ben** resigned.")
        assert len((await stage.state(ada.channel_id())).in_play) == 2


async def drawn_names(stage: Scene, channel: str) -> list[str]:
    """The names as the picture of a board shows them."""
    scene = whole_scene(table_view(await stage.state(channel)), texts_for("en"))
    return [legible(seat.name) for seat in scene.seats]


@pytest.mark.soak
async def test_K22_names_that_the_fonts_lack_are_replaced_by_user_names(tmp_path: Path) -> None:
    """The same in texts and pictures: else both would be one lozenge."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        for person, name in ((ada, "ก้อง"), (bruno, "ขวัญ")):
            person.known.user["global_name"] = name
        await ask(ada, "/game new variant:tiny")
        await bruno.click(await bruno.wait_message("seats taken"), "Join")
        await answer(bruno, said("receipts.joined"))
        await ask(ada, "/game start")
        first = await board(bruno)
        assert await drawn_names(stage, ada.channel_id()) == ["ada", "bruno"]
        assert "ada" in text_of(first) and "ก" not in text_of(first)


@pytest.mark.soak
async def test_K22_chinese_names_are_drawn(tmp_path: Path) -> None:
    """No fallback is needed where a font has the letters."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        for person, name in ((ada, "小明"), (bruno, "小红")):
            person.known.user["global_name"] = name
        await started(ada, bruno)
        assert await drawn_names(stage, ada.channel_id()) == ["小明", "小红"]


async def test_K22_a_changed_name_is_shown_once_its_person_has_acted(tmp_path: Path) -> None:
    """In the game's server; a direct message does not know what a person is called there."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        ada.known.user["global_name"] = "Countess"
        await ask(ada, "/move undo", channel=await ada.open_dm())
        assert await drawn_names(stage, ada.channel_id()) == ["Ada", "Bruno"]
        await ask(ada, "/play move:8H AT")
        assert "**Countess** played 8H AT" in text_of(await board(bruno, "8H AT", after=first))
        assert await drawn_names(stage, ada.channel_id()) == ["Countess", "Bruno"]


def test_K22_a_new_name_is_an_event() -> None:
    """Nobody gets one that they have, or without a seat; a computer player keeps its own."""
    table = Table(names=("ada", "bruno"))
    table.do(cmd.AddComputer("ada", 3))
    table.start()
    (event,) = renamed(table.game, "ada", "Countess", table.now)
    assert event == ev.Renamed(table.now, 0, "Countess") and decode(encode(event)) == event
    computer = table.game.seats[2].player
    others = (("ada", table.game.seats[0].player.name), ("ada", ""), ("eve", "Eve"), (computer.id, "Robot"))
    assert all(renamed(table.game, player, name, table.now) == () for player, name in others)


NAMES_LETTERS = "CATSODEEECATSODEEE"


# --- names (K22) ------------------------------------------------------------------------------------------------------


@pytest.mark.gate
async def test_K22_in_the_bot_equal_names_are_told_apart_and_computers_have_names(tmp_path: Path) -> None:
    """Two members called Bruno and two computer players: in the lobby, under the board and in the scores."""
    names = ("BRUNO", "Milo", "Nora")
    async with gathered(tmp_path, letters=NAMES_LETTERS, rack_size=3, thinker=passes, names=names) as (_, ada, bruno):
        ada.known.user["global_name"] = "bruno"
        await ask(ada, "/game new variant:tiny preset:classic computer:1")
        await ask(ada, "/game rules rule:first_player value:host", "is now")
        await bruno.click(await bruno.wait_message("seats taken"), "Join")
        await answer(bruno, said("receipts.joined"))
        await ask(ada, "/game seat computer level:2", "Nora (level 2) joined")
        lobby = await bruno.wait_message("4 of 4 seats taken")
        (seats,) = pictures_of(lobby)[:1]
        names = [re.sub(r"^\d\. | \((host|computer).*$", "", one) for one in seats["description"].split("; ")]
        assert names == ["bruno", "Milo", "Bruno (2)", "Nora"]
        assert "Milo (computer, level 1, novice)" in text_of(lobby)
        await ask(ada, "/game start")
        first = await board(bruno)
        alt = str(pictures_of(first)[0]["description"])
        assert all(f"{name}: 0" in alt for name in ("bruno", "Bruno (2)", "Nora (level 2)"))
        told = text_of(await ask(bruno, "/game scores"))
        assert [name in told for name in ("bruno ", "Bruno (2)", "Milo", "Nora")] == [True] * 4


@pytest.mark.gate
async def test_K22_computers_get_the_programs_own_names(tmp_path: Path) -> None:
    """Without a test's names, two computer players get two of the names of the game's language."""
    async with gathered(tmp_path, letters=NAMES_LETTERS, rack_size=3, people=("Ada",)) as (stage, ada):
        await stage.stop()
        stage.names = None
        await stage.start()
        await ask(ada, "/game new variant:tiny computer:1")
        await ask(ada, "/game seat computer level:2", "(level 2) joined")
        seats = (await stage.state(ada.channel_id())).seats
        names = {seat.player.name for seat in seats[1:]}
        assert len(names) == 2 and names <= set(computer_names(texts_for("en")))


# --- host and moderators (K1) -----------------------------------------------------------------------------------------


@pytest.mark.gate
async def test_K1_in_the_bot_host_and_moderators_have_commands_of_their_own(tmp_path: Path) -> None:
    """Bruno hosts, Ada moderates, Chloe plays, Deniz watches: each command is refused or allowed for each of them."""
    people = ("Ada", "Bruno", "Chloe", "Deniz")
    async with gathered(tmp_path, letters=NAMES_LETTERS, rack_size=3, people=people) as (
        stage,
        ada,
        bruno,
        chloe,
        deniz,
    ):
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
            await ask(other, "/game seat remove player:Bruno", "Only the host")
            await ask(other, "/game seat give player:Bruno person:Deniz", "Only the host")
            await ask(other, "/game end", "Only the host")
        for other in (bruno, chloe):
            await ask(other, "/word add words:TAC list:this server's", "Only moderators")
            await ask(other, "/settings variants", "Only moderators", file=("mine.toml", b""))
            assert "Only moderators" in text_of(await ask(other, "/settings server"))
        state = await stage.state(ada.channel_id())
        assert (state.rules.hints, [seat.in_play for seat in state.seats]) == (3, [True, True])
        assert buttons_of(await ask(bruno, "/game seat remove player:Chloe", "remove **Chloe** from"))
        await ada.click(await ask(ada, "/game end", said("pause.keep_or_end")), "End for good")
        await board(deniz, said("receipts.over"))


# --- a set without colours (M11) --------------------------------------------------------------------------------------


@pytest.mark.soak
async def test_M11_in_the_bot_a_board_without_any_hue(tmp_path: Path) -> None:
    """High contrast: no square of the empty board depends on its colour; the text has symbols and a legend."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters=NAMES_LETTERS, rack_size=3) as (_, ada, bruno):
        panel = await ask(ada, "/settings channel")
        await choose(ada, panel, "high_contrast", "Board colours")
        first = await started(ada, bruno)
        data = await ada.download(pictures_of(first)[0]["url"])
        picture = Image.open(io.BytesIO(data)).convert("RGB")
        around = picture.crop((picture.width // 40, picture.height // 8, picture.width // 2, picture.height // 2))
        strongest = max(max(pixel) - min(pixel) for _, pixel in around.getcolors(1 << 24) or ())  # type: ignore[arg-type, type-var]
        assert strongest < 24
        told = text_of(await ask(bruno, "/game board style:grid"))
        assert "= 3W: word times 3" in told and "2L: letter times 2" in told
