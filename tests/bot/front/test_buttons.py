"""The buttons of lobby, board and private answers, how many lines they take, and the answer to More."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.analysis.messages import analysis_message
from bot.features.analysis.store import AnalysisBoard, Step
from bot.features.review.messages import Reader, overview_message, turn_review_message
from bot.features.review.reviews import Readers
from bot.front.board.answers import more_message
from bot.front.board.buttons import board_buttons
from bot.front.board.messages import turn_message
from bot.front.components.message import MOST_IN_ROW, Message, Row
from bot.playground.errors import refused as is_refused
from bot.playground.faults import Refuse
from bot.text import languages, texts_for
from engine.errors import EngineError
from engine.game import commands as cmd
from engine.game.evolve import replay
from engine.game.state import LexiconRef
from engine.game.views import table_view
from engine.model.rules import PRESETS, DrawTiles, ExchangeRule, FirstPlayer, Rules
from engine.review.turns import moments
from tests.support.finished import finished, graded
from tests.support.games import CLASSIC, Table, variant_of, word_set
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM
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
        first = await board(ada, said("happenings.goes_first"))
        assert pictures_of(first)
        await ada.wait(lambda: not buttons_of(ada.now(lobby) or lobby, disabled=True), "the lobby without buttons")


async def test_stale_acting_buttons_are_refused_and_looking_ones_never_are(tmp_path: Path) -> None:
    """A button of an older board is answered "the board has changed"; Rack, More and Scores keep working."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        old = await started(ada, bruno)
        await ada.click(old, "More")
        more = await answer(ada, "More about")
        # As if the press and the removal of the buttons crossed.
        keep = Refuse(is_refused(50013))
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


@pytest.mark.soak
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


@pytest.mark.soak
async def test_D3_exchange_by_button_and_command(tmp_path: Path) -> None:
    """The Exchange button opens a menu of the tiles; `/move exchange` with letters does the same at once."""
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
        await bruno.command("/move exchange tiles:S")
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
        end = await board(ada, said("status.over_void"), after=first)
        assert "Rematch" in buttons_of(end)


@pytest.mark.soak
async def test_M10_play_again_opens_a_lobby_with_the_same_rules(tmp_path: Path) -> None:
    """The button on the end card opens a new lobby; a lobby that closed before the start has none."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.command("/game end")
        await ada.click(await answer(ada, said("pause.keep_or_end")), "End for good")
        end = await board(ada, said("status.over_void"), after=first)
        await bruno.click(end, "Rematch")
        lobby = await ada.wait_message("1 of 3 seats taken", after=end)
        assert "Bruno (host)" in text_of(lobby)


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


WIDTH, EDGE, GAP, LETTER = 340, 24, 7, 7.5
"""Pixels of a message on a phone of 390, around a label, between buttons, and of an average letter."""
EMPTY = "/".join(["15"] * 15)


def lines_of(message: Message) -> int:
    """The lines that the buttons take up."""
    return sum(map(_lines, (block for block in message.blocks if isinstance(block, Row))))


def _lines(row: Row) -> int:
    lines, left = 1, 0.0
    for button in row.buttons:
        width = EDGE + LETTER * len(button.label)
        if left and left + GAP + width > WIDTH:
            lines, left = lines + 1, 0.0
        left += width + (GAP if left else 0)
    return lines


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("rack", ["", "AEINRST"])
def test_X7_an_analysis_board_has_two_lines_of_buttons(language: str, rack: str) -> None:
    """In the middle of its positions, where it can step both ways."""
    setup = replace(moments(finished())[0].view.table.setup, rules=Rules())
    step = Step(f"{EMPTY} {rack}/ 0/0 0")
    lexicon = LexiconRef("english", "")
    board = AnalysisBoard("a" * 12, "1", setup.variant.name, "en", lexicon, "", "", (), (step,) * 3, 1)
    assert lines_of(analysis_message(board, setup, texts_for(language))) == 2


@pytest.mark.parametrize("language", languages())
def test_X6_a_review_has_two_lines_of_buttons(language: str) -> None:
    """The overview of a player who can open it to everyone, and a turn in the middle."""
    events = finished()
    table = table_view(replay(events))
    turns = tuple(graded(events, number) for number in (1, 2, 3))
    for agreed in (frozenset[str](), frozenset({"1"})):
        reader = Reader("1", Readers(frozenset({"1", "2"}), agreed), can_share=True)
        assert lines_of(overview_message("g", table, turns, texts_for(language), reader)) <= 2
    assert lines_of(turn_review_message("g", table, turns, 2, texts_for(language), reader)) == 2


ENGLISH = texts_for("en")
GAME = "k7m2p9qa"
FRIENDLY = PRESETS["friendly"]
LOOKING = ["Scores", "Unseen tiles", "Board as text", "Rules"]


def under(table: Table) -> list[str]:
    """The buttons under the board."""
    return [button.label for button in board_buttons(GAME, table_view(table.game), ENGLISH)]


def labels(message: Message) -> list[str]:
    """The buttons of a message."""
    return [button.label for button in message.buttons]


def more(table: Table, member: str) -> list[str]:
    """The buttons that More shows to a member."""
    return labels(more_message(GAME, table_view(table.game), member, table.now, ENGLISH))


def refused(table: Table, command: cmd.Command) -> bool:
    """Whether the game refuses a command now."""
    state, events, now = table.state, table.events, table.now
    try:
        table.do(command)
    except EngineError:
        return True
    finally:
        table.state, table.events, table.now = state, events, now
    return False


def test_the_person_on_turn_has_one_row_and_the_rest_behind_more() -> None:
    """Pass and Exchange are one press further; nobody is reminded of their own turn."""
    table = Table().start("HELLOXY", "QUAZJVK")
    assert under(table) == ["Rack", "Play", "Compose", "Hint", "More"]
    assert more(table, "ada") == ["Pass", "Exchange", *LOOKING, "Resign"]


def test_who_waits_can_remind_and_not_move() -> None:
    """Bruno waits for Ada."""
    table = Table().start("HELLOXY", "QUAZJVK")
    assert more(table, "bruno") == [*LOOKING, "Send a reminder", "Resign"]


def test_a_watcher_can_only_look() -> None:
    """Nothing that needs a seat, whether the game runs or words can be challenged."""
    table = Table(CLASSIC).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    assert more(table, "chloe") == LOOKING


def test_a_computer_on_turn_is_not_reminded() -> None:
    """A computer needs no reminder, and nobody can move for it."""
    table = Table(names=("ada",))
    table.do(cmd.AddComputer("ada", 1))
    table.start("HELLOXY", "QUAZJVK", first=1)
    assert under(table) == ["Rack", "Play now", "More"]
    assert more(table, "ada") == [*LOOKING, "Resign"]


@pytest.mark.parametrize("rules", [FRIENDLY, replace(FRIENDLY, exchange_min_pool=ExchangeRule.RACK)])
def test_N5_exchange_is_offered_exactly_when_the_game_would_allow_it(rules: Rules) -> None:
    """Whatever is left in the pool; tiles that wait for the end of an undo count as drawn."""
    seen = set()
    for extra in range(14):
        table = Table(rules, variant=variant_of("HELLOABCDEFGHI" + "E" * extra)).start("HELLOAB", "CDEFGHI")
        for move in ("8D HELLO", ""):
            offered = "Exchange" in more(table, table.on_turn)
            one = cmd.Exchange(table.on_turn, table.letters(table.game.on_turn or 0)[:1])
            assert offered is not refused(table, one), (extra, move)
            seen.add((move, offered))
            if move:
                table.play(move)
    assert len(seen) == 4


def test_M8_challenge_is_in_the_row_and_accept_behind_more_for_whom_it_is_for() -> None:
    """The player of the word cannot accept it, nor anyone twice; after a challenge that failed there is neither."""
    table = Table(CLASSIC, names=("ada", "bruno", "chloe")).start("HELLOXY", "QUAZJVK", "RSTUEIN")
    assert "Challenge" not in under(table)
    table.play("8D HELLO")
    assert under(table) == ["Rack", "Play", "Compose", "Challenge", "More"]
    assert "Accept" not in more(table, "ada")
    assert "Accept" in more(table, "chloe")
    table.do(cmd.Accept("chloe"))
    assert "Accept" not in more(table, "chloe")
    table.do(cmd.Challenge("bruno"))
    assert "Challenge" not in under(table)
    assert "Accept" not in more(table, "bruno")


def test_rules_without_challenges_show_none() -> None:
    """In a friendly game a phony is refused before it is played. Undo takes no room from whoever is to move."""
    table = Table(FRIENDLY).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    assert under(table) == ["Rack", "Play", "Compose", "Hint", "More", "Undo"]
    assert "Undo" not in more(table, "ada")
    table.do(cmd.CloseWindows(1), after=20_000)
    assert under(table) == ["Rack", "Play", "Compose", "Hint", "More"]


def test_a_direct_message_leaves_out_what_its_reader_cannot_do() -> None:
    """Bruno is on turn and cannot undo Ada's move."""
    table = Table(FRIENDLY).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    message = turn_message(GAME, table_view(table.game), (), ENGLISH, board_url="https://discord.com/channels/1/2/3")
    assert labels(message) == ["Rack", "Play", "Compose", "Hint", "More"]
    assert "[Ada v Bruno](https://discord.com/channels/1/2/3)" in message.text


def states() -> Iterator[Table]:
    """Games in every phase, of people who share a screen, with tiles drawn by hand and with challenges."""
    for rules in (FRIENDLY, CLASSIC, replace(FRIENDLY, draw_tiles=DrawTiles.MANUAL), PRESETS["tournament"]):
        for guests in (0, 2):
            table = Table(rules, variant=variant_of("HELLOABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2))
            for number in range(guests if rules.most_seats > 2 else 0):
                table.do(cmd.AddGuest("ada", f"Guest {number}"))
            yield table.start()
            for number in [n for n, seat in enumerate(table.game.seats) if seat.due]:
                table.do(cmd.Draw(table.game.seats[number].player.id, None, number))
            rack = table.letters(table.game.on_turn or 0)
            table.play(f"8F {rack[:3].replace('?', '')}")
            yield table
            if rules.undo:
                table.do(cmd.CloseWindows(table.game.turn - 1), after=20_000)
                yield table
            table.pass_()
            yield table
    house = Table(PRESETS["friendly"].with_value("challenge", "house"), words=word_set("HE")).start(
        "HELLOXY", "QUAZJVK"
    )
    house.play("8D HELLO")
    yield house
    final = Table(CLASSIC, variant=variant_of("HELLOABCDEFGHI")).start("HELLOAB", "CDEFGHI")
    final.play("8D HELLO")
    final.pass_()
    final.play("D7 AHB")
    yield final


def test_swap_places_is_offered_exactly_when_the_game_would_allow_it() -> None:
    """Not before the tiles are drawn, with real tiles, or with a computer player that fills in for someone."""
    real = replace(FRIENDLY, tabletop=True, first_player=FirstPlayer.HOST)
    for rules in (FRIENDLY, replace(FRIENDLY, draw_tiles=DrawTiles.MANUAL), real):
        table = Table(rules, names=("ada",))
        table.do(cmd.AddComputer("ada", 1))
        table.start("HELLOXY", "QUAZJVK")
        assert ("Swap places" in more(table, "ada")) is not refused(table, cmd.Swap("ada")), rules
    left = Table(FRIENDLY.with_value("on_leave", "computer"), names=("ada", "bruno")).start("HELLOXY", "QUAZJVK")
    left.do(cmd.Leave("bruno"))
    assert "Swap places" not in more(left, "ada")


def test_both_answers_about_a_play_have_room_beside_the_racks_of_a_shared_screen() -> None:
    """Three racks and two answers do not fit, so that the last rack is behind More."""
    table = Table(FRIENDLY.with_value("challenge", "house"), names=("ada",), words=word_set("HE"))
    for name in ("Ben", "Cleo", "Dora"):
        table.do(cmd.AddGuest("ada", name))
    table.start("HELLOXY", "QUAZJVK", "RSTUEIN", "EEEAAII")
    table.play("8D HELLO")
    assert under(table) == ["Rack: Ben", "Rack: Cleo", "Accept", "Reject", "More"]
    assert "Rack: Dora" in more(table, "ada")


def test_a_board_has_one_row_in_every_state_and_no_button_twice() -> None:
    """On a phone, five buttons are one row; what has no room is behind More, or if it is Undo, below."""
    for table in states():
        view = table_view(table.game)
        row = board_buttons(GAME, view, ENGLISH)
        first = [button.label for button in row[:MOST_IN_ROW]]
        assert first[-1] == "More" or first[-2:] == ["More", "Undo"]
        assert [button.label for button in row[MOST_IN_ROW:]] in ([], ["Undo"])
        for member in ("ada", "bruno", "chloe"):
            message = more_message(GAME, view, member, table.now, ENGLISH)
            ids = [button.custom_id for button in (*row, *message.buttons) if hasattr(button, "custom_id")]
            assert len(ids) == len(set(ids)), (member, labels(message))
            assert all(len(block.buttons) <= MOST_IN_ROW for block in message.blocks if isinstance(block, Row))


def test_every_rack_of_a_shared_screen_can_be_reached() -> None:
    """The row has that of the guest on turn; the others are behind More for those at the screen only."""
    table = Table(names=("ada", "bruno"))
    table.do(cmd.AddGuest("ada", "Ben"))
    table.start("HELLOXY", "QUAZJVK", "RSTUEIN")
    assert under(table) == ["Rack", "Rack: Ada", "Play", "Compose", "More"]
    assert "Rack: Ben" in more(table, "ada")
    assert "Rack: Ada" not in more(table, "ada")
    assert "Rack: Ben" not in more(table, "bruno")
